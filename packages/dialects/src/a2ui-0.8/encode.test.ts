import { readFileSync } from 'node:fs';
import { A2uiMessageProcessor } from '@a2ui/web_core/v0_8';
import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { agent08, agent09, agent10, Bridge } from '../../test/bridge.ts';
import { Reader, schemaProblems } from '../../test/emitted.ts';
import { publishedExamples } from '../../test/published.ts';
import { convert } from '../convert.ts';
import { a2ui08 } from './codec.ts';

/** The components of the surfaceUpdates among messages, by id. */
function components(messages: readonly Json[]): { readonly [id: string]: Json } {
  const updates = messages.flatMap(
    (message) => ((message as JsonObject).surfaceUpdate as JsonObject | undefined)?.components ?? [],
  );
  return Object.fromEntries((updates as JsonObject[]).map(({ id, component }) => [id, component as Json]));
}

const messages = (file: string): readonly Json[] =>
  readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Json);

describe('a surface of its own', () => {
  it.each(['form.jsonl', 'restaurant-list.jsonl'])('passes and is read as it was: %s', (file) => {
    const source = new Reader(a2ui08).read(messages(file));
    const written = convert(messages(file), a2ui08);
    expect(written.losses).toEqual([]);
    expect(schemaProblems('a2ui-0.8', written.messages)).toEqual([]);
    const reader = new Reader(a2ui08).read(written.messages);
    expect(reader.fold.snapshot().surfaces).toEqual(source.fold.snapshot().surfaces);
  });

  it('is buffered by the reader too', () => {
    const bridge = new Bridge(a2ui08);
    const put = agent08.put(['top', { Text: { text: { path: 'a' } } }]);
    expect(bridge.send(put)).toEqual([put]);
    expect(bridge.join()).toEqual([put]);
    expect(bridge.send(agent08.begin('top', { styles: { font: 'Roboto', radius: 4 } }))).toEqual([
      { beginRendering: { surfaceId: 's', root: 'top', styles: { font: 'Roboto', radius: 4 } } },
    ]);
  });

  it('is sent with all that an update refers to, so that web_core takes it', () => {
    const bridge = new Bridge(a2ui08);
    const processor = new A2uiMessageProcessor();
    const text = (words: string) => ({ Text: { text: { literalString: words } } });
    const column = (...ids: string[]) => ({ Column: { children: { explicitList: ids } } });
    const sent = (message: Json): readonly Json[] => {
      const written = bridge.send(message);
      processor.processMessages(written as never);
      return written;
    };
    const blank = { Text: { text: { literalString: '' } } };
    bridge.send(agent08.put(['top', column('a', 'later')], ['a', text('A')]));
    // Held back it is shown to nobody; what may be its root gets no stand-in.
    const begun = sent(agent08.begin('top'));
    expect(components(begun)).toEqual({ top: column('a', 'later'), a: text('A'), later: blank });
    sent(agent08.put(['later', text('L')], ['b', text('B')]));
    expect(components(sent(agent08.put(['top', column('b', 'c')])))).toEqual({
      top: column('b', 'c'),
      b: text('B'),
      c: blank,
    });
    expect(components(sent(agent08.put(['c', text('C')])))).toEqual({ c: text('C') });
    expect(JSON.stringify(processor.getSurfaces().get('s')?.componentTree)).toMatch(/"B".*"C"/);
  });

  it('keeps its own spelling of values', () => {
    const bridge = new Bridge(a2ui08);
    const put = agent08.put(
      [
        'root',
        { Column: { children: { template: { componentId: 'b', dataBinding: '/items' } }, alignment: 'center' } },
      ],
      [
        'b',
        {
          Button: {
            child: 't',
            primary: true,
            action: {
              name: 'go',
              context: [
                { key: 'id', value: { path: 'id' } },
                { key: 'n', value: { literalNumber: 2 } },
                { key: 'yes', value: { literalBoolean: true } },
                { key: 'word', value: { literalString: 'w' } },
              ],
            },
          },
        },
      ],
      ['t', { Text: { text: { literalString: 'Go' }, usageHint: 'h2' } }],
      [
        'm',
        {
          MultipleChoice: {
            selections: { literalArray: ['a'] },
            options: [{ label: { path: '/l' }, value: 'a' }],
            maxAllowedSelections: 2,
          },
        },
      ],
      ['c', { CheckBox: { label: { literalString: '' }, value: { path: '/on' } } }],
      ['s', { Slider: { value: { literalNumber: 3 }, minValue: 0, maxValue: 5 } }],
    );
    expect(bridge.send(put)).toEqual([put]);
  });

  it('sends the literal beside a path as the data it initialises', () => {
    const bridge = new Bridge(a2ui08);
    expect(bridge.send(agent08.put(['root', { Text: { text: { path: '/name', literalString: 'Ada' } } }]))).toEqual([
      agent08.put(['root', { Text: { text: { path: '/name' } } }]),
      agent08.data([{ key: 'name', valueString: 'Ada' }]),
    ]);
  });

  it('says a merge so that a reader who replaces keeps what stood there', () => {
    const bridge = new Bridge(a2ui08);
    const first = agent08.data([
      { key: 'a', valueString: 'x' },
      { key: 'm', valueMap: [{ key: 'k', valueNumber: 1 }] },
    ]);
    expect(bridge.send(first)).toEqual([first]);
    expect(bridge.send(agent08.data([{ key: 'a', valueString: 'y' }]))).toEqual([
      agent08.data([{ key: '.', valueString: 'y' }], '/a'),
    ]);
    expect(bridge.send(agent08.data([{ key: 'l', valueNumber: 2 }], '/m'))).toEqual([
      agent08.data([{ key: '.', valueNumber: 2 }], '/m/l'),
    ]);
    expect(bridge.send(agent08.data([{ key: 'n', valueMap: [{ key: 'o', valueNumber: 2 }] }]))).toEqual([
      agent08.data([{ key: 'o', valueNumber: 2 }], '/n'),
    ]);
  });
});

describe('a surface of a later version', () => {
  it('begins rendering when its root is there', () => {
    const bridge = new Bridge(a2ui08);
    expect(bridge.send(agent09.create({ theme: { primaryColor: '#112233' } }))).toEqual([]);
    expect(bridge.send(agent09.data({ a: 1 }))).toEqual([agent08.data([{ key: 'a', valueNumber: 1 }])]);
    expect(bridge.send(agent09.put({ id: 'root', component: 'Text', text: 'x' }))).toEqual([
      agent08.put(['root', { Text: { text: { literalString: 'x' } } }]),
      { beginRendering: { surfaceId: 's', root: 'root', styles: { primaryColor: '#112233' } } },
    ]);
    expect(bridge.send({ version: 'v0.9', deleteSurface: { surfaceId: 's' } })).toEqual([
      { deleteSurface: { surfaceId: 's' } },
    ]);
  });

  it('has calls sent as their values, again whenever these change', () => {
    const bridge = new Bridge(a2ui08);
    bridge.send(agent09.create());
    bridge.send(agent09.data({ price: 4 }));
    const price = { call: 'formatCurrency', args: { value: { path: '/price' }, currency: 'USD' } };
    const first = bridge.send(
      agent09.put(
        { id: 'root', component: 'Column', children: ['p', 'n', 'same'] },
        { id: 'p', component: 'Text', text: price },
        { id: 'n', component: 'Text', text: { call: 'formatString', args: { value: '${/name}' } } },
        { id: 'same', component: 'Text', text: { call: 'formatNumber', args: { value: 1234 } } },
      ),
    );
    expect(components(first).p).toEqual({ Text: { text: { literalString: '$4.00' } } });
    expect(components(first).n).toEqual({ Text: { text: { path: '/name' } } });
    expect(components(first).same).toEqual({ Text: { text: { literalString: '1,234' } } });
    const second = bridge.send(agent09.data({ price: 5, name: 'A' }));
    expect(components(second)).toEqual({ p: { Text: { text: { literalString: '$5.00' } } } });
    expect(components(bridge.send(agent09.data('B', '/name')))).toEqual({});
    expect(bridge.losses).toEqual([
      { what: 'the call "formatCurrency" is sent as its present value', surface: 's', component: 'p' },
      { what: 'the call "formatNumber" is sent as its present value', surface: 's', component: 'same' },
    ]);
  });

  it('has calls of template items sent as members of the items', () => {
    const bridge = new Bridge(a2ui08);
    bridge.send(agent10.create());
    bridge.send(
      agent10.put(
        { id: 'root', component: 'List', children: { componentId: 'row', path: '/items' } },
        {
          id: 'row',
          component: 'Text',
          text: { call: 'formatString', args: { value: '${@index(offset: 1)}. ${name}' } },
        },
      ),
    );
    const sent = bridge.send(agent10.data([{ name: 'A' }, { name: 'B' }], '/items'));
    const row = (name: string, said: string): readonly Json[] => [
      { key: 'name', valueString: name },
      { key: 'vitrine_row_text', valueString: said },
    ];
    expect(sent).toEqual([
      agent08.data([{ key: 'items', valueMap: [] }]),
      agent08.data(
        [
          { key: '0', valueMap: row('A', '1. A') },
          { key: '1', valueMap: row('B', '2. B') },
        ],
        '/items',
      ),
    ]);
    expect(bridge.send(agent10.data('C', '/items/1/name'))).toEqual([
      agent08.data([{ key: '.', valueString: 'C' }], '/items/1/name'),
      agent08.data([{ key: '.', valueString: '2. C' }], '/items/1/vitrine_row_text'),
    ]);
    expect(components(bridge.join()).row).toEqual({ Text: { text: { path: 'vitrine_row_text' } } });
    expect(bridge.lost).toEqual([
      'the call "formatString" is sent as its present value for each item',
      'derived values are kept beside the data of each item',
      'lists that hold lists or objects are sent as maps by position',
    ]);
  });

  it('has a template before a map show nothing, as its own version does', () => {
    const bridge = new Bridge(a2ui08);
    bridge.send(agent09.create());
    bridge.send(
      agent09.put(
        { id: 'root', component: 'Column', children: { componentId: 'row', path: '/items' } },
        { id: 'row', component: 'Text', text: { path: 'name' } },
      ),
    );
    expect(components(bridge.send(agent09.data({ a: { name: 'A' } }, '/items'))).root).toEqual({
      Column: { children: { explicitList: [] } },
    });
    expect(components(bridge.send(agent09.data([{ name: 'A' }], '/items'))).root).toEqual({
      Column: { children: { template: { componentId: 'row', dataBinding: '/items' } } },
    });
  });

  it('has every component that an update refers to in the same message', () => {
    const bridge = new Bridge(a2ui08);
    bridge.send(agent09.create());
    bridge.send(
      agent09.put({ id: 'root', component: 'Column', children: ['a'] }, { id: 'a', component: 'Text', text: 'A' }),
    );
    const update = bridge.send(agent09.put({ id: 'root', component: 'Column', children: ['a', 'late'] }));
    expect(components(update)).toEqual({
      root: { Column: { children: { explicitList: ['a', 'late'] } } },
      a: { Text: { text: { literalString: 'A' } } },
      late: { Text: { text: { literalString: '' } } },
    });
    expect(components(bridge.send(agent09.put({ id: 'late', component: 'Text', text: 'L' })))).toEqual({
      late: { Text: { text: { literalString: 'L' } } },
    });
  });

  it('has no action that calls a function, no lists in contexts and no word for people', () => {
    const bridge = new Bridge(a2ui08);
    bridge.send(agent10.create());
    const sent = bridge.send(
      agent10.put(
        {
          id: 'root',
          component: 'Button',
          child: 't',
          action: { functionCall: { call: 'openUrl', args: { url: 'https://example.com/' } } },
        },
        {
          id: 'b',
          component: 'Button',
          child: 't',
          accessibility: { label: 'B' },
          action: {
            event: {
              name: 'go',
              userMessage: 'Going',
              context: { id: { path: '/id' }, n: 1, list: ['x'], object: { a: 1 } },
            },
          },
        },
        { id: 't', component: 'Text', text: 'x' },
      ),
    );
    expect(components(sent)).toMatchObject({
      root: { Button: { action: { name: 'vitrine.inert' } } },
      b: {
        Button: {
          action: {
            name: 'go',
            context: [
              { key: 'id', value: { path: '/id' } },
              { key: 'n', value: { literalNumber: 1 } },
            ],
          },
        },
      },
    });
    expect(bridge.lost).toEqual([
      'the action "openUrl" cannot be said and does nothing',
      'the context value "list" is dropped',
      'the context value "object" is dropped',
      'the message of an action is dropped',
      'accessibility is dropped',
    ]);
  });

  it('tells when a path from the root would be read from the item', () => {
    const bridge = new Bridge(a2ui08);
    bridge.send(agent09.create());
    bridge.send(agent09.data({ name: 'root', items: [{ name: 'item' }] }));
    bridge.send(
      agent09.put(
        { id: 'root', component: 'Column', children: { componentId: 'row', path: '/items' } },
        { id: 'row', component: 'Text', text: { path: '/name' } },
      ),
    );
    expect(bridge.lost).toEqual([
      'lists that hold lists or objects are sent as maps by position',
      'the path "/name" inside a template is read from the item',
    ]);
  });

  it('tells once how its data is changed', () => {
    const bridge = new Bridge(a2ui08);
    bridge.send(agent10.create());
    bridge.send(agent10.put({ id: 'root', component: 'Text', text: { path: '/json' } }));
    bridge.send(agent10.data({ plain: 'a', tags: ['x', null, '[1]'], text: '[open', map: {} }));
    expect(bridge.lost).toEqual([]);
    bridge.send(agent10.data('[1,2]', '/json'));
    expect(bridge.lost).toEqual(['a text that spells JSON may be read as the value it spells']);
    bridge.send(agent10.data({ list: ['a', { b: null }], again: '{}' }, '/more'));
    const lost = [
      'a text that spells JSON may be read as the value it spells',
      'lists that hold lists or objects are sent as maps by position',
      'null values are sent as empty texts',
    ];
    expect(bridge.lost).toEqual(lost);
    bridge.send(agent10.data(['{}', [1]], '/more/list'));
    expect(bridge.losses.map(({ what, surface }) => `${surface}: ${what}`)).toEqual(lost.map((what) => `s: ${what}`));
    expect(a2ui08.join(bridge.fold).losses.map(({ what }) => what)).toContain(lost[0]);
  });
});

describe('A2UI’s own processor of 0.8', () => {
  interface Node {
    readonly type: string;
    readonly properties: { readonly [name: string]: unknown };
  }

  /** The texts of the tree that the processor built, in order. */
  function textsOf(processor: A2uiMessageProcessor, surface: string): readonly string[] {
    const texts: string[] = [];
    const walk = (value: unknown): void => {
      if (Array.isArray(value)) for (const item of value) walk(item);
      else if (typeof value === 'object' && value !== null) {
        const { type, properties } = value as Node;
        if (type === 'Text') {
          const { path, literalString } = properties.text as { path?: string; literalString?: string };
          texts.push(String(path === undefined ? literalString : processor.getData(value as never, path, surface)));
        }
        for (const inner of Object.values(properties ?? value)) walk(inner);
      }
    };
    walk(processor.getSurfaces().get(surface)?.componentTree);
    return texts;
  }

  it.each(['v0_9', 'v1_0'] as const)('takes every example of %s and shows its texts', (version) => {
    for (const { file, messages: stream } of publishedExamples(version)) {
      const written = convert(stream as readonly Json[], a2ui08).messages;
      const processor = new A2uiMessageProcessor();
      for (const message of written) processor.processMessages([message as never]);
      const [surface = ''] = processor.getSurfaces().keys();
      const texts = textsOf(processor, surface);
      expect({ file, count: texts.length > 0 }).toEqual({ file, count: true });
      expect({ file, absent: texts.filter((text) => text === 'undefined' || text === 'null') }).toEqual({
        file,
        absent: [],
      });
    }
  });

  it('has after every message what one who joins then has', () => {
    const bridge = new Bridge(a2ui08);
    const following = new A2uiMessageProcessor();
    const steps: readonly Json[] = [
      agent09.create(),
      agent09.put(
        { id: 'root', component: 'Column', children: ['n', 'l', 'list'] },
        { id: 'n', component: 'Text', text: { path: '/m/name' } },
        { id: 'l', component: 'Text', text: { path: '/label' } },
        { id: 'list', component: 'Column', children: { componentId: 'row', path: '/items' } },
        { id: 'row', component: 'Text', text: { call: 'formatString', args: { value: '${name}!' } } },
      ),
      agent09.data({ label: 'L', m: { name: 'N', other: 1 }, items: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] }),
      agent09.data('M', '/m/name'),
      agent09.data('K', '/label'),
      agent09.data([{ name: 'B' }], '/items'),
      agent09.data({ name: 'D' }, '/items/1'),
      { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/m/other' } },
      agent09.data({ name: 'O' }, '/m'),
    ];
    for (const step of steps) {
      for (const message of bridge.send(step)) following.processMessages([message as never]);
      const joining = new A2uiMessageProcessor();
      for (const message of bridge.join()) joining.processMessages([message as never]);
      expect(textsOf(following, 's')).toEqual(textsOf(joining, 's'));
    }
    expect(textsOf(following, 's')).toEqual(['O', 'K', 'B!', 'D!']);
  });
});
