// Those who add to sessions, one call after the other: agents in each dialect, runs of OpenWOP, clients of A2A, viewers who
// press a button. Each notes what was acknowledged.

import { setTimeout as delay } from 'node:timers/promises';
import type { Json, JsonObject } from '@vitrine/core';
import type { Call, Calls } from './calls.ts';
import { type Ledger, markOf, type WriterAccount } from './ledger.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Speaker } from './speakers.ts';

const MAX_MESSAGES = 3;
const PAUSE_MS = [10, 60] as const;

export interface WriterParts {
  readonly calls: Calls;
  readonly ledger: Ledger;
  readonly random: SeededRandom;
}

/** One line of marked calls. */
export abstract class Writer {
  readonly calls: Calls;
  readonly random: SeededRandom;
  readonly account: WriterAccount;
  readonly failed = new Set<number>();
  readonly #ledger: Ledger;
  /** When the last call was acknowledged, by the steady clock. */
  lastAt = 0;
  #isStopping = false;
  #done: Promise<void> | undefined;
  isDone = false;

  constructor({ calls, ledger, random }: WriterParts, name: string, session: string) {
    this.calls = calls;
    this.random = random.fork();
    this.#ledger = ledger;
    this.account = { name, session, acknowledged: [], sent: 0, failed: this.failed };
    ledger.writers.push(this.account);
  }

  get name(): string {
    return this.account.name;
  }

  /** Says the next `count` marks. Gives the seq of the last, or nothing where the protocol tells none. */
  abstract say(first: number, count: number): Promise<{ readonly seq?: number } | undefined>;
  readonly maxMessages: number = 1;
  readonly pauseMs: readonly [number, number] = PAUSE_MS;

  start(): void {
    this.#done = this.#run();
  }

  /** Resolves when what is under way was acknowledged. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#done;
    this.isDone = true;
  }

  complain(what: string): void {
    this.#ledger.complain(this.name, what);
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const first = this.account.sent;
      const count = this.random.between(1, this.maxMessages);
      this.account.sent += count;
      const answer = await this.say(first, count);
      if (answer === undefined) return;
      this.account.acknowledged.push({ mark: first + count - 1, ...answer });
      this.lastAt = performance.now();
      await delay(this.random.between(...this.pauseMs));
    }
  }

  /** An answer that tells how many messages were taken. */
  async ingest(call: Omit<Call, 'by'>, count: number): Promise<{ readonly seq: number } | undefined> {
    const answer = await this.calls.untilAnswered({ by: this.name, ...call });
    if (answer === undefined) return undefined;
    const { accepted, seq } = answer.body;
    if (accepted !== count) this.complain(`${call.path} took ${accepted} of ${count}: ${JSON.stringify(answer.body)}`);
    return { seq: Number(seq) };
  }
}

export class AgentWriter extends Writer {
  readonly #speaker: Speaker;
  readonly #key: string;
  override readonly maxMessages = MAX_MESSAGES;

  constructor(parts: WriterParts, name: string, session: string, speaker: Speaker, key: string) {
    super(parts, name, session);
    this.#speaker = speaker;
    this.#key = key;
  }

  say(first: number, count: number) {
    const body = Array.from({ length: count }, (_, n) => this.#speaker.mark(markOf(this.name, first + n)));
    const headers = { 'idempotency-key': `${this.name}-${first}` };
    const path = `/sessions/${this.account.session}/messages`;
    return this.ingest({ path, credential: this.#key, body, headers }, count);
  }
}

/** The key of each press is its mark: an entry keeps the key that it came under. */
export class Presser extends Writer {
  readonly #speaker: Speaker;
  readonly #token: string;
  override readonly pauseMs = [50, 250] as const;

  constructor(parts: WriterParts, name: string, session: string, speaker: Speaker, token: string) {
    super(parts, name, session);
    this.#speaker = speaker;
    this.#token = token;
  }

  say(first: number) {
    const headers = { 'idempotency-key': markOf(this.name, first) };
    const path = `/sessions/${this.account.session}/events?dialect=${this.#speaker.dialect}`;
    return this.ingest({ path, credential: this.#token, body: this.#speaker.press(), headers }, 1);
  }
}

const META = { source: 'ai-generation', ts: '2040-03-01T12:00:00Z' };
const CATALOG_09 = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const GATE = { artifactId: 'a', artifactType: 'text', title: 'Publish?', actions: ['accept', 'reject'] };
const GATE_EVERY = 7;

/** A run of OpenWOP: envelopes, and now and then an interrupt that two try to resume at once. */
export class RunWriter extends Writer {
  readonly #key: string;
  readonly #major: 1 | 2;
  readonly #run: string;
  #gates = 0;
  #sequence = -1;

  constructor(parts: WriterParts, name: string, session: string, run: string, key: string, major: 1 | 2) {
    super(parts, name, session);
    this.#run = run;
    this.#key = key;
    this.#major = major;
  }

  static async begin(parts: WriterParts, name: string, key: string, major: 1 | 2): Promise<RunWriter> {
    const answer = await parts.calls.untilAnswered({
      by: name,
      path: major === 1 ? '/v1/runs' : '/runs',
      credential: key,
      body: { workflowId: 'faults' },
      headers: { 'idempotency-key': name },
    });
    const { runId, session } = answer?.body ?? {};
    return new RunWriter(parts, name, String(session), String(runId), key, major);
  }

  get #path(): string {
    return `${this.#major === 1 ? '/v1' : ''}/runs/${encodeURIComponent(this.#run)}`;
  }

  async say(n: number) {
    const text = markOf(this.name, n);
    const envelope: JsonObject = {
      type: 'ui.a2ui-surface',
      schemaVersion: this.#major,
      envelopeId: `env-${n}`,
      correlationId: `corr-${n}`,
      payload: this.#major === 1 ? payload1(text) : payload2(text, n === 0),
      meta: META,
    };
    const answer = await this.#post('/envelopes', { envelope }, `envelope-${n}`);
    if (answer === undefined) return undefined;
    if (answer.body.status !== 'accepted') this.complain(`an envelope was answered ${JSON.stringify(answer.body)}`);
    if (n % GATE_EVERY === GATE_EVERY - 1) await this.#gate();
    this.#noteSequence(answer.body.sequence);
    return {};
  }

  /** The events of a run are numbered by themselves: no number comes twice. */
  #noteSequence(sequence: Json | undefined): void {
    if (typeof sequence !== 'number') return;
    if (sequence <= this.#sequence) this.complain(`event ${sequence} was told behind event ${this.#sequence}`);
    this.#sequence = sequence;
  }

  async #gate(): Promise<void> {
    const nodeId = `gate-${this.#gates++}`;
    const opened = await this.#post('/interrupts', { nodeId, kind: 'approval', data: GATE }, nodeId);
    if (opened === undefined) return;
    const resumed = await Promise.all(
      ['accept', 'reject'].map((action) =>
        this.#post(`/interrupts/${nodeId}`, { resumeValue: { action } }, `${nodeId}-${action}`, [404, 409, 410]),
      ),
    );
    const winners = resumed.filter((answer) => answer?.status === 200).length;
    if (winners !== 1 && !resumed.includes(undefined))
      this.complain(`${winners} resumed ${nodeId}: ${JSON.stringify(resumed)}`);
  }

  #post(path: string, body: Json, key: string, answers: readonly number[] = []) {
    return this.calls.untilAnswered({
      ...{ by: this.name, path: this.#path + path, credential: this.#key, body, answers },
      headers: { 'idempotency-key': `${this.name}-${key}` },
    });
  }
}

function payload1(text: string): JsonObject {
  return {
    catalogVersion: '0.9.1',
    surface: { title: 'Line', components: [{ component: 'heading', text, level: 2 }] },
  };
}

function payload2(text: string, isFirst: boolean): JsonObject {
  const [version, surfaceId] = ['v0.9', 'line'];
  const components = [{ id: 'root', component: 'Text', text }];
  const messages = [
    ...(isFirst ? [{ version, createSurface: { surfaceId, catalogId: CATALOG_09 } }] : []),
    { version, updateComponents: { surfaceId, components } },
  ];
  return { version, catalogId: CATALOG_09, surfaceId, messages };
}

/** JSON-RPC: it failed at the other side, and may be sent again. */
const RPC_INTERNAL = '"code":-32603';

/** A client of A2A: its words are marked, its message ids make a repeat safe. */
export class A2aWriter extends Writer {
  readonly #credential: string;
  readonly #context: string;
  override readonly pauseMs = [100, 400] as const;

  constructor(parts: WriterParts, name: string, session: string, context: string, credential: string) {
    super(parts, name, session);
    this.#credential = credential;
    this.#context = context;
  }

  async say(n: number) {
    const message = { messageId: `${this.name}-${n}`, role: 'ROLE_USER', parts: [{ text: markOf(this.name, n) }] };
    const params = { message: { ...message, contextId: this.#context } };
    for (;;) {
      const answer = await this.calls.untilAnswered({
        ...{ by: this.name, path: '/a2a/dev', credential: this.#credential, maxMs: 20_000 },
        body: { jsonrpc: '2.0', id: n, method: 'SendMessage', params },
        headers: { 'a2a-version': '1.0' },
      });
      if (answer === undefined) return undefined;
      if (answer.body.result !== undefined) {
        // A task that failed is an answer, and says so.
        if (JSON.stringify(answer.body.result).includes('TASK_STATE_FAILED')) this.failed.add(n);
        return {};
      }
      // Refusals come with the status of an answer here.
      const text = JSON.stringify(answer.body.error);
      if (!text.includes(RPC_INTERNAL)) this.calls.complain(this.name, text.slice(0, 300));
      await delay(this.random.between(...this.pauseMs));
    }
  }
}
