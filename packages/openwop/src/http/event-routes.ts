// The events of a run: a page of them as JSON, at once or when there are some, or a stream (SSE) that ends with the run.

import type { JsonObject, Seq } from '@vitrine/core/internal';
import { DeltaReader } from '@vitrine/dialects/openwop';
import { entriesUpTo, eventFrame, openStream, pump, streamAnswer, whenAborted } from '@vitrine/face-kit';
import { ENDS, type Run } from '../runs/run.ts';
import { readRunEvent, toDocument } from '../runs/run-event.ts';
import { findRun, nextChange, type Route, type Services, type WopCall } from './call.ts';
import { answer, invalid, Refusal, type Reply } from './refusal.ts';

export const EVENT_ROUTES: readonly Route[] = [
  { method: 'GET', path: /^\/runs\/([^/:]+)\/events$/, viewers: true, answer: events },
  { method: 'GET', path: /^\/runs\/([^/:]+)\/events\/poll$/, viewers: true, answer: (call) => poll(call, 30) },
];

const MAX_WAIT_SECONDS = 60;
/** Both are told everything: this host has no events that only a debugger wants. */
const MODES = ['updates', 'debug'];

function events(call: WopCall): Promise<Reply | Response> {
  const mode = call.url.searchParams.get('streamMode') ?? 'updates';
  if (!mode.split(',').every((one) => MODES.includes(one)))
    throw new Refusal(400, 'unsupported_stream_mode', `streamMode is one of ${MODES.join(', ')}.`, {
      supported: MODES,
    });
  const accept = call.request.headers.get('accept') ?? '';
  return /\bapplication\/json\b/.test(accept) && !accept.includes('text/event-stream') ? poll(call, 0) : stream(call);
}

async function poll(call: WopCall, wait: number): Promise<Reply> {
  const { services, url } = call;
  const run = await findRun(call);
  const from = firstOf(call);
  const seconds = numberOf(url, 'timeout', wait);
  if (seconds > MAX_WAIT_SECONDS) throw invalid(`timeout is at most ${MAX_WAIT_SECONDS} seconds.`, 'timeout');
  if (from >= run.sequence && !run.isOver && seconds > 0)
    await nextChange(call, ({ session }) => session === run.session, seconds);
  const first = Math.min(from, run.sequence);
  const documents = await readEvents(services, run, first);
  const next = first + documents.length;
  const delta = deltaFor(call);
  return answer(200, {
    runId: run.id,
    events: delta === undefined ? documents : documents.map((one) => delta.document(one)),
    lastSequence: next - 1,
    status: run.status,
    isTerminal: run.isOver && next >= run.sequence,
  });
}

/** The first sequence that the reader has not seen. */
function firstOf({ url, request }: WopCall): number {
  const last = request.headers.get('last-event-id');
  if (last !== null && /^\d{1,15}$/.test(last)) return Number(last) + 1;
  const name = url.searchParams.has('lastSequence') ? 'lastSequence' : 'afterSequence';
  return numberOf(url, name, -1) + 1;
}

function numberOf(url: URL, name: string, fallback: number): number {
  const text = url.searchParams.get(name);
  if (text === null) return fallback;
  if (!/^-?\d{1,15}$/.test(text)) throw invalid(`${name} is a whole number.`, name);
  return Math.max(-1, Number(text));
}

function deltaFor({ major, url }: WopCall): DeltaReader | undefined {
  return major === 1 && url.searchParams.get('a2uiDelta') === '1' ? new DeltaReader() : undefined;
}

async function stream(call: WopCall): Promise<Response> {
  const { services } = call;
  const run = await findRun(call);
  const from = firstOf(call);
  const delta = deltaFor(call);
  const opened = openStream(services.port.transport, call);
  const frame = (document: JsonObject): string => {
    const sent = delta?.document(document) ?? document;
    return eventFrame(String(sent.type), JSON.stringify(sent), Number(document.sequence));
  };
  pump(opened, eventsOf(services, run, from, opened.signal), frame).catch((error: unknown) => {
    services.port.transport.failed('a stream of OpenWOP met a fault', error);
    opened.end();
  });
  return streamAnswer(opened);
}

const MAX_EVENTS = 500;
const MAX_CHARS = 4 << 20;

/** Of the last entry before an event. */
function seqBefore({ seqs }: Run, sequence: number): Seq {
  return sequence === 0 ? 0 : (seqs[sequence - 1] as Seq);
}

/** Those from a sequence on, then live until the run ends, or `over`. */
async function* eventsOf({ port }: Services, run: Run, from: number, over: AbortSignal): AsyncIterable<JsonObject> {
  const isAtEnd = (sequence: number): boolean => run.isOver && sequence >= run.sequence;
  if (isAtEnd(from)) return;
  let sequence = Math.min(from, run.sequence);
  for await (const entry of await port.sessions.entries(run.session, seqBefore(run, sequence), whenAborted(over))) {
    const event = readRunEvent(entry);
    if (event === undefined) continue;
    yield toDocument(event, run, sequence, entry.at);
    sequence++;
    if (Object.hasOwn(ENDS, event.type) || isAtEnd(sequence)) return;
  }
}

/** Those from a sequence on that there are now; a page of them: what is behind its last one is still to be read. */
async function readEvents({ port }: Services, run: Run, from: number): Promise<readonly JsonObject[]> {
  const documents: JsonObject[] = [];
  let chars = 0;
  for await (const entry of entriesUpTo(port, run.session, seqBefore(run, from), run.seqs.at(-1) ?? 0)) {
    const event = readRunEvent(entry);
    if (event === undefined) continue;
    const document = toDocument(event, run, from + documents.length, entry.at);
    documents.push(document);
    chars += JSON.stringify(document).length;
    if (documents.length >= MAX_EVENTS || chars >= MAX_CHARS) break;
  }
  return documents;
}

/** All that there are, page by page. */
export async function readAllEvents(services: Services, run: Run): Promise<readonly JsonObject[]> {
  const all: JsonObject[] = [];
  for (;;) {
    const page = await readEvents(services, run, all.length);
    if (page.length === 0) return all;
    all.push(...page);
  }
}
