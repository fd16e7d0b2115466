// What a person did, as the host tells it to an agent, made into what a remote agent is told: words become text, messages of
// A2UI stay what they are. What else happens in a session is no business of an agent elsewhere.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core';
import type { Form } from '../forms.ts';

export interface PersonAct {
  readonly texts: readonly string[];
  readonly messages: readonly JsonObject[];
  /** No person did it: something of the agent's could not be shown. */
  readonly isReport: boolean;
}

/** Undefined: nothing for the agent. */
export function readAct(wire: Json): PersonAct | undefined {
  if (!isObject(wire)) return undefined;
  if (wire.vitrine === undefined) return { texts: [], messages: [wire], isReport: wire.error !== undefined };
  const texts = (isArray(wire.body) ? wire.body : []).flatMap((part) =>
    isObject(part) && part.event === 'say' && typeof part.text === 'string' ? [part.text] : [],
  );
  return texts.length === 0 ? undefined : { texts, messages: [], isReport: false };
}

const KEYS: { readonly [version: string]: string } = {
  'v0.9': 'a2uiClientDataModel',
  'v1.0': 'a2uiRendererDataModel',
};

/** As it came beside the message, or as the surfaces of a snapshot hold it. Undefined: none is asked for. */
export function dataModelIn({ version }: Form, source: Json | undefined): JsonObject | undefined {
  const key = KEYS[version];
  if (key === undefined || !isObject(source)) return undefined;
  if (isObject(source[key])) return { [key]: source[key] };
  if (!isObject(source.surfaces)) return undefined;
  const asked = Object.entries(source.surfaces).filter(([, surface]) => isObject(surface) && surface.sync === true);
  if (asked.length === 0) return undefined;
  const surfaces = Object.fromEntries(asked.map(([id, surface]) => [id, (surface as JsonObject).data ?? {}]));
  return { [key]: { version, surfaces } };
}
