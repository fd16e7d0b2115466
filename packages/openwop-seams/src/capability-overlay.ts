// Capabilities that the conformance suite switches for a while. They lie over the settings, which advertisement and
// admission both read: what is advertised then is what is done. Only what a settings file could say can be switched, and
// whether envelopes are taken at all.

import { isArray, isObject, type Json, type JsonObject, own } from '@vitrine/core/internal';
import { isUniversal } from '@vitrine/dialects/openwop';
import {
  type Major,
  type MajorSettings,
  type OpenwopSettings,
  readSettings,
  roundsOf,
} from '@vitrine/openwop/internal';

const LIMITS = ['clarificationRounds', 'schemaRounds', 'envelopesPerTurn'] as const;
const TAKES = 'host.aiEnvelope.supported';
const anything = (): boolean => true;
/** As the members of the advertisement are called, with what each is. */
const SHAPES: { readonly [name: string]: (value: Json) => boolean } = {
  supportedEnvelopes: isArray,
  schemaVersions: isObject,
  envelopeStrictness: anything,
  [TAKES]: (value) => typeof value === 'boolean',
  ...Object.fromEntries(LIMITS.map((name) => [`limits.${name}`, anything])),
};

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
    const isRight = own(SHAPES, name);
    // What was never laid over is taken back with the rest: so the suite asks whether the door is there.
    if (value !== null && isRight === undefined)
      throw new RangeError(`name is one of ${Object.keys(SHAPES).join(', ')}.`);
    if (value !== null && isRight?.(value) === false) throw new RangeError(`${name} has a value of its own shape.`);
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
  const own = {
    kinds: kindsOf({ ...kinds, ...(isObject(schemaVersions) ? schemaVersions : {}) }, supportedEnvelopes),
    strictness: envelopeStrictness ?? strictness,
  };
  const limits = LIMITS.map((name) => [name, values[`limits.${name}`] ?? base[name]] as const);
  const read = { ...base, ...readSettings({ [major]: own, ...Object.fromEntries(limits) }) };
  return {
    ...read.majors[major],
    rounds: roundsOf(read, major),
    ...(values[TAKES] === false ? { envelopes: false } : {}),
  };
}

/** Universal kinds are always there; one that nobody has a version of is not rendered, and refused as such. */
function kindsOf(all: JsonObject, named: Json | undefined): JsonObject {
  const versions = Object.fromEntries(Object.entries(all).filter(([kind, one]) => !isUniversal(kind) || one !== 1));
  if (!isArray(named)) return versions;
  const own = named.map(String).filter((kind) => !isUniversal(kind));
  return Object.fromEntries(own.map((kind) => [kind, versions[kind] ?? null]));
}
