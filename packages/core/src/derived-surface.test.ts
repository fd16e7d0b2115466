import { beforeEach, describe, expect, test } from 'vitest';
import { basic09 } from './catalogs/basic-0.9.ts';
import { openwop1, openwopAction, openwopValue } from './catalogs/openwop.ts';
import { SurfaceDerivation } from './derived-surface.ts';
import type { Component, Op } from './entry.ts';
import { Fold } from './fold.ts';
import type { JsonObject } from './json.ts';
import { watch } from './reactive.ts';
import { Catalogs } from './registry.ts';
import type { Surface } from './surface.ts';

const item = (id: string, type: string, props: JsonObject): Component => ({ id, type, props });
const root = (...children: readonly string[]): Component => item('root', 'surface', { title: 'Berth', children });
const ITEMS = [
  item('t', 'text', { text: 'Two piers are free.' }),
  item('ship', 'field.text', { name: 'ship', label: 'Ship', value: { ...openwopValue('ship') } }),
  item('go', 'action.button', { name: 'go', label: 'Moor', action: openwopAction('resume', 'go') }),
];

let fold: Fold;
let derivation: SurfaceDerivation;
beforeEach(() => {
  fold = new Fold({ catalogs: new Catalogs([openwop1]) });
  send({
    op: 'open',
    surface: 's',
    catalog: openwop1.id,
    data: { values: { ship: 'Ida' } },
    components: [root('t', 'ship', 'go'), ...ITEMS],
  });
  derivation = new SurfaceDerivation(source(), basic09);
});

function send(...body: readonly Op[]): void {
  expect(fold.accept({ body }).ok).toBe(true);
}

function source(): Surface {
  return fold.surfaces.get('s') as Surface;
}

function put(...components: readonly Component[]): void {
  send({ op: 'put', surface: 's', components });
}

const types = (): readonly string[] => derivation.surface.components().map(({ id, type }) => `${id} ${type}`);

describe('a derived surface', () => {
  test('[DS1] has the components that its catalog derives', () => {
    expect(types()).toEqual(['p1 Text', 't Text', 'ship TextField', 'go-label Text', 'go Button', 'root Column']);
  });

  test('[DS1] is empty while its catalog derives nothing', () => {
    put(item('root', 'text', { text: 'No list.' }));
    expect(types()).toEqual([]);
    put(root('t'));
    expect(types()).toEqual(['p1 Text', 't Text', 'root Column']);
  });

  test('[DS2] has the data of the surface itself, both ways', () => {
    const { surface } = derivation;
    expect(surface.data.get('/values/ship')).toBe('Ida');
    surface.data.set('/values/ship', 'Ada');
    expect(source().data.get('/values/ship')).toBe('Ada');
  });

  test('[DS3] follows its source, and puts only what differs', () => {
    const fired: string[] = [];
    const { surface } = derivation;
    const watchers = ['t', 'ship', 'root'].map((id) =>
      watch(() => {
        surface.slot(id).observe();
        fired.push(id);
      }),
    );
    fired.length = 0;
    put(item('t', 'text', { text: 'One pier is free.' }));
    expect(fired).toEqual(['t']);
    expect(surface.component('t')?.props).toEqual({ text: 'One pier is free.' });
    put(root('go'));
    expect(types()).toEqual(['p1 Text', 'go-label Text', 'go Button', 'root Column']);
    put(root('later', 'go'));
    put(item('later', 'heading', { text: 'Late', level: 3 }));
    expect(surface.component('later')?.props).toEqual({ text: 'Late', variant: 'h3' });
    for (const watcher of watchers) watcher.dispose();
  });

  test('[DS3] does not change with data that it is not derived from', () => {
    const before = derivation.surface.components();
    send({ op: 'set', surface: 's', path: '/values/ship', value: 'Bo' });
    expect(derivation.surface.components()).toEqual(before);
  });

  test('[DS4] is left as it is, and observes nothing, once it is disposed of', () => {
    derivation.dispose();
    put(item('t', 'text', { text: 'One pier is free.' }));
    expect(derivation.surface.component('t')?.props).toEqual({ text: 'Two piers are free.' });
    expect(source().peek('t')?.isWatched).toBe(false);
  });
});
