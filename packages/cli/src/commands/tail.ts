// `vitrine tail --session S`: what people do, as the agent receives it, until the process is asked to end. It has a place
// in the events of its own, so an agent that listens misses nothing.

import { defined, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import type { Command } from '../command.ts';
import { CallError } from '../errors.ts';
import { eventWords } from '../event-words.ts';
import { ask, Silence } from '../host-call.ts';
import { DATA_FLAG, HOST_FLAGS, type HostAccess, readHostAccess } from '../host-flags.ts';
import type { ExitCode, Io } from '../io.ts';
import { paint, plain } from '../say.ts';

export interface TailOptions {
  readonly access: HostAccess;
  /** Absent: all sessions of the agent. */
  readonly session?: string;
  /** Absent: what comes from now on. */
  readonly after?: number;
  readonly json: boolean;
}

const CONSUMER = 'tail';
const WAIT_SECONDS = 25;

interface TailedEvent {
  readonly session: string;
  readonly seq: number;
  readonly at: string;
  readonly event: Json;
}

/** Ends with 0 when asked to end, or when nobody reads any more. */
export async function tail(options: TailOptions, io: Io): Promise<ExitCode> {
  const stop = new AbortController();
  void io.stopped().then(() => stop.abort());
  let after = await firstPosition(options, stop.signal).catch((error: unknown) => {
    if (stop.signal.aborted) return 0;
    throw error;
  });
  while (!stop.signal.aborted && !io.stdout.closed) {
    const answer = await poll(options, after, stop.signal, io);
    if (answer === undefined) continue;
    const events = (Array.isArray(answer.events) ? answer.events : []) as unknown as readonly TailedEvent[];
    for (const arrived of events) await io.stdout.write(options.json ? jsonLine(arrived) : line(arrived, options, io));
    if (typeof answer.next === 'number') after = answer.next;
  }
  return 0;
}

/** Where it begins: for one session its head. For all there is no head to ask for: what is there is skipped. */
async function firstPosition(options: TailOptions, signal: AbortSignal): Promise<number> {
  const { access, session, after } = options;
  if (after !== undefined) return after;
  if (session !== undefined) {
    const row = await ask(access, { path: `/sessions/${encodeURIComponent(session)}`, signal });
    return typeof row.seq === 'number' ? row.seq : 0;
  }
  for (let next = 0; ; ) {
    const answer = await ask(access, { path: '/events', query: { after: String(next), consumer: CONSUMER }, signal });
    const isLast = !Array.isArray(answer.events) || answer.events.length === 0;
    if (isLast || typeof answer.next !== 'number' || answer.next <= next) return next;
    next = answer.next;
  }
}

/** Undefined: asked to end, or the host is away for a moment. */
async function poll(options: TailOptions, after: number, signal: AbortSignal, io: Io): Promise<JsonObject | undefined> {
  const { access, session } = options;
  const path = session === undefined ? '/events' : `/sessions/${encodeURIComponent(session)}/events`;
  try {
    return await ask(access, {
      path,
      query: { after: String(after), consumer: CONSUMER, wait: String(WAIT_SECONDS) },
      signal,
    });
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof Silence)) throw error;
    await io.stderr.write(`vitrine: ${plain(error.message)} Trying again.\n`);
    return undefined;
  }
}

function jsonLine(arrived: TailedEvent): string {
  return `${JSON.stringify(arrived)}\n`;
}

function line({ session, seq, at, event }: TailedEvent, options: TailOptions, io: Io): string {
  const where = options.session === undefined ? `${session} ` : '';
  const head = paint(io.stdout, 'faint', plain(`${where}${seq} ${at}`));
  return `${head} ${plain(isObject(event) ? eventWords(event) : JSON.stringify(event))}\n`;
}

export function readSeq(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new CallError(`--${flag} is a whole number from 0, not "${text}".`);
  return Number(text);
}

export const tailCommand: Command = {
  name: 'tail',
  operands: [],
  description: 'Show what people do, as it happens.',
  examples: [
    ['vitrine tail --session ID', 'presses, answers and words, a line each'],
    ['vitrine tail --all --json | my-agent', 'for a program'],
  ],
  flags: [
    { name: 'session', value: 'SESSION', description: 'In this one.' },
    { name: 'all', description: 'In all sessions of the agent.' },
    {
      name: 'after',
      value: 'N',
      description: 'Begin behind this seq (with --all: the number that the host called next).',
    },
    { name: 'json', description: 'Print {session, seq, at, event} a line.' },
    DATA_FLAG,
    ...HOST_FLAGS,
  ],
  run: async (call, io) => {
    const [session, after] = [call.get('session'), readSeq(call.get('after'), 'after')];
    if ((session === undefined) !== call.has('all'))
      throw new CallError('"vitrine tail" needs either --session or --all.');
    return tail(
      {
        access: await readHostAccess(call, io),
        json: call.has('json'),
        ...defined({ session, after }),
      },
      io,
    );
  },
};
