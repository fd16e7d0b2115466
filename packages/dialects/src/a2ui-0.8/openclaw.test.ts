// The checklist of OpenClaw's native renderer, under its caps: parsing (P), surfaces (S), data (D) and values (V). Where we do
// something else, the title says what; docs/deviations.md says why.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import {
  Catalogs,
  drawText,
  Fold,
  type Json,
  type JsonObject,
  LIMIT_PROFILES,
  Tree,
  watch,
} from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { Intake } from '../intake.ts';
import type { Receipt } from '../message-intake.ts';
import { a2ui08 } from './codec.ts';

class Canvas {
  readonly fold = new Fold({ catalogs: new Catalogs([basic08]), limits: LIMIT_PROFILES.openclaw });
  readonly #intake = new Intake(this.fold, { dialects: [a2ui08] });

  push(...messages: readonly Json[]): Receipt[] {
    return messages.map((message) => this.#intake.message(message));
  }

  lines(text: string): Receipt[] {
    return [...this.#intake.push(text), ...this.#intake.end()];
  }

  data(path = '/', surface = 's'): Json | undefined {
    return this.fold.surfaces.get(surface)?.data.get(path);
  }

  drawn(surface = 's'): string {
    const shown = this.fold.surfaces.get(surface);
    return shown === undefined ? '' : drawText(new Tree(shown, this.fold)).trim();
  }
}

const words = (id: string, value: Json = { literalString: id }): JsonObject => ({
  id,
  component: { Text: { text: value } },
});
const update = (...components: Json[]): JsonObject => ({ surfaceUpdate: { surfaceId: 's', components } });
const begin = (root = 'r'): JsonObject => ({ beginRendering: { surfaceId: 's', root } });
const data = (contents: Json, path?: string): JsonObject => ({
  dataModelUpdate: { surfaceId: 's', contents, ...(path === undefined ? {} : { path }) },
});
const column = (id: string, ...children: string[]): JsonObject => ({
  id,
  component: { Column: { children: { explicitList: children } } },
});
const oks = (receipts: readonly Receipt[]): boolean[] => receipts.map(({ ok }) => ok);

describe('parsing', () => {
  it('P01 CR, LF and blank lines part messages', () => {
    const canvas = new Canvas();
    const text = `\n${JSON.stringify(update(words('r')))}\r\n\r\n  \n${JSON.stringify(begin())}\n`;
    expect(oks(canvas.lines(text))).toEqual([true, true]);
    expect(canvas.drawn()).toBe('r');
  });

  it('P02 a line that is not JSON is told and the next one applied', () => {
    const receipts = new Canvas().lines(`{"surfaceUpdate":\n${JSON.stringify(begin())}\n`);
    expect(receipts.map(({ ok, issues }) => [ok, issues[0]?.code])).toEqual([
      [false, 'VITRINE_JSON_MALFORMED'],
      [true, undefined],
    ]);
  });

  it('P03 without surfaceId, or beginRendering without root, nothing is applied', () => {
    const canvas = new Canvas();
    const wrong = [
      { surfaceUpdate: { components: [words('r')] } },
      { dataModelUpdate: { contents: [] } },
      { deleteSurface: {} },
      { beginRendering: { surfaceId: '', root: 'r' } },
      { beginRendering: { surfaceId: 's' } },
    ];
    expect(oks(canvas.push(...wrong))).toEqual(wrong.map(() => false));
    expect(canvas.fold.surfaces.size).toBe(0);
  });

  it('P04 {}, lists and numbers are refused with an issue, not in silence', () => {
    for (const { ok, issues } of new Canvas().push({}, [1], 7, 'x', null)) {
      expect(ok).toBe(false);
      expect(issues.length).toBeGreaterThan(0);
    }
  });

  it('P05 a line of 1 MiB is read, one character more is not, the next one is', () => {
    const line = (length: number) => JSON.stringify(begin()).padEnd(length);
    const long = JSON.stringify({ deleteSurface: { surfaceId: 'x'.repeat(1_048_577) } });
    expect(oks(new Canvas().lines(`${line(1_048_576)}\n${long}\n${line(60)}\n`))).toEqual([true, false, true]);
  });

  it('P06 4,096 lines are read, the one behind them is refused', () => {
    const receipts = new Canvas().lines(`${JSON.stringify(begin())}\n`.repeat(4097));
    expect(receipts.filter(({ ok }) => ok)).toHaveLength(4096);
    expect(receipts.at(-1)?.ok).toBe(false);
  });

  it('P08 P09 an envelope of another version, or two in one, is refused', () => {
    const canvas = new Canvas();
    const receipts = canvas.push({ createSurface: { surfaceId: 's' } }, { ...begin(), ...update(words('r')) });
    expect(oks(receipts)).toEqual([false, false]);
    expect(canvas.fold.surfaces.size).toBe(0);
  });

  it('P10 P11 a component without a usable type refuses its whole message, and is pointed at', () => {
    const canvas = new Canvas();
    for (const bad of [
      5,
      { id: 'b' },
      { component: { Text: {} } },
      { id: 'b', component: {} },
      { id: 'b', component: { Text: 5 } },
    ]) {
      const [receipt] = canvas.push(update(words('good'), bad as Json));
      expect(receipt?.ok).toBe(false);
      expect(receipt?.issues[0]?.at).toMatch(/^\/surfaceUpdate\/components\/1/);
    }
    expect(canvas.fold.surfaces.get('s')?.component('good')).toBeUndefined();
  });

  it('P12 JSON nested more than 64 deep is refused', () => {
    const deep = JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`) as Json;
    expect(oks(new Canvas().push(update(words('r', { literalArray: deep }))))).toEqual([false]);
  });
});

describe('surfaces', () => {
  it('S01 S02 beginRendering may come first, and a child late', () => {
    const canvas = new Canvas();
    canvas.push(begin(), update(column('r', 'late')));
    expect(canvas.drawn()).not.toContain('here');
    canvas.push(update(words('late', { literalString: 'here' })));
    expect(canvas.drawn()).toContain('here');
  });

  it('S03 a root that is not there shows nothing until it comes', () => {
    const canvas = new Canvas();
    canvas.push(update(words('x')), begin('later'));
    expect(canvas.drawn()).toContain('nothing is shown yet');
    canvas.push(update(words('later')));
    expect(canvas.drawn()).toBe('later');
  });

  it('S04 S05 the same component again keeps its node, another type is another node', () => {
    const canvas = new Canvas();
    canvas.push(update(column('r', 'a'), words('a')), begin());
    const surface = canvas.fold.surfaces.get('s');
    if (surface === undefined) throw new Error('no surface');
    const tree = new Tree(surface, canvas.fold);
    const child = () => (tree.root?.get('children') as unknown as { node: object }[] | undefined)?.[0]?.node;
    const before = child();
    canvas.push(update(words('a')));
    expect(child()).toBe(before);
    canvas.push(update({ id: 'a', component: { Divider: {} } }));
    expect(child()).not.toBe(before);
  });

  it('S06 S07 the 65th surface and the 2,001st component are refused; what is known can still be changed', () => {
    const canvas = new Canvas();
    const surfaces = Array.from({ length: 65 }, (_, i) => ({ beginRendering: { surfaceId: `s${i}`, root: 'r' } }));
    expect(oks(canvas.push(...surfaces))).toEqual(surfaces.map((_, i) => i < 64));
    const full = {
      surfaceUpdate: { surfaceId: 's1', components: Array.from({ length: 2000 }, (_, i) => words(`c${i}`)) },
    };
    const more = { surfaceUpdate: { surfaceId: 's1', components: [words('c2000')] } };
    const known = { surfaceUpdate: { surfaceId: 's1', components: [words('c5', { literalString: 'new' })] } };
    expect(oks(canvas.push(full, more, known))).toEqual([true, false, true]);
    expect(canvas.fold.surfaces.has('s2')).toBe(true);
  });

  it('S08 S09 a cycle and a depth of 65 end in a placeholder', () => {
    const canvas = new Canvas();
    canvas.push(update(column('r', 'a'), column('a', 'r')), begin());
    expect(canvas.drawn()).toContain('contain');
    const deep = new Canvas();
    const chain = Array.from({ length: 80 }, (_, i) => column(i === 0 ? 'r' : `d${i}`, `d${i + 1}`));
    deep.push(update(...chain, words('d80', { literalString: 'bottom' })), begin());
    expect(deep.drawn()).not.toContain('bottom');
  });

  it('S10 S11 what is deleted may come anew, with nothing of before', () => {
    const canvas = new Canvas();
    canvas.push(update(words('r')), data([{ key: 'a', valueString: 'x' }]), begin(), {
      deleteSurface: { surfaceId: 's' },
    });
    expect(canvas.fold.surfaces.size).toBe(0);
    canvas.push(update(words('other')));
    expect([canvas.data(), canvas.fold.surfaces.get('s')?.component('r')]).toEqual([{}, undefined]);
  });
});

describe('the data model', () => {
  const after = (...messages: JsonObject[]): Json | undefined => {
    const canvas = new Canvas();
    canvas.push(begin(), ...messages);
    return canvas.data();
  };

  it('D01 siblings under a path are kept', () => {
    const first = data(
      [
        { key: 'a', valueString: '1' },
        { key: 'b', valueString: '2' },
      ],
      '/x',
    );
    expect(after(first, data([{ key: 'a', valueString: '3' }], '/x'))).toEqual({ x: { a: '3', b: '2' } });
  });

  it('D02 a valueMap is merged into what stands there, leaf by leaf, as the notes say', () => {
    const map = (...entries: Json[]) => data([{ key: 'm', valueMap: entries }]);
    expect(after(map({ key: 'a', valueNumber: 1 }), map({ key: 'b', valueNumber: 2 }))).toEqual({ m: { a: 1, b: 2 } });
  });

  it('D03 D12 an empty key, and "." alone, set the value at the path itself', () => {
    expect(after(data([{ key: '', valueString: 'x' }], '/e'))).toEqual({ e: 'x' });
    expect(after(data([{ key: '.', valueString: 'x' }], '/v'))).toEqual({ v: 'x' });
  });

  it('D04 a slash or a tilde in a key is part of it', () => {
    expect(after(data([{ key: 'a/b~c', valueString: 'x' }]))).toEqual({ 'a/b~c': 'x' });
  });

  it('D05 D06 D07 D08 1,024 entries, keys of 256, texts of 64 Ki, 32 levels; past them the message is refused', () => {
    const many = (count: number) => data(Array.from({ length: count }, (_, i) => ({ key: `k${i}`, valueNumber: i })));
    const nested = (levels: number): JsonObject => {
      let entry: JsonObject = { key: 'k', valueNumber: 1 };
      for (let i = 0; i < levels; i++) entry = { key: 'k', valueMap: [entry] };
      return data([entry]);
    };
    const verdict = (message: JsonObject) => oks(new Canvas().push(message))[0];
    expect([many(1024), many(1025)].map(verdict)).toEqual([true, false]);
    expect([256, 257].map((length) => verdict(data([{ key: 'k'.repeat(length), valueNumber: 1 }])))).toEqual([
      true,
      false,
    ]);
    expect([65_536, 65_537].map((length) => verdict(data([{ key: 'k', valueString: 'x'.repeat(length) }])))).toEqual([
      true,
      false,
    ]);
    expect([nested(20), nested(40)].map(verdict)).toEqual([true, false]);
  });

  it('D09 null and {} keep their places in a list', () => {
    const list = [{ valueString: 'a' }, null, {}, { valueArray: [{ valueNumber: 1 }] }, 'bare'];
    expect(after(data([{ key: 'l', valueArray: list }]))).toEqual({ l: ['a', null, null, [1], 'bare'] });
  });

  it('D10 an index is canonical digits; anything else is refused in a list', () => {
    const list = data([{ key: 'l', valueArray: [{ valueString: 'a' }] }]);
    expect(after(list, data([{ key: '.', valueString: 'b' }], '/l/0'))).toEqual({ l: ['b'] });
    for (const index of ['01', '+1', ' 1'])
      expect(after(list, data([{ key: '.', valueString: 'b' }], `/l/${index}`))).toEqual({ l: ['a'] });
  });

  it('D11 whoever watches above or below a write hears of it once', () => {
    const canvas = new Canvas();
    canvas.push(
      begin(),
      data([
        {
          key: 'a',
          valueMap: [
            { key: 'b', valueString: '1' },
            { key: 'c', valueString: '1' },
          ],
        },
      ]),
    );
    const heard = { above: 0, below: 0, beside: 0 };
    const count = (path: string, name: keyof typeof heard) =>
      watch(() => {
        canvas.data(path);
        heard[name]++;
      });
    count('/a', 'above');
    count('/a/b', 'below');
    count('/z', 'beside');
    canvas.push(
      data([
        {
          key: 'a',
          valueMap: [
            { key: 'b', valueString: '2' },
            { key: 'c', valueString: '2' },
          ],
        },
      ]),
    );
    expect(heard).toEqual({ above: 2, below: 2, beside: 1 });
  });

  it('D13 the names that lead out of data are refused, not stored', () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const canvas = new Canvas();
      expect(oks(canvas.push(begin(), data([{ key, valueString: 'x' }])))).toEqual([true, false]);
      expect(canvas.data()).toEqual({});
    }
  });

  it('D14 models without a surface are surfaces that wait, and count as such', () => {
    const canvas = new Canvas();
    const models = Array.from({ length: 70 }, (_, i) => ({ dataModelUpdate: { surfaceId: `m${i}`, contents: [] } }));
    canvas.push(...models);
    expect(canvas.fold.surfaces.size).toBeLessThanOrEqual(64);
  });
});

describe('values', () => {
  const shows = (value: Json, ...before: JsonObject[]): string => {
    const canvas = new Canvas();
    canvas.push(...before, update(words('r', value)), begin());
    return canvas.drawn();
  };

  it('V01 texts are made of numbers, booleans and what a path holds', () => {
    const held = data([
      { key: 'n', valueNumber: 1.5 },
      { key: 'b', valueBoolean: true },
    ]);
    expect(shows({ literalNumber: 3 })).toBe('3');
    expect(shows({ literalBoolean: true })).toBe('true');
    expect([shows({ path: '/n' }, held), shows({ path: '/b' }, held)]).toEqual(['1.5', 'true']);
  });

  it('V02 a literal beside a path starts the model, then the path counts', () => {
    expect(shows({ literalString: 'start', path: '/x' })).toBe('start');
    expect(shows({ literalString: 'start', path: '/x' }, data([{ key: 'x', valueString: 'held' }]))).toBe('held');
  });
});
