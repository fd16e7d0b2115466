// Plays a demo against a fold without a host: whoever sits there fills in what can be filled in, presses one button after
// the other and answers what is asked. The same script every time.

import { allCatalogs } from '@vitrine/core/catalogs/all';
import {
  Catalogs,
  Fold,
  firstFailure,
  isObject,
  type Json,
  type JsonObject,
  Tree,
  type TreeNode,
  type ViewerEvent,
  walkTree,
} from '@vitrine/core/internal';
import type { AnyDemo, DemoEvent, DemoTurn } from '@vitrine/demos';
import { DIALECTS, dialectById, Intake } from '@vitrine/dialects';
import { readDemoEvents } from '../../apps/demos/src/demo-events.ts';
import { START } from './world.ts';

export type DemoStep = { readonly say: readonly Json[] } | { readonly act: ViewerEvent };

const ROUNDS = 6;
const NOW = new Date(START);

export function playDemo(demo: AnyDemo): readonly DemoStep[] {
  return new Play(demo).steps;
}

class Play {
  readonly steps: DemoStep[] = [];
  readonly #demo: AnyDemo;
  readonly #fold = new Fold({ catalogs: new Catalogs(allCatalogs) });
  readonly #intake = new Intake(this.#fold, { dialects: DIALECTS, now: NOW.toISOString() });
  #state: unknown;
  #seq = 0;

  constructor(demo: AnyDemo) {
    this.#demo = demo;
    this.#take(demo.begin(NOW));
    for (let round = 0; round < ROUNDS; round++) this.#round(round);
  }

  #round(round: number): void {
    const { tick, pause } = this.#demo;
    if (round % 3 === 2 && tick !== undefined && pause?.(this.#state) !== undefined)
      return this.#take(tick(this.#state, NOW));
    const [ask] = this.#fold.asks.values();
    if (ask !== undefined)
      return this.#act({ event: 'answer', ask: ask.ask, value: answerTo(ask.want as unknown as JsonObject) });
    for (const input of this.#inputs()) this.#act(input);
    const buttons = this.#buttons();
    const pressed = buttons[round % Math.max(1, buttons.length)];
    if (pressed !== undefined) this.#act(pressed);
  }

  #take({ state, messages }: DemoTurn<unknown>): void {
    this.#state = state;
    this.steps.push({ say: messages });
    for (const message of messages) this.#intake.value(message);
  }

  #act(event: ViewerEvent): void {
    this.steps.push({ act: event });
    if (event.event !== 'action') this.#fold.accept({ body: [event] });
    const { wire } = dialectById(this.#demo.dialect)?.encodeEvent(event, this.#fold, NOW.toISOString()) ?? { wire: [] };
    if (event.event !== 'input')
      for (const heard of wire.flatMap((one) => readDemoEvents(one as never))) this.#hear(heard);
  }

  #hear(heard: DemoEvent): void {
    this.#seq++;
    const turn = this.#demo.hear(this.#state, heard, NOW, this.#seq);
    if (turn !== undefined)
      this.#take({ state: turn.state, messages: [...turn.messages, this.#demo.mark(turn.state, this.#seq)] });
  }

  #nodes(): readonly TreeNode[] {
    return [...this.#fold.surfaces.values()].flatMap((surface) => [...walkTree(new Tree(surface, this.#fold))]);
  }

  /** What is empty is filled in. */
  #inputs(): readonly ViewerEvent[] {
    return this.#nodes().flatMap((node): readonly ViewerEvent[] => {
      const { type, props } = node.component ?? {};
      const value = props?.value;
      const path = isObject(value as Json) ? (value as JsonObject).path : undefined;
      const surface = node.place.tree.surface.id;
      if (typeof path !== 'string' || !path.startsWith('/')) return [];
      if (type === 'TextField' && node.get('value') === '')
        return [{ event: 'input', surface, path, value: 'ada@example.com' }];
      if (type === 'CheckBox' && node.get('value') === false) return [{ event: 'input', surface, path, value: true }];
      return [];
    });
  }

  #buttons(): readonly ViewerEvent[] {
    return this.#nodes().flatMap((node) => {
      if (firstFailure(node.checks())?.severity === 'error') return [];
      const actions = node.names.filter((name) => node.declaration?.props[name]?.kind === 'action');
      return actions.flatMap((property): readonly ViewerEvent[] => {
        const pressed = node.invoke(property);
        if (pressed?.kind !== 'event') return [];
        const { name, context } = pressed;
        const scope = node.scope.segments.length === 0 ? {} : { scope: node.dataPath };
        return [
          {
            event: 'action',
            surface: node.place.tree.surface.id,
            source: node.id,
            name,
            context,
            checked: true,
            ...scope,
          },
        ];
      });
    });
  }
}

function answerTo({ kind, options }: JsonObject): Json {
  if (kind === 'confirm') return true;
  if (kind === 'select') return ((options as readonly JsonObject[])[0]?.value ?? null) as Json;
  return kind === 'number' ? 2 : kind === 'date' ? '2040-03-02' : 'Ada Lovelace';
}
