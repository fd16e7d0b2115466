// What an encoder wrote, judged: by the published schema of its version, and by what a reader of ours sees in it.

import { openwopPayloadSchema } from '@vitrine/core/catalogs/openwop-schema';
import { drawText, type Fold, isObject, type Json, type JsonObject, Tree } from '@vitrine/core/internal';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule, { type FormatsPlugin } from 'ajv-formats';
import { agentchainsDialect } from '../src/agentchains/codec.ts';
import type { Dialect, DialectId } from '../src/dialect.ts';
import { Intake } from '../src/intake.ts';
import { envelopeSchema } from '../src/openwop/schemas.ts';
import { createFold } from './fixtures.ts';
import { createSchemaCheck, readPublished } from './published.ts';

type Check = (message: Json) => readonly string[];

/** The schema of 0.8 with its catalog inside lacks two properties that the catalog itself has. */
function checkOf08(): Check {
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  (addFormatsModule as unknown as FormatsPlugin)(ajv);
  const schema = structuredClone(readPublished('v0_8', 'server_to_client_with_standard_catalog.json')) as JsonObject;
  const catalog = readPublished('v0_8', 'standard_catalog_definition.json') as {
    components: { MultipleChoice: { properties: JsonObject } };
  };
  const { variant, filterable } = catalog.components.MultipleChoice.properties;
  const path = [
    'properties',
    'surfaceUpdate',
    'properties',
    'components',
    'items',
    'properties',
    'component',
    'properties',
    'MultipleChoice',
    'properties',
  ];
  Object.assign(
    path.reduce((at, key) => at[key] as JsonObject, schema),
    { variant, filterable },
  );
  const validate = ajv.compile(schema);
  const plain = createSchemaCheck('v0_8', 'server_to_client.json');
  return (message) => {
    if (Object.keys(message as JsonObject).length !== 1) return ['not exactly one key'];
    return validate(message)
      ? plain(message)
      : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };
}

/** Its specification has no schema: what is written is read strictly, data apart, which are the agent's own. */
function checkOfAgentchains(): Check {
  const fold = createFold({ strict: true });
  return (message) => {
    if (!isObject(message) || message.id !== undefined) return ['not a notification'];
    const decoded = agentchainsDialect.decode(message, fold, 'agent');
    const problems = decoded.issues.filter(({ code }) => !/_(PROP|PATTERN|LIMIT_PATTERN|SURFACE_UNKNOWN)/.test(code));
    return problems.map(({ code, at, message: words }) => `${code} ${at} ${words}`);
  };
}

/** By the schemas that we serve; that they agree with the published ones is checked in conformance/openwop. */
function checkOfOpenwop(generation: 1 | 2): Check {
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  (addFormatsModule as unknown as FormatsPlugin)(ajv);
  const [envelope, payload] = [ajv.compile(envelopeSchema(generation)), ajv.compile(openwopPayloadSchema(generation))];
  return (message) => [
    ...(envelope(message) ? [] : [`envelope ${JSON.stringify(envelope.errors)}`]),
    ...(payload((message as JsonObject).payload) ? [] : [`payload ${JSON.stringify(payload.errors)}`]),
  ];
}

const checks: { readonly [dialect in DialectId]: Check } = {
  'a2ui-0.8': checkOf08(),
  'a2ui-0.9': createSchemaCheck('v0_9', 'server_to_client.json'),
  'a2ui-1.0': createSchemaCheck('v1_0', 'agent_to_renderer.json'),
  agentchains: checkOfAgentchains(),
  // No viewer speaks it.
  'open-harness': () => [],
  'openwop-1': checkOfOpenwop(1),
  'openwop-2': checkOfOpenwop(2),
  vitrine: () => [],
};

/** What the published schema has against messages; empty if nothing. */
export function schemaProblems(dialect: DialectId, messages: readonly Json[]): readonly string[] {
  return messages.flatMap((message) =>
    checks[dialect](message).map((problem) => `${problem} in ${JSON.stringify(message).slice(0, 2000)}`),
  );
}

/** A reader of a dialect: a fold of its own that takes messages and must refuse none. */
export class Reader {
  readonly fold: Fold;
  readonly #intake: Intake;

  constructor(dialect: Dialect, options: Parameters<typeof createFold>[0] = {}) {
    this.fold = createFold(options);
    this.#intake = new Intake(this.fold, { dialects: [dialect] });
  }

  read(messages: readonly Json[]): this {
    for (const message of messages) {
      const { ok, issues } = this.#intake.message(message);
      if (!ok) throw new Error(`${JSON.stringify(issues)} in ${JSON.stringify(message).slice(0, 2000)}`);
    }
    return this;
  }

  /** Every surface that shows something, as text. */
  pictures(): { readonly [surface: string]: string } {
    return picturesOf(this.fold);
  }
}

export function picturesOf(fold: Fold): { readonly [surface: string]: string } {
  const pictures: [string, string][] = [];
  for (const [id, surface] of fold.surfaces) {
    if (!surface.held && surface.component(surface.root) !== undefined)
      pictures.push([id, drawText(new Tree(surface, fold))]);
  }
  return Object.fromEntries(pictures.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A pattern of a text field as a check of A2UI 1.0: it asks nothing of a field that is empty. */
export function patternRule(path: string, pattern: string): Json {
  const isEmpty = { call: 'not', args: { value: { call: 'required', args: { value: { path } } } } };
  const matches = { call: 'regex', args: { value: { path }, pattern } };
  return {
    condition: { call: 'or', args: { values: [isEmpty, matches] } },
    message: 'This does not have the expected form.',
  };
}
