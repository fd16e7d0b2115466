// A2UI 1.0 from an agent: createSurface, updateComponents, updateDataModel, deleteSurface, callRendererFunction and
// agentFunctionResponse. Messages of 0.10, its working name, are read where their shape is the same.

import {
  type Component,
  defined,
  Findings,
  isObject,
  type Json,
  type JsonObject,
  type NewEntry,
  type Op,
  type OpenOp,
  type Outcome,
  type Surface,
  type View,
} from '@vitrine/core/page';
import { checkVersion } from '../a2ui-0.9/decode.ts';
import {
  dataPath,
  mustBe,
  onlyFields,
  optionalBool,
  optionalObject,
  optionalText,
  readEnvelope,
  requiredList,
  requiredText,
  wantSome,
} from '../envelope.ts';
import { type FlatReader, readComponents } from '../flat-components.ts';
import { DRAFT_VERSION, versionsOf } from '../versions.ts';
import { readDynamic } from './dynamic-values.ts';
import { readAgentCall, readFunctionResponse } from './function-calls.ts';
import { readMetadata } from './metadata.ts';

export const PROTOCOL = '1.0';
export const VERSION = 'v1.0';
export const VERSIONS = versionsOf('a2ui-1.0');
export const AGENT_PAYLOADS: readonly string[] = [
  'createSurface',
  'updateComponents',
  'updateDataModel',
  'deleteSurface',
  'callRendererFunction',
  'agentFunctionResponse',
];
export const VIEWER_PAYLOADS: readonly string[] = ['action', 'error', 'callAgentFunction', 'rendererFunctionResponse'];

export function decodeAgentMessage(wire: Json, view: View): Outcome<NewEntry> {
  const findings = new Findings(view.limits, view.strict);
  const keys = { dialect: 'a2ui-1.0', from: 'agent', own: AGENT_PAYLOADS, other: VIEWER_PAYLOADS } as const;
  const envelope = readEnvelope(wire, keys, findings);
  if (envelope === undefined) return { ok: false, issues: findings.all() };
  const { version } = wire as JsonObject;
  readVersion(version, findings);
  const op = readPayload(envelope.kind, envelope.payload, version === DRAFT_VERSION, view, findings);
  if (op === undefined || findings.refused) return { ok: false, issues: findings.all() };
  return { ok: true, value: { body: [op] }, issues: findings.all() };
}

export function readVersion(version: Json | undefined, findings: Findings): void {
  checkVersion(version, VERSIONS, findings);
  if (version !== DRAFT_VERSION) return;
  const { member } = findings;
  findings.member = 'version';
  findings.mend('VITRINE_MESSAGE_VERSION', `${DRAFT_VERSION} was a draft; it is read as ${VERSION}.`);
  findings.member = member;
}

function readPayload(
  kind: string,
  payload: JsonObject,
  draft: boolean,
  view: View,
  findings: Findings,
): Op | undefined {
  if (kind === 'callRendererFunction') return readAgentCall(payload, findings);
  if (kind === 'agentFunctionResponse') {
    const response = readFunctionResponse(payload, findings);
    return response === undefined ? undefined : { op: 'return', ...response };
  }
  const surface = requiredText(payload, 'surfaceId', findings);
  if (surface === undefined) return undefined;
  switch (kind) {
    case 'createSurface':
      return readCreate(surface, payload, findings);
    case 'updateComponents': {
      onlyFields(payload, ['surfaceId', 'components'], findings);
      const list = requiredList(payload, 'components', findings);
      if (list === undefined) return undefined;
      return { op: 'put', surface, components: readList(list, view.surfaces.get(surface), findings) };
    }
    case 'updateDataModel':
      return readDataUpdate(surface, payload, draft, findings);
    default:
      onlyFields(payload, ['surfaceId'], findings);
      return { op: 'close', surface };
  }
}

function readCreate(surface: string, payload: JsonObject, findings: Findings): OpenOp {
  onlyFields(payload, ['surfaceId', 'catalogId', 'sendDataModel', 'components', 'dataModel', 'metadata'], findings);
  const catalog = optionalText(payload, 'catalogId', findings);
  const sync = optionalBool(payload, 'sendDataModel', findings);
  const data = optionalObject(payload, 'dataModel', findings);
  const ext = payload.metadata === undefined ? undefined : readExtensions(payload.metadata, findings);
  const list = payload.components === undefined ? undefined : requiredList(payload, 'components', findings);
  return {
    op: 'open',
    surface,
    protocol: PROTOCOL,
    ...defined({ catalog }),
    ...(sync === true ? { sync } : {}),
    ...defined({ components: list && readList(list, undefined, findings) }),
    ...defined({ data, ext }),
  };
}

function readExtensions(metadata: Json, findings: Findings): JsonObject | undefined {
  findings.path.push('metadata');
  const read = readMetadata(metadata, findings);
  findings.path.pop();
  return read;
}

function readList(list: readonly Json[], surface: Surface | undefined, findings: Findings): readonly Component[] {
  wantSome(list, 'components', findings);
  findings.path.push('components');
  for (let i = 0; i < list.length; i++) {
    const component = list[i];
    if (!isObject(component) || component.component !== 'Surface') continue;
    findings.path.push(i, 'component');
    findings.refuse(
      'VITRINE_COMPONENT_SHAPE',
      'Surface is the container that a surface is itself; no component may be one.',
    );
    findings.path.length -= 2;
  }
  findings.path.pop();
  return readComponents(list, surface, findings, READER);
}

const READER: FlatReader = {
  readField(key, value, component, findings) {
    if (key === 'metadata') {
      const ext = readMetadata(value, findings);
      if (ext !== undefined) component.ext = ext;
    } else if (key !== 'catalogId') return false;
    else if (typeof value === 'string') component.catalog = value;
    else findings.refuse('VITRINE_MESSAGE_SHAPE', mustBe(key, 'a string', value));
    return true;
  },
  readValue: (value, findings) => (typeof value === 'object' ? readDynamic(value, findings) : value),
};

/** null deletes, and nothing else does (A2UI 1.0, updateDataModel). The draft let the value out for that. */
function readDataUpdate(surface: string, payload: JsonObject, draft: boolean, findings: Findings): Op | undefined {
  onlyFields(payload, ['surfaceId', 'path', 'value'], findings);
  const path = dataPath(payload, findings);
  const { value } = payload;
  if (value === undefined && !draft) {
    return findings.refuse(
      'VITRINE_MESSAGE_FIELD_MISSING',
      'The field value is required; null deletes what is at the path.',
    );
  }
  if (value === undefined) findings.mend('VITRINE_MESSAGE_FIELD_MISSING', 'Write value: null to delete.');
  return value === undefined || value === null ? { op: 'unset', surface, path } : { op: 'set', surface, path, value };
}
