import { describe, expect, it } from 'vitest';
import { otherCatalog, stageCatalog } from '../test/stage.ts';
import { defineCatalog } from './catalog.ts';
import { Catalogs } from './registry.ts';

describe('catalogs of a fold', () => {
  it('[RE4] a catalog is found by its id and by its aliases', () => {
    const catalogs = new Catalogs([stageCatalog, otherCatalog]);
    expect([catalogs.get('stage'), catalogs.get('the-stage'), catalogs.get('other')]).toEqual([
      stageCatalog,
      stageCatalog,
      otherCatalog,
    ]);
    for (const none of ['', 'none', '__proto__', 'constructor', 'toString']) expect(catalogs.get(none)).toBeUndefined();
    expect([catalogs.ids, [...catalogs]]).toEqual([
      ['stage', 'other'],
      [stageCatalog, otherCatalog],
    ]);
  });

  it('[RE5] a later catalog takes over the id of an earlier one and its aliases, but no alias of another', () => {
    const catalogs = new Catalogs([stageCatalog, otherCatalog]);
    const later = defineCatalog({ id: 'stage', aliases: ['the-stage'], components: {} });
    const thief = defineCatalog({ id: 'thief', aliases: ['the-stage', 'other', 'new'], components: {} });
    catalogs.add(later);
    catalogs.add(thief);
    expect([catalogs.get('stage'), catalogs.get('the-stage'), catalogs.get('other')]).toEqual([
      later,
      later,
      otherCatalog,
    ]);
    expect([catalogs.get('new'), catalogs.ids]).toEqual([thief, ['stage', 'other', 'thief']]);
  });

  it('[RE6] a scope has its own beside those that it stands on, and takes nothing from them', () => {
    const host = new Catalogs([stageCatalog]);
    const [first, second] = [host.scope(), host.scope()];
    const [one, other] = ['a', 'b'].map((name) => defineCatalog({ id: 'brought', aliases: [name], components: {} }));
    first.add(one as never);
    second.add(other as never);
    expect([first.get('brought'), second.get('brought'), host.get('brought')]).toEqual([one, other, undefined]);
    first.add(defineCatalog({ id: 'stage', components: {} }));
    first.add(defineCatalog({ id: 'the-stage', components: {} }));
    first.add(defineCatalog({ id: 'thief', aliases: ['the-stage', 'stage'], components: {} }));
    expect([first.get('stage'), first.get('the-stage')]).toEqual([stageCatalog, stageCatalog]);
    expect(first.ids).toEqual(['stage', 'brought', 'thief']);
    const copy = first.copy();
    copy.add(otherCatalog);
    expect([copy.own.map(({ id }) => id), first.get('other')]).toEqual([['brought', 'thief', 'other'], undefined]);
    host.add(otherCatalog);
    expect(second.get('other')).toBe(otherCatalog);
  });
});
