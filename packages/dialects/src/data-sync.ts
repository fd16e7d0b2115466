// The data models that travel with a viewer's messages, for the surfaces that ask for it: a2uiClientDataModel in 0.9,
// a2uiRendererDataModel in 1.0. 0.8 has no such thing.

import {
  describeType,
  type EventOf,
  Findings,
  type Issue,
  isObject,
  type Json,
  type JsonObject,
  type Limits,
  type Outcome,
  quote,
  type View,
} from '@vitrine/core/internal';
import { isStorable } from './stored.ts';
import { protocolOf, type WireVersion } from './versions.ts';

const CLIENT_KEY = 'a2uiClientDataModel';
const RENDERER_KEY = 'a2uiRendererDataModel';

/** The models of the surfaces of one version that ask for it, or undefined where none does. */
export function encodeDataModel(view: View, version: WireVersion): JsonObject | undefined {
  const protocol = protocolOf(version);
  const surfaces: { [id: string]: Json } = {};
  for (const [id, surface] of view.surfaces) {
    if (surface.sync && surface.protocol === protocol) surfaces[id] = surface.data.snapshot();
  }
  return Object.keys(surfaces).length === 0 ? undefined : { version, surfaces };
}

/** The same as the metadata that stands beside a message. */
export function encodeDataMetadata(view: View, version: WireVersion): JsonObject | undefined {
  const model = encodeDataModel(view, version);
  return model === undefined ? undefined : { [version === 'v1.0' ? RENDERER_KEY : CLIENT_KEY]: model };
}

/** What a viewer says its surfaces hold. Metadata without models gives undefined. */
export function decodeDataModel(metadata: Json, limits: Limits): Outcome<EventOf<'sync'> | undefined> {
  const findings = new Findings(limits, false);
  const key = isObject(metadata) ? [RENDERER_KEY, CLIENT_KEY].find((name) => metadata[name] !== undefined) : undefined;
  if (key === undefined) return { ok: true, value: undefined, issues: [] };
  findings.path.push(key);
  const surfaces = readModel((metadata as JsonObject)[key] as Json, findings);
  const issues = findings.all().map((problem): Issue => ({ ...problem, fault: 'viewer' }));
  if (surfaces === undefined || findings.refused) return { ok: false, issues };
  return { ok: true, value: { event: 'sync', surfaces }, issues };
}

function readModel(model: Json, findings: Findings): JsonObject | undefined {
  if (!isObject(model))
    return findings.refuse('VITRINE_MESSAGE_SHAPE', `This must be an object, not ${describeType(model)}.`);
  const { version, surfaces } = model;
  if (typeof version !== 'string' || protocolOf(version) === undefined) {
    const what = typeof version === 'string' ? quote(version) : describeType(version);
    findings.refuse('VITRINE_MESSAGE_VERSION', `Unsupported protocol version ${what}.`);
  }
  if (!isObject(surfaces))
    return findings.refuse('VITRINE_MESSAGE_SHAPE', `surfaces must be an object, not ${describeType(surfaces)}.`);
  findings.path.push('surfaces');
  // One level more than a model: the map of surfaces around them.
  if (isStorable(surfaces, findings, findings.limits.dataDepth + 1)) {
    for (const id of Object.keys(surfaces)) {
      if (!isObject(surfaces[id]))
        findings.refuse('VITRINE_MESSAGE_SHAPE', `The model of ${quote(id)} must be an object.`);
    }
  }
  findings.path.pop();
  return surfaces;
}
