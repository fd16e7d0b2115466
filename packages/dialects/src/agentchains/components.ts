// ui.render and ui.update, made ops. A component is one surface with its data under /data, so that an update writes there
// and the component itself is never sent again (core/catalogs/agentchains.ts).

import {
  type AgentchainsType,
  agentchainsData,
  DATA_PATH,
  formFields,
  initialValues,
  judgeAgentchainsData,
  openAgentchains,
  VALUES_PATH,
} from '@vitrine/core/catalogs/agentchains';
import {
  defined,
  describeType,
  type Findings,
  formatPointer,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type Op,
  parsePointer,
  quote,
  type View,
} from '@vitrine/core/internal';
import type { DialectClock } from '../dialect.ts';
import { at, idField, numberField, oneOfField, optionalField } from './fields.ts';
import { ownType } from './picture.ts';
import { checkUrls } from './urls.ts';

const COMPONENT_TYPES = Object.keys(agentchainsData) as readonly AgentchainsType[];
/** About a century: times beyond are past what a clock can say. */
export const MAX_TTL_SECONDS = 3_153_600_000;

export interface MessageInput {
  readonly params: JsonObject;
  readonly view: View;
  readonly findings: Findings;
  readonly moment: DialectClock | undefined;
}

/** No ops: refused. */
export type MessageReader = (reading: MessageInput) => readonly Op[];

export const NOTHING: readonly Op[] = [];

export function readRender({ params, view, findings, moment }: MessageInput): readonly Op[] {
  const surface = idField(params, 'component_id', findings);
  const type = oneOfField(params, 'component_type', COMPONENT_TYPES, findings);
  const place = readMetadata(params, findings);
  const data = readData(params, findings);
  if (surface === undefined || type === undefined || data === undefined || findings.refused) return NOTHING;
  const ttl = place?.ttl_seconds;
  // AgentChains has no word for taking a component away: one that lives no longer is gone.
  if (ttl === 0) return [{ op: 'close', surface }];
  judgeData(type, data, findings);
  const until = moment !== undefined && typeof ttl === 'number' ? { until: addSeconds(moment.now, ttl) } : {};
  const open = openAgentchains(surface, type, data, { ...defined({ place }), ...until });
  return view.surfaces.has(surface) ? [{ op: 'close', surface }, open] : [open];
}

/** The metadata as they came: viewers of AgentChains get them again. */
function readMetadata(params: JsonObject, findings: Findings): JsonObject | undefined {
  const metadata = optionalField(params, 'metadata');
  if (metadata === undefined) return undefined;
  return at('metadata', findings, () => {
    if (!isObject(metadata))
      return findings.refuse('VITRINE_MESSAGE_SHAPE', `metadata must be an object, not ${describeType(metadata)}.`);
    const kept = Object.entries(metadata).filter(([, value]) => value !== null);
    const place = Object.fromEntries(kept) as { [name: string]: Json };
    hint(place, 'priority', ['normal', 'high', 'low'], findings);
    hint(place, 'position', ['main', 'sidebar', 'overlay'], findings);
    numberField(place, 'ttl_seconds', findings, { integer: true, min: 0, max: MAX_TTL_SECONDS });
    return kept.length === 0 ? undefined : place;
  });
}

/** A hint that nobody understands is left out: the component is shown where it would be without one. */
function hint(place: { [name: string]: Json }, name: string, set: readonly string[], findings: Findings): void {
  const value = place[name];
  if (value === undefined || set.some((word) => word === value)) return;
  at(name, findings, () => findings.mend('VITRINE_MESSAGE_SHAPE', `${name} is one of ${set.join(', ')}.`));
  delete place[name];
}

function readData(params: JsonObject, findings: Findings): JsonObject | undefined {
  const data = optionalField(params, 'data');
  return at('data', findings, () => {
    if (isObject(data)) return data;
    if (data !== undefined)
      return findings.refuse('VITRINE_MESSAGE_SHAPE', `data must be an object, not ${describeType(data)}.`);
    findings.mend('VITRINE_MESSAGE_FIELD_MISSING', 'The field data is required.');
    return {};
  });
}

/** `isPatch`: what it does not hold may stand there already. */
function judgeData(type: AgentchainsType, data: JsonObject, findings: Findings, isPatch = false): void {
  at('data', findings, () => {
    checkUrls(type, data, findings);
    for (const problem of judgeAgentchainsData(type, data, findings.limits)) {
      if (isPatch && problem.code === 'VITRINE_PROP_MISSING') continue;
      const severity = findings.strict ? 'error' : 'warning';
      findings.add({ ...problem, severity, at: `${findings.at()}${problem.at ?? ''}` });
    }
  });
}

export function addSeconds(now: string, seconds: number): string {
  return new Date(Date.parse(now) + seconds * 1000).toISOString();
}

const OPERATIONS = ['replace', 'merge', 'append'] as const;
/** Of an append the part that nothing grows by: without it, it would be one of a merge. */
const APPENDED = { ext: { operation: 'append' } } as const;

export function readUpdate({ params, view, findings }: MessageInput): readonly Op[] {
  const surface = idField(params, 'component_id', findings);
  const operation = oneOfField(params, 'operation', OPERATIONS, findings);
  const data = readData(params, findings);
  if (surface === undefined || operation === undefined || data === undefined || findings.refused) return NOTHING;
  const standing = view.surfaces.get(surface);
  const type = standing === undefined ? undefined : ownType(standing);
  if (type === undefined) {
    at('component_id', findings, () =>
      findings.refuse('VITRINE_SURFACE_UNKNOWN', `Component not found: ${quote(surface)}.`),
    );
    return NOTHING;
  }
  const count = Object.keys(data).length;
  if (operation !== 'replace' && count > findings.limits.entriesPerUpdate) {
    at('data', findings, () =>
      findings.refuse('VITRINE_LIMIT_ENTRIES', `${count} members are changed at once; that is too many.`),
    );
    return NOTHING;
  }
  judgeData(type, data, findings, operation !== 'replace');
  const held = standing?.data.get(DATA_PATH);
  const before = isObject(held) ? held : {};
  const values = type === 'form' ? changeValues(view, surface, operation, before, data) : NOTHING;
  if (operation === 'replace') return [{ op: 'set', surface, path: DATA_PATH, value: data }, ...values];
  const ext = operation === 'append' ? APPENDED : {};
  // Nothing to change is no mistake, and an entry holds something.
  if (count === 0) return [{ op: 'merge', surface, path: DATA_PATH, value: {}, ...ext }];
  const changes = Object.entries(data).map(([key, value]): Op => {
    const path = formatPointer([...parsePointer(DATA_PATH), key]);
    const grown =
      operation === 'append' ? growth(Object.hasOwn(before, key) ? before[key] : undefined, value) : undefined;
    return grown === undefined
      ? { op: 'set', surface, path, value, ...ext }
      : { op: 'append', surface, path, value: grown };
  });
  return [...changes, ...values];
}

/** Fields that a form gets begin with their values, those that it loses take theirs along; what was entered stays. */
function changeValues(
  view: View,
  surface: string,
  operation: (typeof OPERATIONS)[number],
  before: JsonObject,
  data: JsonObject,
): readonly Op[] {
  const at = (name: string): string => formatPointer([...parsePointer(VALUES_PATH), name]);
  const begun = Object.entries(initialValues(data)).map(
    ([name, value]): Op => ({ op: 'set', surface, path: at(name), value, ifAbsent: true }),
  );
  if (operation === 'append') return begun;
  const after = formFields(operation === 'replace' ? data : { ...before, ...data });
  const held = view.surfaces.get(surface)?.data.get(VALUES_PATH);
  const gone = Object.keys(isObject(held) ? held : {}).filter((key) => !after.some(({ name }) => name === key));
  return [...gone.map((name): Op => ({ op: 'unset', surface, path: at(name) })), ...begun];
}

/** Lists and texts grow, a list also by a single item; whatever else stands there is overwritten (undefined). */
function growth(held: Json | undefined, value: Json): string | readonly Json[] | undefined {
  if (isArray(held)) return isArray(value) ? value : [value];
  const isFree = held === undefined || held === null;
  if (typeof value === 'string') return isFree || typeof held === 'string' ? value : undefined;
  return isFree && isArray(value) ? value : undefined;
}
