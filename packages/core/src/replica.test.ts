import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { boxOf, component, puts, stageCatalog, textOf } from '../test/stage.ts';
import type { Entry, NewEntry, Op } from './entry.ts';
import { Fold } from './fold.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { watch } from './reactive.ts';
import { Catalogs } from './registry.ts';
import { Replica } from './replica.ts';
import { Tree } from './tree.ts';

const open = (surface = 's'): Op => ({ op: 'open', surface, catalog: 'stage' });
const set = (path: string, value: string | number, surface = 's'): Op => ({ op: 'set', surface, path, value });
const entry = (seq: number, ...body: readonly Op[]): Entry => ({
  v: 2,
  seq,
  at: '2026-01-01T00:00:00Z',
  from: { role: 'agent', id: 'a', dialect: 'vitrine' },
  trust: 'trusted',
  body,
});

function createReplica(...bodies: readonly (readonly Op[])[]): Replica {
  const replica = new Replica({ catalogs: new Catalogs([stageCatalog]) });
  for (const body of [[open()], ...bodies]) replica.apply({ body });
  return replica;
}

describe('a replica', () => {
  it('[RP1] holds what a fold holds, byte for byte', () => {
    const bodies: readonly (readonly Op[])[] = [
      [puts(boxOf('root', 'a'), textOf('a', { path: '/n' })), set('/n', 1)],
      [open(), { op: 'close', surface: 'none' }],
      [{ op: 'ask', ask: '1', want: { kind: 'confirm' }, prompt: 'p' }],
      [{ op: 'task', task: 't', done: true }],
      [{ op: 'turn', state: 'working' }],
    ];
    const fold = new Fold({ catalogs: new Catalogs([stageCatalog]) });
    for (const body of [[open()], ...bodies]) expect(fold.accept({ body }).ok).toBe(true);
    const replica = createReplica(...bodies);
    expect(JSON.stringify(replica.snapshot())).toBe(JSON.stringify(fold.snapshot()));
    expect([replica.asks.size, replica.tasks.size, replica.calls.size, replica.turn]).toEqual([1, 0, 0, 'working']);
  });

  it('[RP2] takes what a fold with its catalogs and limits would refuse or warn of', () => {
    const limits = { ...DEFAULT_LIMITS, surfaces: 1, componentsPerSurface: 1, openItems: 1, idLength: 3 };
    const replica = new Replica({ catalogs: new Catalogs(), limits });
    const bodies: readonly (readonly Op[])[] = [
      [open()],
      [open('another')],
      [puts(boxOf('root', 'unnamed'), component('unnamed', 'Nothing', { text: Infinity }))],
      [{ op: 'task', task: 'one' }],
      [{ op: 'task', task: 'another' }],
    ];
    for (const body of bodies) {
      expect(() => new Fold({ catalogs: new Catalogs(), limits }).accept({ body })).not.toThrow();
      replica.apply({ body });
    }
    expect([replica.surfaces.size, replica.tasks.size]).toEqual([2, 2]);
    expect(replica.surfaces.get('s')?.componentCount).toBe(2);
    expect(replica.strict).toBe(false);
  });

  it('[RP2] shows a component that its catalog does not have as unknown', () => {
    const replica = createReplica([puts(component('root', 'Nothing'))]);
    const surface = replica.surfaces.get('s');
    expect(surface && new Tree(surface, replica).root?.state).toBe('unknown');
  });

  it('[RP2] keeps the limits of the data model', () => {
    const replica = new Replica({
      catalogs: new Catalogs([stageCatalog]),
      limits: { ...DEFAULT_LIMITS, textLength: 3 },
    });
    replica.apply({ body: [open()] });
    expect(() => replica.apply({ body: [set('/text', 'long')] })).toThrow('the limit is 3');
  });

  it('[RP3] throws at what cannot have been accepted, and leaves nothing of it', () => {
    const impossible: readonly (readonly [string, readonly Op[]])[] = [
      ['Surface not found', [set('/n', 1), set('/n', 1, 'none')]],
      ['Nothing is open', [open('b'), { op: 'withdraw', ask: '1' }]],
      ['followed by 0 or 1', [puts(textOf('root', 'x')), set('/~', 1)]],
      ['There is no op "fly"', [{ op: 'turn', state: 'done' }, { op: 'fly' } as unknown as Op]],
    ];
    const replica = createReplica([{ op: 'turn', state: 'working' }]);
    const before = JSON.stringify(replica.snapshot());
    for (const [message, body] of impossible) {
      expect(() => replica.apply({ body })).toThrow(message);
      expect(JSON.stringify(replica.snapshot())).toBe(before);
    }
    expect(() => replica.apply(entry(7, set('/n', 1, 'none')))).toThrow('Entry 7 was accepted before');
  });

  it('[RP4] applies what a decoder made as it applies an entry of the log', () => {
    const made: NewEntry = { body: [open('b'), set('/n', 1, 'b')] };
    const [a, b] = [createReplica(), createReplica()];
    a.apply(made);
    b.apply(entry(2, ...(made.body as Op[])));
    expect(JSON.stringify(a.snapshot())).toBe(JSON.stringify(b.snapshot()));
    expect(a.surfaces.get('b')?.trust).toBe('trusted');
    a.apply({ body: [open('c')], trust: 'untrusted' });
    expect(a.surfaces.get('c')?.trust).toBe('untrusted');
  });

  it('[RP5] tells watchers once an entry, when it is whole', () => {
    const replica = createReplica();
    const seen: unknown[] = [];
    watch(() => {
      const data = replica.surfaces.get('s')?.data;
      seen.push([data?.get('/a'), data?.get('/b'), replica.turn]);
    });
    replica.apply({ body: [set('/a', 1), set('/b', 2), { op: 'turn', state: 'done' }] });
    expect(() => replica.apply({ body: [set('/a', 3), set('/b', 4, 'none')] })).toThrow();
    expect(seen.slice(0, 2)).toEqual([
      [undefined, undefined, undefined],
      [1, 2, 'done'],
    ]);
    expect(seen.at(-1)).toEqual([1, 2, 'done']);
  });
});

describe('what a replica needs', () => {
  /** Every module that is imported for more than its types. */
  function reached(start: string): Set<string> {
    const found = new Set<string>();
    const left = [new URL(start, import.meta.url)];
    for (let url = left.pop(); url !== undefined; url = left.pop()) {
      const name = url.pathname.split('/').at(-1) as string;
      if (found.has(name)) continue;
      found.add(name);
      const imports = readFileSync(fileURLToPath(url), 'utf8').matchAll(
        /^(?:im|ex)port (?!type\b)[^;]*?from '(\..+?)';/gm,
      );
      for (const [, path] of imports) left.push(new URL(path as string, url));
    }
    return found;
  }
  const judging = /^(?:check|topology|cycle|pattern|parse-date|format|picture|import|issue-codes)/;

  it('[RP6] holds no module that judges', () => {
    const modules = [...reached('./replica.ts'), ...reached('./tree.ts'), ...reached('./registry.ts')];
    expect(modules).toContain('data-model.ts');
    expect(modules.filter((name) => judging.test(name))).toEqual([]);
  });

  it('[RP6] which a fold does', () => {
    expect([...reached('./fold.ts')].filter((name) => judging.test(name)).length).toBeGreaterThan(10);
  });
});
