import type { JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { type SurfaceOperations, writeOperations } from './surface-operations.ts';

const create: JsonObject = { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: 'c' } };
const field = (path: string, i = 0): JsonObject => ({
  ...{ id: `f${i}`, component: 'TextField' },
  ...{ label: 'F', value: { path } },
});
const writesOf = (one: Partial<SurfaceOperations>, changed: readonly string[]) =>
  writeOperations({ surface: 's', create, components: [], data: {}, ...one }, new Set(changed)).slice(2);
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
