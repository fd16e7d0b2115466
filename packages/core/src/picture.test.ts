import { describe, expect, it } from 'vitest';
import type { Catalog } from './catalog.ts';
import { child, children, defineCatalog, defineComponent, list, object, text } from './catalog.ts';
import { basic08 } from './catalogs/basic-0.8.ts';
import { basic09 } from './catalogs/basic-0.9.ts';
import { basic10 } from './catalogs/basic-1.0.ts';
import type { Component } from './entry.ts';
import { Fold } from './fold.ts';
import type { Json, JsonObject } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { drawText, type PictureOptions } from './picture.ts';
import { columns } from './picture-text.ts';
import { watch } from './reactive.ts';
import { Catalogs } from './registry.ts';
import { Tree } from './tree.ts';
import { boundedView } from './tree-walk.ts';

const custom = defineCatalog({
  id: 'custom',
  components: {
    Gauge: defineComponent({ level: text(), target: text() }),
    Shelf: defineComponent({ name: text(), children: children() }),
    Accordion: defineComponent({ sections: list(object({ title: text(), child: child() })) }),
    Vault: defineComponent(
      { kind: text(), pin: text({ writable: true }) },
      { secretWhen: { prop: 'kind', is: 'secret' } },
    ),
    Text: defineComponent({ words: text() }),
  },
});

type Row = readonly [id: string, type: string, props: JsonObject];
interface Scene {
  readonly catalog?: Catalog;
  readonly data?: Json;
  readonly limits?: Partial<Limits>;
  readonly options?: PictureOptions;
}

function stage(rows: readonly Row[], scene: Scene = {}) {
  const { catalog = basic09, data, limits } = scene;
  const fold = new Fold({ catalogs: new Catalogs([catalog]), limits: { ...DEFAULT_LIMITS, ...limits } });
  const components = rows.map(([id, type, props]): Component => ({ id, type, props }));
  const outcome = fold.accept({
    body: [{ op: 'open', surface: 's', catalog: catalog.id, components, ...(data === undefined ? {} : { data }) }],
  });
  expect(outcome.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  const surface = fold.surfaces.get('s');
  if (surface === undefined) throw new Error('the scene was refused');
  return { fold, tree: new Tree(surface, fold) };
}

function picture(rows: readonly Row[], scene: Scene = {}): string {
  return drawText(stage(rows, scene).tree, scene.options);
}

/** The picture of one component with nothing around it. */
function drawn(type: string, props: JsonObject, scene: Scene = {}): string {
  return picture([['root', type, props]], scene);
}

const press = { event: { name: 'go' } };

describe('a picture', () => {
  it('[PI1] is the same text for the same state, and reading it changes nothing', () => {
    const { fold, tree } = stage([['root', 'Text', { text: { path: '/name' } }]], { data: { name: 'Ada' } });
    const before = JSON.stringify(fold.snapshot());
    expect(drawText(tree)).toBe('Ada\n');
    expect(drawText(tree)).toBe('Ada\n');
    expect(JSON.stringify(fold.snapshot())).toBe(before);
  });

  it('[PI1] drawn inside a watcher follows the data', () => {
    const { fold, tree } = stage([['root', 'Text', { text: { path: '/name' } }]], { data: { name: 'Ada' } });
    const seen: string[] = [];
    watch(() => void seen.push(drawText(tree)));
    fold.accept({ body: [{ op: 'set', surface: 's', path: '/name', value: 'Grace' }] });
    expect(seen).toEqual(['Ada\n', 'Grace\n']);
  });

  it('[PI2] has no line wider than its width, except for what cannot be narrower', () => {
    const words = 'the quick brown fox jumps over the lazy dog '.repeat(5);
    const rows: Row[] = [
      ['root', 'Column', { children: ['t', 'c', 'f', 'l'] }],
      ['t', 'Text', { text: words }],
      ['c', 'Card', { child: 't' }],
      ['f', 'TextField', { label: words, value: words }],
      ['l', 'List', { children: ['t', 'c'] }],
    ];
    for (const width of [20, 33, 80, 120]) {
      const lines = picture(rows, { options: { width } }).split('\n');
      expect(Math.max(...lines.map(columns))).toBeLessThanOrEqual(width);
    }
  });

  it('[PI2] breaks a word that is wider than the line and counts wide characters as two columns', () => {
    expect(drawn('Text', { text: 'x'.repeat(45) }, { options: { width: 20 } })).toBe(
      `${'x'.repeat(20)}\n${'x'.repeat(20)}\n${'x'.repeat(5)}\n`,
    );
    expect(drawn('Text', { text: '漢'.repeat(15) }, { options: { width: 20 } })).toBe(
      `${'漢'.repeat(10)}\n${'漢'.repeat(5)}\n`,
    );
  });

  it('[PI3] holds no character that moves the cursor, turns the direction or hides', () => {
    const hostile = '\u001b[2Jred\u0007 \u202egnp.exe\u202c a\u200eb \u009b31m \ufeff\u{e0041} end\u2028next';
    const shown = drawn('Text', { text: { path: '/t' } }, { data: { t: hostile } });
    expect(shown).toBe('␛[2Jred␇ �gnp.exe� ab �31m �� end\nnext\n');
  });

  it('[PI3] makes names from the agent harmless too', () => {
    const rows: Row[] = [['root', 'Column', { children: ['a\u001b[31m', 'b'.repeat(500)] }]];
    expect(picture(rows)).toBe(`[… waiting for a␛[31m]\n[… waiting for ${'b'.repeat(39)}…]\n`);
  });

  it('[PI4] ends where its allowance of text is spent, and says so', () => {
    const rows: Row[] = [
      ['root', 'List', { children: { componentId: 't', path: '/items' } }],
      ['t', 'Text', { text: { path: '' } }],
    ];
    const data = { items: Array.from({ length: 1000 }, () => 'x'.repeat(100)) };
    const shown = picture(rows, { data, options: { maxText: 1000 } });
    expect(shown.length).toBeLessThan(3000);
    expect(shown.endsWith('… the picture ends here: it is longer than its limit\n')).toBe(true);
  });

  it('[PI4] of the same large value at a thousand places stays small and quick', () => {
    const rows: Row[] = [
      ['root', 'List', { children: { componentId: 't', path: '/items' } }],
      ['t', 'Text', { text: { path: '/large' } }],
    ];
    const data = {
      items: Array.from({ length: 20_000 }, () => 0),
      large: { list: Array.from({ length: 50_000 }, () => 7) },
    };
    expect(picture(rows, { data }).length).toBeLessThan(2_000_000);
  });
});

describe('text', () => {
  it('[PI5] headings of the two upper levels are underlined, the others marked', () => {
    expect(drawn('Text', { text: 'Orders', variant: 'h1' })).toBe('Orders\n══════\n');
    expect(drawn('Text', { text: 'Orders', variant: 'h2' })).toBe('Orders\n──────\n');
    expect(drawn('Text', { text: 'Orders', variant: 'h4' })).toBe('#### Orders\n');
    expect(drawn('Text', { text: 'Orders', usageHint: 'h1' }, { catalog: basic08 })).toBe('Orders\n══════\n');
  });

  it('[PI5] headings in Markdown look the same, unless the catalog says that text is plain', () => {
    expect(drawn('Text', { text: '# Orders\nof today' }, { catalog: basic10 })).toBe('Orders\n══════\nof today\n');
    const plain = { ...basic10, plainText: true };
    expect(drawn('Text', { text: '# Orders' }, { catalog: plain })).toBe('# Orders\n');
  });

  it('[PI6] media are named by their description, else by the last step of their address', () => {
    const url = 'https://example.com/pictures/cat.png?size=2';
    expect(drawn('Image', { url, description: 'A cat' })).toBe('[image: A cat]\n');
    expect(drawn('Image', { url, altText: 'A cat' }, { catalog: basic08 })).toBe('[image: A cat]\n');
    expect(drawn('Image', { url })).toBe('[image: cat.png]\n');
    expect(drawn('Image', { url: 'data:image/png;base64,AAAA' })).toBe('[image]\n');
    expect(drawn('Video', { url })).toBe('[video: cat.png]\n');
    expect(drawn('AudioPlayer', { url, description: 'Purring' })).toBe('[audio: Purring]\n');
    expect(drawn('Icon', { name: 'mail' })).toBe('‹mail›\n');
    expect(drawn('Icon', { name: { svgPath: 'M0 0L1 1' } })).toBe('‹icon›\n');
  });
});

describe('inputs', () => {
  it('[PI7] a field shows its label and value, an empty one a line to write on', () => {
    const data = { name: 'Ada' };
    expect(drawn('TextField', { label: 'Name', value: { path: '/name' } }, { data })).toBe('Name: [Ada]\n');
    expect(drawn('TextField', { label: 'Name:', text: { path: '/name' } }, { data, catalog: basic08 })).toBe(
      'Name: [Ada]\n',
    );
    expect(drawn('TextField', { label: 'Name', value: { path: '/other' } }, { data })).toBe('Name: [__________]\n');
    expect(drawn('TextField', { label: 'Name', placeholder: 'first name' }, { catalog: basic10 })).toBe(
      'Name: [first name]\n',
    );
    expect(drawn('TextField', { label: 'Note', value: 'one\ntwo', variant: 'longText' })).toBe(
      'Note:\n  | one\n  | two\n',
    );
  });

  it('[PI8] what is obscured is shown as three dots, whatever its length', () => {
    const show = (pin: string) =>
      drawn('TextField', { label: 'Pin', value: { path: '/pin' }, variant: 'obscured' }, { data: { pin } });
    expect(show('1')).toBe('Pin: [•••]\n');
    expect(show('hunter2hunter2')).toBe('Pin: [•••]\n');
    expect(show('')).toBe('Pin: [__________]\n');
    const legacy = drawn('TextField', { label: 'Pin', text: 'abc', textFieldType: 'obscured' }, { catalog: basic08 });
    expect(legacy).toBe('Pin: [•••]\n');
  });

  it('[PI8] a secret of any catalog is shown as three dots', () => {
    expect(drawn('Vault', { kind: 'secret', pin: '1234' }, { catalog: custom })).toBe('Vault: kind="secret" pin=•••\n');
    expect(drawn('Vault', { kind: 'open', pin: '1234' }, { catalog: custom })).toBe('Vault: kind="open" pin="1234"\n');
  });

  it('[PI9] check boxes, choices, dates and sliders show what is chosen', () => {
    expect(drawn('CheckBox', { label: 'Agree', value: true })).toBe('[x] Agree\n');
    expect(drawn('CheckBox', { label: 'Agree', value: false })).toBe('[ ] Agree\n');
    const options = [
      { label: 'Tea', value: 't' },
      { label: 'Coffee', value: 'c' },
    ];
    expect(drawn('ChoicePicker', { label: 'Drink', options, value: ['c'] })).toBe('Drink:\n  ( ) Tea  (•) Coffee\n');
    const several = { options, value: ['c', 't'], variant: 'multipleSelection' };
    expect(drawn('ChoicePicker', several)).toBe('[x] Tea  [x] Coffee\n');
    const legacy = { options, selections: ['t'], maxAllowedSelections: 1 };
    expect(drawn('MultipleChoice', legacy, { catalog: basic08 })).toBe('(•) Tea  ( ) Coffee\n');
    expect(drawn('DateTimeInput', { label: 'When', value: '2026-03-01', enableDate: true })).toBe(
      'When: [2026-03-01]\n',
    );
    expect(drawn('DateTimeInput', { value: '', enableTime: true })).toBe('[time]\n');
    expect(drawn('Slider', { label: 'Volume', value: 30, min: 0, max: 100 })).toBe('Volume: 30 (0–100) ▮▮▮▯▯▯▯▯▯▯\n');
    const old = { label: 'Volume', value: 500, minValue: 0, maxValue: 100 };
    expect(drawn('Slider', old, { catalog: basic08 })).toBe('Volume: 500 (0–100) ▮▮▮▮▮▮▮▮▮▮\n');
  });

  it('[PI10] an input shows the first check that fails, a button that may not be pressed says so', () => {
    const checks = [{ condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'Who are you?' }];
    const rows: Row[] = [
      ['root', 'Column', { children: ['f', 'b'] }],
      ['f', 'TextField', { label: 'Name', value: { path: '/name' }, checks }],
      ['b', 'Button', { child: 't', action: press, checks }],
      ['t', 'Text', { text: 'Send' }],
    ];
    expect(picture(rows)).toBe('Name: [__________]\n[ Send ] (disabled)\n');
    expect(picture(rows, { options: { tried: true } })).toBe(
      'Name: [__________]\n! Who are you?\n[ Send ] (disabled)\n',
    );
    expect(picture(rows, { data: { name: 'Ada' } })).toBe('Name: [Ada]\n[ Send ]\n');
  });

  it.each([
    [
      basic08,
      'TextField',
      { label: 'L', text: { path: '/v' }, validationRegexp: '^a+$' },
      'aa',
      'b',
      'This does not have the expected form.',
    ],
    [
      basic09,
      'TextField',
      { label: 'L', value: { path: '/v' }, validationRegexp: '^a+$' },
      '',
      'b',
      'This does not have the expected form.',
    ],
    [
      basic09,
      'TextField',
      { label: 'L', value: { path: '/v' }, variant: 'number' },
      '7',
      'x',
      'Please enter a number.',
    ],
    [
      basic09,
      'DateTimeInput',
      { label: 'L', value: { path: '/v' }, enableDate: true, min: '2026-05-02' },
      '2026-05-02',
      '2026-05-01',
      'It must be 2026-05-02 or later.',
    ],
  ])('[PI10] what the value itself lacks is said as on a page: %#', (catalog, type, props, good, bad, words) => {
    const told = (v: string) => picture([['root', type, props]], { catalog, data: { v }, options: { tried: true } });
    expect(told(good)).not.toContain('!');
    expect(told(bad)).toContain(`\n! ${words}`);
    expect(picture([['root', type, props]], { catalog, data: { v: bad } })).not.toContain('!');
  });
});

describe('containers', () => {
  it('[PI11] a row puts blocks side by side where they fit and starts a new line where they do not', () => {
    const rows: Row[] = [
      ['root', 'Row', { children: ['a', 'v', 'b', 'c'] }],
      ['a', 'Card', { child: 't' }],
      ['v', 'Divider', { axis: 'vertical' }],
      ['b', 'Button', { child: 't', action: press }],
      ['c', 'Text', { text: 'a text that needs about forty columns' }],
      ['t', 'Text', { text: 'Yes' }],
    ];
    expect(picture(rows, { options: { width: 40 } })).toBe(
      [
        '┌──────────┐  │  [ Yes ]',
        '│ Yes      │  │',
        '└──────────┘  │',
        'a text that needs about forty columns',
        '',
      ].join('\n'),
    );
  });

  it('[PI11] a list marks its items, template items as well', () => {
    const rows: Row[] = [
      ['root', 'List', { children: { componentId: 't', path: '/items' } }],
      ['t', 'Text', { text: { path: 'name' } }],
    ];
    expect(picture(rows, { data: { items: [{ name: 'one' }, { name: 'two' }] } })).toBe('• one\n• two\n');
  });

  it('[PI12] a card is a frame as wide as its content, in which a divider reaches from edge to edge', () => {
    const rows: Row[] = [
      ['root', 'Card', { child: 'c' }],
      ['c', 'Column', { children: ['a', 'd', 'b'] }],
      ['a', 'Text', { text: 'Total' }],
      ['d', 'Divider', {}],
      ['b', 'Text', { text: '42 euros and a bit' }],
    ];
    expect(picture(rows)).toBe(
      [
        '┌────────────────────┐',
        '│ Total              │',
        '├────────────────────┤',
        '│ 42 euros and a bit │',
        '└────────────────────┘',
        '',
      ].join('\n'),
    );
  });

  it('[PI12] frames inside frames inside too little room lose the frame, not the content', () => {
    const depth = 40;
    const cards = Array.from(
      { length: depth },
      (_, i): Row => [i === 0 ? 'root' : `c${i}`, 'Card', { child: `c${i + 1}` }],
    );
    const shown = picture([...cards, [`c${depth}`, 'Text', { text: 'kernel' }]], { options: { width: 30 } });
    expect(shown).toContain('kernel');
  });

  it('[PI13] all tabs and the content of a dialog are shown', () => {
    const rows: Row[] = [
      ['root', 'Column', { children: ['t', 'm'] }],
      [
        't',
        'Tabs',
        {
          tabs: [
            { title: 'One', child: 'a' },
            { title: 'Two', child: 'b' },
          ],
        },
      ],
      ['m', 'Modal', { trigger: 'a', content: 'b' }],
      ['a', 'Text', { text: 'first' }],
      ['b', 'Text', { text: 'second' }],
    ];
    const tail = 'first\n┌─ opens ──┐\n│ second   │\n└──────────┘\n';
    expect(picture(rows)).toBe(`Tab 1 of 2: One\n  first\nTab 2 of 2: Two\n  second\n${tail}`);
    const legacy: Row[] = [
      ['root', 'Column', { children: ['t', 'm'] }],
      ['t', 'Tabs', { tabItems: [{ title: 'One', child: 'a' }] }],
      ['m', 'Modal', { entryPointChild: 'a', contentChild: 'b' }],
      ...rows.slice(3),
    ];
    expect(picture(legacy, { catalog: basic08 })).toBe(`Tab 1 of 1: One\n  first\n${tail}`);
  });

  it('[PI13] a button holds whatever its child is', () => {
    const rows: Row[] = [
      ['root', 'Button', { child: 'r', action: press }],
      ['r', 'Row', { children: ['i', 't'] }],
      ['i', 'Icon', { name: 'send' }],
      ['t', 'Text', { text: 'Send' }],
    ];
    expect(picture(rows)).toBe('[ ‹send›  Send ]\n');
  });
});

describe('what has no drawing', () => {
  it('[PI14] a component of another catalog is told by its type and properties, with its children below', () => {
    const rows: Row[] = [
      ['root', 'Shelf', { name: 'Top', children: ['g', 't'] }],
      ['g', 'Gauge', { level: { path: '/level' }, target: 'x'.repeat(90) }],
      ['t', 'Text', { words: 'not the basic Text' }],
    ];
    expect(picture(rows, { catalog: custom, data: { level: 'high' } })).toBe(
      `Shelf: name="Top"\n  Gauge: level="high" target="${'x'.repeat(46)}…\n  Text: words="not the basic Text"\n`,
    );
  });

  it('[PI14] children inside lists of objects are shown with what stands beside them', () => {
    const rows: Row[] = [
      ['root', 'Accordion', { sections: [{ title: 'One', child: 'a' }] }],
      ['a', 'Text', { words: 'inside' }],
    ];
    expect(picture(rows, { catalog: custom })).toBe('Accordion\n  - title="One"\n    Text: words="inside"\n');
  });

  it('[PI15] nodes that cannot be shown are named with the reason', () => {
    expect(picture([['root', 'Column', { children: ['later'] }]])).toBe('[… waiting for later]\n');
    const deep: Row[] = [
      ['root', 'Column', { children: ['a'] }],
      ['a', 'Column', { children: ['b'] }],
      ['b', 'Column', { children: ['c'] }],
      ['c', 'Text', { text: 'too deep' }],
    ];
    expect(picture(deep, { limits: { treeDepth: 3 } })).toBe('[! c is beyond the limits of the tree]\n');
  });

  it('[PI15] a component without a catalog entry and one that contains itself are named', () => {
    const { fold, tree } = stage([['root', 'Column', { children: ['x', 'y'] }]]);
    const surface = fold.surfaces.get('s');
    surface?.put({ id: 'x', type: 'Hologram', props: {} });
    surface?.put({ id: 'y', type: 'Card', props: { child: 'y' } });
    expect(drawText(tree)).toBe(
      '[! unknown component Hologram: x]\n┌───────────────────────┐\n│ [! y contains itself] │\n└───────────────────────┘\n',
    );
  });

  it('[PI16] a surface that shows nothing says what it waits for', () => {
    expect(picture([['a', 'Text', { text: 'x' }]])).toBe(
      '(nothing is shown yet: the surface waits for its root root)\n',
    );
    const fold = new Fold({ catalogs: new Catalogs([basic08]) });
    fold.accept({ body: [{ op: 'open', surface: 's', catalog: basic08.id, held: true }] });
    const surface = fold.surfaces.get('s');
    if (surface === undefined) throw new Error('no surface');
    expect(drawText(new Tree(surface, fold))).toBe('(nothing is shown yet: the surface waits to be revealed)\n');
  });

  it('[PI18] ends where the budget of its tree is spent', () => {
    const regex = (i: number) => ({ call: 'regex', args: { value: { path: '/a' }, pattern: `[a-z]+${i}` } });
    const ids = Array.from({ length: 100 }, (_, i) => `f${i}`);
    const fields = ids.map(
      (id, i): Row => [id, 'TextField', { label: id, value: 'x', checks: [{ condition: regex(i), message: 'No' }] }],
    );
    const scene = { data: { a: 'abc'.repeat(300_000) } };
    const { fold, tree } = stage([['root', 'Column', { children: ids }], ...fields], scene);
    const { env, limits } = boundedView(fold);
    const lines = drawText(new Tree(tree.surface, { env, limits }), { tried: true });
    expect(lines).toContain('the picture ends here');
    expect(env.budget?.steps).toBeLessThan(10 * limits.evaluationSteps);
  });
});
