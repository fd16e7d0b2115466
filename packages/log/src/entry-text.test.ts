import { JSON_STEPS, takeAll } from '@vitrine/core/internal';
import { describe, expect, test } from 'vitest';
import { entry } from '../test/samples.ts';
import { storeEntrySteps } from './entry-steps.ts';
import { ENTRY_VERSION, type EntryToStore, readEntry, type Upcasters, writeEntry } from './entry-text.ts';
import { LogError } from './log-error.ts';

const store = (given: EntryToStore, seq: number) => takeAll(storeEntrySteps(given, seq, JSON_STEPS));

const code = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return error instanceof LogError ? error.code : String(error);
  }
  return 'nothing thrown';
};

describe('entries as text', () => {
  test('[LG45] a text carries the version of the format and no seq', () => {
    const text = writeEntry({ ...entry(1), seq: 9, v: 7 } as never);
    expect(JSON.parse(text)).toEqual({ ...entry(1), v: ENTRY_VERSION });
    expect(readEntry(text, 4)).toEqual({ ...entry(1), v: ENTRY_VERSION, seq: 4 });
  });

  test('[LG45] versions are lifted one after another', () => {
    const upcasters: Upcasters = {
      [-1]: (old) => ({ ...old, v: 0, steps: ['first'] }),
      0: (old) => ({ ...old, steps: [...(old.steps as string[]), 'second'] }),
    };
    expect(readEntry('{"v":-1}', 1, upcasters)).toEqual({ v: ENTRY_VERSION, seq: 1, steps: ['first', 'second'] });
  });

  test('[LG48] what a face kept as a text in version 1 is its `ext`', () => {
    const lifted = (wire?: string) => readEntry(JSON.stringify({ v: 1, body: [], wire }), 1);
    const plain = { v: ENTRY_VERSION, seq: 1, body: [] };
    const kept = JSON.stringify({ openwop: 1, type: 'run.started', payload: { text: 'ü "\n' } });
    expect(lifted(kept)).toEqual({ ...plain, ext: { openwop: { type: 'run.started', payload: { text: 'ü "\n' } } } });
    expect(lifted('{"openwop":1,"type":"node.metric","payload":{"bytes":1[')).toEqual({
      ...plain,
      ext: { openwop: {} },
    });
    for (const none of [undefined, 'a text', '{"a":2,"b":1}', '[1]']) expect(lifted(none)).toEqual(plain);
  });

  test('[LG45] a version that nothing lifts is an error', () => {
    for (const text of ['{"v":0}', '{"v":3}', '{}', '{"v":"1"}', '{"v":0.5}'])
      expect([text, code(() => readEntry(text, 1))]).toEqual([text, 'VITRINE_LOG_VERSION']);
  });

  test('[LG9] what is told of a stored entry is what is read from its text', () => {
    const { from } = entry(0);
    const more = [
      {},
      { key: 'k' },
      { ref: 'r' },
      { basis: 3 },
      { ext: { face: { a: [1, '\n'] } } },
      { key: undefined, from },
    ];
    for (const [i, each] of more.entries()) {
      const given: EntryToStore = { ...entry({ i, gone: undefined, list: [-0, '\n'] } as never), ...each };
      const { text, entry: told } = store(given, 7);
      expect(told).toStrictEqual(readEntry(text, 7));
      expect(JSON.parse(text)).toStrictEqual(JSON.parse(JSON.stringify({ v: ENTRY_VERSION, ...given })));
    }
    expect(code(() => store(entry(Number.NaN), 1))).toBe('VITRINE_LOG_VALUE');
  });

  test('[LG9] a head is not taken for another', () => {
    const { from } = entry(0);
    const heads = [
      {},
      { at: '2027-01-01T00:00:00.000Z' },
      { trust: 'untrusted' as const },
      { from: { ...from, id: 'x' } },
    ];
    for (const head of [...heads, ...heads]) {
      const given = { ...entry(0), from, ...head };
      expect(readEntry(store(given, 1).text, 1)).toEqual({ ...given, v: ENTRY_VERSION, seq: 1 });
    }
  });

  test('[LG9] a key named __proto__ is a key', () => {
    const value = JSON.parse('{"__proto__":{"x":1}}');
    expect(JSON.parse(writeEntry(entry(value))).body[0].value).toEqual(value);
  });
});
