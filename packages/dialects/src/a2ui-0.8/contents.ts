// The typed contents of a dataModelUpdate, [{key, valueString | valueNumber | valueBoolean | valueMap | valueArray}],
// made plain JSON. Size and depth of the result are judged again by the fold; here they bound the reading.

import {
  describeType,
  type Findings,
  inspect,
  isArray,
  isObject,
  isReserved,
  issue,
  type Json,
  type JsonObject,
  parseJson,
  quote,
} from '@vitrine/core/page';

/** In the order in which they count where an entry has several. */
const VALUE_KEYS = [
  'valueString',
  'valueNumber',
  'valueBoolean',
  'valueMap',
  'valueArray',
  'valueList',
  'value',
] as const;
type ValueKey = (typeof VALUE_KEYS)[number];

const WANTED: { readonly [key in ValueKey]?: string } = {
  valueString: 'string',
  valueNumber: 'number',
  valueBoolean: 'boolean',
};

/** What an update writes: members to merge, or one value for the path itself (the `.` idiom). */
export type Contents =
  | { readonly kind: 'members'; readonly value: JsonObject }
  | { readonly kind: 'itself'; readonly value: Json };

/** `contents` of a message, whose position `findings.path` already names. Undefined after a refusal. */
export function readContents(contents: Json, findings: Findings): Contents | undefined {
  if (isObject(contents)) {
    mend('Write contents as a list of {key, valueString: ...}; the object is taken as it is.', findings);
    return { kind: 'members', value: contents };
  }
  if (!isArray(contents)) {
    return findings.refuse('VITRINE_MESSAGE_SHAPE', `contents must be a list, not ${describeType(contents)}.`);
  }
  const { entriesPerUpdate, dataDepth } = findings.limits;
  if (contents.length > entriesPerUpdate) {
    return findings.refuse(
      'VITRINE_LIMIT_ENTRIES',
      `An update with ${contents.length} entries is past the limit of ${entriesPerUpdate}.`,
    );
  }
  const only = contents.length === 1 ? contents[0] : undefined;
  if (isObject(only) && (only.key === '.' || only.key === '')) return readItself(only, findings);
  return { kind: 'members', value: readMap(contents, dataDepth, findings) };
}

function readItself(entry: JsonObject, findings: Findings): Contents {
  if (entry.key === '') mend('An empty key is read like ".": the value is set at the path itself.', findings);
  findings.path.push(0);
  const value = readTyped(entry, ['key'], findings.limits.dataDepth, findings);
  findings.path.pop();
  return isObject(value) ? { kind: 'members', value } : { kind: 'itself', value };
}

function readMap(list: readonly Json[], depth: number, findings: Findings): JsonObject {
  const result: { [key: string]: Json } = {};
  for (let i = 0; i < list.length; i++) {
    const entry = list[i];
    findings.path.push(i);
    const key = isObject(entry) ? entry.key : undefined;
    if (!isObject(entry))
      findings.refuse('VITRINE_MESSAGE_SHAPE', `An entry must be an object, not ${describeType(entry)}.`);
    else if (typeof key !== 'string')
      findings.refuse('VITRINE_MESSAGE_FIELD_MISSING', 'An entry needs a key that is a text.');
    else if (isReserved(key)) findings.refuse('VITRINE_NAME_RESERVED', `The key ${quote(key)} is reserved.`);
    else {
      if (Object.hasOwn(result, key)) mend(`The key ${quote(key)} stands here twice; the last counts.`, findings);
      result[key] = readTyped(entry, ['key'], depth, findings);
    }
    findings.path.pop();
  }
  return result;
}

/** The value of one entry. Without any it is null, so that an item of a list keeps its place. */
function readTyped(entry: JsonObject, beside: readonly string[], depth: number, findings: Findings): Json {
  const keys = VALUE_KEYS.filter((name) => entry[name] !== undefined);
  const [key] = keys;
  for (const name of Object.keys(entry)) {
    if (name !== key && !beside.includes(name)) mend(`${quote(name)} is not used here.`, findings);
  }
  if (key === undefined) {
    findings.mend('VITRINE_MESSAGE_FIELD_MISSING', 'The entry has no value; it is read as null.');
    return null;
  }
  findings.path.push(key);
  const value = readAs(key, entry[key] as Json, depth, findings);
  findings.path.pop();
  return value;
}

function readAs(key: ValueKey, value: Json, depth: number, findings: Findings): Json {
  switch (key) {
    case 'valueMap':
      return readNested(value, depth, findings, readMap);
    case 'valueList':
      mend('valueList is read like valueArray.', findings);
      return readNested(value, depth, findings, readArray);
    case 'valueArray':
      return readNested(value, depth, findings, readArray);
    case 'value':
      mend('Write the value with its type: valueString, valueNumber, valueBoolean, valueMap or valueArray.', findings);
      return value;
    default:
      if (typeof value !== WANTED[key]) mend(`${key} holds ${describeType(value)}; it is taken as it is.`, findings);
      return typeof value === 'string' ? readText(value, findings) : value;
  }
}

type ReadList = (list: readonly Json[], depth: number, findings: Findings) => Json;

function readNested(value: Json, depth: number, findings: Findings, read: ReadList): Json {
  if (depth <= 1) {
    findings.refuse('VITRINE_LIMIT_DEPTH', `Contents are nested more deeply than ${findings.limits.dataDepth} levels.`);
    return null;
  }
  if (isArray(value)) return read(value, depth - 1, findings);
  mend(`This must be a list of entries, not ${describeType(value)}; it is taken as it is.`, findings);
  return value;
}

/** Items are entries without a key. Bare values are tolerated; null and {} keep their place. */
function readArray(list: readonly Json[], depth: number, findings: Findings): Json {
  return list.map((item, i) => {
    if (item === null || (isObject(item) && Object.keys(item).length === 0)) return null;
    findings.path.push(i);
    const value = isObject(item) ? readItem(item, depth, findings) : bareItem(item, findings);
    findings.path.pop();
    return value;
  });
}

function readItem(item: JsonObject, depth: number, findings: Findings): Json {
  if (VALUE_KEYS.some((name) => item[name] !== undefined)) return readTyped(item, ['key'], depth, findings);
  mend('An item is {valueString: ...} or of another type; the object is taken as it is.', findings);
  return item;
}

function bareItem(item: Json, findings: Findings): Json {
  mend('Write the item with its type, {valueString: ...}; it is taken as it is.', findings);
  return item;
}

/**
 * 0.8 as published has no lists, so agents send them as JSON in a text and the first renderer parses it. Read the same
 * way, with a warning; a text that is not wholly the JSON of a list or object, or that could not be stored, stays a text.
 */
function readText(text: string, findings: Findings): Json {
  if (text.length > findings.limits.textLength || !looksLikeJson(text.trim())) return text;
  const { limits } = findings;
  const parsed = parseJson(text, { maxDepth: limits.dataDepth, maxValues: limits.messageValues });
  if (!parsed.ok) return text;
  const { value } = parsed;
  if (inspect(value, { limits, depth: limits.dataDepth, count: 0 }, '') !== undefined) return text;
  // Strict reading accepts it too: the message is as the published schema has it.
  const message = 'A text that is JSON is read as the value it spells; send valueMap or valueArray.';
  findings.add(issue('VITRINE_MESSAGE_SHAPE', 'warning', message, findings.at()));
  return value;
}

function looksLikeJson(text: string): boolean {
  return (text.startsWith('[') && text.endsWith(']')) || (text.startsWith('{') && text.endsWith('}'));
}

function mend(message: string, findings: Findings): void {
  findings.mend('VITRINE_MESSAGE_SHAPE', message);
}
