// A protocol as an example: a board of notes. `POST /board {text}` opens one, `POST /board/{id} {text}` adds a note, `GET
// /board/{id}` streams them. What is the protocol's own stands here; docs/faces.md walks through it.

import type { Entry, JsonObject, NewEntry, Op } from '@vitrine/core';
import type { Face, FacePorts, PortCaller, PortClient } from '@vitrine/core/port';
import {
  eventFrame,
  Guesses,
  Idempotency,
  jsonAnswer,
  openStream,
  perMinute,
  pump,
  Refusal,
  readObject,
  refusalAnswer,
  streamAnswer,
  toldRefusal,
} from '@vitrine/face-kit';

type Agent = Extract<PortCaller, { readonly role: 'agent' }>;

/** The protocol's words for what the host refuses. */
const WORDS = {
  'VITRINE_CREDENTIAL_*': { code: 'who_are_you' },
  VITRINE_KEY_REUSED: { status: 409, code: 'other_note' },
  VITRINE_HOST_FAILED: { code: 'our_fault' },
};
const BODY_BYTES = 16 * 1024;

export function createBoardFace(port: FacePorts): Face<Request, Response, never[]> {
  const guesses = new Guesses(perMinute('guesses', 30, port.transport));
  const idempotency = new Idempotency<JsonObject>(port.records);

  async function post(request: Request, agent: Agent, board: string | undefined): Promise<Response> {
    const content = await port.transport.read(request, BODY_BYTES);
    const { text } = await readObject(content, { names: ['text'] });
    if (typeof text !== 'string' || text === '') throw new Refusal(400, 'no_text', 'A note has a text.');
    const key = request.headers.get('idempotency-key');
    const call = key === null ? undefined : { name: JSON.stringify([agent.agent, board ?? '', key]), content };
    const { answer } = await idempotency.once(call, async (keep) => {
      const from = { role: 'agent', id: agent.agent, dialect: 'vitrine' } as const;
      if (board === undefined) {
        const session = crypto.randomUUID();
        const reply = keep({ board: session });
        const entries = [noteOf(text, true)];
        await port.sessions.open({
          agent: agent.agent,
          session,
          from,
          entries,
          ...(reply === undefined ? {} : { reply }),
        });
        return { board: session };
      }
      const { seq } = await port.sessions.write(board, [noteOf(text, false)], {
        from,
        reply: (written) => keep({ board, note: written.seq }),
      });
      return { board, note: seq };
    });
    return jsonAnswer(201, answer);
  }

  async function stream(request: Request, client: PortClient, agent: Agent, board: string): Promise<Response> {
    const opened = openStream(port.transport, { request, client, holder: { grant: agent.grant } });
    const over = new Promise<void>((resolve) => opened.signal.addEventListener('abort', () => resolve()));
    const entries = await port.sessions.entries(board, 0, over);
    const frame = (entry: Entry): string => eventFrame('note', JSON.stringify(textsIn(entry)), entry.seq);
    pump(opened, entries, frame).catch((error: unknown) => port.transport.failed('a board', error));
    return streamAnswer(opened);
  }

  async function answer(request: Request, client: PortClient, board: string | undefined): Promise<Response> {
    const caller = await guesses.identify(port.identity, client);
    if (caller.role !== 'agent') throw new Refusal(403, 'agents_only', 'Boards are for agents.');
    const session = board === undefined ? undefined : await port.sessions.find(board);
    if (board !== undefined && session?.agent !== caller.agent) throw new Refusal(404, 'no_board', 'There is none.');
    if (request.method === 'POST') return post(request, caller, board);
    if (board === undefined) throw new Refusal(405, 'post_only', 'Use POST.');
    return stream(request, client, caller, board);
  }

  return {
    async fetch(request, client) {
      const path = /^\/board(?:\/([\w-]+))?$/.exec(new URL(request.url).pathname);
      if (path === null) return undefined;
      return answer(request, client, path[1]).catch((error: unknown) => {
        const { transport } = port;
        return refusalAnswer(toldRefusal(error, { transport, failed: 'a call of the board', words: WORDS }));
      });
    },
  };
}

function noteOf(text: string, isFirst: boolean): NewEntry {
  const opening: readonly Op[] = isFirst ? [{ op: 'open', surface: 'board' }] : [];
  return { body: [...opening, { op: 'say', text }] };
}

function textsIn({ body }: Entry): readonly string[] {
  return body.flatMap((part) => ('op' in part && part.op === 'say' ? [part.text] : []));
}
