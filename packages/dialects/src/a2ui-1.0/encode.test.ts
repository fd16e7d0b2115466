import type { Json, JsonObject, Op } from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { describe, expect, it } from 'vitest';
import { agent08, agent09, agent10, Bridge } from '../../test/bridge.ts';
import { patternRule, Reader, schemaProblems } from '../../test/emitted.ts';
import { publishedExamples } from '../../test/published.ts';
import { convert } from '../convert.ts';
import type { Dialect } from '../dialect.ts';
import { a2ui10 } from './codec.ts';
import { marked } from './encode.ts';

function sendAll(bridge: Bridge, ...messages: readonly Json[]): readonly Json[] {
  const written = messages.flatMap((message) => bridge.send(message));
  expect(schemaProblems('a2ui-1.0', written)).toEqual([]);
  return written;
}

const open: Op = { op: 'open', surface: 's', catalog: basic10.id, protocol: '1.0' };

describe('a surface of its own', () => {
  it('passes message by message', () => {
    const messages: readonly Json[] = [
      agent10.create({
        components: [{ id: 'root', component: 'Text', text: { path: '/a' } }],
        dataModel: { a: 1 },
        metadata: { extensions: { x: 1 } },
      }),
      agent10.put(
        { id: 'l', component: 'List', children: { componentId: 'i', path: '/l' }, metadata: { extensions: { y: 1 } } },
        {
          id: 'i',
          component: 'Text',
          catalogId: basic10.id,
          text: { call: 'formatString', catalogId: basic10.id, args: { value: '${@index()}' } },
        },
        {
          id: 'b',
          component: 'Button',
          child: 'i',
          action: {
            event: { name: 'go', userMessage: { path: '/m' }, context: { o: { a: [1] }, n: { call: '@index' } } },
          },
          accessibility: { label: 'x', live: 'polite', hidden: { path: '/h' } },
        },
      ),
      agent10.data({ b: { c: null } }),
      agent10.data('x', '/a/b'),
      agent10.data(null, '/a'),
      { version: 'v1.0', deleteSurface: { surfaceId: 's' } },
    ];
    const bridge = new Bridge(a2ui10);
    expect(sendAll(bridge, ...messages)).toEqual(messages);
    expect(bridge.lost).toEqual([]);
  });

  it('[DC20] passes calls of functions that no catalog names, which its viewer asks the agent for', () => {
    const call = {
      call: 'priceOf',
      args: { sku: { path: '/sku' }, deep: { call: 'taxOf', args: { list: [1, 'x'] } } },
    };
    const messages: readonly Json[] = [
      agent10.create(),
      agent10.put(
        { id: 'root', component: 'Text', text: call },
        {
          id: 'b',
          component: 'Button',
          child: 'root',
          action: { functionCall: { call: 'buy', catalogId: basic10.id, args: { sku: 'x' } } },
          checks: [{ condition: { call: 'mayBuy', args: {} }, message: 'No' }],
        },
      ),
    ];
    const bridge = new Bridge(a2ui10);
    expect(messages.flatMap((message) => bridge.send(message))).toEqual(messages);
    expect(bridge.lost).toEqual([]);
  });

  it('joins in one message with its components and data', () => {
    const bridge = new Bridge(a2ui10);
    sendAll(bridge, agent10.create(), agent10.put({ id: 'root', component: 'Divider' }), agent10.data(1, '/a'));
    expect(bridge.join()).toEqual([
      agent10.create({ components: [{ id: 'root', component: 'Divider' }], dataModel: { a: 1 } }),
    ]);
  });

  it('says a null that is a value as part of what holds it', () => {
    const bridge = new Bridge(a2ui10);
    bridge.apply(open, { op: 'set', surface: 's', path: '/m', value: { a: 1, l: [1] } });
    expect(bridge.apply({ op: 'set', surface: 's', path: '/m/a', value: null })).toEqual([
      agent10.data({ a: null, l: [1] }, '/m'),
    ]);
    expect(bridge.apply({ op: 'set', surface: 's', path: '/m/l/1', value: null })).toEqual([
      agent10.data([1, null], '/m/l'),
    ]);
    expect(bridge.apply({ op: 'unset', surface: 's', path: '/m/l' })).toEqual([agent10.data(null, '/m/l')]);
  });

  it('says a model that is no object by itself', () => {
    const bridge = new Bridge(a2ui10);
    bridge.apply(open, { op: 'set', surface: 's', path: '/', value: [1] });
    expect(bridge.join()).toEqual([agent10.create(), agent10.data([1])]);
  });
});

describe('functions', () => {
  it('are called and answered', () => {
    const bridge = new Bridge(a2ui10);
    const call: Op = { op: 'call', call: 'c1', name: 'formatNumber', catalog: basic10.id, args: { value: 5 } };
    const written = [
      ...bridge.apply(call),
      ...bridge.apply({ op: 'return', call: 'v1', value: null }),
      ...bridge.apply({ op: 'return', call: 'v2', error: { code: 'UNKNOWN_FUNCTION', message: 'No.' } }),
    ];
    expect(schemaProblems('a2ui-1.0', written)).toEqual([]);
    expect(written).toEqual([
      {
        version: 'v1.0',
        callRendererFunction: {
          functionCallId: 'c1',
          callFunction: { call: 'formatNumber', catalogId: basic10.id, args: { value: 5 } },
        },
      },
      { version: 'v1.0', agentFunctionResponse: { functionCallId: 'v1', value: null } },
      {
        version: 'v1.0',
        agentFunctionResponse: { functionCallId: 'v2', error: { code: 'UNKNOWN_FUNCTION', message: 'No.' } },
      },
    ]);
    expect(bridge.apply({ ...call, call: 'c2', args: { value: { path: '/x' } } })).toEqual([]);
    expect(bridge.lost).toEqual(['a call to a function of the viewer is not sent']);
  });
});

describe('a surface of 0.9', () => {
  const lowered = (
    ...given: readonly object[]
  ): { readonly written: readonly JsonObject[]; readonly bridge: Bridge } => {
    const bridge = new Bridge(a2ui10);
    const messages = sendAll(bridge, agent09.create(), agent09.put(...given));
    return {
      written: (messages[1] as { updateComponents: { components: JsonObject[] } }).updateComponents.components,
      bridge,
    };
  };

  it('has headings in Markdown, patterns as checks and no types of calls', () => {
    const { written, bridge } = lowered(
      { id: 'root', component: 'Text', text: { path: '/t' }, variant: 'h2' },
      { id: 'c', component: 'Text', text: { call: 'formatNumber', args: { value: 1 }, returnType: 'string' } },
      { id: 'f', component: 'TextField', label: 'L', value: { path: '/v' }, validationRegexp: '^a$' },
    );
    expect(written).toEqual([
      { id: 'root', component: 'Text', text: { call: 'formatString', args: { value: '## ${/t}' } } },
      { id: 'c', component: 'Text', text: { call: 'formatNumber', args: { value: 1 } } },
      {
        id: 'f',
        component: 'TextField',
        label: 'L',
        value: { path: '/v' },
        checks: [patternRule('/v', '^a$')],
      },
    ]);
    expect(bridge.lost).toEqual([]);
  });

  it('has checks whose condition is a binding, and judgements that stay booleans', () => {
    const required = { call: 'required', args: { value: { path: '/v' } } };
    const { written } = lowered({
      id: 'root',
      component: 'CheckBox',
      label: 'L',
      value: required,
      checks: [
        { condition: true, message: 'a' },
        { condition: false, message: 'b' },
        { condition: { call: 'and', args: { values: [required, true] } }, message: 'c' },
      ],
    });
    expect(written[0]).toEqual({
      id: 'root',
      component: 'CheckBox',
      label: 'L',
      value: { call: 'and', args: { values: [required, true] } },
      checks: [
        { condition: { call: 'not', args: { value: true } }, message: 'b' },
        { condition: { call: 'and', args: { values: [required, true] } }, message: 'c' },
      ],
    });
  });

  it('loses its theme', () => {
    const bridge = new Bridge(a2ui10);
    expect(bridge.send(agent09.create({ theme: { primaryColor: '#000000' } }))).toEqual([agent10.create()]);
    expect(bridge.lost).toEqual(['theme is dropped']);
  });
});

describe('a surface of 0.8', () => {
  it('is created with everything when it is revealed', () => {
    const bridge = new Bridge(a2ui10);
    bridge.send(agent08.put(['x', { Text: { text: { path: '/a' } } }]));
    bridge.send(agent08.data([{ key: 'a', valueString: 'A' }]));
    expect(sendAll(bridge, agent08.begin('x'))).toEqual([
      agent10.create({ components: [{ id: 'root', component: 'Text', text: { path: '/a' } }], dataModel: { a: 'A' } }),
    ]);
  });
});

describe('the reserved keys of later drafts', () => {
  const dialect: Dialect = { ...a2ui10, ...marked } as Dialect;

  it('are written on request, and literal keys with an @ doubled', () => {
    const bridge = new Bridge(dialect);
    bridge.send(agent10.create());
    const message = agent10.put(
      { id: 'root', component: 'Text', text: { '@call': 'formatString', args: { value: '${/a}' } } },
      { id: 't', component: 'List', children: { componentId: 'root', path: '/l' } },
      {
        id: 'b',
        component: 'Button',
        child: 'root',
        action: {
          event: { name: 'go', context: { p: { '@path': '/p' }, o: { path: 1, call: [2] }, d: { '@@type': 'x' } } },
        },
      },
    );
    expect(bridge.send(message)).toEqual([message]);
    expect(bridge.lost).toEqual([]);
  });

  it('are what makes objects with such keys sayable', () => {
    const bridge = new Bridge(a2ui10);
    bridge.send(agent10.create());
    bridge.send(
      agent10.put({
        id: 'root',
        component: 'Button',
        child: 'x',
        action: { event: { name: 'go', context: { o: { path: 1 }, d: { '@@type': 'x', n: 1 } } } },
      }),
    );
    expect(bridge.lost).toEqual(['the context value "o" is dropped', 'the member "@type" of a value is dropped']);
    expect(JSON.stringify(bridge.join())).toContain('"context":{"d":{"n":1}}');
  });

  it('are read as the plain keys are, in every example', () => {
    for (const { file, messages } of publishedExamples('v1_0')) {
      const reader = new Reader(dialect).read(convert(messages as readonly Json[], dialect).messages);
      const plain = new Reader(a2ui10).read(messages as readonly Json[]);
      expect({ file, state: reader.fold.snapshot() }).toEqual({ file, state: plain.fold.snapshot() });
    }
  });
});
