// The schemas that we serve, the check that admission makes, and the schemas that OpenWOP publishes take and refuse the
// same documents: whole ones, and ones with something wrong. Deterministic by seed.

import { openwop1, openwop2 } from '@vitrine/core/catalogs/openwop';
import {
  Catalogs,
  Fold,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  NO_SECRETS,
  takeAll,
} from '@vitrine/core/internal';
import {
  checkDeltaFrame,
  checkEnvelope,
  checkPayload,
  checkUniversal,
  isUniversal,
  type SchemaCheck,
  universalSchema,
} from '@vitrine/dialects/openwop';
import { describe, expect, test } from 'vitest';
import { COMPONENTS_2, PAYLOAD_1, PAYLOAD_2, withComponents } from '../../packages/core/test/openwop-samples.ts';
import { mutate, Random } from '../../packages/core/test/samples.ts';
import { admitSteps } from '../../packages/openwop/src/admission/admit.ts';
import { shape } from '../../packages/openwop/src/admission/draft.ts';
import type { AdmissionRules, RunState } from '../../packages/openwop/src/admission/types.ts';
import { branch } from '../../packages/openwop/src/admission/version.ts';
import { schemaFile } from '../../packages/openwop/src/advertisement.ts';
import { ABSENT, type Judge, judgeOf, readPublishedSchemas, schemasAreHere } from './published.ts';

const SEED = 20_261_115;
const ROUNDS = 4000;
const KIND = 'ui.a2ui-surface';

function envelope(payload: Json, more: JsonObject = {}): JsonObject {
  return {
    type: KIND,
    schemaVersion: 1,
    envelopeId: 'e',
    correlationId: 'c',
    nodeId: 'n:1',
    payload,
    meta: {
      source: 'ai-generation',
      ts: '2026-11-15T10:00:00Z',
      contentTrust: 'untrusted',
      label: 'l',
      traceparent: '00-x',
      rendering: { display: 'card', title: 't', alt: 'a', lang: 'ts', mimeType: 'a/b' },
    },
    partial: { isPartial: false, index: 0, total: -1 },
    ...more,
  };
}

const FRAME = {
  surfaceRef: 's',
  catalogVersion: '0.9.1',
  patch: [
    { op: 'add', path: '/surface/components/-', value: { component: 'text', text: 'x' } },
    { op: 'move', from: '/a', path: '/b' },
  ],
};

const UNIVERSAL: { readonly [kind: string]: JsonObject } = {
  'clarification.request': {
    reasoning: 'r',
    questions: [
      { id: 'q', question: '?', schema: { type: 'string' }, context: { a: [1] } },
      { id: 'p', question: '!' },
    ],
    contextType: 'c',
  },
  'schema.request': { reasoning: 'r', envelopeType: KIND, reason: 'x' },
  'schema.response': { envelopeType: KIND, ack: true },
  error: { reasoning: 'r', code: 'c', message: 'm', details: { a: 1 } },
};

interface Subject {
  readonly whole: readonly Json[];
  readonly served: JsonObject;
  readonly check: SchemaCheck;
}

const PAYLOADS = `envelopes/${KIND}.schema.json`;
const SUBJECTS: { readonly [name: string]: Subject } = {
  'payload 1': { whole: [PAYLOAD_1], served: served(PAYLOADS, 1), check: checkPayload[1] },
  'payload 2': {
    whole: [PAYLOAD_2, ...COMPONENTS_2.map((one) => withComponents(one))],
    served: served(PAYLOADS, 2),
    check: checkPayload[2],
  },
  'envelope 1': {
    whole: [envelope(PAYLOAD_1), envelope(null)],
    served: served('ai-envelope.schema.json', 1),
    check: checkEnvelope[1],
  },
  'envelope 2': {
    whole: [envelope(PAYLOAD_2), envelope([])],
    served: served('ai-envelope.schema.json', 2),
    check: checkEnvelope[2],
  },
  'delta frame': { whole: [FRAME], served: served('a2ui-surface-delta-frame.schema.json', 1), check: checkDeltaFrame },
};

function served(file: string, major: 1 | 2): JsonObject {
  const schema = schemaFile(file, major, { [KIND]: major });
  if (schema === undefined) throw new Error(`nothing is served as ${file}`);
  return schema;
}

function* documents({ whole }: Subject): Iterable<Json> {
  yield* whole;
  const random = new Random(SEED);
  for (let i = 0; i < ROUNDS; i++) yield mutate(random.pick(whole) as JsonObject, random);
}

/** The first document about which two judges differ, and how many they take and refuse. */
function compare(
  one: Judge,
  other: Judge,
  all: Iterable<Json>,
): { difference?: string; taken: number; refused: number } {
  const seen = { taken: 0, refused: 0 };
  for (const document of all) {
    const wanted = one(document);
    if (other(document) !== wanted)
      return { ...seen, difference: `${wanted ? 'taken' : 'refused'}: ${JSON.stringify(document).slice(0, 1500)}` };
    seen[wanted ? 'taken' : 'refused']++;
  }
  return seen;
}

const fold = new Fold({ catalogs: new Catalogs([openwop1, openwop2]) });
const state: RunState = {
  view: fold,
  tainted: false,
  taintedSurfaces: new Set(),
  remembered: () => undefined,
  counts: { envelopes: 0, schema: 0, clarification: 0 },
};

function rulesOf(generation: 1 | 2): AdmissionRules {
  return {
    major: generation,
    kinds: { [KIND]: generation },
    strictness: 'strict',
    caps: { envelopes: 9, schema: 9, clarification: 9 },
    nodesPerSurface: 2048,
    payloadLength: 10_000_000,
    redactor: NO_SECRETS,
  };
}

/** What the shape and branch of admission say, with all other steps left out. */
function admits(generation: 1 | 2, wire: Json): boolean {
  const pass = <T>(draft: T): T => draft;
  const rules = rulesOf(generation);
  const others = {
    kind: pass,
    version: pass,
    strictness: pass,
    crossField: pass,
    foldGuard: pass,
    limits: pass,
    redaction: pass,
    trust: pass,
    reEmission: pass,
  };
  const record = function* () {
    yield;
    return { status: 'accepted' } as never;
  };
  const steps = { ...others, shape, branch, record };
  return takeAll(admitSteps(wire, rules, state, steps)).status === 'accepted';
}

test('everything that is served uses anyOf, never oneOf, and refers to nothing outside', () => {
  const keys = (value: Json): string[] =>
    isArray(value)
      ? value.flatMap(keys)
      : isObject(value)
        ? Object.entries(value).flatMap(([key, item]) => [key, ...keys(item)])
        : [];
  for (const { served: schema } of Object.values(SUBJECTS)) {
    const used = new Set(keys(schema));
    expect([used.has('oneOf'), used.has('$ref'), schema.additionalProperties]).toEqual([false, false, false]);
  }
  expect(schemaFile('envelopes/other.schema.json', 1, {})).toBeUndefined();
  expect(schemaFile('envelopes/toString.schema.json', 1, {})).toBeUndefined();
});

test.each([1, 2] as const)(
  `admission of generation %i takes and refuses as the served schemas do (seed ${SEED})`,
  (generation) => {
    const { whole } = SUBJECTS[`payload ${generation}`] as Subject;
    const random = new Random(SEED);
    const [envelopes, payloads] = [
      judgeOf(served('ai-envelope.schema.json', generation)),
      judgeOf(served(PAYLOADS, generation)),
    ];
    let taken = 0;
    for (let i = 0; i < ROUNDS; i++) {
      const given = random.pick(whole) as JsonObject;
      const payload = random.chance(0.3) ? given : mutate(given, random);
      const document = envelope(payload, { schemaVersion: generation });
      const wire = random.chance(0.5) ? document : (mutate(document, random) as JsonObject);
      const wanted = envelopes(wire) && wire.type === KIND && payloads(wire.payload as Json);
      // Another kind has a payload that nobody here reads.
      if (isObject(wire) && wire.type !== KIND) continue;
      // The boolean of the prose is read beside the object.
      if (isObject(wire) && typeof wire.partial === 'boolean') continue;
      expect([admits(generation, wire), wire]).toEqual([wanted, wire]);
      if (wanted) taken++;
    }
    expect(taken).toBeGreaterThan(ROUNDS / 100);
  },
);

test.each(Object.entries(UNIVERSAL))(
  `a payload of %s is taken and refused as served and as checked alike (seed ${SEED})`,
  (kind, whole) => {
    if (!isUniversal(kind)) throw new Error(kind);
    const subject = { whole: [whole], served: universalSchema(kind), check: checkUniversal[kind] };
    const check: Judge = (document) => subject.check(document) === undefined;
    const { difference, taken, refused } = compare(judgeOf(subject.served), check, documents(subject));
    expect(difference).toBeUndefined();
    expect([taken > 10, refused > 500]).toEqual([true, true]);
  },
);

if (schemasAreHere()) {
  const published = readPublishedSchemas();

  describe.each(Object.entries(SUBJECTS))('%s', (name, subject) => {
    const theirs = judgeOf(published[name] as JsonObject);

    test(`as published and as served take and refuse the same (seed ${SEED})`, () => {
      const { difference, taken, refused } = compare(theirs, judgeOf(subject.served), documents(subject));
      expect(difference).toBeUndefined();
      expect([taken > 50, refused > 500]).toEqual([true, true]);
    });

    test(`as published and as checked take and refuse the same (seed ${SEED})`, () => {
      const check: Judge = (document) => subject.check(document) === undefined;
      expect(compare(theirs, check, documents(subject)).difference).toBeUndefined();
    });

    test('a schema that is open in one place is told apart', () => {
      const text = JSON.stringify(subject.served);
      const at = text.lastIndexOf('"additionalProperties":false');
      const open = JSON.parse(`${text.slice(0, at)}"additionalProperties":true${text.slice(at + 28)}`) as JsonObject;
      const all = [...documents(subject)];
      expect(compare(theirs, judgeOf(open), all).difference).toBeDefined();
    });
  });
} else {
  test('the published schemas are compared where they are present', () => {
    console.log(ABSENT);
    expect(process.env.VITRINE_CONFORMANCE, ABSENT).not.toBe('required');
  });
}
