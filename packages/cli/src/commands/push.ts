// `vitrine push FILE --session S`: sends a stream to a session as an agent would, while it arrives.

import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  DEFAULT_LIMITS,
  defined,
  type Issue,
  IssueList,
  isArray,
  type Json,
  type JsonObject,
} from '@vitrine/core/internal';
import type { Command, CommandArguments } from '../command.ts';
import { CallError } from '../errors.ts';
import { ask, HostRefusedError } from '../host-call.ts';
import { DATA_FLAG, HOST_FLAGS, type HostAccess, readHostAccess } from '../host-flags.ts';
import { DIALECT_CHOICE } from '../input-flags.ts';
import type { ExitCode, Io } from '../io.ts';
import { type MessageBatch, readBatches } from '../message-batches.ts';
import { beginInput } from '../read-input.ts';
import { count, issueLine, paint, plain } from '../say.ts';

export interface PushOptions {
  readonly access: HostAccess;
  readonly file: string;
  /** `new`: one is opened. */
  readonly session: string;
  readonly dialect?: string;
  /** Somebody else's, who is not trusted. */
  readonly isUntrusted: boolean;
  readonly json: boolean;
  /** Messages a second. Absent: as fast as they come. */
  readonly rate?: number;
}

const MAX_AT_ONCE = 500;
/** Issues kept for --json; lines for people are not kept. */
const MAX_ISSUES = 10_000;

/** Ends with 1 if an issue is an error. */
export async function push(options: PushOptions, io: Io): Promise<ExitCode> {
  const input = await beginInput(options.file, io);
  const target = await openTarget(options, io);
  const report = new Report(options, target, io);
  const most = options.rate === undefined ? MAX_AT_ONCE : 1;
  const batches = readBatches(input, { limits: DEFAULT_LIMITS, most });
  for await (const batch of batches) {
    await report.add(0, batch.issues ?? []);
    if (batch.text === '') continue;
    const { accepted, seq, issues } = await sendBatch(options, target.session, batch);
    report.seq = seq;
    await report.add(accepted, issues);
    if (options.rate !== undefined) await wait(1000 / options.rate);
  }
  await report.end();
  return report.errors === 0 ? 0 : 1;
}

interface PushTarget {
  readonly session: string;
  readonly viewerUrl?: string;
}

async function openTarget({ access, session, file, dialect, json }: PushOptions, io: Io): Promise<PushTarget> {
  if (session !== 'new') return { session };
  const title = file === '-' ? 'standard input' : basename(file);
  const body = { title, ...defined({ dialect }) };
  const opened = await ask(access, { path: '/sessions', body });
  const target = { session: String(opened.session), viewerUrl: String(opened.viewerUrl) };
  if (!json) await io.stdout.write(`session ${plain(target.session)} is at ${plain(target.viewerUrl)}\n`);
  return target;
}

interface PushResult {
  readonly accepted: number;
  readonly seq: number;
  readonly issues: readonly Issue[];
}

async function sendBatch(options: PushOptions, session: string, { text, lines }: MessageBatch): Promise<PushResult> {
  const { access, dialect, isUntrusted } = options;
  const path = `/sessions/${encodeURIComponent(session)}/messages`;
  const body = new Blob([text], { type: 'application/jsonl' });
  const answer = await ask(access, {
    path,
    query: { dialect, untrusted: isUntrusted ? '1' : undefined },
    body,
    key: randomUUID(),
  }).catch(answerOf);
  const issues = (isArray(answer.issues) ? answer.issues : []) as unknown as readonly Issue[];
  return {
    accepted: Number(answer.accepted ?? 0),
    seq: Number(answer.seq ?? 0),
    issues: issues.map((problem) => inInput(problem, lines)),
  };
}

/** A body of which nothing could be read is refused with issues like any other. */
function answerOf(error: unknown): JsonObject {
  if (error instanceof HostRefusedError && error.issues.length > 0) return { issues: error.issues as unknown as Json };
  throw error;
}

/** The line of the body as a line of the input. */
function inInput(problem: Issue, lines: readonly number[] | undefined): Issue {
  if (lines === undefined) return problem;
  const line = lines[(problem.line ?? 1) - 1];
  return line === undefined || (problem.line === undefined && lines.length > 1) ? problem : { ...problem, line };
}

class Report {
  readonly #options: PushOptions;
  readonly #target: PushTarget;
  readonly #io: Io;
  readonly #issues = new IssueList(MAX_ISSUES);
  #accepted = 0;
  errors = 0;
  seq = 0;

  constructor(options: PushOptions, target: PushTarget, io: Io) {
    this.#options = options;
    this.#target = target;
    this.#io = io;
  }

  async add(accepted: number, issues: readonly Issue[]): Promise<void> {
    this.#accepted += accepted;
    for (const problem of issues) {
      if (problem.severity === 'error') this.errors++;
      if (!this.#options.json) await this.#io.stderr.write(issueLine(this.#options.file, problem, this.#io.stderr));
      else this.#issues.add(problem);
    }
  }

  async end(): Promise<void> {
    const { stdout } = this.#io;
    const [accepted, seq] = [this.#accepted, this.seq];
    const ok = this.errors === 0;
    if (this.#options.json) {
      const result = { ok, ...this.#target, accepted, seq, issues: this.#issues.all() };
      await stdout.write(`${JSON.stringify(result, null, 2)}\n`);
      return;
    }
    const verdict = ok ? paint(stdout, 'good', 'ok') : paint(stdout, 'error', 'not ok');
    const errors = ok ? '' : `, ${count(this.errors, 'error')}`;
    const summary = `${count(accepted, 'message')} accepted${errors}, seq ${seq}`;
    await stdout.write(`${plain(this.#options.file)}: ${verdict}, ${summary}\n`);
  }
}

function readSession(call: CommandArguments): string {
  const session = call.get('session');
  if (session !== undefined) return session;
  throw new CallError('"vitrine push" needs --session; "new" opens one.');
}

function readRate(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const rate = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (rate <= 0 || rate > 10_000) throw new CallError(`--rate is a number of messages a second, not "${text}".`);
  return rate;
}

export const pushCommand: Command = {
  name: 'push',
  operands: ['FILE'],
  description: 'Send a stream to a session, as an agent does.',
  examples: [
    ['vitrine push booking.jsonl --session new', 'opens a session and prints the address for its viewer'],
    ['my-agent | vitrine push - --session ID', 'what a program writes, as it comes'],
  ],
  flags: [
    { name: 'session', value: 'SESSION', description: 'To this one; "new" opens one and tells its address.' },
    { name: 'dialect', ...DIALECT_CHOICE, description: 'Every message is of this dialect.' },
    { name: 'untrusted', description: 'Somebody else wrote it: it approves nothing and leads nowhere.' },
    { name: 'rate', value: 'N', description: 'Not more than N messages a second.' },
    { name: 'json', description: 'Print {ok, session, viewerUrl, accepted, seq, issues}.' },
    DATA_FLAG,
    ...HOST_FLAGS,
  ],
  run: async (call, io) => {
    const [session, rate, dialect] = [readSession(call), readRate(call.get('rate')), call.get('dialect')];
    return push(
      {
        access: await readHostAccess(call, io),
        file: call.operands[0] as string,
        session,
        isUntrusted: call.has('untrusted'),
        json: call.has('json'),
        ...defined({ dialect, rate }),
      },
      io,
    );
  },
};
