// Calls of a run that paint: the arguments of `render_a2ui` while they stream, and results that hold operations of A2UI. Where the
// agent sends the same surfaces as an activity, that activity and the call are one place.

import { isArray, isObject, type Json, type JsonObject, parseJson } from '@vitrine/core/internal';
import { BASIC_CATALOG } from '../run-input.ts';
import { PartialArguments } from './partial-arguments.ts';
import type { RunReader } from './run-reader.ts';

const RENDER_TOOL = 'render_a2ui';

export class PaintedCalls {
  readonly #reader: Pick<RunReader, 'call' | 'callIn'>;
  readonly #streamed = new Map<string, { readonly parts: PartialArguments; read: number }>();
  /** Calls whose surfaces the agent sends as activities itself. */
  readonly #asActivities = new Set<string>();

  constructor(reader: Pick<RunReader, 'call' | 'callIn'>) {
    this.#reader = reader;
  }

  scopeOf(messageId: string): string {
    const call = this.#reader.callIn(messageId);
    if (call !== undefined) this.#asActivities.add(call);
    return call ?? messageId;
  }

  /** What a call paints by now; undefined: nothing, or nothing new. */
  operationsOf(id: string, result?: string): readonly Json[] | undefined {
    if (this.#asActivities.has(id)) return undefined;
    if (result !== undefined) return operationsIn(result);
    const draft = this.#reader.call(id);
    if (draft?.name !== RENDER_TOOL) return undefined;
    const streamed = this.#streamed.get(id) ?? { parts: new PartialArguments(), read: 0 };
    this.#streamed.set(id, streamed);
    streamed.parts.push(draft.args.slice(streamed.read));
    streamed.read = draft.args.length;
    const args = streamed.parts.take();
    return args === undefined ? undefined : renderOperations(args);
  }
}

function operationsIn(result: string): readonly Json[] | undefined {
  if (!result.includes('a2ui_operations')) return undefined;
  const parsed = parseJson(result, { maxLength: result.length });
  const operations = parsed.ok && isObject(parsed.value) ? parsed.value.a2ui_operations : undefined;
  return isArray(operations) ? operations : undefined;
}

function renderOperations({ surfaceId, components, data, catalogId }: JsonObject): readonly Json[] | undefined {
  if (typeof surfaceId !== 'string' || !isArray(components)) return undefined;
  const version = 'v0.9';
  const catalog = typeof catalogId === 'string' ? catalogId : BASIC_CATALOG;
  return [
    { version, createSurface: { surfaceId, catalogId: catalog } },
    { version, updateComponents: { surfaceId, components } },
    ...(isObject(data) ? [{ version, updateDataModel: { surfaceId, path: '/', value: data } }] : []),
  ];
}
