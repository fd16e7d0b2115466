import type { Entry, Json } from '@vitrine/core';
import { expect, it } from 'vitest';
import type { SessionSnapshot } from '../host/host-api.ts';
import { compareSnapshots } from './compare-snapshots.ts';
import { passesFilter } from './entry-filter.ts';

const moment = (seq: number, surfaces: { [id: string]: Json }, asks = {}): SessionSnapshot =>
  ({ seq, surfaces, asks, tasks: {} }) as unknown as SessionSnapshot;

it('two moments differ in surfaces, components, values where they part, and questions', () => {
  const text = { id: 'a', type: 'Text' };
  const before = moment(1, { s: { components: [text], data: { list: [1, { x: 'old' }], gone: true } }, old: {} });
  const data = { list: [1, { x: 'new' }, 3], 'a/b': null };
  const after = moment(
    2,
    { s: { components: [text, { id: 'b', type: 'Row' }], data }, fresh: {} },
    { q: { ask: 'q' } },
  );
  expect(compareSnapshots(before, after)).toEqual([
    { surface: 's', what: 'component b', after: { id: 'b', type: 'Row' } },
    { surface: 's', what: '/list/1/x', before: 'old', after: 'new' },
    { surface: 's', what: '/list/2', after: 3 },
    { surface: 's', what: '/gone', before: true },
    { surface: 's', what: '/a~1b', after: null },
    { surface: 'old', what: 'surface', before: 'closed' },
    { surface: 'fresh', what: 'surface', after: 'opened' },
    { surface: '', what: 'question q', after: { ask: 'q' } },
  ]);
  expect(compareSnapshots(after, after)).toEqual([]);
});

it('an entry passes by its author, kind, surface and words, all of them together', () => {
  const body = [{ op: 'set', surface: 's', path: '/name', value: 'Ada' }];
  const entry = { seq: 1, from: { role: 'agent', id: 'dev' }, body } as unknown as Entry;
  expect(passesFilter(entry, {})).toBe(true);
  expect(passesFilter(entry, { author: 'agent', kind: 'data', surface: 's', words: 'ADA' })).toBe(true);
  for (const other of [{ author: 'host' }, { kind: 'actions' }, { surface: 't' }, { words: 'Eve' }] as const)
    expect(passesFilter(entry, other)).toBe(false);
});
