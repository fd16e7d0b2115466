// @a2ui/web_core for A2UI 0.8 in the form of the differential run. It leaves bound values in its tree and lets each widget
// read them; here they are read as a widget would.

import { A2uiMessageProcessor } from '@a2ui/web_core/v0_8';
import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { asJson, type Engine, type SurfaceState, type Verdict } from './engine.ts';

type Surface = ReturnType<A2uiMessageProcessor['getSurfaces']> extends ReadonlyMap<string, infer S> ? S : never;
type Node = NonNullable<Surface['componentTree']>;

const LITERALS = ['literalString', 'literalNumber', 'literalBoolean', 'literalArray', 'literal'];

export class Upstream08 implements Engine {
  readonly #processor = new A2uiMessageProcessor();

  send(message: JsonObject): Verdict {
    try {
      this.#processor.processMessages([message as never]);
      return { ok: true, why: [] };
    } catch (error) {
      return { ok: false, why: [error instanceof Error ? error.message : String(error)] };
    }
  }

  /** With those that may not be shown yet, of which it tells nobody, so that a difference is laid to its own message. */
  state(): { readonly [surface: string]: SurfaceState } {
    const { surfaces: all } = this.#processor as unknown as { readonly surfaces: ReadonlyMap<string, Surface> };
    const surfaces = [...all].map(([id, surface]) => [id, this.#describe(id, surface)] as const);
    return Object.fromEntries(surfaces);
  }

  #describe(id: string, surface: Surface): SurfaceState {
    const components: { [id: string]: Json } = {};
    const sent: { [id: string]: Json } = {};
    for (const [component, { component: wrapper = {}, weight }] of surface.components) {
      const [type = '', props] = Object.entries(wrapper)[0] ?? [];
      components[component] = asJson({ component: type, weight });
      sent[component] = asJson(props);
    }
    return {
      theme: asJson(surface.styles),
      sync: false,
      data: plain(surface.dataModel),
      components,
      sent,
      tree: surface.componentTree === null ? null : this.#node(surface.componentTree, id),
      complaints: [],
    };
  }

  /** Ids of repeated components carry their position, which ours keep apart. */
  #node(node: Node, surface: string): Json {
    const shown: { [name: string]: Json } = { id: node.id.split(':')[0] as string, type: node.type };
    for (const [name, value] of Object.entries(node.properties)) {
      shown[name] = name === 'action' ? '<Action>' : this.#value(value, node, surface);
    }
    if (typeof node.weight === 'number') shown.weight = node.weight;
    return shown;
  }

  #value(value: unknown, node: Node, surface: string): Json {
    if (isArray(value)) return (value as readonly unknown[]).map((item) => this.#value(item, node, surface));
    if (!isObject(value)) return asJson(value);
    if ('properties' in value && 'type' in value) return this.#node(value as unknown as Node, surface);
    if (typeof value.path === 'string') return plain(this.#processor.getData(node, value.path, surface));
    const literal = LITERALS.find((key) => key in value);
    if (literal !== undefined) return this.#value(value[literal], node, surface);
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, this.#value(part, node, surface)]));
  }
}

/** Its data are maps. */
function plain(value: unknown): Json {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, part]) => [String(key), plain(part)]));
  return isArray(value) ? (value as readonly unknown[]).map(plain) : asJson(value);
}
