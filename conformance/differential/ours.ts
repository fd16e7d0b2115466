// Our engine in the form of the differential run.

import {
  type Component,
  evaluateChecks,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type NodeValue,
  Place,
  type Surface,
  Tree,
  type TreeNode,
} from '@vitrine/core/internal';
import { Player } from '../examples/player.ts';
import { asJson, type Engine, type SurfaceState, type Verdict } from './engine.ts';

/** Upstream formats in the language and zone of the machine, so ours is told which they are. */
const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();

export class Ours implements Engine {
  readonly #player = new Player({ locale, zone: timeZone });
  readonly #describe: (component: Component) => JsonObject;

  /** `describe`: what is compared of a component's definition. */
  constructor(describe = flat) {
    this.#describe = describe;
  }

  send(message: JsonObject): Verdict {
    const receipts = this.#player.intake.value(message);
    const issues = receipts.flatMap((receipt) => receipt.issues);
    return { ok: receipts.every(({ ok }) => ok), why: issues.map(({ code }) => code) };
  }

  state(): { readonly [surface: string]: SurfaceState } {
    const { fold } = this.#player;
    return Object.fromEntries([...fold.surfaces].map(([id, surface]) => [id, this.#surface(surface)] as const));
  }

  #surface(surface: Surface): SurfaceState {
    const components = [...surface.components()].map((component) => [component.id, this.#describe(component)] as const);
    const { root } = new Tree(surface, this.#player.fold);
    return {
      theme: asJson(surface.theme ?? {}),
      sync: surface.sync,
      data: asJson(surface.data.snapshot()),
      components: Object.fromEntries(components),
      tree: root === undefined ? null : asJson(drawn(root)),
      sent: {},
      complaints: [],
    };
  }
}

/** As it is written in 0.9. */
function flat({ type, props, weight, a11y }: Component): JsonObject {
  return asJson({ component: type, ...props, weight, accessibility: a11y }) as JsonObject;
}

/** Where the wire form of properties is not the neutral one. */
export function outlined({ type, weight }: Component): JsonObject {
  return asJson({ component: type, weight }) as JsonObject;
}

function drawn(node: TreeNode): Json {
  if (node.state !== 'resolved') return { id: node.id, state: node.state };
  const shown: { [name: string]: Json } = { id: node.id, type: node.type ?? '' };
  for (const name of node.names) {
    const kind = node.declaration?.props[name]?.kind;
    if (kind === 'action') shown[name] = '<Action>';
    else if (kind === 'checks') shown[name] = failures(node, name);
    else shown[name] = asJson(plain(node.get(name)));
  }
  const { component } = node;
  if (component?.weight !== undefined) shown.weight = component.weight;
  if (component?.a11y !== undefined) {
    const names = ['label', 'description'] as const;
    shown.accessibility = asJson(Object.fromEntries(names.map((name) => [name, node.accessibility(name)])));
  }
  return shown;
}

function failures(node: TreeNode, name: string): JsonObject {
  const results = evaluateChecks(node.component?.props[name], node.scope);
  const validationErrors = results.filter(({ valid }) => !valid).map(({ message = '' }) => message);
  return { isValid: validationErrors.length === 0, validationErrors };
}

function plain(value: NodeValue): unknown {
  if (value instanceof Place) return drawn(value.node);
  if (isArray(value)) return (value as readonly NodeValue[]).map(plain);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part as NodeValue)]));
}
