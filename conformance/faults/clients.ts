// Everybody who uses the cluster during a run: agents, viewers, readers of events and clients of faces, in every dialect and
// over every road, all through the balancer.

import { setTimeout as delay } from 'node:timers/promises';
import { connectViewer, type ViewerConnection } from '@vitrine/client';
import { allCatalogs } from '@vitrine/core/catalogs/all';
import { Catalogs, type Replica } from '@vitrine/core/internal';
import type { DialectId } from '@vitrine/dialects';
import { Asking } from './asks.ts';
import { Calls } from './calls.ts';
import type { Ledger } from './ledger.ts';
import type { SeededRandom } from './seeded-random.ts';
import { SPEAKERS, type Speaker } from './speakers.ts';
import { FeedReader, RawViewer } from './viewers.ts';
import { A2aWriter, AgentWriter, Presser, RunWriter, type Writer, type WriterParts } from './writers.ts';

const AGENT = 'dev';
const LOOK_EVERY_MS = 100;

/** What somebody shows. */
export interface Shown {
  readonly viewer: string;
  readonly session: string;
  readonly dialect: DialectId;
  readonly replica: Replica;
}

export class Clients {
  readonly calls: Calls;
  readonly writers: Writer[] = [];
  readonly asking: Asking[] = [];
  readonly catalogs = new Catalogs(allCatalogs);
  readonly #ledger: Ledger;
  readonly #random: SeededRandom;
  readonly #key: string;
  readonly #parts: WriterParts;
  readonly #raw: RawViewer[] = [];
  readonly #own: { readonly name: string; readonly viewer: ViewerConnection }[] = [];
  readonly #feeds: FeedReader[] = [];

  constructor(url: string, key: string, ledger: Ledger, random: SeededRandom) {
    this.#key = key;
    this.#ledger = ledger;
    this.#random = random;
    this.calls = new Calls(url, ledger, random.fork());
    this.#parts = { calls: this.calls, ledger, random };
  }

  async start(): Promise<void> {
    for (const how of ['poll', 'sse'] as const)
      this.#feeds.push(new FeedReader(how, this.calls, this.#ledger, AGENT, this.#key));
    for (const feed of this.#feeds) feed.start();
    for (const [index, speaker] of SPEAKERS.entries()) await this.#openSession(index, speaker);
    for (const transport of ['socket', 'sse'] as const) {
      const options = { url: this.calls.url, key: this.#key, agent: AGENT, transport, catalogs: this.catalogs };
      const asking = await Asking.open(options, this.#ledger, this.#random.fork());
      this.asking.push(asking);
      for (const viewer of asking.viewers) this.#own.push({ name: `${viewer.viewer} of ${transport} asks`, viewer });
      asking.start();
    }
    for (const major of [1, 2] as const)
      this.writers.push(await RunWriter.begin(this.#parts, `run-${major}`, this.#key, major));
    this.writers.push(await this.#openA2a());
    for (const writer of this.writers) writer.start();
    for (const viewer of this.#raw) viewer.start();
  }

  /** Each dialect's session has a viewer of its own make, one of the next dialect, and one of our client. */
  async #openSession(index: number, speaker: Speaker): Promise<void> {
    const { dialect } = speaker;
    const next = SPEAKERS[(index + 1) % SPEAKERS.length] as Speaker;
    const opened = await this.#post('/sessions', { dialect });
    const session = String(opened.session);
    await this.#post(`/sessions/${session}/messages`, speaker.open, { 'idempotency-key': 'open' });
    const tokenFor = async (viewer: string): Promise<string> =>
      String((await this.#post(`/sessions/${session}/viewer-token`, { viewer })).token);
    this.writers.push(new AgentWriter(this.#parts, `agent-${dialect}`, session, speaker, this.#key));
    const pressing = await tokenFor('presser');
    this.writers.push(new Presser(this.#parts, `presser-${dialect}`, session, speaker, pressing));
    for (const [name, seen, transport] of [
      ['same', dialect, 'sse'],
      ['other', next.dialect, 'socket'],
    ] as const) {
      const token = await tokenFor(name);
      const options = { name: `${seen} viewer of ${dialect}`, session, token, dialect: seen, transport };
      this.#raw.push(new RawViewer({ ...options, catalogs: this.catalogs }, this.calls, this.#ledger));
    }
    const token = await tokenFor('own');
    const viewer = connectViewer({ url: this.calls.url, session, token, catalogs: this.catalogs });
    viewer.on('state', (state) => {
      if (state === 'refused') this.#ledger.complain(`our viewer of ${dialect}`, 'it was refused');
    });
    this.#own.push({ name: `our viewer of ${dialect}`, viewer });
  }

  async #openA2a(): Promise<A2aWriter> {
    const { token } = await this.#post(`/a2a/${AGENT}/credentials`, { name: 'faults' });
    return new A2aWriter(this.#parts, 'a2a', '', 'faults', String(token));
  }

  async #post(path: string, body: unknown, headers: { readonly [name: string]: string } = {}) {
    const answer = await this.calls.untilAnswered({ by: 'the start', path, credential: this.#key, body, headers });
    return answer?.body ?? {};
  }

  /** Waits until every writer was acknowledged since a moment. Gives those who were not in time. */
  async untilServed(since: number, maxMs: number): Promise<readonly string[]> {
    for (const until = performance.now() + maxMs; ; await delay(LOOK_EVERY_MS / 5)) {
      const waiting = this.writers.filter(({ lastAt }) => lastAt <= since);
      if (waiting.length === 0 || performance.now() > until) return waiting.map(({ name }) => name);
    }
  }

  /** Ends all that adds to sessions, each behind its last acknowledgement. Gives those who waited in vain. */
  async stopWriting(maxMs: number): Promise<readonly string[]> {
    const all = [...this.writers, ...this.asking];
    await Promise.race([Promise.all(all.map((one) => one.stop())), delay(maxMs, undefined, { ref: false })]);
    const waiting = all.filter(({ isDone }) => !isDone).map(({ name }) => name);
    if (waiting.length > 0) this.calls.abandon();
    return waiting;
  }

  shown(): readonly Shown[] {
    return [
      ...this.#raw.map(({ options: { name, session, dialect }, shown }) => ({
        ...{ viewer: name, session, dialect, replica: shown },
      })),
      ...this.#own.map(({ name, viewer }) => ({
        ...{ viewer: name, session: viewer.session, dialect: 'vitrine' as const },
        replica: viewer.view,
      })),
    ];
  }

  get resets(): number {
    return this.#raw.reduce((sum, { resets }) => sum + resets, 0);
  }

  async close(): Promise<void> {
    this.calls.abandon();
    for (const { viewer } of this.#own) viewer.close();
    for (const asking of this.asking) asking.close();
    await Promise.all([...this.#raw, ...this.#feeds].map((one) => one.stop()));
  }
}
