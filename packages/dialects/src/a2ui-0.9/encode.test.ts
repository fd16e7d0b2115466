import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { agent08, agent09, agent10, Bridge } from '../../test/bridge.ts';
import { schemaProblems } from '../../test/emitted.ts';
import { a2ui09 } from './codec.ts';

const put = (...components: readonly object[]): Json => agent09.put(...components);

function sendAll(bridge: Bridge, ...messages: readonly Json[]): readonly Json[] {
  const written = messages.flatMap((message) => bridge.send(message));
  expect(schemaProblems('a2ui-0.9', written)).toEqual([]);
  return written;
}

describe('a surface of its own', () => {
  it('passes message by message', () => {
    const messages: readonly Json[] = [
      agent09.create({ theme: { primaryColor: '#112233', corner: 3 }, sendDataModel: true }),
      put({
        id: 'root',
        component: 'Text',
        text: { call: 'formatString', args: { value: '${/a}' }, returnType: 'string' },
        weight: 2,
      }),
      put({
        id: 'f',
        component: 'TextField',
        label: 'L',
        value: { path: '/a' },
        checks: [{ condition: { path: '/ok' }, message: 'm' }],
        accessibility: { label: { path: '/a' } },
      }),
      agent09.data({ a: null }),
      agent09.data('x', '/a'),
      { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/a' } },
      { version: 'v0.9', deleteSurface: { surfaceId: 's' } },
    ];
    const bridge = new Bridge(a2ui09);
    expect(sendAll(bridge, ...messages)).toEqual(messages);
    expect(bridge.lost).toEqual([]);
  });

  it('joins as create, components and data', () => {
    const bridge = new Bridge(a2ui09);
    sendAll(
      bridge,
      agent09.create(),
      agent09.data(1, '/a'),
      put({ id: 'root', component: 'Divider' }),
      agent09.data(2, '/b'),
    );
    expect(bridge.join()).toEqual([
      agent09.create(),
      put({ id: 'root', component: 'Divider' }),
      agent09.data({ a: 1, b: 2 }),
    ]);
  });

  it('is mended where tolerance let in what the schema refuses', () => {
    const bridge = new Bridge(a2ui09);
    bridge.send(agent09.create());
    const written = sendAll(
      bridge,
      put(
        { id: 'root', component: 'Text', text: 5, variant: 'huge', colour: 'red' },
        {
          id: 'f',
          component: 'TextField',
          label: 'L',
          checks: [{ call: 'required', args: { value: { path: '/a' } }, message: 'm' }],
        },
        { id: 'n', component: 'Text', text: { call: 'formatNumber', args: { value: 1, currency: 'USD' } } },
        { id: 'i', component: 'Icon', name: 'unheardOf' },
        { id: 's', component: 'Slider', value: { path: '/v' } },
        { id: 'd', component: 'DateTimeInput', value: '', min: 'yesterday' },
        { id: 'b', component: 'Button', child: 'root' },
      ),
    );
    expect((written[0] as { updateComponents: JsonObject }).updateComponents.components).toEqual([
      { id: 'root', component: 'Text', text: '5' },
      {
        id: 'f',
        component: 'TextField',
        label: 'L',
        checks: [{ condition: { call: 'required', args: { value: { path: '/a' } } }, message: 'm' }],
      },
      { id: 'n', component: 'Text', text: { call: 'formatNumber', args: { value: 1 } } },
      { id: 'i', component: 'Icon', name: 'help' },
      { id: 's', component: 'Slider', value: { path: '/v' }, max: 100 },
      { id: 'd', component: 'DateTimeInput', value: '' },
      { id: 'b', component: 'Button', child: 'root', action: { event: { name: 'vitrine.inert' } } },
    ]);
    expect(bridge.losses.map(({ what, component }) => `${component}: ${what}`)).toEqual([
      'root: variant is dropped',
      'root: colour is dropped',
      'n: the argument currency is dropped',
      'i: name is dropped',
      'i: name is sent as "help"',
      'd: min is dropped',
      'b: an action that is none does nothing',
    ]);
  });
});

describe('a surface of 1.0', () => {
  const components = (
    ...given: readonly object[]
  ): { readonly written: readonly JsonObject[]; readonly bridge: Bridge } => {
    const bridge = new Bridge(a2ui09);
    const messages = sendAll(bridge, agent10.create(), agent10.put(...given));
    return {
      written: (messages[1] as { updateComponents: { components: JsonObject[] } }).updateComponents.components,
      bridge,
    };
  };

  it('loses what 0.9 has no word for', () => {
    const { written, bridge } = components(
      {
        id: 'root',
        component: 'TextField',
        label: 'L',
        placeholder: 'P',
        metadata: { extensions: { x: 1 } },
        accessibility: { label: 'A', live: 'polite', hidden: true },
      },
      { id: 's', component: 'Slider', value: 1, max: 5, steps: 5 },
      { id: 'v', component: 'Video', url: 'u', posterUrl: 'p' },
    );
    expect(written).toEqual([
      { id: 'root', component: 'TextField', label: 'L', accessibility: { label: 'A' } },
      { id: 's', component: 'Slider', value: 1, max: 5 },
      { id: 'v', component: 'Video', url: 'u' },
    ]);
    expect(bridge.lost).toEqual([
      'extensions are dropped',
      'placeholder is dropped',
      'accessibility.live is dropped',
      'accessibility.hidden is dropped',
      'steps is dropped',
      'posterUrl is dropped',
    ]);
  });

  it('has headings as variants again', () => {
    expect(components({ id: 'root', component: 'Text', text: '## Title' }).written).toEqual([
      { id: 'root', component: 'Text', text: 'Title', variant: 'h2' },
    ]);
  });

  it('gets a message for checks without one, and keeps checks that it cannot judge out', () => {
    const { written, bridge } = components({
      id: 'root',
      component: 'TextField',
      label: 'L',
      checks: [
        { condition: { call: 'email', args: { value: { path: '/m' } } } },
        { condition: { call: 'regex', args: { value: { call: '@index' }, pattern: '1' } }, message: 'm' },
      ],
    });
    expect(written[0]?.checks).toEqual([
      {
        condition: { call: 'email', args: { value: { path: '/m' } } },
        message: 'Please enter a valid email address (e.g. user@example.com).',
      },
    ]);
    expect(bridge.lost).toEqual(['a check is not sent']);
  });

  it('has contexts without objects and null, and actions without words for people', () => {
    const context = {
      n: 1,
      p: { path: '/p' },
      l: [1, { path: '/q' }],
      o: { a: 1 },
      z: null,
      c: { call: 'formatNumber', args: { value: 1 } },
    };
    const { written, bridge } = components({
      id: 'root',
      component: 'Button',
      child: 'x',
      action: { event: { name: 'go', userMessage: 'm', context } },
    });
    const { o: _o, z: _z, ...said } = context;
    expect(written[0]?.action).toEqual({ event: { name: 'go', context: said } });
    expect(bridge.lost).toEqual([
      'the context value "o" is dropped',
      'the context value "z" is dropped',
      'the message of an action is dropped',
    ]);
  });

  it('opens the address that a bound one has now', () => {
    const bridge = new Bridge(a2ui09);
    sendAll(
      bridge,
      agent10.create({ dataModel: { url: 'https://example.com/a b' } }),
      agent10.put({
        id: 'root',
        component: 'Button',
        child: 'x',
        action: { functionCall: { call: 'openUrl', args: { url: { path: '/url' } } } },
      }),
    );
    const action = (messages: readonly Json[]): unknown =>
      JSON.stringify(messages).match(/"functionCall":\{[^}]*\}\}|vitrine.inert/)?.[0];
    expect(action(bridge.join())).toBe('"functionCall":{"call":"openUrl","args":{"url":"https://example.com/a%20b"}}');
    expect(action(sendAll(bridge, agent10.data('https://example.com/c', '/url')))).toBe(
      '"functionCall":{"call":"openUrl","args":{"url":"https://example.com/c"}}',
    );
    expect(action(sendAll(bridge, agent10.data('no address', '/url')))).toBe('vitrine.inert');
  });

  it('has calls that 0.9 lacks sent as data of the items, and tells when that data travels back', () => {
    const list = [
      agent10.put(
        { id: 'root', component: 'List', children: { componentId: 'row', path: '/items' } },
        { id: 'row', component: 'Text', text: { call: 'formatString', args: { value: '${@index()}: ${n}' } } },
      ),
      agent10.data([{ n: 'a' }, { n: 'b' }], '/items'),
    ];
    const lost = [
      'the call "formatString" is sent as its present value for each item',
      'derived values are kept beside the data of each item',
    ];
    for (const sendDataModel of [false, true]) {
      const bridge = new Bridge(a2ui09);
      const sent = JSON.stringify(sendAll(bridge, agent10.create({ sendDataModel }), ...list));
      expect(sent).toContain('"text":{"path":"vitrine_row_text"}');
      expect(sent).toContain('[{"n":"a","vitrine_row_text":"0: a"},{"n":"b","vitrine_row_text":"1: b"}]');
      expect(bridge.lost).toEqual(sendDataModel ? [...lost, 'derived values travel back with the data model'] : lost);
    }
  });
});

describe('a surface of 0.8', () => {
  it('comes in the words of 0.9', () => {
    const bridge = new Bridge(a2ui09);
    bridge.send(
      agent08.put(
        ['root', { Row: { children: { explicitList: ['m', 'f'] }, distribution: 'spaceBetween' } }],
        [
          'm',
          {
            MultipleChoice: {
              selections: { path: '/sel' },
              options: [{ label: { literalString: 'A' }, value: 'a' }],
              maxAllowedSelections: 3,
            },
          },
        ],
        ['f', { TextField: { label: { literalString: 'Born' }, text: { path: '/born' }, textFieldType: 'date' } }],
      ),
    );
    const written = sendAll(bridge, agent08.begin('root', { styles: { primaryColor: '#00ff00', font: 'Roboto' } }));
    expect(written).toEqual([
      agent09.create({ theme: { primaryColor: '#00ff00', font: 'Roboto' } }),
      put(
        { id: 'root', component: 'Row', children: ['m', 'f'], justify: 'spaceBetween' },
        {
          id: 'm',
          component: 'ChoicePicker',
          value: { path: '/sel' },
          options: [{ label: 'A', value: 'a' }],
          variant: 'multipleSelection',
        },
        { id: 'f', component: 'DateTimeInput', label: 'Born', value: { path: '/born' }, enableDate: true },
      ),
    ]);
    expect(bridge.lost).toEqual(['the number of selections is not limited']);
  });
});
