// The events of a run: a page of them as JSON, at once or when there are some, or a stream (SSE) that ends with the run.

import { eventFrame, openStream, pump, streamAnswer } from '@vitrine/face-kit';
import { followEvents, readEvents, type Told } from '../runs/read-events.ts';
import type { Run } from '../runs/run.ts';
import { DeltaReader } from '../runs/surface-delta.ts';
import { type Call, findRun, nextChange, type Route, type Services } from './call.ts';
import { answer, invalid, Refusal, type Reply } from './refusal.ts';

export const EVENT_ROUTES: readonly Route[] = [
  { method: 'GET', path: /^\/runs\/([^/:]+)\/events$/, viewers: true, answer: events },
  { method: 'GET', path: /^\/runs\/([^/:]+)\/events\/poll$/, viewers: true, answer: (call) => poll(call, 30) },
];

const LONGEST_WAIT = 60;
/** Both are told everything: this host has no events that only a debugger wants. */
const MODES = ['updates', 'debug'];

function events(call: Call): Promise<Reply | Response> {
  const mode = call.url.searchParams.get('streamMode') ?? 'updates';
  if (!mode.split(',').every((one) => MODES.includes(one)))
    throw new Refusal(400, 'unsupported_stream_mode', `streamMode is one of ${MODES.join(', ')}.`, {
      supported: MODES,
    });
  const accept = call.request.headers.get('accept') ?? '';
  return /\bapplication\/json\b/.test(accept) && !accept.includes('text/event-stream') ? poll(call, 0) : stream(call);
}

async function poll(call: Call, wait: number): Promise<Reply> {
  const { services, url } = call;
  const run = await findRun(call);
  const from = firstOf(call);
  const seconds = numberOf(url, 'timeout', wait);
  if (seconds > LONGEST_WAIT) throw invalid(`timeout is at most ${LONGEST_WAIT} seconds.`, 'timeout');
  if (from >= run.sequence && !run.isOver && seconds > 0)
    await nextChange(call, ({ session }) => session === run.session, seconds);
  const first = Math.min(from, run.sequence);
  const documents = await readEvents(services.book, run, first);
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
function firstOf({ url, request }: Call): number {
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

function deltaFor({ major, url }: Call): DeltaReader | undefined {
  return major === 1 && url.searchParams.get('a2uiDelta') === '1' ? new DeltaReader() : undefined;
}

const ENDS = ['run.completed', 'run.failed', 'run.cancelled'];

async function stream(call: Call): Promise<Response> {
  const { services } = call;
  const run = await findRun(call);
  const from = firstOf(call);
  const delta = deltaFor(call);
  const opened = openStream(services.port.transport, call);
  const frame = ({ sequence, document }: Told): string => {
    const sent = delta?.document(document) ?? document;
    return eventFrame(String(sent.type), JSON.stringify(sent), sequence);
  };
  pump(opened, eventsOf(services, run, from, opened.signal), frame).catch((error: unknown) => {
    services.port.transport.failed('a stream of OpenWOP met a fault', error);
    opened.end();
  });
  return streamAnswer(opened);
}

/** Up to the end of the run. */
async function* eventsOf({ book }: Services, run: Run, from: number, over: AbortSignal): AsyncIterable<Told> {
  const isAtEnd = (sequence: number): boolean => run.isOver && sequence >= run.sequence;
  if (isAtEnd(from)) return;
  for await (const told of followEvents(book, run, from, over)) {
    yield told;
    if (ENDS.includes(told.event.type) || isAtEnd(told.sequence + 1)) return;
  }
}
