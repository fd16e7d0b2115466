// What a viewer can show, as A2UI tells it in the metadata beside its messages: without a version in 0.8, by version
// later, under another name from 1.0.

import { exportInlineCatalog } from '@vitrine/core/inline-catalog';
import {
  type Catalog,
  describeType,
  Findings,
  type Issue,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type Limits,
  type Outcome,
  quote,
} from '@vitrine/core/internal';
import { isStorable, isStorableText } from './stored.ts';
import { protocolOf, type WireVersion, wireVersion } from './versions.ts';

export interface ViewerCapabilities {
  readonly version: WireVersion;
  /** Catalog ids, the preferred first. */
  readonly catalogs: readonly string[];
  /** Definitions that came along, for importCatalog. */
  readonly inline: readonly JsonObject[];
}

const CLIENT_KEY = 'a2uiClientCapabilities';
const RENDERER_KEY = 'a2uiRendererCapabilities';

/** Every version that the metadata names, in its order. Metadata without capabilities gives none. */
export function decodeCapabilities(metadata: Json, limits: Limits): Outcome<readonly ViewerCapabilities[]> {
  const findings = new Findings(limits, false);
  const found: ViewerCapabilities[] = [];
  for (const key of [RENDERER_KEY, CLIENT_KEY]) {
    const value = isObject(metadata) ? metadata[key] : undefined;
    if (value === undefined) continue;
    findings.path.push(key);
    if (!isObject(value))
      findings.refuse('VITRINE_MESSAGE_SHAPE', `${key} must be an object, not ${describeType(value)}.`);
    else found.push(...readVersions(value, findings));
    findings.path.pop();
  }
  const issues = findings.all().map((problem): Issue => ({ ...problem, fault: 'viewer' }));
  return findings.refused ? { ok: false, issues } : { ok: true, value: found, issues };
}

function readVersions(value: JsonObject, findings: Findings): readonly ViewerCapabilities[] {
  if (value.supportedCatalogIds !== undefined) return readOne('v0.8', value, findings);
  return Object.keys(value).flatMap((version) => {
    findings.path.push(version);
    const inner = value[version];
    let read: readonly ViewerCapabilities[] = [];
    const named = wireVersion(version);
    if (named === undefined) {
      findings.mend(
        'VITRINE_MESSAGE_VERSION',
        `Capabilities for ${quote(version)} are not read: the version is unknown.`,
      );
    } else if (!isObject(inner))
      findings.refuse('VITRINE_MESSAGE_SHAPE', `This must be an object, not ${describeType(inner)}.`);
    else read = readOne(named, inner, findings);
    findings.path.pop();
    return read;
  });
}

function readOne(version: WireVersion, value: JsonObject, findings: Findings): readonly ViewerCapabilities[] {
  const catalogs = readList(value, 'supportedCatalogIds', true, findings);
  const inline = readList(value, 'inlineCatalogs', false, findings);
  const ids = each('supportedCatalogIds', catalogs, findings, (id): id is string => {
    if (typeof id === 'string') return isStorableText(id, findings);
    findings.refuse('VITRINE_MESSAGE_SHAPE', `A catalog id must be a string, not ${describeType(id)}.`);
    return false;
  });
  const definitions = each('inlineCatalogs', inline, findings, (item): item is JsonObject => {
    if (isObject(item)) return isStorable(item, findings);
    findings.refuse('VITRINE_MESSAGE_SHAPE', `A catalog must be an object, not ${describeType(item)}.`);
    return false;
  });
  return [{ version, catalogs: ids, inline: definitions }];
}

function readList(value: JsonObject, field: string, isRequired: boolean, findings: Findings): readonly Json[] {
  const list = value[field];
  const { entriesPerUpdate } = findings.limits;
  if (isArray(list) && list.length <= entriesPerUpdate) return list;
  findings.path.push(field);
  if (isArray(list))
    findings.refuse('VITRINE_LIMIT_ENTRIES', `${list.length} catalogs are past the limit of ${entriesPerUpdate}.`);
  else if (list !== undefined)
    findings.refuse('VITRINE_MESSAGE_SHAPE', `${field} must be a list, not ${describeType(list)}.`);
  else if (isRequired) findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', `The field ${field} is required.`);
  findings.path.pop();
  return [];
}

function each<T extends Json>(
  field: string,
  list: readonly Json[],
  findings: Findings,
  isFine: (item: Json) => item is T,
): readonly T[] {
  return list.filter((item, i): item is T => {
    findings.path.push(field, i);
    const fine = isFine(item);
    findings.path.length -= 2;
    return fine;
  });
}

export interface CapabilityOptions {
  /** Send the definitions too. Only for an agent that said it accepts them. */
  readonly inline?: boolean;
}

/** The metadata that a viewer of this version sends with its messages. */
export function encodeCapabilities(
  catalogs: Iterable<Catalog>,
  version: WireVersion,
  options: CapabilityOptions = {},
): JsonObject {
  const keyed = capabilitiesByVersion(catalogs, version, options);
  if (version === 'v0.8') return { [CLIENT_KEY]: keyed[version] as Json };
  return { [version === 'v1.0' ? RENDERER_KEY : CLIENT_KEY]: keyed };
}

/** `{"v0.9": {supportedCatalogIds, inlineCatalogs?}}`: the catalogs that fit a version, under its name. */
export function capabilitiesByVersion(
  catalogs: Iterable<Catalog>,
  version: WireVersion,
  options: CapabilityOptions = {},
): JsonObject {
  const protocol = protocolOf(version);
  const fitting = [...catalogs].filter((catalog) => catalog.protocol === undefined || catalog.protocol === protocol);
  // A catalog that fits every protocol is laid out as this one wants it.
  const define = (catalog: Catalog): JsonObject => exportInlineCatalog({ ...catalog, protocol });
  const inline = options.inline === true ? { inlineCatalogs: fitting.map(define) } : {};
  return { [version]: { supportedCatalogIds: fitting.map(({ id }) => id), ...inline } };
}
