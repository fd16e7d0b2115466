// A2UI 0.8 from an agent: surfaceUpdate, dataModelUpdate, beginRendering, deleteSurface. An update to a surface that is
// not there opens it, and nothing of it is shown before beginRendering.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import {
  type Catalog,
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
import { onlyFields, optionalObject, optionalText, readEnvelope, requiredList, requiredText } from '../envelope.ts';
import { readPath } from './bound-values.ts';
import { readComponents } from './components.ts';
import { readContents } from './contents.ts';

export const PROTOCOL = '0.8';
export const VERSION = 'v0.8';
export const AGENT_PAYLOADS: readonly string[] = [
  'surfaceUpdate',
  'dataModelUpdate',
  'beginRendering',
  'deleteSurface',
];
export const VIEWER_PAYLOADS: readonly string[] = ['userAction', 'error'];

export function decodeAgentMessage(wire: Json, view: View): Outcome<NewEntry> {
  const findings = new Findings(view.limits, view.strict);
  const keys = { dialect: 'a2ui-0.8', from: 'agent', own: AGENT_PAYLOADS, other: VIEWER_PAYLOADS } as const;
  const envelope = readEnvelope(wire, keys, findings);
  if (envelope === undefined) return { ok: false, issues: findings.all() };
  checkVersion((wire as JsonObject).version, findings);
  const body = readPayload(envelope.kind, envelope.payload, view, findings);
  if (body === undefined || findings.refused) return { ok: false, issues: findings.all() };
  return { ok: true, value: { body }, issues: findings.all() };
}

/** Messages of 0.8 have no version; one that says v0.8 is taken at its word. */
export function checkVersion(version: Json | undefined, findings: Findings): void {
  if (version === undefined || version === VERSION) return;
  const { member } = findings;
  findings.member = 'version';
  const what = typeof version === 'string' ? quote(version) : describeType(version);
  findings.refuse('VITRINE_MESSAGE_VERSION', `Unsupported protocol version ${what}: messages of 0.8 have none.`);
  findings.member = member;
}

function readPayload(kind: string, payload: JsonObject, view: View, findings: Findings): readonly Op[] | undefined {
  const surface = requiredText(payload, 'surfaceId', findings);
  if (surface === undefined) return undefined;
  switch (kind) {
    case 'surfaceUpdate':
      return readSurfaceUpdate(surface, payload, view, findings);
    case 'dataModelUpdate':
      return readDataModelUpdate(surface, payload, view, findings);
    case 'beginRendering':
      return readBeginRendering(surface, payload, view, findings);
    default:
      onlyFields(payload, ['surfaceId'], findings);
      return [{ op: 'close', surface }];
  }
}

function opening(surface: string, view: View, catalog: string = basic08.id): readonly Op[] {
  if (view.surfaces.has(surface)) return [];
  return [{ op: 'open', surface, catalog, protocol: PROTOCOL, held: true, implicit: true }];
}

function readSurfaceUpdate(
  surface: string,
  payload: JsonObject,
  view: View,
  findings: Findings,
): readonly Op[] | undefined {
  onlyFields(payload, ['surfaceId', 'components'], findings);
  const list = requiredList(payload, 'components', findings);
  if (list === undefined) return undefined;
  const { components, initial } = readComponents(list, catalogOf(surface, view), findings);
  const sets = initial.map(({ path, value }): Op => ({ op: 'set', surface, path, value, ifAbsent: true }));
  return [...opening(surface, view), ...sets, { op: 'put', surface, components }];
}

function catalogOf(surface: string, view: View): Catalog | undefined {
  const catalog = view.surfaces.get(surface)?.catalogFor(undefined) ?? view.catalogs.get(basic08.id);
  return catalog === undefined || 'code' in catalog ? undefined : catalog;
}

function readDataModelUpdate(
  surface: string,
  payload: JsonObject,
  view: View,
  findings: Findings,
): readonly Op[] | undefined {
  onlyFields(payload, ['surfaceId', 'path', 'contents'], findings);
  const path = readBase(payload, findings);
  if (path === undefined) return undefined;
  if (payload.contents === undefined) {
    return findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', 'The field contents is required.');
  }
  findings.path.push('contents');
  const contents = readContents(payload.contents, findings);
  if (contents?.kind === 'itself' && path === '/') {
    findings.refuse(
      'VITRINE_MESSAGE_SHAPE',
      'The whole data model is an object: name the path that this value is for.',
    );
  }
  findings.path.pop();
  if (contents === undefined) return undefined;
  const op = contents.kind === 'itself' ? 'set' : 'merge';
  return [...opening(surface, view), { op, surface, path, value: contents.value }];
}

/** The base path is always seen from the root. */
function readBase(payload: JsonObject, findings: Findings): string | undefined {
  const path = payload.path === undefined ? '/' : requiredText(payload, 'path', findings);
  if (path === undefined) return undefined;
  findings.path.push('path');
  const pointer = readPath(path, findings);
  findings.path.pop();
  return pointer === '' || pointer === '.' ? '/' : pointer;
}

function readBeginRendering(
  surface: string,
  payload: JsonObject,
  view: View,
  findings: Findings,
): readonly Op[] | undefined {
  onlyFields(payload, ['surfaceId', 'root', 'rootComponentId', 'catalogId', 'styles'], findings);
  const root = readRoot(payload, findings);
  const catalog = optionalText(payload, 'catalogId', findings);
  const theme = optionalObject(payload, 'styles', findings);
  if (root === undefined) return undefined;
  return [
    ...opening(surface, view, catalog),
    {
      op: 'reveal',
      surface,
      root,
      ...defined({ catalog, theme }),
    },
  ];
}

function readRoot(payload: JsonObject, findings: Findings): string | undefined {
  if (payload.root !== undefined || payload.rootComponentId === undefined)
    return requiredText(payload, 'root', findings);
  findings.path.push('rootComponentId');
  findings.mend('VITRINE_MESSAGE_FIELD_UNKNOWN', 'The field is called root.');
  findings.path.pop();
  return requiredText(payload, 'rootComponentId', findings);
}
