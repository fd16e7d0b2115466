// A2UI 0.9 and 0.9.1 from an agent: createSurface, updateComponents, updateDataModel, deleteSurface. Its bindings are the
// neutral ones, so properties pass as they are.

import {
  defined,
  describeType,
  Findings,
  type Json,
  type JsonObject,
  type NewEntry,
  type Op,
  type Outcome,
  quote,
  type View,
} from '@vitrine/core/page';
import type { PayloadKeys } from '../envelope.ts';
import {
  dataPath,
  onlyFields,
  optionalBool,
  optionalObject,
  readEnvelope,
  requiredList,
  requiredText,
  wantSome,
} from '../envelope.ts';
import { readComponents } from '../flat-components.ts';
import { versionsOf } from '../versions.ts';

export const PROTOCOL = '0.9';
export const VERSIONS = versionsOf('a2ui-0.9');
export const AGENT_PAYLOADS: readonly string[] = [
  'createSurface',
  'updateComponents',
  'updateDataModel',
  'deleteSurface',
];

export const VIEWER_PAYLOADS: readonly string[] = ['action', 'error'];

const KEYS: PayloadKeys = { dialect: 'a2ui-0.9', from: 'agent', own: AGENT_PAYLOADS, other: VIEWER_PAYLOADS };

const DATA_FIELDS = ['surfaceId', 'path', 'value'];

/** Kept from one message to the next: nearly all find nothing. */
let spare: Findings | undefined;

export function decodeAgentMessage(wire: Json, view: View): Outcome<NewEntry> {
  const { limits, strict } = view;
  const findings = spare?.limits === limits && spare.strict === strict ? spare : new Findings(limits, strict);
  const decoded = decode(wire, view, findings);
  findings.reset();
  spare = findings;
  return decoded;
}

function decode(wire: Json, view: View, findings: Findings): Outcome<NewEntry> {
  const envelope = readEnvelope(wire, KEYS, findings);
  if (envelope === undefined) return { ok: false, issues: findings.all() };
  checkVersion((wire as JsonObject).version, VERSIONS, findings);
  const op = readPayload(envelope.kind, envelope.payload, view, findings);
  if (op === undefined || findings.refused) return { ok: false, issues: findings.all() };
  return { ok: true, value: { body: [op] }, issues: findings.all() };
}

export function checkVersion(version: Json | undefined, versions: readonly string[], findings: Findings): void {
  if (typeof version === 'string' && versions.includes(version)) return;
  const { member } = findings;
  findings.member = 'version';
  if (version === undefined)
    findings.mend('VITRINE_MESSAGE_VERSION', `Missing required version field: write "version": "${versions[0]}".`);
  else
    findings.refuse(
      'VITRINE_MESSAGE_VERSION',
      `Unsupported protocol version ${typeof version === 'string' ? quote(version) : describeType(version)}.`,
    );
  findings.member = member;
}

function readPayload(kind: string, payload: JsonObject, view: View, findings: Findings): Op | undefined {
  const surface = requiredText(payload, 'surfaceId', findings);
  if (surface === undefined) return undefined;
  switch (kind) {
    case 'createSurface':
      return readCreate(surface, payload, findings);
    case 'updateComponents': {
      onlyFields(payload, ['surfaceId', 'components'], findings);
      const list = requiredList(payload, 'components', findings);
      if (list === undefined) return undefined;
      wantSome(list, 'components', findings);
      return { op: 'put', surface, components: readComponents(list, view.surfaces.get(surface), findings) };
    }
    case 'updateDataModel': {
      onlyFields(payload, DATA_FIELDS, findings);
      const path = dataPath(payload, findings);
      // A missing value deletes; null is a value (A2UI 0.9, updateDataModel).
      return payload.value === undefined
        ? { op: 'unset', surface, path }
        : { op: 'set', surface, path, value: payload.value };
    }
    default:
      onlyFields(payload, ['surfaceId'], findings);
      return { op: 'close', surface };
  }
}

function readCreate(surface: string, payload: JsonObject, findings: Findings): Op | undefined {
  onlyFields(payload, ['surfaceId', 'catalogId', 'theme', 'sendDataModel'], findings);
  const catalog = requiredText(payload, 'catalogId', findings);
  const theme = optionalObject(payload, 'theme', findings);
  const sync = optionalBool(payload, 'sendDataModel', findings);
  if (catalog === undefined) return undefined;
  return {
    op: 'open',
    surface,
    catalog,
    protocol: PROTOCOL,
    ...defined({ theme }),
    ...(sync ? { sync } : {}),
  };
}
