import type { Fold, Json, Op, Trust } from '@vitrine/core';
import { openAgentchains } from '@vitrine/core/catalogs/agentchains';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { describe, expect, it } from 'vitest';
import { Reader } from '../test/emitted.ts';
import { createFold } from '../test/fixtures.ts';
import { shownIn, textsIn } from '../test/shown.ts';
import { a2ui08 } from './a2ui-0.8/codec.ts';
import { a2ui09 } from './a2ui-0.9/codec.ts';
import { a2ui10 } from './a2ui-1.0/codec.ts';
import { agentchainsDialect } from './agentchains/codec.ts';
import type { Dialect } from './dialect.ts';
import { Intake } from './intake.ts';
import { openwop1Dialect } from './openwop-1/codec.ts';
import { openwop2Dialect } from './openwop-2/codec.ts';
import { vitrine } from './vitrine/codec.ts';

const DIALECTS = [a2ui08, a2ui09, a2ui10, agentchainsDialect, openwop1Dialect, openwop2Dialect, vitrine];
const AWAY = 'https://away.example';
const words = { literal: 'Go' };

function opened(catalog: { readonly id: string; readonly protocol?: string | undefined }): Op {
  const away = { functionCall: { call: 'openUrl', args: { url: `${AWAY}/go` } } };
  return {
    op: 'open',
    surface: 's',
    catalog: catalog.id,
    ...(catalog.protocol === undefined ? {} : { protocol: catalog.protocol }),
    theme: { iconUrl: `${AWAY}/icon.png`, agentDisplayName: 'A' },
    data: { n: 1 },
    components: [
      { id: 'root', type: 'Column', props: { children: ['t', 'i', ...(catalog === basic08 ? [] : ['b'])] } },
      { id: 't', type: 'Text', props: { text: { path: '/n' } } },
      { id: 'i', type: 'Image', props: { url: `${AWAY}/i.png` } },
      ...(catalog === basic08 ? [] : [{ id: 'b', type: 'Button', props: { child: 'w', action: away } }]),
      { id: 'w', type: 'Text', props: { text: words } },
    ],
  };
}

const SURFACES: readonly (readonly [string, Op, Op])[] = [
  ...[basic08, basic09, basic10].map((catalog): readonly [string, Op, Op] => [
    catalog.id,
    opened(catalog),
    { op: 'set', surface: 's', path: '/n', value: 2 },
  ]),
  [
    'agentchains',
    openAgentchains('s', 'card', {
      title: 'T',
      image: `${AWAY}/i.png`,
      actions: [{ label: 'Go', action: 'go', url: `${AWAY}/go` }],
    }),
    { op: 'merge', surface: 's', path: '/data', value: { title: 'U' } },
  ],
];
const WRITES: readonly (readonly [string, (set: Op) => readonly Op[]])[] = [
  ['data', (set) => [set]],
  ['components', () => [{ op: 'put', surface: 's', components: [{ id: 'w', type: 'Text', props: { text: words } }] }]],
  ['its head', () => [{ op: 'reveal', surface: 's', root: 'root' }]],
  ['data that nothing shows', () => [{ op: 'set', surface: 's', path: '/unseen', value: 1 }]],
];

/** A viewer that follows from the first, and its session. */
class Follower {
  readonly fold: Fold = createFold();
  readonly reader: Reader;
  readonly #dialect: Dialect;
  readonly #memory: unknown;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.reader = new Reader(dialect);
    this.#memory = dialect.join(this.fold).memory;
  }

  send(body: readonly Op[], trust: Trust = 'trusted'): readonly Json[] {
    const { ok, issues } = this.fold.accept({ body }, trust);
    if (!ok) throw new Error(issues[0]?.message);
    const { wire } = this.#dialect.encode({ body, trust }, this.fold, this.#memory);
    this.reader.read(JSON.parse(JSON.stringify(wire)) as Json[]);
    return wire;
  }

  get late(): Reader {
    return new Reader(this.#dialect).read(this.#dialect.join(this.fold).wire as Json[]);
  }
}

describe.each(DIALECTS)('a viewer of $id', (dialect) => {
  const cases = SURFACES.flatMap(([name, open, set]) =>
    WRITES.flatMap(([what, write]) =>
      // The components of AgentChains are one, and have no head.
      name === 'agentchains' && (what === 'components' || what === 'its head')
        ? []
        : [{ name, what, open, write: write(set) }],
    ),
  );

  it.each(cases)(
    '[LW7] is sent $name anew without requests when an untrusted entry writes $what',
    ({ open, write }) => {
      const viewer = new Follower(dialect);
      const before = viewer.send([open]);
      // OpenWOP has no word for either.
      const hasRequests = JSON.stringify(before).includes(AWAY);
      expect(hasRequests).toBe(!dialect.id.startsWith('openwop'));
      const after = viewer.send(write, 'untrusted');
      expect(JSON.stringify(after)).not.toContain(AWAY);
      // Data pass as they are to viewers of our own, which are told the trust.
      const isInData = dialect === vitrine && open.op === 'open' && open.components?.[0]?.type === 'card';
      if (!isInData) expect(JSON.stringify(shownIn(viewer.reader.fold))).not.toContain(AWAY);
      if (dialect === vitrine) expect(viewer.reader.fold.surfaces.get('s')?.trust).toBe('untrusted');
      expect(shownIn(viewer.reader.fold)).toEqual(shownIn(viewer.late.fold));
      // Nor by what a trusted entry writes from then on.
      const later = viewer.send([open, { op: 'set', surface: 's', path: '/more', value: AWAY.length }]);
      if (!isInData) expect(JSON.stringify(later)).not.toContain(AWAY);
      expect(shownIn(viewer.reader.fold)).toEqual(shownIn(viewer.late.fold));
      const anew = viewer.send([{ op: 'close', surface: 's' }, open]);
      expect(JSON.stringify(anew).includes(AWAY)).toBe(hasRequests);
    },
  );

  it('[LW7] is sent no untrusted approval of an old log, and other questions with a word on where they come from', () => {
    const fold = createFold();
    const ask = (id: string, kind: 'confirm' | 'text'): Op => ({
      op: 'ask',
      ask: id,
      want: { kind },
      prompt: `${id}?`,
    });
    fold.apply({ body: [ask('old', 'confirm')], trust: 'untrusted' });
    fold.apply({ body: [ask('new', 'text')], trust: 'untrusted' });
    fold.apply({ body: [{ op: 'task', task: 't', message: 'Loading', value: 1 }], trust: 'untrusted' });
    const said = JSON.stringify(dialect.join(fold).wire);
    if (dialect === vitrine) {
      expect(dialect.join(fold).wire).toMatchObject([{ trust: 'untrusted', body: [{}, {}, {}] }]);
    } else {
      expect(said).not.toContain('old?');
      expect(said).toContain('new?');
      expect(said.match(/From elsewhere/g)?.length).toBe(2);
    }
  });
});

const A2UI = [a2ui08, a2ui09, a2ui10];
const OTHERS = [...A2UI, agentchainsDialect];
const MARK = 'From elsewhere, not trusted';

describe.each(OTHERS)('a viewer of $id, of a surface that is not trusted,', (dialect) => {
  it.each(SURFACES)('[LW13] is told where it comes from, until it is closed: %s', (_name, open, set) => {
    const viewer = new Follower(dialect);
    expect(JSON.stringify(viewer.send([open]))).not.toContain(MARK);
    const marks = () => textsIn(viewer.reader.fold).filter((text) => text.includes(MARK)).length;
    viewer.send([set], 'untrusted');
    expect(marks()).toBe(1);
    viewer.send([set]);
    viewer.send([open]);
    expect(marks()).toBe(1);
    expect(textsIn(viewer.late.fold)).toEqual(textsIn(viewer.reader.fold));
    viewer.send([{ op: 'close', surface: 's' }, open]);
    expect(marks()).toBe(0);
    const other = new Follower(dialect);
    other.send([open], 'untrusted');
    expect(textsIn(other.reader.fold)[0]).toContain(MARK);
  });

  it.each([basic08, basic09, basic10].map((catalog) => [catalog.id, catalog] as const))(
    '[LW11] gets no links and pictures in words, wherever these come from: %s',
    (_id, catalog) => {
      const viewer = new Follower(dialect);
      const link = (name: string) => `${name} ![p](${AWAY}/${name}.png) [words](${AWAY}/${name}) <${AWAY}/${name}>`;
      const body: Op = {
        op: 'open',
        surface: 's',
        catalog: catalog.id,
        ...(catalog.protocol === undefined ? {} : { protocol: catalog.protocol }),
        data: { bound: link('bound'), items: [{ t: link('first') }, { t: 'plain' }], later: 'fine' },
        components: [
          { id: 'root', type: 'Column', props: { children: ['a', 'b', 'c', 'l', 'i', 'f'] } },
          { id: 'a', type: 'Text', props: { text: link('literal') } },
          { id: 'b', type: 'Text', props: { text: { path: '/bound' } } },
          { id: 'c', type: 'Text', props: { text: { path: '/later' } } },
          { id: 'l', type: 'List', props: { children: { componentId: 'item', path: '/items' } } },
          { id: 'item', type: 'Text', props: { text: { path: 't' } } },
          { id: 'i', type: 'Image', props: { url: `${AWAY}/i.png` }, a11y: { label: 'A harbour' } },
          { id: 'f', type: 'Video', props: { url: `${AWAY}/film` } },
        ],
      };
      viewer.send([body], 'untrusted');
      const expectPlain = () => {
        for (const text of textsIn(viewer.reader.fold)) expect(text).not.toMatch(/!\[|\]\(|(?<!\\)<http/);
        expect(JSON.stringify(textsIn(viewer.reader.fold))).not.toContain(`${AWAY}/i.png`);
        expect(JSON.stringify(textsIn(viewer.reader.fold))).not.toContain(`${AWAY}/film`);
        expect(textsIn(viewer.late.fold)).toEqual(textsIn(viewer.reader.fold));
      };
      expectPlain();
      const shown = textsIn(viewer.reader.fold).join('\n');
      for (const name of ['literal', 'bound', 'first']) expect(shown).toContain(`${name} p words (${AWAY}/${name})`);
      expect(shown).toContain('A harbour');
      viewer.send([{ op: 'set', surface: 's', path: '/later', value: link('later') }]);
      viewer.send([{ op: 'set', surface: 's', path: '/items/1/t', value: link('second') }]);
      expectPlain();
      expect(textsIn(viewer.reader.fold).join('\n')).toContain(`second p words (${AWAY}/second)`);
    },
  );
});

describe.each(A2UI)('a viewer of $id', (dialect) => {
  const button = (id: string, name: string) => [
    { id, type: 'Button', props: { child: `${id}-w`, action: { event: { name } } } },
    { id: `${id}-w`, type: 'Text', props: { text: name } },
  ];

  it.each(['root', 'main'])('[LW12] presses the top component, named %s, below the mark', (root) => {
    const viewer = new Follower(dialect);
    // Under the name that the two would exchange stands another one.
    const other = root === 'root' ? 'main' : 'root';
    viewer.send(
      [
        {
          op: 'open',
          surface: 's',
          catalog: basic08.id,
          protocol: '0.8',
          root,
          components: [...button(root, 'top'), ...button(other, 'other')],
        },
      ],
      'untrusted',
    );
    const { fold } = viewer.reader;
    const shown = fold.surfaces.get('s');
    const source = shown
      ?.components()
      .find(({ type, props }) => type === 'Button' && JSON.stringify(props).includes('"top"'))?.id;
    const action = {
      name: 'top',
      surfaceId: 's',
      sourceComponentId: source ?? '',
      timestamp: '2026-01-01T00:00:00Z',
      context: {},
    };
    const wire: Json =
      dialect === a2ui08 ? { userAction: action } : { version: dialect === a2ui09 ? 'v0.9' : 'v1.0', action };
    const read = dialect.decode(wire, viewer.fold, 'viewer');
    expect(read.ok && read.value.body).toMatchObject([{ event: 'action', source: root, name: 'top' }]);
  });

  it('[LW13] cannot be shown something else in the place of the mark', () => {
    const viewer = new Follower(dialect);
    const ids = ['vitrine:root:origin', 'vitrine:root:content', 'vitrine:root:origin:'];
    viewer.send(
      [
        {
          op: 'open',
          surface: 's',
          catalog: basic09.id,
          protocol: '0.9',
          components: [
            { id: 'root', type: 'Column', props: { children: ids } },
            ...ids.map((id) => ({ id, type: 'Text', props: { text: `Checked by your bank: ${id}` } })),
          ],
        },
      ],
      'untrusted',
    );
    const texts = textsIn(viewer.reader.fold);
    expect(texts[0]).toBe(MARK);
    expect(texts.slice(1)).toEqual(ids.map((id) => `Checked by your bank: ${id}`));
  });
});

describe('a viewer of vitrine', () => {
  it('[LW8] is told the trust of every message, and has the same state whenever it joined', () => {
    const viewer = new Follower(vitrine);
    viewer.send([opened(basic09)]);
    const [message] = viewer.send(
      [{ op: 'put', surface: 's', components: [{ id: 't', type: 'Text', props: { text: 'x' } }] }],
      'untrusted',
    );
    expect(message).toMatchObject({ trust: 'untrusted' });
    viewer.send([{ op: 'ask', ask: 'q', want: { kind: 'text' }, prompt: 'Q?' }], 'untrusted');
    viewer.send(
      [
        { op: 'task', task: 't', message: 'T' },
        { op: 'say', text: 'said' },
      ],
      'untrusted',
    );
    viewer.send([{ op: 'say', text: 'mine' }]);
    expect(viewer.reader.fold.snapshot()).toEqual(viewer.late.fold.snapshot());
    expect(viewer.reader.fold.talk).toEqual(viewer.late.fold.talk);
    expect(viewer.reader.fold.talk).toEqual(viewer.fold.talk);
    expect(viewer.reader.fold.snapshot()).toMatchObject({
      surfaces: { s: { trust: 'untrusted' } },
      asks: { q: { trust: 'untrusted' } },
      tasks: { t: { trust: 'untrusted' } },
    });
  });
});

describe('an untrusted message of an agent', () => {
  const refused: readonly (readonly [string, Json, string, string])[] = [
    [
      'vitrine',
      {
        vitrine: 1,
        body: [
          { op: 'say', text: 'x' },
          { op: 'ask', ask: 'a', want: { kind: 'confirm' }, prompt: 'P' },
        ],
      },
      'VITRINE_ASK_UNTRUSTED',
      '/body/1/want/kind',
    ],
    [
      'vitrine',
      { vitrine: 1, body: [{ op: 'effect', effect: { kind: 'navigate', url: `${AWAY}/` } }] },
      'VITRINE_NAVIGATE_UNTRUSTED',
      '/body/0/effect/kind',
    ],
    [
      'vitrine, by its own word',
      { vitrine: 1, trust: 'untrusted', body: [{ op: 'ask', ask: 'a', want: { kind: 'confirm' }, prompt: 'P' }] },
      'VITRINE_ASK_UNTRUSTED',
      '/body/0/want/kind',
    ],
    [
      'agentchains',
      { jsonrpc: '2.0', method: 'ui.confirm', params: { request_id: 'r', title: 'T' } },
      'VITRINE_ASK_UNTRUSTED',
      '/method',
    ],
    [
      'agentchains',
      { jsonrpc: '2.0', method: 'ui.navigate', params: { url: `${AWAY}/` } },
      'VITRINE_NAVIGATE_UNTRUSTED',
      '/method',
    ],
    [
      'a2ui-1.0',
      {
        version: 'v1.0',
        callRendererFunction: {
          functionCallId: 'f',
          callFunction: { '@call': 'openUrl', catalogId: basic10.id, args: { url: `${AWAY}/` } },
        },
      },
      'VITRINE_CALL_UNTRUSTED',
      '',
    ],
  ];

  it.each(refused)(
    '[LW9] is refused by name where it asks for an approval or leads away: %s',
    (_name, wire, code, at) => {
      const fold = createFold();
      const trust = JSON.stringify(wire).includes('"trust"') ? 'trusted' : 'untrusted';
      const [receipt] = new Intake(fold, { dialects: DIALECTS, trust }).value(wire);
      expect(receipt?.ok).toBe(false);
      expect(receipt?.issues.map((one) => one.code)).toContain(code);
      if (at !== '') expect(receipt?.issues).toMatchObject([{ code, at, severity: 'error', fault: 'agent' }]);
      expect([fold.asks.size, fold.calls.size]).toEqual([0, 0]);
    },
  );
});
