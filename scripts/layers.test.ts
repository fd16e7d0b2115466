import { describe, expect, it } from 'vitest';
import { blindSpots, plantedFiles } from './layer-faults.mjs';
import { kindOf, layerRules, unseen, withoutRow } from './layer-rules.mjs';
import { LAYERS } from './layers.mjs';

const names = Object.keys(LAYERS);
const mayImport = (name: string) => LAYERS[name]?.mayImport ?? [];

describe('the layer table', () => {
  it('names only rows that it has, and no row itself', () => {
    for (const name of names) {
      expect(names, `${name} may import`).toEqual(expect.arrayContaining([...mayImport(name)]));
      expect(mayImport(name)).not.toContain(name);
    }
  });

  it('has no cycle', () => {
    const order: string[] = [];
    for (let grown = true; grown; ) {
      const free = names.filter(
        (name) => !order.includes(name) && mayImport(name).every((other) => order.includes(other)),
      );
      order.push(...free);
      grown = free.length > 0;
    }
    expect(order.toSorted()).toEqual(names.toSorted());
  });

  it('keeps Node out of whatever a browser package imports', () => {
    for (const name of names.filter((row) => LAYERS[row]?.browser)) {
      expect(mayImport(name).filter((other) => !LAYERS[other]?.browser)).toEqual([]);
    }
  });

  it('keeps the host away from the faces, and everyone but pages away from the elements', () => {
    expect(mayImport('host').toSorted()).toEqual(['core', 'dialects', 'face-kit', 'log']);
    expect(names.filter((name) => mayImport(name).includes('web')).toSorted()).toEqual([
      'angular',
      'cli',
      'embed',
      'playground',
      'react',
      'svelte',
      'vue',
    ]);
    expect(names.filter((name) => mayImport(name).includes('demos'))).toEqual([]);
  });
});

describe('the rules made from it', () => {
  const table = {
    low: { folder: 'packages/low', mayImport: [], browser: true },
    high: { folder: 'packages/high', mayImport: ['low'] },
  };

  it('are of every kind, and of Node only for browser packages', () => {
    const rules = layerRules(table, () => undefined).map(({ name }) => name ?? '');
    expect(new Set(rules.map(kindOf))).toEqual(
      new Set(['cycle', 'unresolved', 'built', 'bypass', 'test', 'upward', 'undeclared', 'node']),
    );
    expect(rules).toContain('node packages/low');
    expect(rules).not.toContain('node packages/high');
  });

  it('refuse a table that names a row it does not have', () => {
    expect(() => layerRules({ high: { folder: 'packages/high', mayImport: ['gone'] } }, () => undefined)).toThrow(
      'gone',
    );
  });
});

describe('the check is blind', () => {
  const planted = [...plantedFiles(LAYERS).keys()].filter((path) => path.includes('/src/'));

  it('when a planted fault of any kind is not reported', () => {
    const kinds = new Set(planted.map((path) => /\/fault-([a-z]+)/.exec(path)?.[1]));
    expect([...kinds]).toEqual(
      expect.arrayContaining(['cycle', 'upward', 'node', 'undeclared', 'unresolved', 'bypass']),
    );
    expect(blindSpots(planted, [])).toHaveLength(planted.filter((path) => path.includes('/fault-')).length);
  });

  it('when it reports the fault as another kind', () => {
    const path = 'packages/core/src/fault-node.ts';
    expect(blindSpots([path], [{ rule: 'cycle', from: path }])).toEqual([`the planted fault ${path} was not reported`]);
    expect(blindSpots([path], [{ rule: 'node packages/core', from: path }])).toEqual([]);
  });

  it('when it reports what is allowed', () => {
    const path = 'packages/host/src/legal.ts';
    expect(blindSpots([path], [{ rule: 'upward packages/host', from: path }])).toEqual([
      `the allowed ${path} was reported as upward`,
    ]);
  });

  it('when a source was not looked at or has no row', () => {
    expect(unseen(['packages/a/src/x.ts', 'packages/a/src/y.ts'], ['packages/a/src/x.ts'])).toEqual([
      'packages/a/src/y.ts',
    ]);
    expect(withoutRow(['packages/core/src/x.ts', 'packages/new/src/x.ts'], LAYERS)).toEqual(['packages/new']);
  });
});
