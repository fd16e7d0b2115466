// @a2ui/web_core for A2UI 0.9 in the form of the differential run. A new resolver for every look: its tree follows the
// model with a delay that is not the subject here.

import {
  BASIC_COMPONENTS,
  BASIC_FUNCTIONS,
  Catalog,
  type ComponentApi,
  MessageProcessor,
  NodeResolver,
  peekValue,
  type SurfaceModel,
} from '@a2ui/web_core/v0_9';
import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { asJson, type Engine, type SurfaceState, type Verdict } from './engine.ts';

const CATALOG = new Catalog<ComponentApi>(
  'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json',
  BASIC_COMPONENTS,
  BASIC_FUNCTIONS,
);

export class Upstream09 implements Engine {
  readonly #processor = new MessageProcessor([CATALOG]);

  send(message: JsonObject): Verdict {
    try {
      this.#processor.processMessages([message as never]);
      return { ok: true, why: [] };
    } catch (error) {
      return { ok: false, why: [error instanceof Error ? error.message : String(error)] };
    }
  }

  state(): { readonly [surface: string]: SurfaceState } {
    const surfaces = [...this.#processor.model.surfacesMap].map(([id, surface]) => [id, describe(surface)] as const);
    return Object.fromEntries(surfaces);
  }
}

function describe(surface: SurfaceModel<ComponentApi>): SurfaceState {
  const components = [...surface.componentsModel.entries].map(([id, { type, properties }]) => {
    return [id, asJson({ component: type, ...properties })] as const;
  });
  const complaints: string[] = [];
  const listening = surface.onError.subscribe(({ message }: { message: string }) => void complaints.push(message));
  const resolver = new NodeResolver(surface, CATALOG);
  const root = peekValue(resolver.rootNode);
  const tree = root === undefined ? null : drawn(asJson(root.toJSON()));
  resolver.dispose();
  listening.unsubscribe();
  return {
    theme: asJson(surface.theme),
    sync: surface.sendDataModel,
    data: asJson(surface.dataModel.get('/')),
    components: Object.fromEntries(components),
    sent: Object.fromEntries(components),
    tree,
    complaints,
  };
}

/** Results of checks in the place of the checks, and no more of a placeholder than its state. */
function drawn(value: Json): Json {
  if (isArray(value)) return value.map(drawn);
  if (!isObject(value)) return value;
  if (typeof value.state === 'string') return { id: value.id as string, state: value.state.replace('-type', '') };
  const { checks, isValid, validationErrors, ...shown } = value;
  const parts = Object.entries(shown).map(([name, part]) => [name, drawn(part)] as const);
  const judged = checks === undefined ? {} : { checks: asJson({ isValid, validationErrors }) };
  return { ...Object.fromEntries(parts), ...judged };
}
