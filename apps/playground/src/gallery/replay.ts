// One entry of the gallery, fed step by step into a fold of its own. Knows nothing of the page.

import { Fold } from '@vitrine/core/fold';
import {
  type EffectOp,
  type Issue,
  isArray,
  isObject,
  isOp,
  type Json,
  type Op,
  type ViewerEvent,
} from '@vitrine/core/page';
import { Intake } from '@vitrine/dialects/intake';
import { pageCatalogs } from '../page/catalogs.ts';
import { readersNow } from '../page/dialects.ts';
import type { Stream } from '../page/player.ts';
import type { GalleryEntry } from './entry.ts';

export interface GalleryReplayOptions {
  /** The colour that the agent would like to have. */
  readonly colour?: string | undefined;
  readonly report?: (problem: Issue) => void;
  readonly happen?: (effect: EffectOp) => void;
}

export class Replay implements Stream {
  readonly fold: Fold;
  readonly #entry: GalleryEntry;
  readonly #steps: readonly unknown[];
  readonly #options: GalleryReplayOptions;
  readonly #intake: Intake;
  #fed = 0;

  constructor(entry: GalleryEntry, options: GalleryReplayOptions = {}) {
    this.#entry = entry;
    this.#options = options;
    this.#steps = stepsOf(entry);
    this.fold = new Fold({ catalogs: pageCatalogs() });
    const dialects = readersNow(() => {
      throw new Error(`${entry.title} is in a dialect that has not been fetched`);
    });
    this.#intake = new Intake(this.fold, { dialects, trust: this.#trust });
  }

  get fed(): number {
    return this.#fed;
  }
  get length(): number {
    return this.#steps.length;
  }
  get done(): boolean {
    return this.#fed >= this.#steps.length;
  }

  step(): void {
    const step = this.#steps[this.#fed];
    if (step === undefined) return;
    this.#fed++;
    if (this.#entry.entries === undefined) this.#message(step as Json);
    else this.#apply(step as readonly Op[]);
  }

  rest(): void {
    while (!this.done) this.step();
  }

  /** What the host of a session would do with an event. */
  take(event: ViewerEvent): void {
    if (event.event === 'action')
      for (const message of this.#entry.reply?.(event.name, event.context) ?? []) this.#message(message);
    if (event.event === 'answer') this.fold.accept({ body: [event] }, this.#trust);
    if (event.event === 'cancel')
      this.fold.accept({ body: [{ op: 'task', task: event.task, done: true }] }, this.#trust);
  }

  get #trust(): 'trusted' | 'untrusted' {
    return this.#entry.trust ?? 'trusted';
  }

  #message(wire: Json): void {
    const { colour } = this.#options;
    const { issues, entry } = this.#intake.message(colour === undefined ? wire : dyed(wire, colour));
    this.#tell(issues, (entry?.body ?? []).filter(isOp));
  }

  #apply(ops: readonly Op[]): void {
    const stored = JSON.parse(JSON.stringify(ops), (_, value) => timed(value)) as Op[];
    const body = stored.map((op) => this.#dress(op));
    this.#tell(this.fold.accept({ body }, this.#trust).issues, body);
  }

  /** A surface opened in neutral form, with the colour where its catalog knows one. */
  #dress(op: Op): Op {
    const { colour } = this.#options;
    if (colour === undefined || op.op !== 'open') return op;
    const knowsColour = this.fold.catalogs.get(op.catalog ?? '')?.theme !== undefined;
    return knowsColour ? { ...op, theme: { ...op.theme, primaryColor: colour } } : op;
  }

  #tell(issues: readonly Issue[], ops: readonly Op[]): void {
    for (const problem of issues) this.#options.report?.(problem);
    for (const op of ops) if (op.op === 'effect') this.#options.happen?.(op);
  }
}

export function stepsOf({ messages, entries }: GalleryEntry): readonly unknown[] {
  return entries ?? messages ?? [];
}

/** `+30s` is half a minute from now. */
function timed(value: unknown): unknown {
  const seconds = typeof value === 'string' ? /^\+(\d{1,5})s$/.exec(value)?.[1] : undefined;
  return seconds === undefined ? value : new Date(Date.now() + Number(seconds) * 1000).toISOString();
}

/** The message with a colour that the agent asks for, where its dialect has a place for one. */
function dyed(wire: Json, primaryColor: string): Json {
  if (!isObject(wire) || isArray(wire)) return wire;
  const { createSurface, beginRendering } = wire;
  if (isObject(createSurface) && wire.version === 'v0.9')
    return { ...wire, createSurface: { ...createSurface, theme: { ...themeOf(createSurface.theme), primaryColor } } };
  if (isObject(beginRendering))
    return {
      ...wire,
      beginRendering: { ...beginRendering, styles: { ...themeOf(beginRendering.styles), primaryColor } },
    };
  return wire;
}

function themeOf(theme: Json | undefined): { readonly [key: string]: Json } {
  return isObject(theme) ? theme : {};
}
