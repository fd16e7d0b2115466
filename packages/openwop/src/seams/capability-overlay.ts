// Capabilities that the conformance suite switches for a while. They lie over the settings, which advertisement and
// admission both read: what is advertised then is what is done. Only what a settings file could say can be switched.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core';
import type { Major } from '../admission/types.ts';
import { type MajorSettings, type OpenwopSettings, readSettings, roundsOf, UNIVERSAL_KINDS } from '../settings.ts';

const LIMITS = ['clarificationRounds', 'schemaRounds', 'envelopesPerTurn'] as const;
/** As the members of the advertisement are called. */
const NAMES: readonly string[] = [
  'supportedEnvelopes',
  'schemaVersions',
  'envelopeStrictness',
  ...LIMITS.map((name) => `limits.${name}`),
];

export class CapabilityOverlay {
  readonly #base: OpenwopSettings;
  #values: { readonly [major in Major]: JsonObject } = { 1: {}, 2: {} };
  #settings: OpenwopSettings;

  constructor(base: OpenwopSettings) {
    this.#base = base;
    this.#settings = base;
  }

  get settings(): OpenwopSettings {
    return this.#settings;
  }

  of(major: Major): JsonObject {
    return this.#values[major];
  }

  /** `null` takes a value back. Throws a RangeError with one sentence, and changes nothing, where it cannot be. */
  set(major: Major, name: string, value: Json): void {
    if (!NAMES.includes(name)) throw new RangeError(`name is one of ${NAMES.join(', ')}.`);
    const isRight = name === 'supportedEnvelopes' ? isArray : name === 'schemaVersions' ? isObject : () => true;
    if (value !== null && !isRight(value)) throw new RangeError(`${name} has a value of its own shape.`);
    const { [name]: _before, ...rest } = this.#values[major];
    const values = { ...this.#values, [major]: value === null ? rest : { ...rest, [name]: value } };
    this.#settings = laidOver(this.#base, values);
    this.#values = values;
  }

  reset(): void {
    this.#values = { 1: {}, 2: {} };
    this.#settings = this.#base;
  }
}

function laidOver(base: OpenwopSettings, values: { readonly [major in Major]: JsonObject }): OpenwopSettings {
  return { ...base, majors: { 1: majorOf(base, values[1], 1), 2: majorOf(base, values[2], 2) } };
}

/** As a settings file with these values would be read. */
function majorOf(base: OpenwopSettings, values: JsonObject, major: Major): MajorSettings {
  const { supportedEnvelopes, schemaVersions, envelopeStrictness } = values;
  const { kinds, strictness } = base.majors[major];
  const said = {
    kinds: kindsOf({ ...kinds, ...(isObject(schemaVersions) ? schemaVersions : {}) }, supportedEnvelopes),
    strictness: envelopeStrictness ?? strictness,
  };
  const limits = LIMITS.map((name) => [name, values[`limits.${name}`] ?? base[name]] as const);
  const read = { ...base, ...readSettings({ [major]: said, ...Object.fromEntries(limits) }) };
  return { ...read.majors[major], rounds: roundsOf(read, major) };
}

/** Universal kinds are always there; one that nobody has a version of is not rendered, and refused as such. */
function kindsOf(versions: JsonObject, named: Json | undefined): JsonObject {
  if (!isArray(named)) return versions;
  const own = named.map(String).filter((kind) => !UNIVERSAL_KINDS.some((one) => one === kind));
  return Object.fromEntries(own.map((kind) => [kind, versions[kind] ?? null]));
}
