// The same things said in every dialect, for tests that send each of them the same hostile input: a surface `s` with a
// text and data, components, data writes, and where the parts of these messages stand.

import type { Json, JsonObject } from '@vitrine/core';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { a2ui08 } from '../src/a2ui-0.8/codec.ts';
import { a2ui09 } from '../src/a2ui-0.9/codec.ts';
import { a2ui10 } from '../src/a2ui-1.0/codec.ts';
import type { Dialect } from '../src/dialect.ts';
import { vitrine } from '../src/vitrine/codec.ts';
import { INFINITE } from './mutation/nasty.ts';

export interface Speaker {
  readonly dialect: Dialect;
  /** Opens `s` with the text `root` and the data {items: [1], name: 'Ada'}. */
  readonly opening: readonly Json[];
  put(...components: readonly Json[]): Json;
  component(id: Json, type: string, props: JsonObject): JsonObject;
  text(value: Json): Json;
  children(...ids: readonly Json[]): Json;
  /** Writes one value at a path. */
  set(path: Json, value: Json): Json;
  /** Opens a surface. */
  open(surface: Json): Json;
  /** A value that calls a function, where the dialect has them. */
  call?(name: string, args: JsonObject): Json;
  path(pointer: string): Json;
  readonly at: {
    readonly payload: string;
    readonly surface: string;
    readonly components: string;
    /** The n-th component of a put, one of its properties, its type. */
    component(index: number): string;
    prop(index: number, type: string, name: string): string;
    type(index: number): string;
    readonly path: string;
    readonly value: string;
  };
}

const DATA = { items: [1], name: 'Ada' };

function flat(
  dialect: Dialect,
  version: string,
  catalogId: string,
  bound: 'path' | '@path',
  call: 'call' | '@call',
): Speaker {
  const component = (id: Json, type: string, props: JsonObject): JsonObject => ({ id, component: type, ...props });
  const put = (...components: readonly Json[]): Json => ({ version, updateComponents: { surfaceId: 's', components } });
  const set = (path: Json, value: Json): Json => ({ version, updateDataModel: { surfaceId: 's', path, value } });
  const open = (surfaceId: Json): Json => ({ version, createSurface: { surfaceId, catalogId } });
  return {
    dialect,
    opening: [open('s'), put(component('root', 'Text', { text: 'Stands' })), set('/', DATA)],
    put,
    component,
    text: (value) => value,
    children: (...ids) => ids,
    set,
    open,
    call: (name, args) => ({ [call]: name, args }),
    path: (pointer) => ({ [bound]: pointer }),
    at: {
      payload: '/updateComponents',
      surface: '/createSurface/surfaceId',
      components: '/updateComponents/components',
      component: (index) => `/updateComponents/components/${index}`,
      prop: (index, _type, name) => `/updateComponents/components/${index}/${name}`,
      type: (index) => `/updateComponents/components/${index}/component`,
      path: '/updateDataModel/path',
      value: '/updateDataModel/value',
    },
  };
}

function typedKey(value: Json): string {
  if (value === INFINITE) return 'valueNumber';
  return typeof value === 'string' && value.startsWith('\u0003') ? 'valueArray' : (TYPED[typeof value] ?? 'valueArray');
}

const TYPED: { readonly [type: string]: string } = {
  string: 'valueString',
  number: 'valueNumber',
  boolean: 'valueBoolean',
};

const typed: Speaker = {
  dialect: a2ui08,
  opening: [
    {
      surfaceUpdate: {
        surfaceId: 's',
        components: [{ id: 'root', component: { Text: { text: { literalString: 'Stands' } } } }],
      },
    },
    {
      dataModelUpdate: {
        surfaceId: 's',
        contents: [
          { key: 'items', valueArray: [{ valueNumber: 1 }] },
          { key: 'name', valueString: 'Ada' },
        ],
      },
    },
    { beginRendering: { surfaceId: 's', root: 'root' } },
  ],
  put: (...components) => ({ surfaceUpdate: { surfaceId: 's', components } }),
  component: (id, type, props) => ({ id, component: { [type]: props } }),
  text: (value) => ({ literalString: value }),
  children: (...explicitList) => ({ explicitList }),
  set: (path, value) => ({
    dataModelUpdate: { surfaceId: 's', path, contents: [{ key: '.', [typedKey(value)]: value }] },
  }),
  open: (surfaceId) => ({ beginRendering: { surfaceId, root: 'root', catalogId: basic08.id } }),
  path: (path) => ({ path }),
  at: {
    payload: '/surfaceUpdate',
    surface: '/beginRendering/surfaceId',
    components: '/surfaceUpdate/components',
    component: (index) => `/surfaceUpdate/components/${index}`,
    prop: (index, type, name) => `/surfaceUpdate/components/${index}/component/${type}/${name}`,
    type: (index) => `/surfaceUpdate/components/${index}/component`,
    path: '/dataModelUpdate/path',
    value: '/dataModelUpdate/contents/0/valueNumber',
  },
};

const entry = (...body: readonly Json[]): Json => ({ vitrine: 1, body });

const neutral: Speaker = {
  dialect: vitrine,
  opening: [
    entry({
      op: 'open',
      surface: 's',
      catalog: basic10.id,
      protocol: '1.0',
      components: [{ id: 'root', type: 'Text', props: { text: 'Stands' } }],
      data: DATA,
    }),
  ],
  put: (...components) => entry({ op: 'put', surface: 's', components }),
  component: (id, type, props) => ({ id, type, props }),
  text: (value) => value,
  children: (...ids) => ids,
  set: (path, value) => entry({ op: 'set', surface: 's', path, value }),
  open: (surface) => entry({ op: 'open', surface, catalog: basic10.id, protocol: '1.0' }),
  call: (call, args) => ({ call, args }),
  path: (path) => ({ path }),
  at: {
    payload: '/body/0',
    surface: '/body/0/surface',
    components: '/body/0/components',
    component: (index) => `/body/0/components/${index}`,
    prop: (index, _type, name) => `/body/0/components/${index}/props/${name}`,
    type: (index) => `/body/0/components/${index}/type`,
    path: '/body/0/path',
    value: '/body/0/value',
  },
};

export const SPEAKERS: readonly Speaker[] = [
  typed,
  flat(a2ui09, 'v0.9', basic09.id, 'path', 'call'),
  flat(a2ui10, 'v1.0', basic10.id, '@path', '@call'),
  neutral,
];
