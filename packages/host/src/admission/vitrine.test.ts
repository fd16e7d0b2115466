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

describe('a file input', () => {
  const scan = { ref: 'f1', name: 'a.pdf', type: 'application/pdf', size: 3 };
  const file = (ref: string) => (ref === 'f1' ? scan : undefined);
  const stage = () =>
    new Stage().show(
      [
        component('root', 'Column', { children: ['scan', 'send'] }),
        component('scan', 'FileInput', { label: 'Scan', value: { path: '/scan' }, accept: ['.pdf'], maxBytes: 10 }),
        component('words', 'Text', { text: 'Send' }),
        component('send', 'Button', {
          child: 'words',
          action: { event: { name: 'send', context: { scan: { path: '/scan' } } } },
        }),
      ],
      {},
      vitrine10.id,
    );
  const send = (value: Json) => press('send', 'send', { scan: value });
  const writes = (value: Json) => ({ file, writes: [{ surface: 's', path: '/scan', value }] });

  test('[AD36] comes with an action, as the record of a file that the session has', () => {
    const input = { event: 'input', path: '/scan', value: scan };
    for (const sent of [stage().admit(send(scan), writes(scan)), stage().foreign(send(scan), { file })])
      expect(taken(sent).body).toMatchObject([input, { event: 'action', context: { scan }, checked: true }]);
  });

  test('[AD36] is refused where the session has no such file, or the input does not take it', () => {
    for (const odd of [
      { ...scan, ref: 'f2' },
      { ...scan, name: 'b.pdf' },
      { ...scan, size: 4 },
      'a.pdf',
      { name: 'a.pdf' },
    ])
      expect(said(stage().admit(send(odd), writes(odd)))[1]).toBe('WRITE_VALUE /writes/0');
    const large = { ...scan, size: 11 };
    const known = { ...writes(large), file: () => large };
    expect(said(stage().admit(send(large), known))[1]).toBe('WRITE_VALUE /writes/0');
  });
});
