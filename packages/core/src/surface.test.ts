import { describe, expect, it } from 'vitest';
import { boxOf, component, createStage, otherCatalog, puts, stageCatalog, textOf, told } from '../test/stage.ts';
import { defineCatalog, defineComponent, plainText } from './catalog.ts';
import type { OpenOp } from './entry.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { watch } from './reactive.ts';
import { Catalogs } from './registry.ts';
import { resolveCatalog, Surface } from './surface.ts';

const surface = (op: Partial<OpenOp> = {}) =>
  new Surface(
    { op: 'open', surface: 's', catalog: 'stage', ...op },
    'trusted',
    new Catalogs([stageCatalog, otherCatalog]),
    DEFAULT_LIMITS,
  );
const ids = (one: Surface) => one.components().map(({ id }) => id);

describe('components of a surface', () => {
  it('[SU1] a component that comes again replaces the first whole', () => {
    const stage = createStage();
    stage.put(component('a', 'Text', { text: 'x', size: 'large' }));
    stage.put(component('a', 'Text', { text: 'y' }));
    expect(stage.surface.component('a')).toEqual(component('a', 'Text', { text: 'y' }));
    expect(stage.surface.componentCount).toBe(1);
  });

  it('[SU2] components are told in the order of their first definition, whoever mentioned them before', () => {
    const one = surface();
    one.put(boxOf('root', 'z', 'a'));
    one.put(textOf('a', 'x'));
    one.put(textOf('z', 'x'));
    one.put(textOf('a', 'again'));
    expect(ids(one)).toEqual(['root', 'a', 'z']);
    one.remove('a');
    one.put(textOf('a', 'anew'));
    expect([ids(one), one.componentCount]).toEqual([['root', 'z', 'a'], 3]);
  });

  it('[SU2] a refused entry leaves no trace in the order', () => {
    const [one, other] = [createStage(), createStage()];
    one.send(puts(boxOf('x', 'b', 'a'), textOf('b', 'x')), { op: 'set', surface: 's', path: '/~', value: 1 });
    for (const stage of [one, other]) stage.put(textOf('a', 'x'), textOf('b', 'x'));
    expect(ids(one.surface)).toEqual(ids(other.surface));
  });

  it('[SU3] ids that nobody refers to any more cost nothing, however many an agent makes up', () => {
    const stage = createStage();
    for (let round = 0; round < 50; round++)
      stage.put(boxOf('root', ...Array.from({ length: 20 }, (_, i) => `r${round}-${i}`)));
    const known = Array.from({ length: 50 }, (_, round) => stage.surface.peek(`r${round}-0`)).filter(
      (slot) => slot !== undefined,
    );
    expect(known).toEqual([stage.surface.peek('r49-0')]);
    expect(stage.surface.peek('r49-0')?.inbound).toBe(1);
    stage.put(component('root', 'Card', { child: 'root2' }));
    expect([stage.surface.peek('r49-0'), stage.surface.peek('root2')?.inbound]).toEqual([undefined, 1]);
  });

  it('[SU3] an id that is watched or defined stays', () => {
    const one = surface();
    one.put(boxOf('root', 'a', 'b'));
    one.put(textOf('b', 'x'));
    const watcher = watch(() => one.slot('a').observe());
    one.put(boxOf('root'));
    expect([one.peek('a') !== undefined, one.peek('b')?.inbound]).toEqual([true, 0]);
    watcher.dispose();
    one.put(boxOf('root', 'a', 'a'));
    expect(one.peek('a')?.inbound).toBe(2);
    one.put(boxOf('root', 'a'));
    expect(one.peek('a')?.inbound).toBe(1);
    one.put(boxOf('root'));
    expect(one.peek('a')).toBeUndefined();
  });
});

describe('the head of a surface', () => {
  it('[SU4] the root is called root unless another is named, and trust is that of the entry', () => {
    expect(surface().root).toBe('root');
    expect(surface({ root: 'top' }).root).toBe('top');
    const stage = createStage();
    stage.fold.accept({ body: [{ op: 'open', surface: 'u', catalog: 'stage' }] }, 'untrusted');
    expect([stage.surface.trust, stage.fold.surfaces.get('u')?.trust]).toEqual(['trusted', 'untrusted']);
  });

  it('[SU5] a reveal names the root and ends the holding back', () => {
    const stage = createStage();
    stage.must({ op: 'open', surface: 'h', catalog: 'stage', held: true, implicit: true, theme: { color: '#000000' } });
    const held = stage.fold.surfaces.get('h') as Surface;
    expect([held.held, held.implicit]).toEqual([true, true]);
    const seen: unknown[] = [];
    watch(() => void seen.push([held.held, held.root, held.theme?.color]));
    stage.must({ op: 'reveal', surface: 'h', root: 'top', theme: { color: '#ffffff' } });
    stage.must({ op: 'reveal', surface: 'h', root: 'other' });
    expect(seen).toEqual([
      [true, 'root', '#000000'],
      [false, 'top', '#ffffff'],
      [false, 'other', '#ffffff'],
    ]);
    expect([held.held, held.implicit]).toEqual([false, false]);
  });

  it('[SU6] with another catalog, components are of that catalog from then on', () => {
    const stage = createStage({
      catalogs: new Catalogs([
        stageCatalog,
        defineCatalog({ id: 'late', components: { Note: defineComponent({ words: plainText() }) } }),
      ]),
    });
    stage.must({ op: 'open', surface: 'h', catalog: 'stage', held: true });
    const early = stage.send({ op: 'put', surface: 'h', components: [component('root', 'Note', { words: 'w' })] });
    expect(told(early)).toEqual(['COMPONENT_UNKNOWN /components/0/component']);
    stage.must({ op: 'reveal', surface: 'h', root: 'root', catalog: 'late' });
    expect(stage.fold.surfaces.get('h')?.peek('root')?.declaration).toBeDefined();
  });
});

describe('catalogs of a surface', () => {
  it('[SU10] a part is whole once it is revealed', () => {
    const stage = createStage();
    stage.must({ op: 'open', surface: 'p', catalog: 'stage', partial: true });
    const part = stage.fold.surfaces.get('p');
    expect(part?.partial).toBe(true);
    stage.must({ op: 'reveal', surface: 'p', root: 'root' });
    expect([part?.partial, part?.snapshot().partial]).toEqual([false, undefined]);
  });

  it('[SU7] the catalog is the one that is named, by id or alias, else the default', () => {
    const one = surface();
    expect([one.catalogFor(undefined), one.catalogFor('the-stage'), one.catalogFor('other')]).toEqual([
      stageCatalog,
      stageCatalog,
      otherCatalog,
    ]);
  });

  it('[SU7] without one, with an unknown one and with one of another protocol there is an issue', () => {
    const none = new Surface({ op: 'open', surface: 's' }, 'trusted', new Catalogs([stageCatalog]), DEFAULT_LIMITS);
    expect(none.catalogFor(undefined)).toMatchObject({ code: 'VITRINE_CATALOG_MISSING' });
    expect(surface().catalogFor('x')).toMatchObject({ code: 'VITRINE_CATALOG_UNKNOWN' });
    expect(surface({ protocol: '1' }).catalogFor('other')).toMatchObject({ code: 'VITRINE_CATALOG_PROTOCOL' });
    expect(surface({ protocol: '1' }).catalogFor('stage')).toBe(stageCatalog);
    expect(resolveCatalog('other', '2', new Catalogs([otherCatalog]))).toBe(otherCatalog);
    expect(resolveCatalog('__proto__', undefined, new Catalogs([otherCatalog]))).toMatchObject({
      code: 'VITRINE_CATALOG_UNKNOWN',
    });
  });
});

describe('observing a surface', () => {
  it('[SU8] whoever observes a component is told when it comes, changes and goes', () => {
    const one = surface();
    const seen: unknown[] = [];
    const slot = one.slot('a');
    watch(() => {
      slot.observe();
      seen.push(slot.component?.props.text ?? slot.component?.type);
    });
    one.put(textOf('a', 'x'));
    one.put(textOf('a', 'y'));
    one.put(component('a', 'Box'));
    one.put(textOf('b', 'z'));
    one.remove('a');
    one.remove('a');
    expect(seen).toEqual([undefined, 'x', 'y', 'Box', undefined]);
  });

  it('[SU8] a component of the same type in another catalog is another one', () => {
    const one = surface();
    one.put(textOf('a', 'x'));
    let runs = 0;
    watch(() => {
      runs++;
      one.slot('a').observe();
    });
    one.put({ ...textOf('a', 'x'), catalog: 'other' });
    expect(runs).toBe(2);
  });

  it('[SU8] what is looked at outside a watcher is not observed', () => {
    const one = surface();
    one.slot('a').observe();
    expect(one.slot('a').isWatched).toBe(false);
  });
});

describe('the snapshot of a surface', () => {
  it('[SU9] holds the head, the data and the components sorted by id, and only what was said', () => {
    const stage = createStage();
    stage.put(textOf('b', 'x'), textOf('a', 'x'), boxOf('root', 'a', 'z'));
    stage.set('/n', 1);
    expect(stage.surface.snapshot()).toEqual({
      root: 'root',
      catalog: 'stage',
      trust: 'trusted',
      components: [textOf('a', 'x'), textOf('b', 'x'), boxOf('root', 'a', 'z')],
      data: { n: 1 },
    });
    const full: Partial<OpenOp> = {
      protocol: '1',
      held: true,
      implicit: true,
      partial: true,
      sync: true,
      theme: { color: '#000000' },
      place: { region: 'side' },
      until: '2026-01-01T00:00:00Z',
      ext: { e: 1 },
    };
    expect(surface(full).snapshot()).toMatchObject(full);
  });

  it('[SU9] names of the set and declared properties follow the component', () => {
    const one = surface();
    one.put(component('a', 'Text', { text: 'x', nothing: 1 }));
    expect(one.slot('a').names).toEqual(['text']);
    one.put(component('a', 'Text', { size: 'large', text: 'x' }));
    expect(one.slot('a').names).toEqual(['size', 'text']);
    one.put(component('a', 'Nothing', { text: 'x' }));
    expect(one.slot('a').names).toEqual([]);
  });
});
