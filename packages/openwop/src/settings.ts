// What an operator decides of this face: which kinds are taken at which version, how strictly, how much, and who may
// approve where content is not trusted. Advertisement and admission read the same values. And how an operator writes it
// down, in JSON: `{"1": {"kinds", "strictness"}, "2": …, "envelopesPerTurn", …}`. Only what this host renders can be
// advertised; anything else is said to be wrong, and nothing is guessed.

import { defined, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { SURFACE_KIND, UNIVERSAL_KINDS } from '@vitrine/dialects/openwop';
import type { Major, Strictness } from './admission/types.ts';

export interface MajorSettings {
  /** Kinds beside the universal ones, each with the version that is advertised. */
  readonly kinds: { readonly [kind: string]: number };
  readonly strictness: Strictness;
  /** No envelope is taken at all, not even of the universal kinds: a seam switches it. */
  readonly envelopes?: false;
  /** Instead of those of the host, for this major alone: a seam switches them. */
  readonly rounds?: Rounds;
}

const MAJORS: { readonly [major in Major]: MajorSettings } = {
  1: { kinds: { [SURFACE_KIND]: 1 }, strictness: 'warn' },
  2: { kinds: { [SURFACE_KIND]: 2 }, strictness: 'warn' },
};

/** How often something may be said in a turn. */
const ROUNDS = { clarificationRounds: 8, schemaRounds: 8, envelopesPerTurn: 1000 };
export type Rounds = Readonly<typeof ROUNDS>;

const DEFAULTS = {
  majors: MAJORS,
  ...ROUNDS,
  nodesPerSurface: 2048,
  payloadLength: 1 << 20,
  bodyBytes: 8 << 20,
  /** Interrupts that may be open in a run at once. */
  openInterrupts: 64,
  /** Who may approve where a surface of the approval is not trusted: a person, apart from the surface, or nobody. */
  taintedApprovals: 'person' as 'person' | 'nobody',
  /** A surface that waits so long for its next chunk is told to be broken off. */
  streamMs: 30_000,
  /** How long a token of an interrupt without a deadline holds. */
  tokenMs: 30 * 60_000,
  /** Calls of one agent or viewer in a minute, and wrong credentials from one address. */
  callsPerMinute: 12_000,
  guessesPerMinute: 60,
};

export type OpenwopSettings = Readonly<typeof DEFAULTS>;
export const OPENWOP_SETTINGS: OpenwopSettings = DEFAULTS;

/** What is advertised and admitted, each with its version; the universal kinds have one. */
export function versionsOf({ kinds, envelopes }: MajorSettings): { readonly [kind: string]: number } {
  if (envelopes === false) return {};
  return { ...Object.fromEntries(UNIVERSAL_KINDS.map((kind) => [kind, 1])), ...kinds };
}

export function roundsOf(settings: OpenwopSettings, major: Major): Rounds {
  const { clarificationRounds, schemaRounds, envelopesPerTurn } = settings.majors[major].rounds ?? settings;
  return { clarificationRounds, schemaRounds, envelopesPerTurn };
}

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
    ...{ majors: { 1: majorOf(value, 1), 2: majorOf(value, 2) }, ...numbersOf(value) },
    ...defined({ taintedApprovals }),
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
  const own = value[String(major)] ?? {};
  const before = OPENWOP_SETTINGS.majors[major];
  if (!isObject(own)) throw new RangeError(`Settings of major ${major} are an object.`);
  const { kinds = before.kinds, strictness = before.strictness, ...more } = own;
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
