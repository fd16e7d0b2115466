// The events of a run: a page of them as JSON, at once or when there are some, or a stream (SSE) that ends with the run.

import type { JsonObject } from '@vitrine/core';
import { followEvents, readEvents, type Told } from '../runs/read-events.ts';
import { DeltaReader } from '../runs/surface-delta.ts';
import { assertHolds, type Call, findRun, nameOf, type Route } from './call.ts';
import { answer, invalid, Refusal } from './refusal.ts';
import { nextChange } from './waiting.ts';

export const EVENT_ROUTES: readonly Route[] = [
  { method: 'GET', path: /^\/runs\/([^/:]+)\/events$/, viewers: true, answer: events },
  { method: 'GET', path: /^\/runs\/([^/:]+)\/events\/poll$/, viewers: true, answer: (call) => poll(call, 30) },
];

const LONGEST_WAIT = 60;
const KEEP_ALIVE_MS = 15_000;
const QUEUE_BYTES = 256 * 1024;
/** Both are told everything: this host has no events that only a debugger wants. */
const MODES = ['updates', 'debug'];
const ENCODER = new TextEncoder();

function events(call: Call): Promise<Response> {
  const mode = call.url.searchParams.get('streamMode') ?? 'updates';
  if (!mode.split(',').every((one) => MODES.includes(one)))
    throw new Refusal(400, 'unsupported_stream_mode', `streamMode is one of ${MODES.join(', ')}.`, {
      supported: MODES,
    });
  const accept = call.request.headers.get('accept') ?? '';
  return /\bapplication\/json\b/.test(accept) && !accept.includes('text/event-stream') ? poll(call, 0) : stream(call);
}

async function poll(call: Call, wait: number): Promise<Response> {
  const { services, url } = call;
  const run = await findRun(call);
  const from = firstOf(call);
  const seconds = numberOf(url, 'timeout', wait);
  if (seconds > LONGEST_WAIT) throw invalid(`timeout is at most ${LONGEST_WAIT} seconds.`, 'timeout');
  if (from >= run.sequence && !run.isOver && seconds > 0)
    await nextChange(call, ({ session }) => session === run.session, seconds);
  assertHolds(call);
  const first = Math.min(from, run.sequence);
  const documents = await readEvents(services.book, run, first);
  const next = first + documents.length;
  const delta = deltaFor(call);
  return answer(200, {
    runId: nameOf(run),
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

const STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8' };
const ENDS = ['run.completed', 'run.failed', 'run.cancelled'];

async function stream(call: Call): Promise<Response> {
  const { services } = call;
  const run = await findRun(call);
  const delta = deltaFor(call);
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const forget = services.endings.watch(call.caller.grant, () => over());
  const over = (): void => {
    forget();
    end();
  };
  void services.stopped.then(over);
  const from = firstOf(call);
  const isAtEnd = (sequence: number): boolean => run.isOver && sequence >= run.sequence;
  if (isAtEnd(from)) over();
  const told = followEvents(services.book, run, from, ended)[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>(
    new Frames(told, delta, isAtEnd, over),
    new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_BYTES }),
  );
  return new Response(body, { status: 200, headers: STREAM_HEADERS });
}

/** Reads the next event when the reader has room for it. */
class Frames {
  readonly #told: AsyncIterator<Told>;
  readonly #delta: DeltaReader | undefined;
  readonly #isAtEnd: (sequence: number) => boolean;
  readonly #over: () => void;
  #alive: NodeJS.Timeout | undefined;

  constructor(
    told: AsyncIterator<Told>,
    delta: DeltaReader | undefined,
    isAtEnd: (sequence: number) => boolean,
    over: () => void,
  ) {
    this.#told = told;
    this.#delta = delta;
    this.#isAtEnd = isAtEnd;
    this.#over = over;
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#alive = setInterval(() => controller.enqueue(ENCODER.encode(':\n\n')), KEEP_ALIVE_MS).unref();
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const next = await this.#told.next();
    if (next.done === true) {
      this.cancel();
      controller.close();
      return;
    }
    const { sequence, event, document } = next.value;
    const sent = this.#delta?.document(document) ?? document;
    controller.enqueue(ENCODER.encode(frameOf(sequence, sent)));
    if (!ENDS.includes(event.type) && !this.#isAtEnd(sequence + 1)) return;
    this.cancel();
    controller.close();
  }

  cancel(): void {
    clearInterval(this.#alive);
    this.#over();
  }
}

function frameOf(sequence: number, document: JsonObject): string {
  return `id: ${sequence}\nevent: ${String(document.type)}\ndata: ${JSON.stringify(document)}\n\n`;
}
