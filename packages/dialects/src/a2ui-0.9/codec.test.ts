import type { Json, JsonObject } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { describe, expect, it } from 'vitest';
import { describeFixtures } from '../../test/fixtures.ts';
import { publishedExamples } from '../../test/published.ts';
import { deep, Reading } from '../../test/reading.ts';
import { a2ui09 } from './codec.ts';

describeFixtures(a2ui09, new URL('./fixtures/', import.meta.url));

const version = 'v0.9';

function create(more: JsonObject = {}): Json {
  return { version, createSurface: { surfaceId: 's', catalogId: basic09.id, ...more } };
}

function components(...list: readonly Json[]): Json {
  return { version, updateComponents: { surfaceId: 's', components: list } };
}

function data(more: JsonObject): Json {
  return { version, updateDataModel: { surfaceId: 's', ...more } };
}

function opened(options: ConstructorParameters<typeof Reading>[2] = {}): Reading {
  const reading = new Reading(a2ui09, 'agent', options);
  reading.accept(create());
  return reading;
}

describe('messages of 0.9', () => {
  it('[DB1] createSurface opens a surface with its catalog, theme and wish for the data model', () => {
    const theme = { primaryColor: '#112233' };
    expect(new Reading(a2ui09).accept(create({ theme, sendDataModel: true }))).toEqual([
      { op: 'open', surface: 's', catalog: basic09.id, protocol: '0.9', theme, sync: true },
    ]);
    const reading = new Reading(a2ui09);
    reading.refuse({ version, createSurface: { surfaceId: 's' } }, 'MESSAGE_FIELD_MISSING /createSurface/catalogId');
    reading.refuse(create({ catalogId: 'none' }), 'CATALOG_UNKNOWN /createSurface/catalogId');
    reading.refuse(create({ theme: 'dark' }), 'MESSAGE_SHAPE /createSurface/theme');
    reading.mend(create({ sendDataModel: 'yes' }), 'MESSAGE_SHAPE /createSurface/sendDataModel');
  });

  it('[DB1] a surface that is opened again stands as it was, with a warning; strict reading refuses it', () => {
    const reading = opened();
    reading.accept(data({ value: { a: 1 } }));
    reading.mend(create(), 'SURFACE_EXISTS /createSurface/surfaceId');
    expect(reading.data('s')).toEqual({ a: 1 });
    opened({ strict: true }).refuse(create(), 'SURFACE_EXISTS /createSurface/surfaceId');
  });

  it('[DB2] updateComponents puts components; their bindings are neutral already', () => {
    const text = { id: 'root', component: 'Text', weight: 2, text: { call: 'formatString', args: { value: '${/a}' } } };
    expect(opened().accept(components(text))).toEqual([
      {
        op: 'put',
        surface: 's',
        components: [{ id: 'root', type: 'Text', weight: 2, props: { text: text.text } }],
      },
    ]);
  });

  it('[DB2] a component without an id or type refuses the message; one that was there keeps its type', () => {
    const reading = opened();
    const root = { id: 'root', component: 'Text', text: 'x' };
    reading.refuse(
      components(root, { component: 'Text', text: 'x' }),
      'COMPONENT_SHAPE /updateComponents/components/1',
    );
    reading.refuse(components(root, { id: 'a', text: 'x' }), 'COMPONENT_SHAPE /updateComponents/components/1');
    reading.refuse(components(root, 'x'), 'COMPONENT_SHAPE /updateComponents/components/1');
    reading.accept(components(root));
    reading.mend(components({ id: 'root', text: 'y' }), 'COMPONENT_SHAPE /updateComponents/components/0');
    expect(reading.fold.surfaces.get('s')?.component('root')).toEqual({
      id: 'root',
      type: 'Text',
      props: { text: 'y' },
    });
  });

  it('[DB2] the wrapped form of 0.8 is mended', () => {
    const wrapped = components({ id: 'root', component: { Text: { text: 'x' } } });
    opened().mend(wrapped, 'COMPONENT_SHAPE /updateComponents/components/0');
    opened({ strict: true }).refuse(wrapped, 'COMPONENT_SHAPE /updateComponents/components/0');
  });

  it('[DB3] updateDataModel sets a value; null is one, and a missing value deletes', () => {
    const reading = opened();
    reading.accept(data({ value: { a: 1, b: 2 } }));
    reading.accept(data({ path: '/a', value: null }));
    expect(reading.data('s')).toEqual({ a: null, b: 2 });
    expect(reading.accept(data({ path: '/b' }))).toEqual([{ op: 'unset', surface: 's', path: '/b' }]);
    expect(reading.data('s')).toEqual({ a: null });
    reading.refuse(data({ path: 4, value: 1 }), 'MESSAGE_SHAPE /updateDataModel/path');
    reading.refuse(data({ path: '/items/4294967294', value: 1 }), 'POINTER_INDEX /updateDataModel/path');
  });

  it('[DB4] deleteSurface closes a surface; an unknown one is a warning', () => {
    const reading = opened();
    expect(reading.accept({ version, deleteSurface: { surfaceId: 's' } })).toEqual([{ op: 'close', surface: 's' }]);
    reading.mend({ version, deleteSurface: { surfaceId: 's' } }, 'SURFACE_UNKNOWN /deleteSurface/surfaceId');
    reading.refuse(data({ value: 1 }), 'SURFACE_UNKNOWN /updateDataModel/surfaceId');
  });

  it('[DB5] a missing version is mended, a foreign one refused', () => {
    const reading = opened();
    reading.accept({ version: 'v0.9.1', updateDataModel: { surfaceId: 's', value: {} } });
    reading.mend({ updateDataModel: { surfaceId: 's', value: {} } }, 'MESSAGE_VERSION /version');
    reading.refuse({ version: 'v99.0', deleteSurface: { surfaceId: 's' } }, 'MESSAGE_VERSION /version');
    reading.refuse({ version: 9, deleteSurface: { surfaceId: 's' } }, 'MESSAGE_VERSION /version');
    opened({ strict: true }).refuse({ deleteSurface: { surfaceId: 's' } }, 'MESSAGE_VERSION /version');
  });

  it('[DB6] none or two payloads refuse the message, and so does a surface id that is no text', () => {
    const reading = opened();
    reading.refuse({ version }, 'MESSAGE_EMPTY');
    reading.refuse(
      { version, deleteSurface: { surfaceId: 's' }, updateDataModel: { surfaceId: 's' } },
      'MESSAGE_AMBIGUOUS',
    );
    reading.refuse({ version, deleteSurface: { surfaceId: 3 } }, 'MESSAGE_SHAPE /deleteSurface/surfaceId');
    reading.refuse({ version, deleteSurface: {} }, 'MESSAGE_FIELD_MISSING /deleteSurface/surfaceId');
    for (const wire of [null, 3, 'x', []] as Json[]) reading.refuse(wire, 'MESSAGE_SHAPE');
  });

  it('[DB7] deep, hostile and oversized values are refused, and nothing hangs', () => {
    const reading = opened();
    const text = (value: Json): Json => components({ id: 'root', component: 'Text', text: value });
    for (const value of [
      deep(100_000),
      JSON.parse('{"__proto__": {"x": 1}}') as Json,
      Number('1e400'),
      'half \ud800',
    ]) {
      expect(reading.send(text(value)).ok).toBe(false);
      expect(reading.send(data({ value })).ok).toBe(false);
    }
    const million = new Array<Json>(1_000_000).fill({ id: 'x', component: 'Text', text: 'x' });
    expect(reading.send({ version, updateComponents: { surfaceId: 's', components: million } }).issues).toMatchObject([
      { code: 'VITRINE_LIMIT_COMPONENTS' },
    ]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it.each(publishedExamples('v0_9'))(
    '[DB2] the published example $file is accepted whole, strictly',
    ({ messages }) => {
      const reading = new Reading(a2ui09, 'agent', { strict: true });
      for (const message of messages) expect(reading.send(message).issues).toEqual([]);
    },
  );
});
