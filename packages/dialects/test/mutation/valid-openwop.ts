// Valid envelopes of OpenWOP for the mutation tests: whole surfaces of generation 1, messages of generation 2,
// on a surface `s` that stands; and what viewers of them send.

import type { Json, JsonObject } from '@vitrine/core';
import fc from 'fast-check';
import { openwop1Dialect } from '../../src/openwop-1/codec.ts';
import { openwop2Dialect } from '../../src/openwop-2/codec.ts';
import { envelope, payload1, payload2 } from '../openwop-streams.ts';
import { actionFields, agent, mix, type Stream, viewer } from './stream.ts';
import { texts } from './valid-values.ts';

const more = fc.record(
  {
    partial: fc.constantFrom<Json>(false, { isPartial: false, index: 0, total: 1 }),
    meta: fc.record(
      {
        source: fc.constantFrom('user', 'system', 'ai-generation'),
        ts: fc.constantFrom('2026-05-01T10:00:00Z', '2026-05-01T10:00:00.5+02:00'),
        contentTrust: fc.constantFrom('trusted', 'untrusted'),
        label: texts,
      },
      { requiredKeys: ['source', 'ts'] },
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;
const acting = viewer(actionFields.map((action) => ({ version: 'v0.9', action: { ...action, name: 'resume' } })));

const START: JsonObject = {
  catalogVersion: '0.9.1',
  surface: {
    title: 'Berth',
    components: [
      { component: 'heading', text: 'Now', level: 3 },
      { component: 'field.text', id: 'a', label: 'Ship', required: true },
      { component: 'action.button', id: 'go', label: 'Go', action: { target: 'resume' } },
    ],
  },
};

export const stream1: Stream = {
  dialect: openwop1Dialect,
  prologue: [envelope(START, { schemaVersion: 1, nodeId: 's' })],
  generated: mix(
    [
      6,
      agent(
        fc
          .tuple(payload1, more, fc.constantFrom('s', 's', 't'))
          .map(([payload, rest, nodeId]) => envelope(payload, { schemaVersion: 1, nodeId, ...rest })),
      ),
    ],
    [2, acting],
  ),
  published: [],
};

const components = fc.array(
  fc.oneof(
    fc.record({ id: fc.constantFrom('b', 'c'), component: fc.constant('Text'), text: texts }),
    fc.record({
      id: fc.constant('f'),
      component: fc.constant('TextField'),
      label: texts,
      value: fc.constant({ path: '/name' }),
    }),
    fc.record({ id: fc.constant('d'), component: fc.constant('Divider') }),
  ) as fc.Arbitrary<JsonObject>,
  { minLength: 1, maxLength: 3 },
);
const surfaceId = 's';
const updates = fc.oneof(
  components.map((list) => ({
    updateComponents: { surfaceId, components: [...new Map(list.map((one) => [one.id, one])).values()] },
  })),
  fc
    .tuple(fc.constantFrom('/name', '/x'), texts)
    .map(([path, value]) => ({ updateDataModel: { surfaceId, path, value } })),
) as fc.Arbitrary<JsonObject>;

export const stream2: Stream = {
  dialect: openwop2Dialect,
  prologue: [
    envelope(
      payload2([
        { createSurface: { surfaceId, catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' } },
        {
          updateComponents: {
            surfaceId,
            components: [
              { id: 'root', component: 'Column', children: ['a', 'f'] },
              {
                id: 'a',
                component: 'Button',
                child: 'b',
                action: { event: { name: 'resume', context: { n: { path: '/name' } } } },
              },
              { id: 'b', component: 'Text', text: { path: '/name' } },
              { id: 'f', component: 'TextField', label: 'Name', value: { path: '/name' } },
            ],
          },
        },
        { updateDataModel: { surfaceId, value: { name: 'Ada' } } },
      ]),
      { schemaVersion: 2 },
    ),
  ],
  generated: mix(
    [
      6,
      agent(
        fc
          .tuple(fc.array(updates, { minLength: 1, maxLength: 3 }), more)
          .map(([messages, rest]) => envelope(payload2(messages), { schemaVersion: 2, ...rest })),
      ),
    ],
    [2, acting],
  ),
  published: [],
};
