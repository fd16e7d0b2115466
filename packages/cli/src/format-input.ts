// Model output on the command line: an answer in Express or Vertical as messages, and messages as such an answer.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine09, vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { type Catalog, type Catalogs, type Issue, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { a2ui09, a2ui10, convert, type Loss } from '@vitrine/dialects';
import { FORMATS, type Format, type FormatName, type ParsedAnswer } from '@vitrine/formats';

export const FORMAT_NAMES = ['express', 'vertical'] as const satisfies readonly FormatName[];

export function formatByName(name: string | undefined): Format | undefined {
  return FORMAT_NAMES.some((one) => one === name) ? FORMATS[name as FormatName] : undefined;
}

export interface ReadAnswer {
  readonly messages: readonly JsonObject[];
  readonly losses: readonly Loss[];
  readonly issues: readonly Issue[];
}

/** An answer with its tags, or a block alone. Without catalogs of the caller's it is read with the first of ours that has its names. */
export function readFormat(text: string, format: Format, own: readonly Catalog[], protocol: '0.9' | '1.0'): ReadAnswer {
  const ours = protocol === '0.9' ? [basic09, vitrine09] : [basic10, vitrine10];
  const choices: readonly (readonly Catalog[])[] = own.length > 0 ? [own] : ours.map((one) => [one]);
  const isTagged = /<a2ui(?!-json)[^>]*>/i.test(text);
  // A model may write messages all the same.
  const isJson = !isTagged && /<a2ui-json[^>]*>/i.test(text);
  const used = isJson ? FORMATS.json : format;
  const read = choices.map((catalogs) => used.parse(text, { catalogs, wrapped: isTagged || isJson, mend: true }));
  const { parts, issues, repairs } = read.find(({ ok }) => ok) ?? (read[0] as ParsedAnswer);
  const lossy = repairs.filter((one) => one.class === 'lossy');
  return {
    messages: parts.flatMap((part) => ('messages' in part ? part.messages : [])),
    losses: lossy.map(({ kind, line }) => ({ what: line === undefined ? kind : `${kind} in line ${line}` })),
    issues,
  };
}

/** Messages of any dialect as a block. */
export function writeFormat(
  messages: readonly Json[],
  format: Format,
  known: Catalogs,
): { readonly text: string; readonly losses: readonly Loss[] } {
  const isOld = messages.some((one) => isObject(one) && one.version === 'v0.9');
  const isSame = messages.every((one) => isObject(one) && one.version === (isOld ? 'v0.9' : 'v1.0'));
  const converted = isSame ? { messages, losses: [] } : convert(messages, isOld ? a2ui09 : a2ui10, { catalogs: known });
  const wire = converted.messages.filter(isObject);
  const named = new Set(
    wire.flatMap(({ createSurface }) => (isObject(createSurface) ? [String(createSurface.catalogId)] : [])),
  );
  const used = [...named].flatMap((id) => known.get(id) ?? []);
  const catalogs = used.length > 0 ? [...new Set(used)] : [isOld ? basic09 : basic10];
  const { text, issues } = format.decompile(wire, { catalogs });
  return { text, losses: [...converted.losses, ...issues.map(({ message }) => ({ what: message }))] };
}
