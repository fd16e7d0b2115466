import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import {
  admit,
  create,
  envelope,
  envelope2,
  payload1,
  payload2,
  put,
  RULES,
  RULES_2,
  remove,
  SURFACE,
  said,
  set,
  TestRun,
  text,
  UNIVERSAL,
} from '../../test/envelopes.ts';
import { type AdmissionSteps, STEPS } from './admit.ts';
import type { AdmissionRules } from './types.ts';

const heading = { component: 'heading', text: 'Berth', level: 2 };
const button = { component: 'action.button', id: 'go', label: 'Moor', action: { target: 'resume' } };
const first1 = payload1(heading, button);
const first2 = payload2(create, put(text('root')));

const question = { id: 'q', question: 'Which pier?' };
/** A payload of each universal kind, with all that it may hold. */
const VALID: { readonly [kind: string]: JsonObject } = {
  'clarification.request': {
    reasoning: 'Two piers are free.',
    questions: [{ ...question, schema: { type: 'string', enum: ['n', 's'] }, context: { any: ['thing'] } }],
    contextType: 'form-field',
  },
  'schema.request': { reasoning: 'Unsure.', envelopeType: 'error', reason: 'I am not sure.' },
  'schema.response': { envelopeType: 'error', ack: true },
  error: { reasoning: 'No data.', code: 'validation_failed', message: 'I cannot.', details: { requestedKind: 'x' } },
};

function emit(wire: unknown, rules: AdmissionRules = RULES): string {
  return said(new TestRun(rules).emit(wire));
}

describe('shape', () => {
  test.each<[string, Json]>([
    ['nothing', null],
    ['a list', []],
    ['no meta', (({ meta: _meta, ...rest }) => rest)(envelope(first1)) as Json],
    ['another member', envelope(first1, { extra: 1 })],
    ['an empty correlationId', envelope(first1, { correlationId: '' })],
    ['a date that is none', envelope(first1, { meta: { source: 'user', ts: 'yesterday' } })],
    ['a source that is none', envelope(first1, { meta: { source: 'agent', ts: '2026-01-01T00:00:00Z' } })],
    ['a partial that is none', envelope(first1, { partial: { isPartial: true } })],
  ])('[OA1] %s is no envelope', (_name, wire) => {
    expect(emit(wire)).toMatch(/^invalid envelope_invalid MESSAGE_/);
  });

  test('[OA1] where it is wrong is told in the words of a validator', () => {
    const outcome = new TestRun().emit(envelope(payload1({ component: 'iframe', src: 'x' })));
    expect(outcome).toMatchObject({
      status: 'invalid',
      details: [{ instancePath: '/payload/surface/components/0/component', keyword: 'enum' }],
    });
    expect(new TestRun().emit(envelope(payload1({ ...heading, onClick: 'x' })))).toMatchObject({
      details: [{ instancePath: '/payload/surface/components/0/onClick', keyword: 'additionalProperties' }],
    });
  });

  test('[OA1] the node of major 2 has fewer letters', () => {
    expect(emit(envelope(first1, { nodeId: 'a b' }))).toBe('accepted');
    expect(emit(envelope2(first2, { nodeId: 'a b' }), RULES_2)).toBe('invalid envelope_invalid MESSAGE_SHAPE /nodeId');
  });
});

describe('kind', () => {
  const none: AdmissionRules = { ...RULES, kinds: UNIVERSAL };

  test('[OA2] an unadvertised kind is gated and kept in major 1, refused in major 2', () => {
    const run = new TestRun(none);
    const outcome = run.emit(envelope(first1));
    expect(outcome).toMatchObject({
      status: 'gated',
      reason: 'capability_required',
      allowedKinds: ['clarification.request', 'schema.request', 'schema.response', 'error'],
      stored: { record: { type: SURFACE, payload: first1 }, trust: 'trusted' },
    });
    expect(run.fold.surfaces.size).toBe(0);
    expect(emit(envelope2(first2), { ...RULES_2, kinds: UNIVERSAL })).toBe(
      'invalid unknown_envelope_kind MESSAGE_METHOD /type',
    );
  });

  test('[OA2] the universal kinds pass, whatever is advertised and whatever the node may send', () => {
    for (const [type, payload] of Object.entries(VALID))
      expect(new TestRun({ ...none, nodeKinds: [] }).emit(envelope(payload, { type })), type).toMatchObject({
        status: 'accepted',
        entry: { body: [] },
      });
    expect(emit(envelope({}, { type: 'toString' }))).toMatch(/^gated capability_required/);
  });

  test('[OA2] where no envelope is taken, none is, and the capability is what is missing', () => {
    for (const [type, payload] of Object.entries({ ...VALID, [SURFACE]: first1 }))
      expect(emit(envelope(payload, { type }), { ...RULES, kinds: {} })).toBe(
        'invalid capability_required MESSAGE_METHOD /type',
      );
  });

  test('[OA2] a node may have fewer kinds', () => {
    const outcome = new TestRun({ ...RULES, nodeKinds: ['x'] }).emit(envelope(first1));
    expect(outcome).toMatchObject({
      ...{ status: 'gated', reason: 'envelope_contract_violation' },
      allowedKinds: [...Object.keys(UNIVERSAL), 'x'],
    });
  });

  test('[OA2] what a host does not advertise breaks the contract of a node that may send it', () => {
    const outcome = new TestRun({ ...none, nodeKinds: [SURFACE] }).emit(envelope(first1));
    expect(outcome).toMatchObject({
      ...{ status: 'gated', reason: 'envelope_contract_violation', allowedKinds: Object.keys(UNIVERSAL) },
      stored: { record: { type: SURFACE } },
    });
    expect(emit(envelope2(first2), { ...RULES_2, kinds: UNIVERSAL, nodeKinds: [SURFACE] })).toMatch(
      /^invalid unknown_envelope_kind/,
    );
  });
});

describe('version', () => {
  test.each(['warn', 'strict'] as const)('[OA3] an unknown higher version is refused when %s', (strictness) => {
    expect(emit(envelope(first1, { schemaVersion: 2 }), { ...RULES, strictness })).toBe(
      'invalid unknown_schema_version MESSAGE_VERSION /schemaVersion',
    );
    expect(emit(envelope2(first2, { schemaVersion: 3 }), { ...RULES_2, strictness })).toMatch(/unknown_schema_version/);
  });

  test('[OA3] a catalog version that is not enumerated is refused by the same name', () => {
    expect(emit(envelope({ ...first1, catalogVersion: '9.9.9' }))).toBe(
      'invalid unknown_schema_version MESSAGE_VERSION /payload/catalogVersion',
    );
    expect(emit(envelope({ surface: first1.surface as Json }))).toMatch(/envelope_invalid MESSAGE_FIELD_MISSING/);
  });

  test('[OA4] below the floor strictness decides', () => {
    const old = envelope2(first2, { schemaVersion: 1 });
    expect(new TestRun(RULES_2).emit(old)).toMatchObject({ status: 'accepted', drift: { sent: 1, advertised: 2 } });
    expect(emit({ ...old, payload: first1 }, RULES_2)).toMatch(/^invalid envelope_invalid/);
    expect(emit(old, { ...RULES_2, strictness: 'strict' })).toMatch(/unknown_schema_version/);
    const { schemaVersion: _none, ...unnumbered } = envelope(first1);
    expect(new TestRun().emit(unnumbered)).toMatchObject({ status: 'accepted', drift: { sent: 0, advertised: 1 } });
  });

  test('[OA4] a host of major 2 with floor 1 reads generation 1', () => {
    expect(emit(envelope(first1), { ...RULES_2, kinds: { [SURFACE]: 1 } })).toBe('accepted');
  });

  test('[OA5] one branch judges, never the other one', () => {
    expect(emit(envelope(first2))).toMatch(/^invalid envelope_invalid/);
    expect(emit(envelope2(first1), RULES_2)).toMatch(/^invalid envelope_invalid/);
  });
});

describe('cross-field', () => {
  const other = { updateComponents: { surfaceId: 't', components: [text('root')] } };
  test.each<[string, JsonObject, string]>([
    ['another surface', payload2(create, other), 'MESSAGE_SHAPE /payload/messages/1/updateComponents/surfaceId'],
    [
      'the same id twice',
      payload2(create, put(text('root'), text('root', 'Other'))),
      'COMPONENT_DUPLICATE /payload/messages/1/updateComponents/components/1/id',
    ],
  ])('[OA6] %s is refused', (_name, payload, issue) => {
    expect(emit(envelope2(payload), RULES_2)).toBe(`invalid envelope_invalid ${issue}`);
  });

  test.each<[string, string]>([
    ['go', 'COMPONENT_DUPLICATE /payload/surface/components/1/id'],
    ['__proto__', 'NAME_RESERVED /payload/surface/components/1/id'],
    ['constructor', 'NAME_RESERVED /payload/surface/components/1/id'],
  ])('[OA6] the id %s in generation 1 is refused', (id, issue) => {
    const field = { component: 'field.text', id, label: 'x' };
    expect(emit(envelope(payload1(button, field)))).toBe(`invalid envelope_invalid ${issue}`);
  });
});

describe('fold guard', () => {
  test('[OA7] a surface is created first', () => {
    const run = new TestRun(RULES_2);
    expect(said(run.emit(envelope2(payload2(put(text('root'))))))).toMatch(/envelope_invalid SURFACE_UNKNOWN/);
    expect(said(run.emit(envelope2(payload2(remove))))).toMatch(/SURFACE_UNKNOWN/);
    expect(said(run.emit(envelope2(first2)))).toBe('accepted');
    expect(said(run.emit(envelope2(payload2(put(text('root', 'Now'))))))).toBe('accepted');
  });

  test('[OA7] it is created once, and after its deletion anew', () => {
    const run = new TestRun(RULES_2);
    run.emit(envelope2(first2));
    expect(said(run.emit(envelope2(payload2(create))))).toMatch(/SURFACE_EXISTS/);
    expect(said(run.emit(envelope2(payload2(remove, put(text('root'))))))).toMatch(/SURFACE_UNKNOWN/);
    expect(said(run.emit(envelope2(payload2(remove))))).toBe('accepted');
    expect(said(run.emit(envelope2(payload2(put(text('root'))))))).toMatch(/SURFACE_UNKNOWN/);
    expect(said(run.emit(envelope2(payload2(create, remove, create))))).toBe('accepted');
  });

  test('[OA7] a refused envelope leaves no trace', () => {
    const run = new TestRun(RULES_2);
    run.emit(envelope2(first2));
    const before = JSON.stringify(run.fold.snapshot());
    const wire = envelope2(payload2(put(text('root', 'Changed')), create));
    expect(said(run.emit(wire))).toMatch(/SURFACE_EXISTS/);
    expect(JSON.stringify(run.fold.snapshot())).toBe(before);
    expect(run.remembered.has(String(wire.correlationId))).toBe(false);
  });
});

describe.each([
  ['major 1', RULES],
  ['major 2', RULES_2],
] as const)('universal kinds, %s', (_name, rules) => {
  const of = (type: string, payload: Json) => envelope(payload, { type });

  test('[OA22] each is accepted with what its schema allows, and with the least of it', () => {
    for (const [type, payload] of Object.entries(VALID)) expect(emit(of(type, payload), rules), type).toBe('accepted');
    expect(emit(of('clarification.request', { questions: [question] }), rules)).toBe('accepted');
    expect(emit(of('schema.request', { envelopeType: SURFACE }), rules)).toBe('accepted');
    expect(emit(of('error', { code: 'c', message: 'm' }), rules)).toBe('accepted');
  });

  test.each<[string, Json]>([
    ...Object.keys(VALID).flatMap((kind): [string, Json][] =>
      [{}, 42, null, 'text', [], true].map((payload) => [kind, payload]),
    ),
    ...Object.entries(VALID).map(([kind, payload]): [string, Json] => [kind, { ...payload, more: 1 }]),
    ['clarification.request', { questions: [] }],
    ['clarification.request', { questions: [{ id: 'q' }] }],
    ['clarification.request', { questions: [{ id: '', question: '?' }] }],
    ['clarification.request', { questions: [{ id: 'q', question: '' }] }],
    ['clarification.request', { questions: [{ id: 'q'.repeat(129), question: '?' }] }],
    ['clarification.request', { questions: [{ ...question, schema: 'string' }] }],
    ['clarification.request', { questions: [{ ...question, hint: 'x' }] }],
    ['clarification.request', { questions: [question], contextType: 'x'.repeat(129) }],
    ['clarification.request', { questions: [question, question] }],
    ['schema.request', { envelopeType: '' }],
    ['schema.request', { envelopeType: 'error', reason: 'x'.repeat(1025) }],
    ['schema.response', { envelopeType: 'error', ack: false }],
    ['schema.response', { envelopeType: 'error', ack: true, reasoning: 'x' }],
    ['error', { code: 'c' }],
    ['error', { code: 'c', message: '' }],
    ['error', { code: 'c'.repeat(129), message: 'm' }],
    ['error', { code: 'c', message: 'm', details: [] }],
  ])('[OA22] a payload of %s that is none is refused, with its place: %j', (type, payload) => {
    const outcome = new TestRun(rules).emit(of(type, payload));
    expect(outcome).toMatchObject({ status: 'invalid', reason: 'envelope_invalid' });
    expect(outcome).toMatchObject({ details: [{ instancePath: expect.stringMatching(/^\/payload/) }] });
  });

  test('[OA22] a schema is asked for of a kind that is advertised', () => {
    expect(new TestRun(rules).emit(of('schema.request', { envelopeType: 'vendor.acme.chart' }))).toMatchObject({
      ...{ status: 'invalid', reason: 'unknown_envelope_kind', allowedKinds: [...Object.keys(UNIVERSAL), SURFACE] },
    });
    expect(emit(of('schema.request', { envelopeType: 'toString' }), rules)).toMatch(/unknown_envelope_kind/);
    const any: AdmissionRules = { ...rules, asksForAnySchema: true };
    expect(emit(of('schema.request', { envelopeType: 'vendor.acme.chart' }), any)).toBe('accepted');
  });

  test('[OA22] a schema of an answer that nobody here can judge by is told of, and refuses nothing', () => {
    const odd = { ...question, schema: { type: 'string', format: 'date' } };
    expect(new TestRun(rules).emit(of('clarification.request', { questions: [odd] }))).toMatchObject({
      status: 'accepted',
      issues: [{ severity: 'warning', at: '/payload/questions/0/schema' }],
    });
  });

  test('[OA3] [OA4] they have version 1', () => {
    const sent = (schemaVersion: number, more: Partial<AdmissionRules> = {}) =>
      new TestRun({ ...rules, ...more }).emit({ ...of('error', { code: 'c', message: 'm' }), schemaVersion });
    expect(said(sent(2))).toBe('invalid unknown_schema_version MESSAGE_VERSION /schemaVersion');
    expect(sent(0)).toMatchObject({ status: 'accepted', drift: { sent: 0, advertised: 1 } });
    expect(said(sent(0, { strictness: 'strict' }))).toMatch(/unknown_schema_version/);
  });
});

test.each([
  [SURFACE, 'envelopes', 'envelopesPerTurn'],
  ['schema.request', 'schema', 'schemaRounds'],
  ['error', 'envelopes', 'envelopesPerTurn'],
  ['clarification.request', 'clarification', 'clarificationRounds'],
] as const)('[OA8] rounds of %s beyond the cap of %s are breached, by the name of the limit', (type, kind, limit) => {
  const cap = RULES.caps[kind];
  const counts = { envelopes: 0, schema: 0, clarification: 0, [kind]: cap };
  const sent = () => envelope(VALID[type] ?? first1, { type });
  expect(new TestRun().emit(sent(), { counts })).toMatchObject({
    ...{ status: 'breached', reason: 'limit_exceeded', breach: { kind, limit, cap, observed: cap + 1 } },
    message: expect.stringContaining(`${limit} is capped at ${cap}`),
  });
  const last = { ...counts, [kind]: cap - 1 };
  expect(new TestRun().emit(sent(), { counts: last })).toMatchObject({ status: 'accepted' });
});

test('[OA8] what acknowledges a schema is no round of schemas', () => {
  const counts = { envelopes: 0, clarification: 9, schema: RULES.caps.schema };
  const sent = envelope(VALID['schema.response'] as JsonObject, { type: 'schema.response' });
  expect(new TestRun().emit(sent, { counts })).toMatchObject({ status: 'accepted', counted: ['envelopes'] });
});

describe('re-emission', () => {
  test('[OA12] the same envelope again is the first answer, also one that created its surface', () => {
    for (const [rules, wire] of [
      [RULES, envelope(first1)],
      [RULES_2, envelope2(first2)],
    ] as const) {
      const run = new TestRun(rules);
      run.emit(wire);
      const before = JSON.stringify(run.fold.snapshot());
      expect(run.emit({ ...wire, envelopeId: 'another' })).toMatchObject({
        status: 'replayed',
        first: { envelopeId: wire.envelopeId, answer: { status: 'first' } },
      });
      expect(JSON.stringify(run.fold.snapshot())).toBe(before);
    }
  });

  test('[OA12] the first answer stands whatever the host has come to think since', () => {
    const run = new TestRun(RULES_2);
    const wire = envelope2(first2, { schemaVersion: 1 });
    expect(said(run.emit(wire))).toBe('accepted');
    const settings: readonly Partial<AdmissionRules>[] = [
      { strictness: 'strict' },
      { kinds: UNIVERSAL },
      { kinds: { ...UNIVERSAL, [SURFACE]: 0 } },
      { kinds: { ...UNIVERSAL, [SURFACE]: 1 } },
      { nodeKinds: [] },
      { nodesPerSurface: 0 },
      { caps: { envelopes: 0, schema: 0, clarification: 0 } },
    ];
    for (const change of settings) {
      run.rules = { ...RULES_2, ...change };
      expect(said(run.emit(wire)), JSON.stringify(change)).toBe('replayed');
    }
  });

  test('[OA12] the order of members is no difference', () => {
    const run = new TestRun();
    const wire = envelope(first1);
    run.emit(wire);
    const turned = { ...wire, payload: Object.fromEntries(Object.entries(first1).reverse()) };
    expect(said(run.emit(turned))).toBe('replayed');
  });

  test('[OA12] one that was gated is gated still', () => {
    const run = new TestRun({ ...RULES, kinds: UNIVERSAL });
    const wire = envelope(first1);
    run.emit(wire);
    expect(said(run.emit(wire))).toBe('replayed');
    run.rules = RULES;
    expect(said(run.emit(wire))).toBe('replayed');
  });

  test('[OA12] another type, or another payload, is a conflict', () => {
    const run = new TestRun();
    const wire = envelope(first1);
    run.emit(wire);
    expect(said(run.emit({ ...wire, type: 'clarification.request' }))).toBe(
      'invalid envelope_correlation_conflict LOG_CLAIMED /correlationId',
    );
    expect(said(run.emit({ ...wire, payload: payload1(heading) }))).toMatch(/envelope_correlation_conflict/);
  });

  test('[OA12] what is remembered without a payload is the same with any', () => {
    const run = new TestRun();
    run.remembered.set('c', { type: SURFACE, envelopeId: 'e', answer: { status: 'gated' } });
    expect(said(run.emit(envelope(first1, { correlationId: 'c' })))).toBe('replayed');
  });

  test('[OA12] a re-emission counts for nothing', () => {
    const run = new TestRun();
    const wire = envelope(first1);
    run.emit(wire);
    expect(said(run.emit(wire, { counts: RULES.caps }))).toBe('replayed');
  });
});

describe('trust', () => {
  test('[OA10] a tainted run makes every envelope untrusted, whatever it says of itself', () => {
    const run = new TestRun(RULES_2);
    run.tainted = true;
    const meta = { source: 'ai-generation', ts: '2026-11-15T10:00:00Z', contentTrust: 'trusted' };
    const outcome = run.emit(envelope2(first2, { meta }));
    expect(outcome).toMatchObject({
      status: 'accepted',
      trust: 'untrusted',
      record: { meta: { contentTrust: 'untrusted' } },
      entry: { trust: 'untrusted' },
    });
    expect(run.fold.surfaces.get('s')?.trust).toBe('untrusted');
  });

  const untrusted = { meta: { source: 'ai-generation', ts: '2026-11-15T10:00:00Z', contentTrust: 'untrusted' } };

  test.each([1, 2] as const)(
    '[OA10] one untrusted envelope of generation %i taints its surface for good',
    (generation) => {
      const rules = generation === 1 ? RULES : RULES_2;
      const wrap = generation === 1 ? envelope : envelope2;
      const [open, change] =
        generation === 1 ? [first1, payload1(heading)] : [first2, payload2(put(text('root', 'New')))];
      const run = new TestRun(rules);
      run.emit(wrap(open));
      const id = [...run.fold.surfaces.keys()][0] as string;
      expect(run.fold.surfaces.get(id)?.trust).toBe('trusted');
      expect(run.emit(wrap(change, untrusted))).toMatchObject({ trust: 'untrusted' });
      expect(run.fold.surfaces.get(id)?.trust).toBe('untrusted');
      const later = generation === 1 ? payload1(button) : payload2(put(text('root', 'Later')));
      expect(run.emit(wrap(later))).toMatchObject({
        trust: 'untrusted',
        record: { meta: { contentTrust: 'untrusted' } },
      });
      if (generation === 1) return;
      run.emit(wrap(payload2(remove)));
      expect(run.emit(wrap(first2))).toMatchObject({ trust: 'untrusted' });
    },
  );

  test('[OA10] what stood there before it was tainted stands there after', () => {
    const run = new TestRun(RULES_2);
    run.emit(envelope2(payload2(create, put(text('root', { path: '/n' }), text('b')), set('/n', 'Ida'))));
    run.emit(envelope2(payload2(put(text('b', 'New'))), untrusted));
    const { components, data, trust } = run.fold.snapshot().surfaces.s ?? {};
    expect([components?.map(({ props }) => props.text), data, trust]).toEqual([
      ['New', { path: '/n' }],
      { n: 'Ida' },
      'untrusted',
    ]);
  });

  test('[OA11] what is untrusted advances no approval', () => {
    const run = new TestRun();
    expect(said(run.emit(envelope(first1, untrusted), { advances: 'approval' }))).toBe(
      'invalid untrusted_content_blocks_approval ASK_UNTRUSTED /meta/contentTrust',
    );
    expect(said(run.emit(envelope(first1, untrusted), { advances: 'clarification' }))).toBe('accepted');
    expect(said(new TestRun().emit(envelope(first1), { advances: 'approval' }))).toBe('accepted');
  });

  test('[OA10] where a scenario wants it, an envelope may call itself trusted in a tainted run', () => {
    const run = new TestRun({ ...RULES, ownTrustWins: true });
    run.tainted = true;
    const meta = { source: 'ai-generation', ts: '2026-11-15T10:00:00Z', contentTrust: 'trusted' };
    expect(run.emit(envelope(first1, { meta }))).toMatchObject({ trust: 'trusted' });
    expect(run.emit(envelope(first1))).toMatchObject({ trust: 'untrusted' });
  });
});

interface Fault {
  readonly step: Exclude<keyof AdmissionSteps, 'shape' | 'record'>;
  readonly rules: AdmissionRules;
  readonly wire: JsonObject;
  readonly before?: JsonObject;
}

const untrustedMeta = { source: 'system', ts: '2026-01-01T00:00:00Z', contentTrust: 'untrusted' };
/** AdmissionSteps, each with an envelope that it alone stops. */
const FAULTS: readonly Fault[] = [
  { step: 'kind', rules: { ...RULES, kinds: UNIVERSAL }, wire: envelope(first1) },
  { step: 'version', rules: RULES, wire: envelope(first1, { schemaVersion: 9 }) },
  { step: 'strictness', rules: { ...RULES_2, strictness: 'strict' }, wire: envelope2(first2, { schemaVersion: 1 }) },
  { step: 'branch', rules: RULES, wire: envelope(first2) },
  { step: 'crossField', rules: RULES, wire: envelope(payload1(button, button)) },
  { step: 'foldGuard', rules: RULES_2, wire: envelope2(payload2(create)), before: envelope2(first2) },
  { step: 'limits', rules: { ...RULES, nodesPerSurface: 1 }, wire: envelope(first1) },
  { step: 'trust', rules: RULES, wire: envelope(first1, { meta: untrustedMeta }) },
  {
    step: 'reEmission',
    rules: RULES,
    wire: envelope(payload1(heading), { correlationId: 'same' }),
    before: envelope(first1, { correlationId: 'same' }),
  },
];

test.each(FAULTS)('[OA13] without the step $step something else comes out', ({ step, rules, wire, before }) => {
  const outcome = (steps: AdmissionSteps): string => {
    const run = new TestRun(rules);
    if (before !== undefined) run.emit(before);
    return said(admit(wire, rules, run.state({ advances: 'approval' }), steps));
  };
  expect(outcome(STEPS)).not.toBe('accepted');
  expect(outcome({ ...STEPS, [step]: (draft: never) => draft })).not.toBe(outcome(STEPS));
});

test.each([
  [RULES, envelope(first1)],
  [RULES_2, envelope2(first2)],
])('[OA21] an envelope goes through the twelve steps in their documented order', (rules, wire) => {
  const walked: string[] = [];
  const told = Object.entries(STEPS).map(([name, step]) => [
    name,
    (...args: unknown[]) => {
      walked.push(name);
      return (step as (...args: unknown[]) => unknown)(...args);
    },
  ]);
  expect(said(admit(wire, rules, new TestRun(rules).state(), Object.fromEntries(told)))).toBe('accepted');
  expect(walked).toEqual([
    ...['shape', 'reEmission', 'kind', 'version', 'strictness', 'branch', 'crossField', 'foldGuard', 'limits'],
    ...['redaction', 'trust', 'record'],
  ]);
});
