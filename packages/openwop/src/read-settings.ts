// Settings as an operator writes them down, in JSON: `{"1": {"kinds", "strictness"}, "2": …, "envelopesPerTurn", …}`. Only
// what this host renders can be advertised; anything else is said to be wrong, and nothing is guessed.

import { isObject, type Json, type JsonObject } from '@vitrine/core';
import type { Major } from './admission/types.ts';
import { type MajorSettings, OPENWOP_SETTINGS, type OpenwopSettings, SURFACE_KIND } from './settings.ts';

const NUMBERS = ['clarificationRounds', 'schemaRounds', 'envelopesPerTurn', 'streamMs', 'tokenMs'] as const;
/** Versions of the kind that are rendered, by major. */
const RENDERED: { readonly [major in Major]: readonly number[] } = { 1: [1], 2: [1, 2] };

/** Throws a RangeError with one sentence about what is wrong. */
export function readSettings(value: Json): Partial<OpenwopSettings> {
  if (!isObject(value)) throw new RangeError('The settings are one JSON object.');
  const known = ['1', '2', 'taintedApprovals', ...NUMBERS];
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RangeError(`There is no setting ${JSON.stringify(unknown)}.`);
  const { taintedApprovals } = value;
  if (taintedApprovals !== undefined && taintedApprovals !== 'person' && taintedApprovals !== 'nobody')
    throw new RangeError('taintedApprovals is "person" or "nobody".');
  return {
    majors: { 1: majorOf(value, 1), 2: majorOf(value, 2) },
    ...numbersOf(value),
    ...(taintedApprovals === undefined ? {} : { taintedApprovals }),
  };
}

function numbersOf(value: JsonObject): Partial<OpenwopSettings> {
  const entries = NUMBERS.flatMap((name) => {
    const number = value[name];
    if (number === undefined) return [];
    if (!Number.isSafeInteger(number) || (number as number) < 1)
      throw new RangeError(`${name} is a whole number from 1.`);
    return [[name, number as number] as const];
  });
  return Object.fromEntries(entries);
}

function majorOf(value: JsonObject, major: Major): MajorSettings {
  const given = value[String(major)] ?? {};
  const before = OPENWOP_SETTINGS.majors[major];
  if (!isObject(given)) throw new RangeError(`Settings of major ${major} are an object.`);
  const { kinds = before.kinds, strictness = before.strictness, ...more } = given;
  if (Object.keys(more).length > 0) throw new RangeError(`Major ${major} has the settings kinds and strictness.`);
  if (strictness !== 'warn' && strictness !== 'strict') throw new RangeError('strictness is "warn" or "strict".');
  const isRendered = ([kind, version]: readonly [string, Json]): boolean =>
    kind === SURFACE_KIND && RENDERED[major].includes(version as number);
  if (!isObject(kinds) || !Object.entries(kinds).every(isRendered))
    throw new RangeError(
      `kinds of major ${major} can hold ${SURFACE_KIND}, at ${RENDERED[major].join(' or ')}: nothing else is rendered.`,
    );
  return { kinds: kinds as { readonly [kind: string]: number }, strictness };
}
