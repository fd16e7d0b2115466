/// <reference lib="dom" />
// The page's half of a measurement: prepares the lines as text, feeds them at the asked pace, waits until they are drawn,
// and tells whether what is shown is right. The runner's half is browser.ts.

import { type Message, toLines } from '../streams.ts';
import { outline, Shown } from './composed.ts';
import { type Job, type Script, scriptFor } from './job.ts';

/** A renderer under measurement. */
export interface Subject {
  /** The messages in its own words; absent: A2UI 0.9 as it is. */
  readonly lines?: (messages: readonly Message[]) => string[];
  /** Everything that a page does before the first message. */
  open(host: HTMLElement): void;
  /** Takes the measured lines once before, and forgets them. */
  rehearse?(lines: readonly string[]): void;
  /** One message, parsed in the measured time. */
  take(line: string): void;
  /** Draws what is due now, instead of in slices between frames. */
  draw?(): void;
}

/** What the runner calls. */
export interface Page {
  prepare(job: Job): Promise<void>;
  run(): Promise<void>;
  problems(): string[];
  outline(): string[];
}

const PATIENCE_MS = 60_000;
/** What is near the screen may be laid out some frames after it was added (content-visibility), and is part of the cost. */
const QUIET_FRAMES = 8;

export function offer(subject: Subject): void {
  offerPage(new Measured(subject));
}

export function offerPage(page: Page): void {
  (globalThis as { bench?: Page }).bench = page;
}

class Measured implements Page {
  readonly #subject: Subject;
  #script: Script | undefined;
  #shown: Shown | undefined;
  #lines: readonly string[] = [];

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  async prepare(job: Job): Promise<void> {
    if (job.kind === 'lives') throw new Error('Only one page opens and closes surfaces.');
    const script = scriptFor(job);
    const lines = this.#subject.lines ?? toLines;
    const before = lines(script.before);
    this.#script = script;
    this.#lines = lines(script.measured);
    this.#subject.open(document.body);
    this.#subject.rehearse?.(this.#lines);
    await frames(2);
    for (const line of before) this.#subject.take(line);
    this.#shown = new Shown(document.body, script.beginning);
    await this.#settle();
    this.#shown = new Shown(document.body, script.expected);
  }

  async run(): Promise<void> {
    const pace = this.#script?.pace;
    if (pace === 'burst' || pace === 'at-leisure') for (const line of this.#lines) this.#subject.take(line);
    else await this.#stream(pace === 'frames');
    if (pace === 'burst') this.#subject.draw?.();
    await this.#settle();
  }

  problems(): string[] {
    return this.#shown?.problems() ?? ['Nothing was prepared.'];
  }

  outline(): string[] {
    return outline(document.body);
  }

  /** Each message in a task of its own: the next is only sent when this one is done, so frames come between them. */
  #stream(framed: boolean): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    let next = 0;
    return new Promise((resolve) => {
      port1.onmessage = () => {
        this.#subject.take(this.#lines[next++] as string);
        if (next === this.#lines.length) resolve();
        else if (framed) void frame().then(() => port2.postMessage(null));
        else port2.postMessage(null);
      };
      port2.postMessage(null);
    });
  }

  /** Until the last thing is there and has been laid out and painted. */
  async #settle(): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    do {
      await frame();
      if (performance.now() > until) throw new Error(`Not drawn: ${this.problems().join('; ')}`);
    } while (this.#shown?.isLikelyWhole !== true);
    await frames(QUIET_FRAMES);
  }
}

export async function frames(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await frame();
}

/** Resolves after the frame was drawn: a task behind the animation frame. */
function frame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });
  });
}
