import type { Json, JsonObject } from '@vitrine/core';
import { vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { describe, expect, test } from 'vitest';
import { component, press, Stage, said, taken } from '../../test/admission-stage.ts';

describe('a table whose rows can be chosen', () => {
  const rows = [{ id: 7 }, { id: 8 }];
  const action = { event: { name: 'open', context: { id: { path: 'id' } } } };
  const table = (data: Json = { rows }, props: JsonObject = {}) =>
    new Stage().show([component('root', 'Table', { rows: { path: '/rows' }, action, ...props })], data, vitrine10.id);
  const choose = (id: Json, more: JsonObject = {}) => press('root', 'open', { id }, more);

  test('[AD35] sends the row that is shown there, and no other', () => {
    expect(taken(table().admit(choose(8, { scope: '/rows/1' }))).body).toMatchObject([
      { event: 'action', source: 'root', scope: '/rows/1', context: { id: 8 }, checked: true },
    ]);
    expect(said(table().admit(choose(9, { scope: '/rows/1' })))[0]).toBe('refused');
    for (const scope of ['/rows/2', '/rows', '/other/0', undefined])
      expect(said(table().admit(choose(8, scope === undefined ? {} : { scope })))).toEqual([
        'refused',
        'EVENT_SOURCE /source',
      ]);
  });

  test('[AD35] is understood from a viewer that does not say which row it means', () => {
    expect(said(table().foreign(choose(8)))).toEqual(['checked']);
    expect(said(table().foreign(choose(9)))[0]).toBe('refused');
  });

  test('[AD35] has nothing to choose where rows stand in the component', () => {
    expect(said(table({}, { rows: [['a']] }).foreign(choose(null)))).toEqual(['refused', 'EVENT_SOURCE /source']);
  });
});
