// a2ui-surface-shape, a2ui-surface-version-refusal: the closed payload of generation 1, as the host serves its schema and
// as it admits documents, which must be the same.

import type { JsonObject } from '@vitrine/core';
import { judgeOf } from '../published.ts';
import { ALL_1, button1, envelope, payload1, SURFACE } from './documents.ts';
import type { Scenario } from './ledger.ts';
import { API, type Body, type Road, SEAM } from './wop.ts';

const { catalogVersion: _version, ...WITHOUT_VERSION } = ALL_1;
const { surface: _surface, ...WITHOUT_SURFACE } = ALL_1;

/** Whether it is taken, by what it is called. */
const DOCUMENTS: readonly (readonly [name: string, payload: Body, isTaken: boolean])[] = [
  ['all seven components', ALL_1, true],
  ['an exchange', payload1(button1('ask', 'exchange')), true],
  ['no catalogVersion', WITHOUT_VERSION, false],
  ['no surface', WITHOUT_SURFACE, false],
  ['catalogVersion 9.9.9', { ...ALL_1, catalogVersion: '9.9.9' }, false],
  ['an iframe', payload1({ component: 'iframe', src: 'https://elsewhere.example' }), false],
  ['a heading with onClick', payload1({ component: 'heading', text: 'H', onClick: 'alert(1)' }), false],
  ['a target that is a URL', payload1(button1('go', 'https://elsewhere.example')), false],
  [
    'an action with a url',
    payload1({ ...button1('go'), action: { target: 'resume', url: 'https://elsewhere.example' } }),
    false,
  ],
];

function shape(road: Road): Scenario {
  return {
    name: `a2ui-surface-shape (a2ui-surface-no-code-exec), ${road.name}`,
    assertions: 1 + 2 * DOCUMENTS.length,
    async run(hosts, check) {
      const wop = await hosts.at('plain');
      const schema: JsonObject = await wop.schema(1);
      check.equal('the schema is closed', schema.additionalProperties, false);
      const judge = judgeOf(schema);
      const run = await wop.run(1);
      for (const [name, payload, isTaken] of DOCUMENTS) {
        check.equal(`${name}: the schema`, judge(payload), isTaken);
        const { status, body } = await road.emit(run, envelope(payload, { nodeId: 'n' }));
        check.equal(`${name}: admission`, [status, body.status], [200, isTaken ? 'accepted' : 'invalid']);
      }
    },
  };
}

function versions(road: Road): Scenario {
  return {
    name: `a2ui-surface-version-refusal, ${road.name}`,
    assertions: 6,
    async run(hosts, check) {
      const wop = await hosts.at('plain');
      const schema = await wop.schema(1);
      check.equal('the enumeration is closed', schema.properties.catalogVersion.enum, ['0.9.1']);
      check.holds('nothing refers outside', !/"\$ref":"(?!#)/.test(JSON.stringify(schema)), schema);
      const run = await wop.run(1);
      const { body } = await road.emit(run, envelope({ ...ALL_1, catalogVersion: '9.9.9' }));
      check.equal('9.9.9 is refused by name', [body.status, body.reason], ['invalid', 'unknown_schema_version']);
      const { body: later } = await road.emit(run, envelope(ALL_1, { schemaVersion: 2 }));
      check.equal('a higher version is refused by name', later.reason, 'unknown_schema_version');
      check.equal('nothing of it is shown', await run.surfaces(), {});
      check.holds('the run goes on', (await road.emit(run, envelope(ALL_1))).body.status === 'accepted');
    },
  };
}

const advertised: Scenario = {
  name: 'what is advertised is what is taken',
  assertions: 10,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const first = await wop.discover(1);
    check.equal('major 1 lists the kind beside the four universal ones', first.supportedEnvelopes, [
      'clarification.request',
      'schema.request',
      'schema.response',
      'error',
      SURFACE,
    ]);
    check.equal('major 1 gives a version of each', Object.keys(first.schemaVersions), first.supportedEnvelopes);
    check.equal('major 1 has limits', Object.values(first.limits).map(Number.isInteger), [true, true, true]);
    check.equal('major 1 tells of deltas', first.a2uiSurface, { deltaTransport: true });
    check.equal('major 1 says how strict it is', first.envelopeStrictness, 'warn');
    const later = await wop.discover(2);
    check.equal('major 2 has the kind in its seat', later.supportedEnvelopes.kinds, [SURFACE]);
    const universal = { 'clarification.request': 1, 'schema.request': 1, 'schema.response': 1, error: 1 };
    check.equal('major 2 gives its version', later.schemaVersions.kinds, { ...universal, [SURFACE]: 2 });
    check.equal('major 2 says how strict it is', later.envelopeStrictness.mode, 'warn');
    check.equal('the seams are told of', later.conformance?.seamsProfile, 'openwop-conformance-seams-v2');
    const production = await (await hosts.at('production')).discover(2);
    check.equal('without them they are not', production.conformance, undefined);
  },
};

export const SHAPES: readonly Scenario[] = [shape(API), shape(SEAM), versions(API), versions(SEAM), advertised];
