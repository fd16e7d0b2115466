// A demo with a fold instead of a host: what it says is judged strictly, what stands can be pressed and filled in, and
// the demo hears of it in its own dialect.

import { agentchains } from '@vitrine/core/catalogs/agentchains';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine10 } from '@vitrine/core/catalogs/vitrine';
import {
  Catalogs,
  drawText,
  Fold,
  firstFailure,
  type Json,
  Tree,
  type TreeNode,
  walkTree,
} from '@vitrine/core/internal';
import { DIALECTS, dialectById, Intake } from '@vitrine/dialects';
import { expect } from 'vitest';
import { type Demo, type DemoEvent, type SurfaceData, seenIn } from '../src/demo.ts';
import { readDemoEvents } from '../src/demo-events.ts';
import type { JsonObject } from '../src/json.ts';

export const NOW = new Date('2026-11-18T10:00:00Z');

export class Stage<State> {
  readonly demo: Demo<State>;
  readonly fold: Fold;
  readonly #intake: Intake;
  readonly toasts: string[] = [];
  readonly #essence: (state: State) => unknown;
  state: State;
  seq = 0;

  /** `essence`: what of the state is known again; what a person typed since may be newer in the data. */
  constructor(demo: Demo<State>, essence: (state: State) => unknown = (state) => state) {
    this.demo = demo;
    this.#essence = essence;
    const report = (problem: { message: string }) => expect.fail(problem.message);
    this.fold = new Fold({
      catalogs: new Catalogs([agentchains, basic08, basic09, basic10, vitrine10]),
      strict: true,
      report,
    });
    this.#intake = new Intake(this.fold, { dialects: DIALECTS });
    const { state, messages } = demo.begin(NOW);
    this.state = state;
    this.#show(messages);
  }

  #show(messages: readonly Json[]): void {
    for (const message of messages) {
      for (const { ok, issues, entry } of this.#intake.value(message)) {
        expect({ ok, issues }, JSON.stringify(message)).toEqual({ ok: true, issues: [] });
        for (const part of entry?.body ?? [])
          if ('op' in part && part.op === 'effect' && part.effect.kind === 'toast') this.toasts.push(part.effect.text);
      }
    }
    expect(this.fold.topology().filter(({ code }) => code !== 'VITRINE_TREE_ORPHAN')).toEqual([]);
    // Evaluates everything that is shown; what goes wrong is reported.
    this.text();
    const resumed = this.demo.resume(this.data());
    expect(resumed === undefined ? undefined : this.#essence(resumed)).toEqual(this.#essence(this.state));
  }

  data(): SurfaceData {
    const { surfaces } = this.fold.snapshot();
    return new Map(Object.entries(surfaces).map(([id, { data }]) => [id, data as JsonObject]));
  }

  seen(): number {
    return seenIn(this.data());
  }

  text(): string {
    return [...this.fold.surfaces.values()].map((surface) => drawText(new Tree(surface, this.fold))).join('\n');
  }

  /** What can be pressed now, by name. */
  buttons(): Map<string, TreeNode> {
    const found = new Map<string, TreeNode>();
    for (const surface of this.fold.surfaces.values()) {
      for (const node of walkTree(new Tree(surface, this.fold))) {
        if (node.component?.type !== 'Button' || firstFailure(node.checks())?.severity === 'error') continue;
        const pressed = node.invoke('action');
        if (pressed?.kind === 'event' && !found.has(pressed.name)) found.set(pressed.name, node);
      }
    }
    return found;
  }

  press(name: string): void {
    const node = this.buttons().get(name);
    const pressed = node?.invoke('action');
    if (node === undefined || pressed?.kind !== 'event') throw new Error(`there is no button ${name}: ${this.text()}`);
    const { context } = pressed;
    const action = { event: 'action', source: node.id, name, context, checked: true } as const;
    this.#tell({ ...action, surface: node.place.tree.surface.id });
  }

  /** A row of a table is chosen, with what its action says. */
  choose(name: string, context: JsonObject): void {
    for (const surface of this.fold.surfaces.values())
      for (const node of walkTree(new Tree(surface, this.fold))) {
        const { type, props } = node.component ?? {};
        const { event } = (props?.action ?? {}) as { readonly event?: { readonly name: string } };
        if (type === 'Table' && event?.name === name)
          return this.#tell({ event: 'action', source: node.id, name, context, checked: true, surface: surface.id });
      }
    throw new Error(`there is no table with ${name}: ${this.text()}`);
  }

  answer(value: Json): void {
    const [ask] = this.fold.asks.keys();
    if (ask === undefined) throw new Error('nothing is asked');
    expect(this.fold.accept({ body: [{ event: 'answer', ask, value }] }).ok).toBe(true);
    this.#tell({ event: 'answer', ask, value });
  }

  cancel(): void {
    const [task] = this.fold.tasks.keys();
    if (task === undefined) throw new Error('nothing is under way');
    this.#tell({ event: 'cancel', task });
  }

  #tell(event: Parameters<NonNullable<ReturnType<typeof dialectById>>['encodeEvent']>[0]): void {
    const { wire, losses } = dialectById(this.demo.dialect)?.encodeEvent(event, this.fold, NOW.toISOString()) ?? {};
    expect(losses).toEqual([]);
    for (const heard of (wire ?? []).flatMap(readDemoEvents))
      expect(this.hear(heard), `${heard.kind} is heard`).toBe(true);
  }

  /** False: it meant nothing. */
  hear(heard: DemoEvent): boolean {
    this.seq++;
    const turn = this.demo.hear(this.state, heard, NOW, this.seq);
    if (turn === undefined) return false;
    this.state = turn.state;
    this.#show([...turn.messages, this.demo.mark(turn.state, this.seq)]);
    expect(this.seen()).toBe(this.seq);
    return true;
  }

  tick(): void {
    const turn = this.demo.tick?.(this.state, NOW);
    if (turn === undefined) throw new Error('this demo does not tick');
    this.state = turn.state;
    this.#show(turn.messages);
  }

  /** What a person enters. */
  enter(surface: string, path: string, value: Json): void {
    expect(this.fold.accept({ body: [{ event: 'input', surface, path, value }] })).toMatchObject({
      ok: true,
      issues: [],
    });
  }
}
