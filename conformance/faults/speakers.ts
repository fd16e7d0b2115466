// How an agent and its viewers say the same in each dialect: a surface with a line of text and a button, a new text for the
// line, a press of the button.

import type { JsonObject } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import type { DialectId } from '@vitrine/dialects';

const SURFACE = 'main';
const TIMESTAMP = '2040-03-01T12:00:00.000Z';

export interface Speaker {
  readonly dialect: DialectId;
  readonly open: readonly JsonObject[];
  /** The line says this from now on. */
  mark(text: string): JsonObject;
  /** What a viewer of the dialect sends when the button is pressed. */
  press(): JsonObject;
}

const flatComponents: readonly JsonObject[] = [
  { id: 'root', component: 'Column', children: ['line', 'go'] },
  { id: 'line', component: 'Text', text: { path: '/mark' } },
  { id: 'go', component: 'Button', child: 'word', action: { event: { name: 'go', context: { kind: 'plain' } } } },
  { id: 'word', component: 'Text', text: 'Go' },
];

const ACTION = { name: 'go', surfaceId: SURFACE, sourceComponentId: 'go', context: { kind: 'plain' } };

const vitrine: Speaker = {
  dialect: 'vitrine',
  open: [
    {
      vitrine: 1,
      body: [
        {
          op: 'open',
          surface: SURFACE,
          catalog: basic09.id,
          data: { mark: '' },
          components: [
            { id: 'root', type: 'Column', props: { children: ['line', 'go'] } },
            { id: 'line', type: 'Text', props: { text: { path: '/mark' } } },
            {
              id: 'go',
              type: 'Button',
              props: { child: 'word', action: { event: { name: 'go', context: { kind: 'plain' } } } },
            },
            { id: 'word', type: 'Text', props: { text: 'Go' } },
          ],
        },
      ],
    },
  ],
  mark: (value) => ({ vitrine: 1, body: [{ op: 'set', surface: SURFACE, path: '/mark', value }] }),
  press: () => ({
    vitrine: 1,
    body: [{ event: 'action', surface: SURFACE, source: 'go', name: 'go', context: { kind: 'plain' }, checked: true }],
  }),
};

const a2ui08: Speaker = {
  dialect: 'a2ui-0.8',
  open: [
    {
      surfaceUpdate: {
        surfaceId: SURFACE,
        components: [
          { id: 'root', component: { Column: { children: { explicitList: ['line', 'go'] } } } },
          { id: 'line', component: { Text: { text: { path: '/mark' } } } },
          {
            id: 'go',
            component: {
              Button: {
                child: 'word',
                action: { name: 'go', context: [{ key: 'kind', value: { literalString: 'plain' } }] },
              },
            },
          },
          { id: 'word', component: { Text: { text: { literalString: 'Go' } } } },
        ],
      },
    },
    { beginRendering: { surfaceId: SURFACE, root: 'root', catalogId: basic08.id } },
  ],
  mark: (valueString) => ({ dataModelUpdate: { surfaceId: SURFACE, contents: [{ key: 'mark', valueString }] } }),
  press: () => ({ userAction: { ...ACTION, timestamp: TIMESTAMP } }),
};

const a2ui09: Speaker = {
  dialect: 'a2ui-0.9',
  open: [
    { version: 'v0.9', createSurface: { surfaceId: SURFACE, catalogId: basic09.id } },
    { version: 'v0.9', updateComponents: { surfaceId: SURFACE, components: [...flatComponents] } },
  ],
  mark: (value) => ({ version: 'v0.9', updateDataModel: { surfaceId: SURFACE, path: '/mark', value } }),
  press: () => ({ version: 'v0.9', action: { ...ACTION, timestamp: TIMESTAMP } }),
};

const a2ui10: Speaker = {
  dialect: 'a2ui-1.0',
  open: [
    {
      version: 'v1.0',
      createSurface: {
        surfaceId: SURFACE,
        catalogId: basic10.id,
        dataModel: { mark: '' },
        components: [
          { id: 'root', component: 'Column', children: ['line', 'go'] },
          { id: 'line', component: 'Text', text: { '@path': '/mark' } },
          {
            id: 'go',
            component: 'Button',
            child: 'word',
            action: { event: { name: 'go', context: { kind: 'plain' } } },
          },
          { id: 'word', component: 'Text', text: 'Go' },
        ],
      },
    },
  ],
  mark: (value) => ({ version: 'v1.0', updateDataModel: { surfaceId: SURFACE, path: '/mark', value } }),
  press: () => ({ version: 'v1.0', action: { ...ACTION, timestamp: TIMESTAMP } }),
};

const agentchains: Speaker = {
  dialect: 'agentchains',
  open: [
    {
      jsonrpc: '2.0',
      method: 'ui.render',
      params: {
        component_id: 'line',
        component_type: 'card',
        data: { title: 'Line', content: '', actions: [{ label: 'Go', action: 'go' }] },
      },
    },
  ],
  mark: (content) => ({
    jsonrpc: '2.0',
    method: 'ui.update',
    params: { component_id: 'line', operation: 'merge', data: { content } },
  }),
  press: () => ({ jsonrpc: '2.0', method: 'user.respond', params: { request_id: 'line', value: 'go' }, id: 1 }),
};

export const SPEAKERS: readonly Speaker[] = [vitrine, a2ui08, a2ui09, a2ui10, agentchains];
