import { describe, expect, it } from 'vitest';
import {
  boxOf,
  component,
  createStage,
  nestedLists,
  otherCatalog,
  poisoned,
  puts,
  type Stage,
  stageCatalog,
  textOf,
  told,
} from '../test/stage.ts';
import type { Entry, Op, ViewerEvent } from './entry.ts';
import { Fold } from './fold.ts';
import type { Json } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { watch } from './reactive.ts';
import { Catalogs } from './registry.ts';

const set = (path: string, value: Json, surface = 's'): Op => ({ op: 'set', surface, path, value });
const open = (surface: string, more: Partial<Extract<Op, { op: 'open' }>> = {}): Op => ({
  op: 'open',
  surface,
  catalog: 'stage',
  ...more,
});
const close = (surface: string): Op => ({ op: 'close', surface });
const ask = (id: string, prompt = 'p'): Op => ({ op: 'ask', ask: id, want: { kind: 'confirm' }, prompt });
const wrong = set('/~', 1);

function entry(seq: number, body: readonly (Op | ViewerEvent)[], trust: Entry['trust'] = 'trusted'): Entry {
  return { v: 2, seq, at: '2026-01-01T00:00:00Z', from: { role: 'agent', id: 'a', dialect: 'vitrine' }, trust, body };
}

describe('whole or not at all', () => {
  it('[FO1] an entry of several parts applies whole', () => {
    const stage = createStage();
    stage.must(
      open('b'),
      set('/x', 1, 'b'),
      puts(textOf('root', 'x')),
      set('/y', 2),
      { op: 'turn', state: 'working' },
      ask('1'),
    );
    expect([
      stage.fold.surfaces.get('b')?.data.get('/x'),
      stage.surface.data.get('/y'),
      stage.fold.turn,
      stage.fold.asks.size,
    ]).toEqual([1, 2, 'working', 1]);
    stage.must();
  });

  const parts: readonly (readonly [string, readonly Op[]])[] = [
    ['opening', [open('b', { components: [textOf('root', 'x')], data: { a: 1 } })]],
    [
      'opening and filling',
      [open('b'), { op: 'put', surface: 'b', components: [textOf('root', 'x')] }, set('/a', 1, 'b')],
    ],
    ['opening and closing', [open('b'), close('b')]],
    ['closing', [close('s')]],
    ['closing and opening again', [close('s'), open('s', { root: 'other' }), set('/n', 9), puts(textOf('a', 'new'))]],
    ['closing the first of several', [close('first'), open('later')]],
    ['putting new components', [puts(boxOf('n', 'm', 'o'), textOf('m', 'x'))]],
    ['putting over old ones', [puts(textOf('root', 'now a text'), boxOf('a', 'root'))]],
    [
      'putting twice',
      [puts(textOf('a', 'one')), puts(component('a', 'Box')), puts(textOf('q', 'x')), puts(textOf('q', 'y'))],
    ],
    [
      'writing data',
      [
        set('/n', 2),
        set('/list/0/x', 5),
        { op: 'unset', surface: 's', path: '/z' },
        set('/z', 1),
        set('/', { all: 'new' }),
      ],
    ],
    [
      'merging and appending',
      [
        { op: 'merge', surface: 's', path: '/', value: { list: [], m: { k: 1 } } },
        { op: 'append', surface: 's', path: '/t', value: 'more' },
      ],
    ],
    ['writing to two surfaces', [set('/n', 2), set('/n', 2, 'first')]],
    ['revealing', [{ op: 'reveal', surface: 'first', root: 'top', catalog: 'other', theme: { any: 1 } }]],
    ['revealing with another catalog', [{ op: 'reveal', surface: 's', root: 'a', catalog: 'other' }]],
    ['asking', [ask('new'), ask('old', 'again'), { op: 'withdraw', ask: 'old' }, ask('old', 'anew')]],
    [
      'tasks and calls',
      [
        { op: 'task', task: 't', value: 5 },
        { op: 'task', task: 't', done: true },
        { op: 'call', call: 'c', name: 'f', catalog: 'stage', args: {} },
      ],
    ],
    [
      'turning',
      [
        { op: 'turn', state: 'done' },
        { op: 'turn', state: 'failed' },
      ],
    ],
  ];

  function filled(): Stage {
    const stage = createStage();
    stage.must(close('s'));
    stage.must(open('first', { held: true }));
    stage.must(open('s'));
    stage.put(boxOf('root', 'a', 'gone'), textOf('a', 'x'));
    stage.set('/', { z: 0, n: 1, list: [{ x: 1 }], t: 'text' });
    stage.must(ask('old'));
    stage.must({ op: 'task', task: 't', value: 1 });
    stage.must({ op: 'turn', state: 'input' });
    return stage;
  }

  for (const [what, ops] of parts) {
    it(`[FO2] a refused entry leaves everything as it was: ${what}`, () => {
      const stage = filled();
      const before = stage.bytes;
      const order = [...stage.fold.surfaces.keys()].join();
      const declared = stage.surface.peek('a')?.declaration;
      expect(stage.send(...ops, wrong).ok).toBe(false);
      expect(stage.bytes).toBe(before);
      expect([...stage.fold.surfaces.keys()].join()).toBe(order);
      expect([
        stage.surface.peek('a')?.declaration,
        stage.surface.componentCount,
        stage.surface.peek('a')?.inbound,
      ]).toEqual([declared, 2, 1]);
      expect(stage.fold.surfaces.get('first')?.held).toBe(true);
      const accepted = stage.send(...ops);
      expect(accepted.ok).toBe(true);
      expect(stage.send(set('/after', 1, [...stage.fold.surfaces.keys()][0] ?? '')).ok).toBe(true);
    });
  }

  it('[FO2] surfaces that were closed and opened again and again stand as before, in their order', () => {
    const stage = createStage();
    for (const id of ['a', 'b', 'c']) stage.must(open(id), set('/v', id, id));
    const before = JSON.stringify(stage.fold.snapshot());
    const again = ['b', 'a', 'b', 'c'].flatMap((id) => [close(id), open(id), set('/v', 'new', id)]);
    expect(stage.send(open('d'), ...again, close('d'), close('a'), open('e'), wrong).ok).toBe(false);
    expect(JSON.stringify(stage.fold.snapshot())).toBe(before);
    expect([...stage.fold.surfaces.keys()].filter((id) => id !== 's')).toEqual(['a', 'b', 'c']);
  });

  it('[FO2] what comes after the part that was refused is not looked at', () => {
    const outcome = createStage().send(wrong, set('/__proto__', 1));
    expect(told(outcome)).toEqual(['!POINTER_SYNTAX /path']);
  });

  it('[FO2] an issue of an entry of several parts says which part it is about', () => {
    const stage = createStage();
    const several = stage.send(set('/a', 1), puts(component('a', 'Nothing')), wrong);
    expect(several.issues.map((issue) => ('part' in issue ? issue.part : undefined))).toEqual([1, 2]);
    const single = stage.send(wrong);
    expect(single.issues.map((issue) => 'part' in issue)).toEqual([false]);
  });

  it('[FO2] one part alone is whole or not at all too', () => {
    const stage = filled();
    const before = stage.bytes;
    for (const part of [
      wrong,
      puts(textOf('a', 'y'), textOf('b', Infinity)),
      open('new', { data: { a: Infinity } }),
      open('new', { components: [component('', 'Text')] }),
    ]) {
      expect(stage.send(part).ok).toBe(false);
      expect(stage.bytes).toBe(before);
    }
  });

  it('[FO3] watchers run once an entry, after it, and see nothing of one that was refused', () => {
    const stage = filled();
    const seen: unknown[] = [];
    watch(
      () =>
        void seen.push([
          stage.surface.data.get('/n'),
          stage.fold.surfaces.size,
          stage.surface.component('a') !== undefined,
        ]),
    );
    stage.send(set('/n', 2), open('x'), close('first'), wrong);
    stage.must(set('/n', 3), open('x'), set('/n', 4));
    expect(seen.filter((one, i) => JSON.stringify(one) !== JSON.stringify(seen[i - 1]))).toEqual([
      [1, 2, true],
      [4, 3, true],
    ]);
    expect(seen.length).toBeLessThanOrEqual(3);
  });
});

describe('surfaces', () => {
  it('[FO4] a surface that is opened again stands as it was, with a warning; strict reading refuses', () => {
    for (const strict of [false, true]) {
      const stage = createStage({ strict });
      stage.set('/n', 1);
      const before = stage.bytes;
      const outcome = stage.send(open('s', { root: 'other', data: { n: 2 }, components: [textOf('root', 'x')] }));
      expect([outcome.ok, told(outcome)]).toEqual(
        strict ? [false, ['!SURFACE_EXISTS /surfaceId']] : [true, ['SURFACE_EXISTS /surfaceId']],
      );
      expect(stage.bytes).toBe(before);
    }
  });

  it('[FO4] opened because something was sent to it, it is opened again without a word', () => {
    const stage = createStage({ strict: true });
    expect(told(stage.send(open('s', { implicit: true }), set('/n', 1)))).toEqual([]);
  });

  it('[FO4] after it was closed a surface can be opened anew, with nothing of the old', () => {
    const stage = createStage();
    stage.set('/n', 1);
    stage.must(close('s'));
    stage.must(open('s'));
    expect(stage.surface.data.get('/')).toEqual({});
  });

  it('[FO5] closing what is not there is a warning, also where reading is strict', () => {
    expect(told(createStage({ strict: true }).send(close('none')))).toEqual(['SURFACE_UNKNOWN /surfaceId']);
  });

  it('[FO5] whatever else is sent to a surface that is not there is refused', () => {
    const stage = createStage();
    const ops: Op[] = [
      set('/n', 1, 'none'),
      { op: 'put', surface: 'none', components: [] },
      { op: 'merge', surface: 'none', path: '/', value: {} },
      { op: 'unset', surface: 'none', path: '/' },
      { op: 'append', surface: 'none', path: '/', value: 'x' },
      { op: 'reveal', surface: 'none', root: 'root' },
    ];
    for (const op of ops) expect(told(stage.send(op))).toEqual(['!SURFACE_UNKNOWN /surfaceId']);
    expect(told(stage.send({ event: 'input', surface: '__proto__', path: '/a', value: 1 }))).toEqual([
      '!SURFACE_UNKNOWN /surfaceId',
    ]);
  });

  it('[FO6] what opens a surface is judged: its id, root, catalog, data, components, place and metadata', () => {
    const stage = createStage();
    const cases: [Op, string][] = [
      [open(''), '!MESSAGE_SHAPE /surfaceId'],
      [open('__proto__'), '!NAME_RESERVED /surfaceId'],
      [open('\ud800'), '!JSON_TEXT /surfaceId'],
      [open('x'.repeat(1025)), '!LIMIT_TEXT /surfaceId'],
      [open('n', { root: '' }), '!MESSAGE_SHAPE /root'],
      [open('n', { root: 'constructor' }), '!NAME_RESERVED /root'],
      [open('n', { catalog: 'nowhere' }), '!CATALOG_UNKNOWN /catalogId'],
      [open('n', { catalog: 'other', protocol: '1' }), '!CATALOG_PROTOCOL /catalogId'],
      [open('n', { data: { a: [Infinity] } }), '!JSON_NUMBER /dataModel/a/0'],
      [open('n', { data: poisoned() }), '!NAME_RESERVED /dataModel'],
      [open('n', { components: [component('a', 'Text', { text: Infinity })] }), 'PROP_TYPE /components/0/text'],
      [open('n', { place: { at: nestedLists(100_000) } as never }), '!LIMIT_DEPTH'],
      [open('n', { ext: { a: '\ud800' } }), '!JSON_TEXT /metadata/a'],
    ];
    for (const [op, line] of cases) {
      const outcome = stage.send(op);
      expect([outcome.ok, told(outcome)[0]]).toEqual([false, expect.stringContaining(line)]);
    }
    expect(stage.fold.surfaces.size).toBe(1);
  });

  it('[FO7] a reveal is judged: root, catalog, theme, and the components by the catalog that it names', () => {
    const stage = createStage();
    stage.must(open('h', { held: true }));
    stage.must({ op: 'put', surface: 'h', components: [textOf('root', 'x')] });
    const reveal = (more: object): Op => ({ op: 'reveal', surface: 'h', root: 'root', ...more });
    const before = stage.bytes;
    expect(told(stage.send(reveal({ root: '' })))).toEqual(['!MESSAGE_SHAPE /root']);
    expect(told(stage.send(reveal({ catalog: 'nowhere' })))).toEqual(['!CATALOG_UNKNOWN /catalogId']);
    expect(told(stage.send(reveal({ theme: { color: Infinity } })))).toContain('!JSON_NUMBER /theme/color');
    expect(stage.bytes).toBe(before);
    expect(told(stage.send(reveal({ catalog: 'other' })))).toEqual([
      'PROP_UNKNOWN /catalogId',
      'PROP_MISSING /catalogId',
    ]);
    expect(stage.fold.surfaces.get('h')?.held).toBe(false);
    const strict = createStage({ strict: true });
    strict.put(textOf('root', 'x'));
    expect(told(strict.send({ op: 'reveal', surface: 's', root: 'root', catalog: 'other' }))[0]).toBe(
      '!PROP_UNKNOWN /catalogId',
    );
  });

  it('[FO8] the surfaces are observed as a whole: one that opens or closes is seen, a refused one is not', () => {
    const stage = createStage();
    const seen: string[] = [];
    watch(() => void seen.push([...stage.fold.surfaces.keys()].join()));
    stage.must(open('b'));
    stage.send(open('__proto__'));
    stage.set('/n', 1);
    stage.must(close('s'));
    expect(seen).toEqual(['s', 's,b', 'b']);
  });

  it('[FO9] set with ifAbsent writes only where nothing is; null is something', () => {
    const stage = createStage();
    stage.set('/', { there: 1, empty: null });
    const absent = (path: string): Op => ({ op: 'set', surface: 's', path, value: 'new', ifAbsent: true });
    stage.must(absent('/there'), absent('/empty'), absent('/none/deep'));
    expect(stage.surface.data.get('/')).toEqual({ there: 1, empty: null, none: { deep: 'new' } });
  });
});

describe('asks, tasks, calls', () => {
  it('[FO10] an ask stands until it is answered, withdrawn or lapsed, and is answered once', () => {
    const stage = createStage();
    const ends: (Op | ViewerEvent)[] = [
      { event: 'answer', ask: '1', value: true },
      { op: 'withdraw', ask: '1' },
      { op: 'lapse', ask: '1', reason: 'late' },
    ];
    for (const end of ends) {
      stage.must(ask('1'));
      expect(stage.fold.asks.get('1')).toEqual(ask('1'));
      stage.must(end);
      expect(stage.fold.asks.size).toBe(0);
      expect(told(stage.send(end))).toEqual(['!ASK_UNKNOWN']);
    }
  });

  it('[FO10] a task lasts until it is done, a call until it is returned; a second end is a warning', () => {
    const stage = createStage();
    stage.must({ op: 'task', task: 't', value: 1, total: 2 });
    stage.must({ op: 'task', task: 't', value: 2, total: 2 });
    expect(stage.fold.tasks.get('t')).toEqual({ op: 'task', task: 't', value: 2, total: 2 });
    stage.must({ op: 'task', task: 't', done: true });
    expect([stage.fold.tasks.size, told(stage.send({ op: 'task', task: 't', done: true }))]).toEqual([
      0,
      ['TASK_UNKNOWN'],
    ]);
    stage.must({ op: 'call', call: 'c', name: 'f', catalog: 'stage', args: {} });
    expect(stage.fold.calls.size).toBe(1);
    stage.must({ event: 'return', call: 'c', value: 1 });
    expect([stage.fold.calls.size, told(stage.send({ event: 'return', call: 'c' }))]).toEqual([0, ['CALL_UNKNOWN']]);
  });

  it('[FO10] what is kept is judged like all that is stored', () => {
    const stage = createStage();
    const hostile: Op[] = [
      ask('__proto__'),
      ask(''),
      ask('1', '\ud800'),
      { op: 'ask', ask: '1', want: { kind: 'select', options: [poisoned()] }, prompt: 'p' },
      { op: 'task', task: 't', value: Infinity },
      { op: 'call', call: 'c', name: 'f', catalog: 'stage', args: { deep: nestedLists(100_000) } },
    ];
    for (const op of hostile) expect(stage.send(op).ok).toBe(false);
    expect([stage.fold.asks.size, stage.fold.tasks.size, stage.fold.calls.size]).toEqual([0, 0, 0]);
  });

  it('[FO10] effects and returns are no state', () => {
    const stage = createStage();
    const before = stage.bytes;
    stage.must({ op: 'effect', effect: { kind: 'toast', text: 't' } }, { op: 'return', call: 'c', value: 1 });
    stage.must({ event: 'join', viewer: 'v', catalogs: [] }, { event: 'leave', viewer: 'v' });
    expect(stage.bytes).toBe(before);
  });

  it('[FO19] what was said is kept in order, can be watched and is taken back with its entry', () => {
    const stage = createStage();
    const seen: number[] = [];
    const watcher = watch(() => void seen.push(stage.fold.talk.length));
    stage.must({ op: 'say', text: 'Where to?' });
    stage.must({ event: 'say', text: 'Home.' });
    expect(stage.send({ op: 'say', text: 'x' }, { op: 'withdraw', ask: 'none' }).ok).toBe(false);
    expect(stage.fold.talk).toEqual([
      { by: 'agent', text: 'Where to?' },
      { by: 'viewer', text: 'Home.' },
    ]);
    expect(seen.slice(0, 3)).toEqual([0, 1, 2]);
    watcher.dispose();
  });

  it('[FO19] no more is kept than talkLines and talkLength say, the last of it', () => {
    const words = (limits: Partial<Limits>, ...said: readonly string[]) => {
      const stage = createStage({ limits });
      for (const text of said) stage.must({ op: 'say', text });
      return stage.fold.talk.map(({ text }) => text);
    };
    expect(words({ talkLines: 2 }, 'a', 'b', 'c')).toEqual(['b', 'c']);
    expect(words({ talkLines: 1 }, 'a', 'b')).toEqual(['b']);
    expect(words({ talkLength: 3 }, 'a', 'bb', 'c')).toEqual(['bb', 'c']);
    expect(words({ talkLength: 3 }, 'a', 'bbbbbb')).toEqual(['bbb']);
  });

  it('[FO11] an input is a write of the person, and what is wrong with an event is the fault of the viewer', () => {
    const stage = createStage();
    stage.must({ event: 'input', surface: 's', path: '/n', value: 'typed' });
    expect(stage.surface.data.get('/n')).toBe('typed');
    const faults = (part: Op | ViewerEvent) => stage.send(part).issues.map(({ fault }) => fault);
    expect(faults({ event: 'input', surface: 's', path: '/n/x', value: 1 })).toEqual(['viewer']);
    expect(faults({ event: 'answer', ask: 'none', value: 1 })).toEqual(['viewer']);
    expect(faults({ event: 'return', call: 'none' })).toEqual(['viewer']);
    expect(faults({ op: 'withdraw', ask: 'none' })).toEqual(['agent']);
  });
});

describe('watchers that write', () => {
  it('[FO12] a watcher may accept further entries, judged by themselves', () => {
    const stage = createStage();
    const outcomes: unknown[] = [];
    watch(() => {
      const n = stage.surface.data.get('/n');
      if (n === 1) outcomes.push(told(stage.send(set('/m', 1))), told(stage.send(wrong)));
    });
    expect(told(stage.send(puts(component('a', 'Nothing')), set('/n', 1)))).toEqual([
      'COMPONENT_UNKNOWN /components/0/component',
    ]);
    expect([outcomes, stage.surface.data.get('/m')]).toEqual([[[], ['!POINTER_SYNTAX /path']], 1]);
  });

  it('[FO12] a watcher does not observe what was read to judge its entries', () => {
    const stage = createStage();
    const before = stage.surface.data.observerCount;
    let runs = 0;
    watch(() => {
      runs++;
      stage.send({ op: 'set', surface: 's', path: '/first', value: runs, ifAbsent: true });
      stage.send(puts(component('row', 'Row')), { op: 'reveal', surface: 's', root: 'root' });
    });
    stage.set('/first', 5);
    stage.must({ op: 'reveal', surface: 's', root: 'other' });
    expect([runs, stage.surface.data.observerCount]).toEqual([1, before]);
  });

  it('[FO12] when a watcher throws the entry stands, and the next is judged as ever', () => {
    const stage = createStage();
    watch(() => {
      if (stage.surface.data.get('/n') === 1) throw new Error('a mistake of the page');
    });
    expect(() => stage.send(set('/n', 1), open('b'))).toThrow('a mistake of the page');
    expect([stage.surface.data.get('/n'), stage.fold.surfaces.size]).toEqual([1, 2]);
    expect(told(stage.send(set('/m', 1), wrong))).toEqual(['!POINTER_SYNTAX /path']);
    expect(stage.surface.data.get('/m')).toBeUndefined();
  });
});

describe('entries built without types', () => {
  const junk: readonly (readonly [string, unknown, string])[] = [
    ['nothing', undefined, ''],
    ['an entry without a body', {}, ''],
    ['a body that is no list', { body: 5 }, ''],
    ['a body like a list', { body: { length: 1, 0: set('/n', 1) } }, ''],
    ['a part that is no object', { body: [5] }, ''],
    ['null as a part', { body: [null] }, ''],
    ['a part that is neither op nor event', { body: [{}] }, ''],
    ['an op of no name', { body: [{ op: Object.create(null) }] }, ''],
    ['an op that there is not', { body: [{ op: 'toString' }] }, ''],
    ['a set without a path', { body: [{ op: 'set', surface: 's', value: 1 }] }, '/path'],
    ['a set without a value', { body: [{ op: 'set', surface: 's', path: '/n' }] }, '/value'],
    ['a set of something that JSON lacks', { body: [set('/n', (() => 1) as unknown as Json)] }, '/value'],
    ['a surface that is a number', { body: [{ op: 'close', surface: 5 }] }, '/surface'],
    ['a put of no list', { body: [{ op: 'put', surface: 's', components: {} }] }, '/components'],
    ['a component without props', { body: [puts({ id: 'a', type: 'Box' } as never)] }, '/components'],
    ['a component that is null', { body: [puts(null as never)] }, '/components'],
    ['a component with a wrong id', { body: [puts({ ...textOf('a', 'x'), id: 5 } as never)] }, '/components'],
    ['a theme that is a text', { body: [open('b', { theme: 'red' as never })] }, '/theme'],
    ['an append of a number', { body: [{ op: 'append', surface: 's', path: '/n', value: 1 }] }, '/value'],
    ['an ask without a prompt', { body: [{ op: 'ask', ask: '1', want: {} }] }, '/prompt'],
  ];
  for (const [what, entry, at] of junk) {
    it(`[FO18] are refused with an issue: ${what}`, () => {
      const stage = createStage();
      const before = stage.bytes;
      const outcome = stage.fold.accept(entry as never);
      expect([outcome.ok, told(outcome)]).toEqual([false, [`!MESSAGE_SHAPE ${at}`.trim()]]);
      expect(stage.bytes).toBe(before);
    });
  }

  it('[FO18] are told what was wanted, in which part, and whose fault it is', () => {
    const stage = createStage();
    const wrongEvent = { event: 'answer', ask: 1, value: 1 } as unknown as ViewerEvent;
    expect(stage.send(set('/n', 1), wrongEvent).issues).toEqual([
      {
        code: 'VITRINE_MESSAGE_SHAPE',
        severity: 'error',
        fault: 'viewer',
        message: 'The ask of answer must be a string, not a number.',
        at: '/ask',
        part: 1,
      },
    ]);
    expect(stage.surface.data.get('/n')).toBeUndefined();
    expect(told(stage.send({ event: 'wave' } as unknown as ViewerEvent))).toEqual(['!MESSAGE_SHAPE']);
  });
});

describe('replaying', () => {
  it('[FO13] replaying what was accepted gives the same bytes, without the catalogs', () => {
    const live = createStage();
    const log: Entry[] = [entry(1, [open('s')])];
    const bodies: (readonly (Op | ViewerEvent)[])[] = [
      [puts(boxOf('root', 'a'), component('a', 'Nothing', { x: 1 }))],
      [set('/n', 1), wrong],
      [open('s')],
      [open('t', { catalog: 'other', theme: { any: 1 }, data: { d: [1] } }), close('none')],
      [{ op: 'append', surface: 's', path: '/text', value: 'a\ud83d' }],
      [{ op: 'append', surface: 's', path: '/text', value: '\ude00' }],
      [{ op: 'reveal', surface: 't', root: 'top', catalog: 'stage' }],
      [ask('1'), { event: 'input', surface: 's', path: '/n', value: 3 }],
    ];
    for (const body of bodies) if (live.send(...body).ok) log.push(entry(log.length + 1, body));
    const replayed = new Fold({ catalogs: new Catalogs() });
    for (const one of log) replayed.apply(JSON.parse(JSON.stringify(one)) as Entry);
    expect(JSON.stringify(replayed.snapshot())).toBe(live.bytes);
  });

  it('[FO13] an entry of an untrusted source opens an untrusted surface again', () => {
    const fold = new Fold({ catalogs: new Catalogs([stageCatalog]) });
    fold.apply(entry(1, [open('u')], 'untrusted'));
    expect(fold.surfaces.get('u')?.trust).toBe('untrusted');
  });

  it('[FO14] an entry that cannot have been accepted throws, leaves nothing, and what is accepted later is judged', () => {
    const fold = new Fold({ catalogs: new Catalogs([stageCatalog, otherCatalog]) });
    fold.apply(entry(1, [open('s')]));
    expect(() => fold.apply(entry(2, [set('/a', 1), set('/b', 1, 'none')]))).toThrow('Entry 2');
    expect(fold.surfaces.get('s')?.data.get('/a')).toBeUndefined();
    expect(told(fold.accept({ body: [puts(component('a', 'Nothing'))] }))).toEqual([
      'COMPONENT_UNKNOWN /components/0/component',
    ]);
  });

  it('[FO14] what a watcher accepts while an entry is replayed is judged', () => {
    const fold = new Fold({ catalogs: new Catalogs([stageCatalog]) });
    fold.apply(entry(1, [open('s')]));
    const seen: unknown[] = [];
    watch(() => {
      if (fold.surfaces.get('s')?.data.get('/n') === 1)
        seen.push(...told(fold.accept({ body: [puts(textOf('a', Infinity))] })));
      if (fold.surfaces.get('s')?.data.get('/n') === 2) throw new Error('a mistake of the page');
    });
    fold.apply(entry(2, [set('/n', 1)]));
    expect(seen).toContain('!JSON_NUMBER /components/0/text');
    expect(() => fold.apply(entry(3, [set('/n', 2)]))).toThrow('a mistake of the page');
    expect(fold.accept({ body: [puts(textOf('a', Infinity))] }).ok).toBe(false);
  });

  it('[FO15] a snapshot is plain JSON that says everything, sorted where the order means nothing', () => {
    const [one, other] = [createStage(), createStage()];
    one.put(textOf('a', 'x'), boxOf('root', 'a'));
    one.must(ask('b'), ask('a'), { op: 'task', task: 'y' }, { op: 'task', task: 'x' });
    other.must(ask('a'), { op: 'task', task: 'x' }, { op: 'task', task: 'y' }, ask('b'));
    other.put(boxOf('root', 'a'));
    other.put(textOf('a', 'x'));
    expect(one.bytes).toBe(other.bytes);
    expect(JSON.parse(one.bytes)).toEqual(one.fold.snapshot());
    expect(Object.keys(one.fold.snapshot())).toEqual(['surfaces', 'asks', 'tasks', 'calls']);
  });

  it('[FO15] a snapshot does not change when the fold does', () => {
    const stage = createStage();
    stage.put(textOf('a', 'x'));
    stage.set('/list', [{ n: 1 }]);
    const [snapshot, before] = [stage.fold.snapshot(), stage.bytes];
    stage.put(textOf('a', 'y'));
    stage.set('/list/0/n', 2);
    stage.must(ask('1'));
    expect(JSON.stringify(snapshot)).toBe(before);
  });
});

describe('what is open', () => {
  const ask = (id: string): Op => ({ op: 'ask', ask: id, want: { kind: 'confirm' }, prompt: 'Sure?' });

  it('[FO17] is told to whoever watches it, also when it is taken back', () => {
    const fold = new Fold({ catalogs: new Catalogs() });
    const seen: string[] = [];
    watch(() => void seen.push(`${[...fold.asks.keys()].join(' ')} ${fold.turn ?? '-'}`));
    fold.accept({ body: [ask('a')] });
    fold.accept({ body: [ask('b'), { op: 'turn', state: 'input' }] });
    fold.accept({ body: [ask('c'), { op: 'close', surface: 's' }, { op: 'withdraw', ask: 'nothing' }] });
    fold.accept({ body: [{ op: 'withdraw', ask: 'a' }] });
    expect([...new Set(seen)]).toEqual([' -', 'a -', 'a b input', 'b input']);
  });

  it('[FO17] is limited in number; what is open can still be replaced', () => {
    const fold = new Fold({ catalogs: new Catalogs(), limits: { ...DEFAULT_LIMITS, openItems: 2 } });
    const codes = ['a', 'b', 'c', 'a'].map((id) => fold.accept({ body: [ask(id)] }).issues.map(({ code }) => code));
    expect(codes).toEqual([[], [], ['VITRINE_LIMIT_ENTRIES'], []]);
    expect([...fold.asks.keys()]).toEqual(['a', 'b']);
  });
});
