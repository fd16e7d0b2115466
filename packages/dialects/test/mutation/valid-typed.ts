// Valid messages of A2UI 0.8: every kind, every component of the standard catalog, every form of typed value, and the
// streams of the fixtures.

import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import fc from 'fast-check';
import type { Dialect } from '../../src/dialect.ts';
import {
  actionFields,
  agent,
  byId,
  DATA,
  dataWrites,
  mix,
  others,
  type Sent,
  type Stream,
  surfaces,
  viewer,
} from './stream.ts';
import { type Syntax, texts, Values } from './valid-values.ts';

const LITERALS: { readonly [type: string]: string } = {
  string: 'literalString',
  number: 'literalNumber',
  boolean: 'literalBoolean',
};

const typedSyntax: Syntax = {
  catalog: basic08,
  literal: (value) => ({ [LITERALS[typeof value] ?? 'literalArray']: value }),
  path: (path) => ({ path }),
  list: (explicitList) => ({ explicitList }),
  template: (componentId, dataBinding) => ({ template: { componentId, dataBinding } }),
  event: (name, context) => ({ name, context: Object.entries(context).map(([key, value]) => ({ key, value })) }),
  component: (id, type, props) => ({ id, component: { [type]: props } }),
};

/** Typed contents for plain data. */
function typed(value: Json): JsonObject {
  if (Array.isArray(value)) return { valueArray: value.map((one) => typed(one as Json)) };
  if (typeof value === 'object' && value !== null) return { valueMap: entries(value as JsonObject) };
  return {
    [typeof value === 'number' ? 'valueNumber' : typeof value === 'boolean' ? 'valueBoolean' : 'valueString']: value,
  };
}

function entries(object: JsonObject): Json[] {
  return Object.entries(object).map(([key, value]) => ({ key, ...typed(value) }));
}

function typedData([path, value]: readonly [string, Json]): Json {
  const at = path.lastIndexOf('/');
  const contents = [{ key: path.slice(at + 1), ...typed(value) }];
  return { dataModelUpdate: { surfaceId: 's', ...(at === 0 ? {} : { path: path.slice(0, at) }), contents } };
}

function fixture(name: string): Sent[] {
  const lines = readFileSync(new URL(`../../src/a2ui-0.8/fixtures/${name}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => ({ from: 'agent', wire: JSON.parse(line) as Json }));
}

export function stream08(dialect: Dialect): Stream {
  const values = new Values(typedSyntax);
  const components = fc.array(values.component(), { minLength: 1, maxLength: 4 }).map(byId);
  const update = fc
    .tuple(surfaces, components)
    .map(([surfaceId, list]): Json => ({ surfaceUpdate: { surfaceId, components: list } }));
  const begin = fc
    .tuple(
      surfaces,
      fc.constantFrom<JsonObject>(
        {},
        { styles: { primaryColor: '#00aa00', font: 'Roboto' } },
        { catalogId: basic08.id },
      ),
    )
    .map(([surfaceId, more]): Json => ({ beginRendering: { surfaceId, root: 'root', ...more } }));
  return {
    dialect,
    prologue: [
      {
        surfaceUpdate: {
          surfaceId: 's',
          components: [
            { id: 'root', component: { Column: { children: { explicitList: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] } } } },
            {
              id: 'a',
              component: {
                Button: { child: 'd', action: { name: 'go', context: [{ key: 'n', value: { path: '/n' } }] } },
              },
            },
            { id: 'b', component: { List: { children: { template: { componentId: 'e', dataBinding: '/items' } } } } },
            { id: 'c', component: { TextField: { label: { literalString: 'Name' }, text: { path: '/name' } } } },
            { id: 'd', component: { Text: { text: { literalString: 'Go' } } } },
            { id: 'e', component: { Text: { text: { path: '/name' } } } },
            {
              id: 'f',
              component: {
                MultipleChoice: {
                  selections: { path: '/tags' },
                  options: [{ label: { literalString: 'X' }, value: 'x' }],
                },
              },
            },
          ],
        },
      },
      { dataModelUpdate: { surfaceId: 's', contents: entries(DATA) } },
      { beginRendering: { surfaceId: 's', root: 'root' } },
    ],
    generated: mix(
      [10, agent(update)],
      [5, agent(dataWrites.map(typedData))],
      [2, agent(begin)],
      [1, agent(others.map((surfaceId) => ({ deleteSurface: { surfaceId } })))],
      [1, viewer(actionFields.map((userAction) => ({ userAction })))],
      [1, viewer(texts.map((message) => ({ error: { message, surfaceId: 's' } })))],
    ),
    published: [...fixture('form'), ...fixture('restaurant-list')],
  };
}
