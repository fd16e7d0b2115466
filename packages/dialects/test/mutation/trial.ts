// One run of the mutation tests: a fold that holds a valid surface, and what must be true after every message that is
// pushed at it. A failed check throws an error that shows the message.

import { drawText, type Entry, type Fold, type LimitProfile, type NewEntry, Tree } from '@vitrine/core/internal';
import { DIALECTS } from '../../src/detect.ts';
import type { Sender } from '../../src/dialect.ts';
import { Intake } from '../../src/intake.ts';
import type { Receipt } from '../../src/message-intake.ts';
import { createFold } from '../fixtures.ts';
import { check, judgeEntry, judgeIssue, judgePrototypes, judgeSame } from './judgements.ts';
import { parsed } from './pointers.ts';
import type { Stream } from './stream.ts';
import { walk } from './walk.ts';

/** What one message may take, reading and applying it. */
const MOST_MS = 1000;
const COMPARE_EVERY = 10;
const SHOWN = 1500;

export interface Conditions {
  readonly strict: boolean;
  readonly limits: LimitProfile;
  /** Whether the intake is told the dialect, or finds it out. */
  readonly named: boolean;
}

/** How a message arrives: as text, as bytes, as bytes in two pieces, or with a bit of one byte turned. */
export type Arrival = readonly [way: 'text' | 'bytes' | 'cut' | 'flipped', at: number];
type Chunks = readonly (string | Uint8Array)[];

export interface Outcome {
  readonly accepted: boolean;
  readonly ms: number;
}

export class Trial {
  readonly #stream: Stream;
  readonly #conditions: Conditions;
  readonly #fold: Fold;
  /** Fed with the texts of what the first one accepted. */
  readonly #replayed: Fold;
  readonly #intakes: { readonly [from in Sender]: Intake };
  readonly #trees = new Map<string, Tree>();
  #seq = 0;
  #pushed = 0;
  #state = '';

  constructor(stream: Stream, conditions: Conditions) {
    this.#stream = stream;
    this.#conditions = conditions;
    this.#fold = createFold(conditions);
    this.#replayed = createFold({ limits: conditions.limits });
    const dialects = conditions.named ? [stream.dialect] : DIALECTS;
    this.#intakes = {
      agent: new Intake(this.#fold, { dialects, from: 'agent' }),
      viewer: new Intake(this.#fold, { dialects, from: 'viewer' }),
    };
    this.#prepare();
  }

  push(from: Sender, message: string, arrival: Arrival = ['text', 0]): Outcome {
    const chunks = arriving(message, arrival);
    try {
      return this.#push(from, chunks);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      const text = textOf(chunks);
      const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text;
      throw new Error(`${why}\nafter the message from the ${from}: ${shown}`, { cause });
    }
  }

  /** Looks at everything once more. */
  end(): void {
    this.#compare();
  }

  #push(from: Sender, chunks: Chunks): Outcome {
    const { receipts, ms } = timed(this.#intakes[from], chunks);
    check(ms <= MOST_MS || this.#timeAgain(from, chunks) <= MOST_MS, `The message took ${ms} ms.`);
    check(receipts.length > 0, 'The message was dropped without a word.');
    for (const receipt of receipts) this.#judge(receipt, chunks);
    judgePrototypes();
    const state = JSON.stringify(this.#fold.snapshot());
    if (receipts.every(({ ok }) => !ok)) check(state === this.#state, 'A refused message changed the state.');
    this.#state = state;
    if (++this.#pushed % COMPARE_EVERY === 0) this.#compare();
    if (!this.#fold.surfaces.has('s')) this.#prepare();
    return { accepted: receipts.every(({ ok }) => ok), ms };
  }

  /** The machine may have been busy with something else. */
  #timeAgain(from: Sender, chunks: Chunks): number {
    const fold = createFold(this.#conditions);
    const intake = new Intake(fold, { dialects: [this.#stream.dialect], from });
    for (const message of this.#stream.prologue) intake.message(message);
    return timed(intake, chunks).ms;
  }

  #prepare(): void {
    for (const message of this.#stream.prologue) {
      const { entry } = this.#intakes.agent.message(message);
      if (entry !== undefined) this.#replay(entry);
    }
    this.#state = JSON.stringify(this.#fold.snapshot());
  }

  #judge({ ok, issues, entry }: Receipt, chunks: Chunks): void {
    const hasError = issues.some(({ severity }) => severity === 'error');
    check(ok === (entry !== undefined), 'A receipt holds an entry exactly when it is fine.');
    check(ok !== hasError, ok ? 'An accepted message has an error.' : 'A refused message has no error.');
    const value = issues.length === 0 ? undefined : parsed(textOf(chunks));
    for (const problem of issues) judgeIssue(problem, value);
    if (entry === undefined) return;
    judgeEntry(entry);
    this.#replay(entry);
  }

  #replay(entry: NewEntry): void {
    const stored: Entry = {
      ...entry,
      v: 2,
      seq: ++this.#seq,
      at: '2026-01-01T00:00:00.000Z',
      from: { role: 'agent', id: 'a', dialect: this.#stream.dialect.id },
      trust: entry.trust ?? 'trusted',
    };
    this.#replayed.apply(JSON.parse(JSON.stringify(stored)) as Entry);
  }

  /** The replayed fold holds the same, and a tree that followed shows what one shows that is made now. */
  #compare(): void {
    judgeSame(this.#state, JSON.stringify(this.#replayed.snapshot()), 'state');
    for (const [id, surface] of this.#fold.surfaces) {
      let tree = this.#trees.get(id);
      if (tree?.surface !== surface) {
        tree = new Tree(surface, this.#fold);
        this.#trees.set(id, tree);
      }
      const again = this.#replayed.surfaces.get(id);
      judgeSame(walk(tree), again === undefined ? '' : walk(new Tree(again, this.#replayed)), `tree of ${id}`);
      drawText(tree, { maxText: 20_000 });
    }
  }
}

function timed(intake: Intake, chunks: Chunks): { readonly receipts: readonly Receipt[]; readonly ms: number } {
  const started = performance.now();
  const receipts = chunks.flatMap((chunk) => intake.push(chunk));
  return { receipts, ms: performance.now() - started };
}

function textOf(chunks: Chunks): string {
  const decoder = new TextDecoder();
  return chunks.map((chunk) => (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).join('');
}

const LINE_BREAKS = [10, 13];

/** The pieces in which a message and its line break are pushed. */
function arriving(message: string, [way, at]: Arrival): Chunks {
  if (way === 'text') return [`${message}\n`];
  const bytes = new TextEncoder().encode(`${message}\n`);
  const middle = at % (bytes.length - 1);
  if (way === 'cut') return [bytes.subarray(0, middle), bytes.subarray(middle)];
  const flipped = (bytes[middle] ?? 0) ^ (1 << (at % 8));
  // Neither two lines nor a blank one, which is no message.
  if (way === 'flipped' && !LINE_BREAKS.includes(flipped) && bytes.length > 5) bytes[middle] = flipped;
  return [bytes];
}
