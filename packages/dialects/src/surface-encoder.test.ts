import {
  type Catalog,
  Catalogs,
  child,
  children,
  defineCatalog,
  defineComponent,
  Fold,
  type Json,
  type JsonObject,
  type Op,
  plainText,
  required,
  text,
} from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { describe, expect, it } from 'vitest';
import { agent08, agent09, Bridge } from '../test/bridge.ts';
import { a2ui08 } from './a2ui-0.8/codec.ts';
import { a2ui09 } from './a2ui-0.9/codec.ts';
import { a2ui10 } from './a2ui-1.0/codec.ts';
import type { Dialect } from './dialect.ts';

const kinds = (messages: readonly Json[]): readonly string[] =>
  messages.map((message) => Object.keys(message as JsonObject).find((key) => key !== 'version') ?? '');

const open09: Op = { op: 'open', surface: 's', catalog: basic09.id, protocol: '0.9' };
const put = (...components: readonly [string, string, JsonObject][]): Op => ({
  op: 'put',
  surface: 's',
  components: components.map(([id, type, props]) => ({ id, type, props })),
});
const targets: readonly Dialect[] = [a2ui08, a2ui09, a2ui10];

describe('an entry', () => {
  it.each(targets)('that opens a surface sends it to $id as it is in the end', (target) => {
    const bridge = new Bridge(target);
    const messages = bridge.apply(open09, put(['root', 'Text', { text: 'a' }]), {
      op: 'set',
      surface: 's',
      path: '/x',
      value: 1,
    });
    expect(messages).toEqual(bridge.join());
    expect(messages.length).toBeGreaterThan(0);
  });

  it('that opens and closes says nothing', () => {
    expect(new Bridge(a2ui09).apply(open09, { op: 'close', surface: 's' })).toEqual([]);
  });

  it('that closes and opens again says both', () => {
    const bridge = new Bridge(a2ui09);
    bridge.apply(open09, put(['root', 'Text', { text: 'a' }]));
    const messages = bridge.apply(
      { op: 'set', surface: 's', path: '/x', value: 1 },
      { op: 'close', surface: 's' },
      open09,
    );
    expect(kinds(messages)).toEqual(['deleteSurface', 'createSurface']);
  });

  it('to a surface that the reader never got says nothing', () => {
    const bridge = new Bridge(a2ui09);
    expect(bridge.apply({ op: 'close', surface: 'unknown' })).toEqual([]);
  });

  it('sends a component that it puts twice once, as it is in the end', () => {
    const bridge = new Bridge(a2ui09);
    bridge.apply(open09);
    expect(bridge.apply(put(['root', 'Text', { text: 'a' }]), put(['root', 'Text', { text: 'b' }]))).toEqual([
      {
        version: 'v0.9',
        updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: 'b' }] },
      },
    ]);
  });

  it('carries a person’s input to the others', () => {
    const bridge = new Bridge(a2ui09);
    bridge.apply(open09);
    expect(bridge.apply({ event: 'input', surface: 's', path: '/name', value: 'Ada' })).toEqual([
      { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/name', value: 'Ada' } },
    ]);
  });

  it('costs what it holds where a surface passes', () => {
    const bridge = new Bridge(a2ui09);
    const items = Array.from({ length: 2000 }, (_, i) => ({ n: i }));
    bridge.apply(open09, { op: 'set', surface: 's', path: '/items', value: items });
    expect(
      JSON.stringify(bridge.apply({ op: 'merge', surface: 's', path: '/items/7', value: { m: 1 } })).length,
    ).toBeLessThan(120);
    expect(
      JSON.stringify(bridge.apply({ op: 'append', surface: 's', path: '/items', value: [{ n: 1 }] })).length,
    ).toBeLessThan(120);
  });

  it.each(targets)('that only our own dialect has words for is told to $id once', (target) => {
    const bridge = new Bridge(target);
    const toast: Op = { op: 'effect', effect: { kind: 'toast', text: 'hi' } };
    expect(bridge.apply(toast)).toEqual([]);
    expect(bridge.apply(toast, { op: 'say', text: 'hello' })).toEqual([]);
    expect(bridge.lost).toEqual(['effect has no message', 'say has no message']);
    expect(target.join(bridge.fold).losses).toEqual([]);
  });
});

describe('a surface of 0.8', () => {
  const list = [
    agent08.put(
      ['top', { Column: { children: { explicitList: ['title', 'list'] } } }],
      ['title', { Text: { text: { path: '/title' }, usageHint: 'h1' } }],
      ['list', { List: { children: { template: { componentId: 'row', dataBinding: '/people' } } } }],
      ['row', { Text: { text: { path: '/name' } } }],
      ['ada', { Text: { text: { path: '/people/ada/name' } } }],
    ),
    agent08.data([{ key: 'title', valueString: 'People' }]),
    agent08.data(
      [
        { key: 'bob', valueMap: [{ key: 'name', valueString: 'Bob' }] },
        { key: 'ada', valueMap: [{ key: 'name', valueString: 'Ada' }] },
      ],
      '/people',
    ),
  ];

  it('is sent to others only when it is revealed', () => {
    const bridge = new Bridge(a2ui09);
    for (const message of list) expect(bridge.send(message)).toEqual([]);
    expect(bridge.join()).toEqual([]);
    expect(kinds(bridge.send(agent08.begin('top')))).toEqual(['createSurface', 'updateComponents', 'updateDataModel']);
  });

  it('has its root under the name that others look for, and the names change places', () => {
    const bridge = new Bridge(a2ui09);
    bridge.send(
      agent08.put(['main', { Card: { child: 'root' } }], ['root', { Text: { text: { literalString: 'x' } } }]),
    );
    const [, update] = bridge.send(agent08.begin('main'));
    expect((update as { updateComponents: JsonObject }).updateComponents.components).toEqual([
      { id: 'root', component: 'Card', child: 'main' },
      { id: 'main', component: 'Text', text: 'x' },
    ]);
  });

  it.each([a2ui09, a2ui10])('has maps made lists for $id, and paths into them positions', (target) => {
    const bridge = new Bridge(target);
    for (const message of list) bridge.send(message);
    const sent = JSON.stringify(bridge.send(agent08.begin('top')));
    expect(sent).toContain('"people":[{"name":"Bob"},{"name":"Ada"}]');
    expect(sent).toContain('{"componentId":"row","path":"/people"}');
    expect(sent).toContain('"id":"row","component":"Text","text":{"path":"name"}');
    expect(sent).toContain('{"path":"/people/1/name"}');
    const version = target === a2ui09 ? 'v0.9' : 'v1.0';
    expect(bridge.send(agent08.data([{ key: 'name', valueString: 'Ada L.' }], '/people/ada'))).toEqual([
      { version, updateDataModel: { surfaceId: 's', path: '/people/1/name', value: 'Ada L.' } },
    ]);
    expect(
      bridge.send(agent08.data([{ key: 'cy', valueMap: [{ key: 'name', valueString: 'Cy' }] }], '/people')),
    ).toEqual([{ version, updateDataModel: { surfaceId: 's', path: '/people/2', value: { name: 'Cy' } } }]);
    expect(bridge.lost).toEqual([]);
  });

  it('has a path decided anew when data shows what was meant', () => {
    const bridge = new Bridge(a2ui09);
    bridge.send(list[0] as Json);
    bridge.send(agent08.data([{ key: 'a', valueMap: [{ key: 'other', valueString: 'x' }] }], '/people'));
    bridge.send(agent08.data([{ key: 'name', valueString: 'root' }]));
    expect(JSON.stringify(bridge.send(agent08.begin('top')))).toContain(
      '"id":"row","component":"Text","text":{"path":"/name"}',
    );
    const later = bridge.send(agent08.data([{ key: 'name', valueString: 'item' }], '/people/a'));
    expect(later[0]).toEqual({
      version: 'v0.9',
      updateComponents: { surfaceId: 's', components: [{ id: 'row', component: 'Text', text: { path: 'name' } }] },
    });
  });

  it('gets a new surface when it is revealed with another theme or root', () => {
    const bridge = new Bridge(a2ui09);
    bridge.send(list[0] as Json);
    bridge.send(agent08.begin('top'));
    expect(kinds(bridge.send(agent08.begin('title', { styles: { primaryColor: '#00ff00' } })))).toEqual([
      'deleteSurface',
      'createSurface',
      'updateComponents',
    ]);
  });
});

describe('catalogs', () => {
  const own: Catalog = defineCatalog({
    id: 'https://example.com/own.json',
    protocol: '0.9',
    components: {
      ...basic09.declared,
      Panel: defineComponent({ body: required(child()) }),
      Feed: defineComponent({ rows: required(children()) }),
      Badge: defineComponent({ label: required(text()), tone: plainText() }),
      Chart: defineComponent({ kind: plainText() }),
    },
  });
  const components: readonly [string, string, JsonObject][] = [
    ['root', 'Panel', { body: 'col' }],
    ['col', 'Column', { children: ['feed', 'badge', 'chart'] }],
    ['feed', 'Feed', { rows: { componentId: 'row', path: '/rows' } }],
    ['row', 'Text', { text: { path: 'name' } }],
    ['badge', 'Badge', { label: { path: '/label' }, tone: 'warm' }],
    ['chart', 'Chart', { kind: 'bar' }],
  ];
  const encode = (
    target: Dialect,
    catalogs?: readonly string[],
  ): { wire: readonly Json[]; lost: readonly string[] } => {
    const fold = new Fold({ catalogs: new Catalogs([own, basic09]) });
    expect(fold.accept({ body: [{ ...open09, catalog: own.id } as Op, put(...components)] }).ok).toBe(true);
    const { wire, losses } = target.join(fold, catalogs === undefined ? {} : { catalogs });
    return { wire, lost: losses.map(({ what, component }) => `${component}: ${what}`) };
  };

  it('that the viewer has pass', () => {
    for (const { wire, lost } of [encode(a2ui09), encode(a2ui09, ['x', own.id])]) {
      expect(lost).toEqual([]);
      expect((wire[1] as { updateComponents: JsonObject }).updateComponents.components).toContainEqual({
        id: 'root',
        component: 'Panel',
        body: 'col',
      });
    }
  });

  it('that it has not are lowered: what they hold and say is shown', () => {
    const alias = basic09.aliases[0] as string;
    const { wire, lost } = encode(a2ui09, [alias]);
    expect(wire[0]).toEqual({ version: 'v0.9', createSurface: { surfaceId: 's', catalogId: alias } });
    expect((wire[1] as { updateComponents: JsonObject }).updateComponents.components).toEqual(
      expect.arrayContaining([
        { id: 'root', component: 'Column', children: ['col'] },
        { id: 'col', component: 'Column', children: ['feed', 'badge', 'chart'] },
        { id: 'feed', component: 'Column', children: { componentId: 'row', path: '/rows' } },
        { id: 'badge', component: 'Text', text: { path: '/label' } },
        { id: 'chart', component: 'Text', text: '[Chart]', variant: 'caption' },
        { id: 'row', component: 'Text', text: { path: 'name' } },
      ]),
    );
    expect(lost).toEqual([
      'root: the component "Panel" has no counterpart',
      'feed: the component "Feed" has no counterpart',
      'badge: the component "Badge" has no counterpart',
      'chart: the component "Chart" has no counterpart',
    ]);
  });

  it('known by another id are named as the viewer names them', () => {
    const bridge = new Bridge(a2ui09, { capabilities: { catalogs: basic09.aliases } });
    const [created] = bridge.send(agent09.create());
    expect(created).toEqual({ version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basic09.aliases[0] } });
  });
});

describe('an untrusted surface', () => {
  const page = [
    agent09.create({ theme: { primaryColor: '#112233', iconUrl: 'https://example.com/i.png' } }),
    agent09.put(
      { id: 'root', component: 'Column', children: ['image', 'video', 'link', 'send'] },
      { id: 'image', component: 'Image', url: 'https://example.com/a.png', description: 'A' },
      { id: 'video', component: 'Video', url: { path: '/url' } },
      {
        id: 'link',
        component: 'Button',
        child: 'text',
        action: { functionCall: { call: 'openUrl', args: { url: 'https://example.com/' } } },
      },
      { id: 'send', component: 'Button', child: 'text', action: { event: { name: 'send' } } },
      { id: 'text', component: 'Text', text: 'x' },
    ),
  ];

  it.each(targets)('names no address that $id would request or open', (target) => {
    const bridge = new Bridge(target, { trust: 'untrusted' });
    const sent = JSON.stringify([...page.flatMap((message) => bridge.send(message)), ...bridge.join()]);
    expect(sent).not.toContain('example.com');
    expect(sent).not.toContain('/url');
    expect(sent).not.toContain('openUrl');
    expect(sent).toContain('"send"');
    expect(bridge.lost).toEqual(
      expect.arrayContaining([
        'media of an untrusted surface are not sent',
        'a call that acts is not sent from an untrusted surface',
      ]),
    );
  });

  it.each([a2ui09, a2ui10])('is sent whole to $id when it is trusted', (target) => {
    const bridge = new Bridge(target);
    const sent = JSON.stringify(page.flatMap((message) => bridge.send(message)));
    for (const part of ['https://example.com/a.png', '/url', 'openUrl']) expect(sent).toContain(part);
  });
});

describe('a catalog of several names', () => {
  const opened = (target: Dialect, catalog: Catalog, asked: string, listed: string): unknown => {
    const fold = new Fold({ catalogs: new Catalogs([catalog]) });
    const protocol = catalog.protocol ?? '';
    const root = { id: 'root', type: 'Text', props: { text: 'x' } };
    const op: Op = { op: 'open', surface: 's', catalog: asked, protocol, components: [root] };
    expect(fold.accept({ body: [op] }).issues).toEqual([]);
    const [first] = target.join(fold, { catalogs: [listed] }).wire as { readonly createSurface: JsonObject }[];
    return first?.createSurface.catalogId;
  };

  it.each([
    [a2ui09, basic09],
    [a2ui10, basic10],
  ])('[VC7] is told to $0.id by the name that the viewer asks for, whichever the agent used', (target, catalog) => {
    const names = [catalog.id, ...catalog.aliases];
    for (const asked of names) for (const listed of names) expect(opened(target, catalog, asked, listed)).toBe(listed);
  });
});

describe('losses', () => {
  it('are told once while the surface is open, with their component', () => {
    const bridge = new Bridge(a2ui08);
    const field = { id: 'root', component: 'TextField', label: 'L', checks: [{ condition: true, message: 'm' }] };
    bridge.send(agent09.create());
    bridge.send(agent09.put(field));
    bridge.send(agent09.put(field));
    const loss = { what: 'checks are not sent', surface: 's', component: 'root' };
    expect(bridge.losses).toEqual([loss]);
    bridge.apply({ op: 'close', surface: 's' });
    bridge.send(agent09.create());
    bridge.send(agent09.put(field));
    expect(bridge.losses).toEqual([loss, loss]);
  });
});
