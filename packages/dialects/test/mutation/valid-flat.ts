// Valid messages of A2UI 0.9 and 1.0: every kind, every component and function of the basic catalogs, and the published
// examples.

import type { Json, JsonObject } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import fc from 'fast-check';
import type { Dialect } from '../../src/dialect.ts';
import { publishedExamples } from '../published.ts';
import {
  actionFields,
  agent,
  byId,
  DATA,
  dataWrites,
  mix,
  others,
  paths,
  type Sent,
  type Stream,
  viewer,
} from './stream.ts';
import { type Syntax, texts, Values } from './valid-values.ts';

function flatSyntax(version: '0.9' | '1.0'): Syntax {
  const [path, call] = version === '0.9' ? ['path', 'call'] : ['@path', '@call'];
  return {
    catalog: version === '0.9' ? basic09 : basic10,
    literal: (value) => value,
    path: (pointer) => ({ [path as string]: pointer }),
    call: (name, args) => ({ [call as string]: name, args }),
    list: (ids) => ids,
    template: (componentId, pointer) => ({ componentId, path: pointer }),
    event: (name, context) => ({ event: { name, context } }),
    run: { functionCall: { [call as string]: 'openUrl', args: { url: 'https://example.com/' } } },
    component: (id, type, props) => ({ id, component: type, ...props }),
  };
}

const flatComponents = (path: string, call: string): JsonObject[] => [
  { id: 'root', component: 'Column', children: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
  {
    id: 'a',
    component: 'Button',
    child: 'd',
    action: { event: { name: 'go', context: { n: { [path]: '/n' } } } },
    checks: [
      { condition: { [call]: 'regex', args: { value: { [path]: '/name' }, pattern: '^[A-Z]' } }, message: 'A name.' },
    ],
  },
  { id: 'b', component: 'List', children: { componentId: 'e', path: '/items' } },
  {
    id: 'c',
    component: 'TextField',
    label: 'Name',
    value: { [path]: '/name' },
    accessibility: { label: { [path]: '/m/k' } },
  },
  {
    id: 'd',
    component: 'Text',
    text: { [call]: 'formatDate', args: { value: { [path]: '/when' }, format: 'd MMMM yyyy' } },
  },
  { id: 'e', component: 'Text', text: { [path]: 'name' } },
  { id: 'f', component: 'Text', text: { [call]: 'formatString', args: { value: { [path]: '/name' } } } },
];

/** Published messages, sent to the surface that stands; those that open one open another. */
function examples(version: 'v0_9' | 'v1_0'): Sent[] {
  const messages = publishedExamples(version).flatMap((example) => example.messages);
  return messages.map((message): Sent => {
    const kind = Object.keys(message).find((key) => key !== 'version') as string;
    const surfaceId = kind === 'updateComponents' || kind === 'updateDataModel' ? 's' : 't';
    return { from: 'agent', wire: { ...message, [kind]: { ...(message[kind] as JsonObject), surfaceId } } };
  });
}

export function stream09(dialect: Dialect): Stream {
  const version = fc.constantFrom('v0.9', 'v0.9', 'v0.9.1');
  const say = (payloads: fc.Arbitrary<JsonObject>): fc.Arbitrary<Json> =>
    fc.tuple(version, payloads).map(([name, payload]) => ({ version: name, ...payload }));
  const components = fc.array(new Values(flatSyntax('0.9')).component(), { minLength: 1, maxLength: 4 }).map(byId);
  const theme = fc.constantFrom<JsonObject>(
    {},
    { theme: { primaryColor: '#112233', agentDisplayName: 'A' } },
    { sendDataModel: true },
  );
  return {
    dialect,
    prologue: [
      { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basic09.id } },
      { version: 'v0.9', updateComponents: { surfaceId: 's', components: flatComponents('path', 'call') } },
      { version: 'v0.9', updateDataModel: { surfaceId: 's', value: DATA } },
    ],
    generated: mix(
      [10, agent(say(components.map((list) => ({ updateComponents: { surfaceId: 's', components: list } }))))],
      [5, agent(say(dataWrites.map(([path, value]) => ({ updateDataModel: { surfaceId: 's', path, value } }))))],
      [1, agent(say(paths.map((path) => ({ updateDataModel: { surfaceId: 's', path } }))))],
      [
        1,
        agent(
          say(
            fc
              .tuple(others, theme)
              .map(([surfaceId, more]) => ({ createSurface: { surfaceId, catalogId: basic09.id, ...more } })),
          ),
        ),
      ],
      [1, agent(say(others.map((surfaceId) => ({ deleteSurface: { surfaceId } }))))],
      [1, viewer(say(actionFields.map((action) => ({ action }))))],
      [
        1,
        viewer(
          say(
            texts.map((message) => ({
              error: { code: 'VALIDATION_FAILED', surfaceId: 's', path: '/components/0', message },
            })),
          ),
        ),
      ],
    ),
    published: examples('v0_9'),
  };
}

export function stream10(dialect: Dialect): Stream {
  const say = (payloads: fc.Arbitrary<JsonObject>): fc.Arbitrary<Json> =>
    payloads.map((payload) => ({ version: 'v1.0', ...payload }));
  const more = fc.constantFrom<JsonObject>(
    {},
    {},
    { catalogId: basic10.id },
    { metadata: { extensions: { x: 1 } } },
    { accessibility: { live: 'polite', hidden: { '@path': '/flag' } } },
  );
  const component = fc
    .tuple(new Values(flatSyntax('1.0')).component(), more)
    .map(([made, beside]) => ({ ...(made as JsonObject), ...beside }));
  const components = fc.array(component, { minLength: 1, maxLength: 4 }).map(byId);
  const call = { '@call': 'openUrl', catalogId: basic10.id, args: { url: 'https://example.com/' } };
  const response = fc.constantFrom<JsonObject>(
    { value: null },
    { value: { a: [1] } },
    { error: { code: 'NOPE', message: 'It failed.' } },
  );
  return {
    dialect,
    prologue: [
      {
        version: 'v1.0',
        createSurface: {
          surfaceId: 's',
          catalogId: basic10.id,
          components: flatComponents('@path', '@call'),
          dataModel: DATA,
        },
      },
    ],
    generated: mix(
      [10, agent(say(components.map((list) => ({ updateComponents: { surfaceId: 's', components: list } }))))],
      [5, agent(say(dataWrites.map(([path, value]) => ({ updateDataModel: { surfaceId: 's', path, value } }))))],
      [1, agent(say(paths.map((path) => ({ updateDataModel: { surfaceId: 's', path, value: null } }))))],
      [
        2,
        agent(
          say(
            fc.tuple(others, components).map(([surfaceId, list]) => ({
              createSurface: {
                surfaceId,
                catalogId: basic10.id,
                components: list,
                dataModel: { name: 'B' },
                sendDataModel: true,
              },
            })),
          ),
        ),
      ],
      [1, agent(say(others.map((surfaceId) => ({ deleteSurface: { surfaceId } }))))],
      [
        1,
        agent(
          say(
            fc
              .constantFrom('c1', 'c2')
              .map((functionCallId) => ({ callRendererFunction: { functionCallId, callFunction: call } })),
          ),
        ),
      ],
      [1, agent(say(response.map((answer) => ({ agentFunctionResponse: { functionCallId: 'c1', ...answer } }))))],
      [1, viewer(say(actionFields.map((action) => ({ action: { ...action, userMessage: 'Go on' } }))))],
      [1, viewer(say(response.map((answer) => ({ rendererFunctionResponse: { functionCallId: 'c1', ...answer } }))))],
      [1, viewer(say(fc.constant({ callAgentFunction: { surfaceId: 's', functionCallId: 'q', callFunction: call } })))],
      [
        1,
        viewer(
          say(
            texts.map((message) => ({
              error: { code: 'VALIDATION_FAILED', surfaceId: 's', path: '/components/0', message },
            })),
          ),
        ),
      ],
    ),
    published: examples('v1_0'),
  };
}
