import type { JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { type AgentWrites, noteWrite, type SurfaceOperations, writeOperations } from './surface-operations.ts';

const create: JsonObject = { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'c' } };
const field = (path: string, i = 0): JsonObject => ({
  ...{ id: `f${i}`, component: 'TextField' },
  ...{ label: 'F', value: { path } },
});
const surface = 's';
const writesOf = (one: Partial<SurfaceOperations>, changed: readonly string[], merged: readonly JsonObject[] = []) => {
  const writes: AgentWrites = new Map();
  for (const path of changed) noteWrite(writes, { op: 'set', surface, path, value: null });
  for (const value of merged) noteWrite(writes, { op: 'merge', surface, path: '/', value });
  return writeOperations({ surface, create, components: [], data: {}, ...one }, writes).slice(2);
};
const written = (path: string, value: unknown) => ({
  version: 'v0.9',
  updateDataModel: { surfaceId: 's', path, value },
});

describe('what a client is sent of a surface that it has', () => {
  const data = { f: { k1: 'typed', k10: 'beside', 'a/b': { c: 'typed' } }, list: [{ n: 1 }], rest: 1 };
  const components = [field('/f/k1'), field('/f/a~1b/c', 1)];

  it('[GU2] is all but what a person may be typing into, by whole segments', () => {
    expect(writesOf({ data, components }, [])).toEqual([
      written('/f/k10', 'beside'),
      written('/list', [{ n: 1 }]),
      written('/rest', 1),
    ]);
  });

  it.each([['/f/k1'], ['/f'], ['/'], ['']])('[GU2] is that too where the agent has written %s', (path) => {
    const told = writesOf({ data, components: [field('/f/k1')] }, [path]);
    expect(told).toEqual([written('/', data)]);
  });

  it('[GU2] leaves the whole list of a template alone whose items have fields', () => {
    const repeated = [{ id: 'l', component: 'List', children: { componentId: 'f0', path: '/list' } }, field('n')];
    expect(writesOf({ data, components: repeated }, ['/rest'])).toEqual([written('/f', data.f), written('/rest', 1)]);
  });

  it('[GU2] has what the agent wrote into such a list, and beside a field that stands in a list', () => {
    const items = { list: [{ n: 'typed' }, { n: 'new' }] };
    const repeated = [{ id: 'l', component: 'List', children: { componentId: 'f0', path: '/list' } }, field('n')];
    expect(writesOf({ data: items, components: repeated }, ['/list/1', '/rest'])).toEqual([
      written('/list/1', { n: 'new' }),
    ]);
    expect(writesOf({ data: items, components: [field('/list/0/n')] }, ['/list/1'])).toEqual([
      written('/list/1', { n: 'new' }),
    ]);
  });

  it('[GU2] is what was merged, and what a person types only where that was merged', () => {
    const fields = [field('/f/k1'), field('/f/a~1b/c', 1)];
    const told = (...merged: readonly JsonObject[]) =>
      JSON.stringify(writesOf({ data, components: fields }, [], merged));
    expect(told({ rest: 2 }, { f: { k10: 3, 'a/b': { d: 4 } } })).not.toContain('typed');
    expect(writesOf({ data, components: fields }, [], [{ f: { k1: 'x' } }])).toContainEqual(written('/f/k1', 'typed'));
    expect(writesOf({ data, components: fields }, [], [{ f: { 'a/b': 1 } }])).toContainEqual(
      written('/f/a~1b', { c: 'typed' }),
    );
  });

  it('[GU2] leaves alone the one field of thousands that the agent has not written', () => {
    const names = Array.from({ length: 6000 }, (_, i) => `k${i}`);
    const fields = names.map((name, i) => field(`/f/${name}`, i));
    const lists = names.map((name, i) => ({ id: `l${i}`, component: 'List', children: { path: `/g/${name}` } }));
    const told = writesOf(
      {
        components: [...fields, ...lists, ...names.map((_, i) => field('n', 6000 + i))],
        data: { f: Object.fromEntries(names.map((name) => [name, 1])) },
      },
      names.slice(1).map((name) => `/f/${name}`),
    );
    expect(told).toHaveLength(5999);
  });
});
