import { openAgentchains } from '@vitrine/core/catalogs/agentchains';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import {
  type AskOp,
  type Component,
  defineCatalog,
  defineComponent,
  type Json,
  type JsonObject,
  type Op,
  text,
} from '@vitrine/core/internal';
import { describe, expect, test } from 'vitest';
import { Bridge } from '../../test/bridge.ts';
import { agentchainsDialect } from './codec.ts';

/** `method params` of each message. */
function said(wire: readonly Json[]): readonly (readonly [string, JsonObject])[] {
  return wire.map((message) => {
    const { jsonrpc, method, params, ...rest } = message as { jsonrpc: string; method: string; params: JsonObject };
    expect(jsonrpc).toBe('2.0');
    expect(rest).toEqual({});
    return [method, params];
  });
}
const bridge = (options?: ConstructorParameters<typeof Bridge>[1]) => new Bridge(agentchainsDialect, options);
const component = (id: string, type: string, props: JsonObject): Component => ({ id, type, props });
const open = (components: readonly Component[], data: Json = {}, more: Partial<Op> = {}): Op =>
  ({ op: 'open', surface: 's', catalog: basic09.id, protocol: '0.9', components, data, ...more }) as Op;
const ODD = '1 < 2 and 3 > 1 <script>x</script> &amp; "q"';

describe('the session of the specification (§10)', () => {
  test.each([
    '{"jsonrpc":"2.0","method":"ui.render","params":{"component_id":"c1","component_type":"card","data":{"title":"Welcome","description":"Your agent is ready."}}}',
    '{"jsonrpc":"2.0","method":"ui.request_input","params":{"request_id":"r1","input_type":"text","prompt":"What would you like to search for?"}}',
    '{"jsonrpc":"2.0","method":"ui.progress","params":{"task_id":"t1","progress_type":"determinate","value":50,"total":100,"message":"Searching..."}}',
    '{"jsonrpc":"2.0","method":"ui.render","params":{"component_id":"c2","component_type":"table","data":{"headers":[{"key":"name","label":"Dataset"},{"key":"price","label":"Price"}],"rows":[{"name":"ImageNet-2026","price":"$0.05"},{"name":"NLP-Commons","price":"$0.02"}]}}}',
    '{"jsonrpc":"2.0","method":"ui.notify","params":{"level":"success","title":"Search Complete","message":"Found 2 results.","duration_ms":3000}}',
  ])('[DE17] [SVC-1] [SVC-3] reaches its viewer byte for byte: %s', (line) => {
    expect(
      bridge()
        .send(JSON.parse(line) as Json)
        .map((message) => JSON.stringify(message)),
    ).toEqual([line]);
  });
});

describe('what an agent sends', () => {
  const rpc = (method: string, params: JsonObject): Json => ({ jsonrpc: '2.0', method, params });
  const ask = (params: JsonObject): Json =>
    rpc('ui.request_input', { request_id: 'r', input_type: 'text', prompt: 'P', ...params });

  test.each([
    ['a message for what does not match', ask({ validation: { pattern: '^a', pattern_message: 'Begin with a.' } })],
    ['a least length of what need not be answered', ask({ validation: { min_length: 3 } })],
    ['a least length of one', ask({ validation: { min_length: 1, required: true } })],
    ['no least length', ask({ validation: { min_length: 0, required: false } })],
    ['options of a text', ask({ options: ['one', 'two'] })],
    ['options of a number', ask({ input_type: 'number', options: ['1'], validation: { max: 5 } })],
    ['no options', ask({ options: [] })],
    ['rules of other types', ask({ input_type: 'date', validation: { min: '2026-01-01', step: 7, x: { y: [1] } } })],
    ['a title of two lines', rpc('ui.notify', { level: 'info', title: 'A\nB', message: 'C\nD', duration_ms: 1 })],
    ['a title of two lines alone', rpc('ui.notify', { level: 'info', title: 'A\nB', duration_ms: 1 })],
    ['a title that begins with a line', rpc('ui.notify', { level: 'info', title: '\nB', duration_ms: 1 })],
    ['no words behind a title', rpc('ui.notify', { level: 'info', title: 'A', message: '', duration_ms: 1 })],
  ])('[DE17] survives as it was: %s', (_, message) => {
    const made = bridge();
    expect(made.send(message)).toEqual([message]);
    if ((message as { method: string }).method === 'ui.request_input') expect(made.join()).toEqual([message]);
  });

  test.each([
    ['two lines and words', { title: 'A\nB', description: 'C' }],
    ['two lines', { title: 'A\nB' }],
    ['an empty description', { title: 'A', description: '' }],
    ['an empty description behind two lines', { title: 'A\nB', description: '' }],
    ['a description of several lines', { title: 'A', description: '\nB\n' }],
  ])('[DE17] a confirmation keeps its title and its description: %s', (_, words) => {
    const made = bridge();
    made.send(rpc('ui.confirm', { request_id: 'r', severity: 'info', timeout_seconds: 300, ...words }));
    const { description, ...rest } = said(made.join())[0]?.[1] ?? {};
    expect({ ...rest, ...(description === undefined ? {} : { description }) }).toEqual({
      ...{ request_id: 'r', severity: 'info', timeout_seconds: 300 },
      ...words,
    });
  });

  test('[DE17] a title of two lines that is not trusted says so', () => {
    const made = bridge({ trust: 'untrusted' });
    expect(said(made.send(rpc('ui.notify', { level: 'info', title: 'A\nB', message: 'C' })))).toMatchObject([
      ['ui.notify', { title: '[From elsewhere, not trusted] A\nB', message: 'C' }],
    ]);
  });

  const data = { title: 'T', rows: [[1]], note: 'n', count: 1, more: { a: 1 } };
  const updates: readonly (readonly [string, string, JsonObject])[] = [
    ['replace', 'a part', { title: 'T' }],
    ['replace', 'more', { ...data, x: 1 }],
    ['replace', 'the same', data],
    ['replace', 'a text that grew', { ...data, title: 'TT' }],
    ['replace', 'nothing', {}],
    ['merge', 'what grew', { rows: [[1], [2]] }],
    ['merge', 'several', { title: 'U', note: 'nn' }],
    ['merge', 'the same', { title: 'T' }],
    ['merge', 'what is new', { x: [1] }],
    ['merge', 'an object', { more: { b: 1 } }],
    ['merge', 'nothing', {}],
    ['append', 'a list', { rows: [[2], [3]] }],
    ['append', 'a text', { note: 'm' }],
    ['append', 'several', { rows: [[2]], note: 'm', count: 2 }],
    ['append', 'what is new', { x: [1], y: 'z', z: 3 }],
    ['append', 'what cannot grow', { count: 5, more: { b: 1 } }],
    ['append', 'nothing to a text', { note: '' }],
    ['append', 'nothing', {}],
  ];

  test.each(updates)('[DE34] an update reaches a viewer as it was sent: %s of %s', (operation, _, patch) => {
    for (const trust of ['trusted', 'untrusted'] as const) {
      const made = bridge({ trust });
      made.send(rpc('ui.render', { component_id: 'c', component_type: 'table', data }));
      const update = rpc('ui.update', { component_id: 'c', operation, data: patch });
      const sent = made.send(update);
      if (trust === 'trusted') expect(sent).toEqual([update]);
      else expect(said(sent)).toMatchObject([['ui.update', { operation }]]);
    }
  });

  test('[DE34] a single item that a list grows by is a list of one, and a form keeps its operation', () => {
    const made = bridge();
    made.send(rpc('ui.render', { component_id: 'c', component_type: 'table', data: { rows: [{ a: 1 }] } }));
    const item = rpc('ui.update', { component_id: 'c', operation: 'append', data: { rows: { a: 2 } } });
    const list = { component_id: 'c', operation: 'append', data: { rows: [{ a: 2 }] } };
    expect(said(made.send(item))).toEqual([['ui.update', list]]);
    const fields = [{ name: 'q', type: 'text', label: 'Q', default_value: 'x' }];
    made.send(rpc('ui.render', { component_id: 'f', component_type: 'form', data: { fields } }));
    for (const operation of ['merge', 'replace', 'append']) {
      const more = { component_id: 'f', operation, data: { fields: [{ name: 'p', type: 'text', label: 'P' }] } };
      expect(made.send(rpc('ui.update', more))).toEqual([rpc('ui.update', more)]);
    }
  });

  test('[DE34] a viewer that is shown other words is sent what makes the difference', () => {
    const made = bridge({ capabilities: { components: ['markdown'] } });
    made.send(rpc('ui.render', { component_id: 'c', component_type: 'card', data: { title: 'T', subtitle: 'S' } }));
    const update = { component_id: 'c', operation: 'merge', data: { subtitle: 'U' } };
    expect(said(made.send(rpc('ui.update', update)))).toEqual([
      ['ui.update', { component_id: 'c', operation: 'merge', data: { content: 'T\n\nU' } }],
    ]);
  });
});

describe('components of AgentChains', () => {
  const change = (before: JsonObject, op: Op) => {
    const made = bridge();
    made.apply(openAgentchains('c', 'card', before));
    return said(made.apply(op));
  };
  const set = (path: string, value: Json): Op => ({ op: 'set', surface: 'c', path, value });

  test('[DE18] [SVC-7] what changed is merged, what grew is appended, what went is replaced', () => {
    const merged = change({ title: 'A' }, set('/data/title', 'B'));
    expect(merged).toEqual([['ui.update', { component_id: 'c', operation: 'merge', data: { title: 'B' } }]]);
    const grown = change({ description: 'A' }, { op: 'append', surface: 'c', path: '/data/description', value: 'B' });
    expect(grown).toEqual([['ui.update', { component_id: 'c', operation: 'append', data: { description: 'B' } }]]);
    const listed = change({ sections: [1] }, { op: 'append', surface: 'c', path: '/data/sections', value: [2, 3] });
    expect(listed).toEqual([['ui.update', { component_id: 'c', operation: 'append', data: { sections: [2, 3] } }]]);
    const gone = change({ title: 'A', x: 1 }, { op: 'unset', surface: 'c', path: '/data/x' });
    expect(gone).toEqual([['ui.update', { component_id: 'c', operation: 'replace', data: { title: 'A' } }]]);
    expect(change({ title: 'A' }, set('/values', { x: 1 }))).toEqual([]);
  });

  test('[DE18] a component that is closed is rendered with no life left', () => {
    expect(change({}, { op: 'close', surface: 'c' })).toEqual([
      [
        'ui.render',
        { component_id: 'c', component_type: 'markdown', data: { content: '' }, metadata: { ttl_seconds: 0 } },
      ],
    ]);
  });

  test('[DE18] one that is closed is no other component to a viewer than those it can show', () => {
    const made = bridge({ capabilities: { components: ['card'] } });
    made.apply(openAgentchains('c', 'markdown', { content: 'x' }));
    expect(said(made.apply({ op: 'close', surface: 'c' }))).toEqual([
      ['ui.render', { component_id: 'c', component_type: 'card', data: {}, metadata: { ttl_seconds: 0 } }],
    ]);
  });

  test('[DE18] one that is rendered again is rendered again, also with the same data', () => {
    const again: Op[] = [{ op: 'close', surface: 'c' }, openAgentchains('c', 'form', { fields: [] })];
    const made = bridge();
    made.apply(openAgentchains('c', 'form', { fields: [] }));
    expect(said(made.apply(...again)).map(([method]) => method)).toEqual(['ui.render']);
  });

  test('[DE19] position and priority are kept, and the time that is left', () => {
    const place = { position: 'overlay', priority: 'low', ttl_seconds: 60 };
    const until = '2026-01-01T00:01:00.000Z';
    const op = openAgentchains('c', 'card', {}, { place, until });
    const made = bridge();
    made.fold.accept({ body: [op] });
    const { memory } = agentchainsDialect.join(bridge().fold);
    const at = '2026-01-01T00:00:00.400Z';
    const [now] = agentchainsDialect.encode({ body: [op], at }, made.fold, memory).wire;
    expect(now).toMatchObject({ params: { metadata: place } });
    const [late] = agentchainsDialect.join(made.fold, {}, { now: '2026-01-01T00:00:40.000Z' }).wire;
    expect(late).toMatchObject({ params: { metadata: { ...place, ttl_seconds: 20 } } });
    const [unknown] = agentchainsDialect.join(made.fold).wire;
    expect(unknown).toMatchObject({ params: { metadata: place } });
  });

  test('[DE15] [SVC-13] [SVC-17] [SVC-21] [SVC-27] no text is interpreted and none is lost', () => {
    for (const [type, member] of [
      ['card', 'title'],
      ['code', 'code'],
      ['markdown', 'content'],
      ['alert', 'message'],
    ] as const)
      expect(said(bridge().apply(openAgentchains('c', type, { [member]: ODD })))).toMatchObject([
        ['ui.render', { data: { [member]: ODD } }],
      ]);
  });

  test('[DE20] an untrusted surface makes its viewer request nothing', () => {
    const data = { image: 'https://x.example/a.png', actions: [{ label: 'A', url: 'https://x.example/' }], title: 'T' };
    const made = bridge({ trust: 'untrusted' });
    expect(said(made.apply(openAgentchains('c', 'card', data)))).toMatchObject([
      ['ui.render', { data: { title: '[From elsewhere, not trusted] T', actions: [{ label: 'A' }] } }],
    ]);
    expect(JSON.stringify(made.join())).not.toContain('x.example');
    const image = bridge({ trust: 'untrusted' });
    image.apply(openAgentchains('c', 'image', { url: 'https://x.example/a.png', alt: 'Alt' }));
    expect(JSON.stringify(image.join())).not.toContain('x.example');
    const link = { op: 'effect', effect: { kind: 'navigate', url: 'https://x.example/' } } as const;
    // Of a log that was written before the fold refused it.
    image.fold.apply({ body: [link], trust: 'untrusted' });
    const { memory } = agentchainsDialect.join(image.fold);
    const sent = agentchainsDialect.encode({ body: [link], trust: 'untrusted' }, image.fold, memory);
    expect([sent.wire, sent.losses]).toEqual([[], [{ what: 'a link of an untrusted agent is not sent' }]]);
    expect(said(bridge().apply(link))).toMatchObject([['ui.navigate', { url: 'https://x.example/' }]]);
  });

  test.each<readonly [string, Json]>([
    ['image_url', 'https://x.example/a.png'],
    ['src', '//x.example/a.png'],
    ['href', '\\\\x.example'],
    ['background', 'data:image/png;base64,xexample'],
    ['style', 'background: url(https://x.example/a.png) top'],
    ['srcset', 'a.png 1x, https://x.example/b.png 2x'],
    ['thumb', { deep: [{ url: 'https:x.example' }] }],
    ['icon', 'ht\ntps://x.example'],
    ['logo', 'https\n:x.example'],
    ['media', 'HTTPS:\t//x.example'],
    ['html', '<img src=//x.example>'],
    ['app', 'myapp:x.example'],
    ['text', { image: 'https://x.example/' }],
    ['content', { image_url: 'https://x.example/a.png', title: 'T' }],
    ['values', { url: 'https://x.example/' }],
  ])('[DE20] what nobody declared of an untrusted component has no address: %s', (name, value) => {
    for (const [type, data] of [
      ['card', { title: 'T', [name]: value, sections: [{ label: 'L', value: 'V', [name]: value }] }],
      ['form', { title: 'T', fields: [{ name: 'f', label: 'https://word.example/', [name]: value }], [name]: value }],
      ['steps', { steps: [{ label: 'S', [name]: value }], [name]: value }],
      ['alert', { message: 'M', [name]: value }],
      ['table', { headers: [{ key: 'a', [name]: value }], rows: [[1]], [name]: value }],
    ] as const) {
      const made = bridge({ trust: 'untrusted' });
      made.apply(openAgentchains('c', type, data as Json));
      const text = JSON.stringify(made.join());
      expect(text).toContain('From elsewhere');
      expect(text).not.toMatch(/x\.?example/);
    }
  });

  test('[DE20] looking for addresses takes the time of the length', () => {
    const begun = performance.now();
    for (const part of ['x', 'x.', '/ ', 'data:', ':', 'a:\n', '/\n']) {
      const made = bridge({ trust: 'untrusted' });
      made.apply(openAgentchains('c', 'card', { title: 'T', note: part.repeat(500_000 / part.length) }));
      made.join();
    }
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  test('[DE20] words of an untrusted component stay words', () => {
    const made = bridge({ trust: 'untrusted' });
    const data = {
      title: 'At 12:30',
      content: 'See: https://word.example/ a/b',
      note: 'Note: a/b, 1:2',
      tags: ['x', 1],
    };
    expect(said(made.apply(openAgentchains('c', 'card', data)))).toMatchObject([
      ['ui.render', { data: { ...data, title: '[From elsewhere, not trusted] At 12:30' } }],
    ]);
  });

  test('[DE20] a URL that runs something is sent to nobody, whoever let it in', () => {
    const made = bridge();
    made.apply(openAgentchains('c', 'card', { actions: [{ label: 'A', url: 'javascript:alert(1)' }] }));
    made.apply(openAgentchains('d', 'image', { url: 'javascript:alert(1)' }));
    expect(JSON.stringify(made.join())).not.toContain('javascript');
    expect(made.apply({ op: 'effect', effect: { kind: 'navigate', url: 'javascript:alert(1)' } })).toEqual([]);
  });
});

describe('questions, tasks and effects', () => {
  const ask = (want: AskOp['want'], more: Partial<AskOp> = {}): Op => ({
    op: 'ask',
    ask: 'r',
    want,
    prompt: 'P',
    ...more,
  });
  const at = '2026-01-01T00:00:00.000Z';
  const encoded = (op: Op) => {
    const made = bridge();
    made.fold.accept({ body: [op] });
    return said(
      agentchainsDialect.encode({ body: [op], at }, made.fold, agentchainsDialect.join(bridge().fold).memory).wire,
    );
  };

  test('[DE21] [SVC-12] [SVC-16] [SVC-17] a confirmation has a title, a description and whole seconds', () => {
    const until = '2026-01-01T00:00:45.000Z';
    expect(encoded(ask({ kind: 'confirm' }, { until, prompt: `Sure?\n${ODD}\nmore`, severity: 'critical' }))).toEqual([
      [
        'ui.confirm',
        { request_id: 'r', title: 'Sure?', description: `${ODD}\nmore`, severity: 'critical', timeout_seconds: 45 },
      ],
    ]);
    expect(encoded(ask({ kind: 'confirm' }))).toMatchObject([
      ['ui.confirm', { timeout_seconds: 300, severity: 'info' }],
    ]);
    const long = 'x'.repeat(300);
    expect(encoded(ask({ kind: 'confirm' }, { prompt: long }))).toMatchObject([
      ['ui.confirm', { title: 'Please confirm', description: long }],
    ]);
  });

  test('[DE21] what is wanted is said as it was asked for', () => {
    const options = [
      { label: '$10', value: '$10' },
      { label: 'Ten', value: '10' },
    ];
    expect(encoded(ask({ kind: 'select', options }))).toMatchObject([
      ['ui.request_input', { options: ['$10', 'Ten'] }],
    ]);
    expect(encoded(ask({ kind: 'text', pattern: 'a', minLength: 1, maxLength: 3 }))).toMatchObject([
      ['ui.request_input', { input_type: 'text', validation: { pattern: 'a', required: true, max_length: 3 } }],
    ]);
    expect(encoded(ask({ kind: 'number', min: 1, max: 2, required: true }))).toMatchObject([
      ['ui.request_input', { input_type: 'number', validation: { min: 1, max: 2, required: true } }],
    ]);
    expect(encoded(ask({ kind: 'file', accept: ['.pdf', 'image/*'] }))).toMatchObject([
      ['ui.request_input', { input_type: 'file', validation: { accept: '.pdf,image/*' } }],
    ]);
  });

  test('[DE21] [SVC-20] a task says how far it is, and that it is done', () => {
    expect(encoded({ op: 'task', task: 't' })).toEqual([
      ['ui.progress', { task_id: 't', progress_type: 'indeterminate' }],
    ]);
    expect(encoded({ op: 'task', task: 't', value: 3, message: ODD })).toEqual([
      ['ui.progress', { task_id: 't', progress_type: 'streaming', value: 3, message: ODD }],
    ]);
    expect(encoded({ op: 'task', task: 't', done: true })).toEqual([
      ['ui.progress', { task_id: 't', progress_type: 'determinate', value: 100, total: 100 }],
    ]);
  });

  test('[DE21] [SVC-23] [SVC-25] [SVC-28] toasts and links are said with their defaults', () => {
    expect(encoded({ op: 'effect', effect: { kind: 'toast', text: 'T' } })).toEqual([
      ['ui.notify', { level: 'info', title: 'T', duration_ms: 5000 }],
    ]);
    expect(encoded({ op: 'effect', effect: { kind: 'toast', text: 'T\nM', severity: 'critical', ms: 0 } })).toEqual([
      ['ui.notify', { level: 'error', title: 'T', message: 'M', duration_ms: 0 }],
    ]);
    expect(encoded({ op: 'effect', effect: { kind: 'toast', text: '', severity: 'toString' } })).toEqual([
      ['ui.notify', { level: 'info', title: 'Note', duration_ms: 5000 }],
    ]);
    expect(encoded({ op: 'effect', effect: { kind: 'navigate', url: '/x' } })).toEqual([
      ['ui.navigate', { url: '/x', new_tab: false }],
    ]);
  });

  test('[DE21] who joins gets what is open', () => {
    const made = bridge();
    made.apply(ask({ kind: 'text' }), { op: 'task', task: 't', value: 1, total: 2 });
    expect(said(made.join()).map(([method]) => method)).toEqual(['ui.request_input', 'ui.progress']);
    made.apply({ op: 'withdraw', ask: 'r' });
    expect(made.lost).toContain('a question that was taken back stays on the screen');
  });
});

describe('a viewer that can show less', () => {
  const only = (...components: readonly string[]) => ({ capabilities: { components } });

  test('[DE22] gets what it cannot show in other words, and no word less', () => {
    const chart = { title: 'C', x_axis: { label: 'Day', values: ['Mon'] }, series: [{ name: 'Calls', data: [3] }] };
    expect(said(bridge(only('table', 'card')).apply(openAgentchains('c', 'chart', chart)))).toMatchObject([
      [
        'ui.render',
        {
          component_type: 'table',
          data: { headers: [{ label: 'Day' }, { label: 'Calls' }], rows: [{ x: 'Mon', s0: 3 }] },
        },
      ],
    ]);
    for (const [type, data] of [
      ['code', { code: ODD }],
      ['markdown', { content: ODD }],
      ['alert', { message: ODD }],
      ['table', { headers: ['A'], rows: [[ODD]] }],
      ['steps', { steps: [{ label: ODD }] }],
      ['image', { caption: ODD, url: 'https://x.example/' }],
      ['form', { description: ODD }],
      ['card', { description: ODD }],
      ['chart', { title: ODD }],
    ] as const) {
      for (const shows of ['card', 'markdown', 'alert']) {
        const made = bridge(only(shows));
        const [message] = said(made.apply(openAgentchains('c', type, data)));
        expect(message?.[1].component_type).toBe(shows);
        expect(JSON.stringify(message?.[1].data)).toContain(JSON.stringify(ODD).slice(1, -1));
        if (type !== shows) expect(made.lost).toContain(`the viewer shows no ${type}: it is sent in other words`);
      }
    }
    const none = bridge(only('image'));
    expect(none.apply(openAgentchains('c', 'card', { title: 'T' }))).toEqual([]);
    expect(none.lost).toContain('the card is not sent');
  });

  test('[DE22] gets no more components than it has room for, and the next when one goes', () => {
    const made = bridge({ capabilities: { surfaces: 1 } });
    made.apply(openAgentchains('a', 'card', { title: 'A' }));
    expect(made.apply(openAgentchains('b', 'card', { title: 'B' }))).toEqual([]);
    expect(made.lost).toContain('the viewer has no room for another component');
    expect(said(made.apply({ op: 'close', surface: 'a' })).map(([, params]) => params.component_id)).toEqual([
      'a',
      'b',
    ]);
  });

  test('[DE22] is not asked for files when it sends none', () => {
    const made = bridge({ capabilities: { files: false } });
    expect(made.apply({ op: 'ask', ask: 'r', want: { kind: 'file' }, prompt: 'P' })).toEqual([]);
  });
});

describe('a surface of another catalog', () => {
  const button = (id: string, text: string, more: JsonObject = {}): readonly Component[] => [
    component(id, 'Button', { child: `${id}-t`, action: { event: { name: id } }, ...more }),
    component(`${id}-t`, 'Text', { text }),
  ];
  const fields = [
    component('name', 'TextField', { label: 'Name', value: { path: '/name' } }),
    component('age', 'TextField', { label: 'Age', value: { path: '/age' }, variant: 'number' }),
    component('pin', 'TextField', { label: 'Pin', value: { path: '/pin' }, variant: 'obscured' }),
    component('ok', 'CheckBox', { label: 'OK', value: { path: '/ok' } }),
    component('one', 'ChoicePicker', {
      label: 'One',
      value: { path: '/one' },
      variant: 'mutuallyExclusive',
      options: [
        { label: 'Red', value: 'r' },
        { label: 'Blue', value: 'b' },
      ],
    }),
    component('many', 'ChoicePicker', {
      label: 'Many',
      value: { path: '/many' },
      variant: 'multipleSelection',
      options: [
        { label: 'X', value: 'x' },
        { label: 'Y', value: 'y' },
      ],
    }),
    component('size', 'Slider', { label: 'Size', value: { path: '/size' }, min: 1, max: 9 }),
    component('day', 'DateTimeInput', { label: 'Day', value: { path: '/day' }, enableDate: true }),
  ];
  const data = { name: 'Ada', age: '36', pin: 'secret', ok: true, one: ['b'], many: ['y'], size: 3 };

  test('[DE23] with inputs and a button is a form, and its other buttons a card', () => {
    const root = component('root', 'Column', {
      children: ['head', 'intro', ...fields.map(({ id }) => id), 'cancel', 'go'],
    });
    const texts = [
      component('head', 'Text', { text: 'Who', variant: 'h1' }),
      component('intro', 'Text', { text: ODD }),
    ];
    const go = button('go', 'Go', { variant: 'primary' });
    const made = bridge();
    const messages = said(made.apply(open([root, ...texts, ...fields, ...button('cancel', 'Stop'), ...go], data)));
    expect(messages).toEqual([
      [
        'ui.render',
        {
          component_id: 's',
          component_type: 'form',
          data: {
            title: 'Who',
            description: ODD,
            fields: [
              { name: 'name', type: 'text', label: 'Name', default_value: 'Ada' },
              { name: 'age', type: 'number', label: 'Age', default_value: 36 },
              { name: 'pin', type: 'password', label: 'Pin' },
              { name: 'ok', type: 'checkbox', label: 'OK', default_value: true },
              { name: 'one', type: 'select', label: 'One', options: ['Red', 'Blue'], default_value: 'Blue' },
              { name: 'many#0', type: 'checkbox', label: 'Many: X' },
              { name: 'many#1', type: 'checkbox', label: 'Many: Y', default_value: true },
              { name: 'size', type: 'number', label: 'Size', default_value: 3, min: 1, max: 9 },
              { name: 'day', type: 'date', label: 'Day' },
            ],
            submit_label: 'Go',
          },
        },
      ],
      [
        'ui.render',
        {
          component_id: 's#actions',
          component_type: 'card',
          data: { actions: [{ label: 'Stop', action: 'cancel' }] },
        },
      ],
    ]);
    expect(JSON.stringify(made.join())).not.toContain('secret');
    const changed = said(made.apply({ op: 'set', surface: 's', path: '/name', value: 'Bob' }));
    expect(changed).toMatchObject([['ui.update', { component_id: 's', operation: 'merge' }]]);
  });

  test('[DE22] counts for as many components as it is sent as', () => {
    const made = bridge({ capabilities: { surfaces: 2 } });
    const idsOf = (messages: readonly Json[]) => said(messages).map(([, params]) => params.component_id);
    made.apply(openAgentchains('a', 'card', { title: 'A' }));
    const root = component('root', 'Column', { children: ['name', 'cancel', 'go'] });
    const go = button('go', 'Go', { variant: 'primary' });
    const name = fields.filter(({ id }) => id === 'name');
    expect(idsOf(made.apply(open([root, ...name, ...button('cancel', 'Stop'), ...go], data)))).toEqual(['s']);
    expect(made.lost).toContain('the viewer has no room for another component');
    expect(idsOf(made.apply({ op: 'close', surface: 'a' }))).toEqual(['a', 's#actions']);
  });

  test('[DE23] without inputs is a card with its texts, an image and its buttons', () => {
    const rows = component('list', 'List', { children: { componentId: 'row', path: '/items' } });
    const row = [
      component('row', 'Row', { children: ['row-text', 'buy'] }),
      component('row-text', 'Text', { text: { path: 'name' } }),
      ...button('buy', 'Buy'),
      component('pic', 'Image', { url: 'https://x.example/a.png', description: 'Pic' }),
    ];
    const root = component('root', 'Column', { children: ['pic', 'list'] });
    const made = bridge();
    const messages = said(made.apply(open([root, rows, ...row], { items: [{ name: 'One' }, { name: 'Two' }] })));
    expect(messages).toEqual([
      [
        'ui.render',
        {
          component_id: 's',
          component_type: 'card',
          data: {
            description: 'One\nTwo',
            image: 'https://x.example/a.png',
            image_alt: 'Pic',
            actions: [
              { label: 'Buy', action: 'buy /items/0' },
              { label: 'Buy', action: 'buy /items/1' },
            ],
          },
        },
      ],
    ]);
    expect(made.lost).toContain('the layout of the surface has no counterpart in AgentChains');
  });

  test('[DE23] that is one picture is an image; without a root, or held back, it is nothing', () => {
    const pic = component('root', 'Image', { url: 'https://x.example/a.png', description: 'Pic' });
    expect(said(bridge().apply(open([pic])))).toMatchObject([
      ['ui.render', { component_type: 'image', data: { url: 'https://x.example/a.png', alt: 'Pic' } }],
    ]);
    expect(bridge().apply(open([component('a', 'Text', { text: 'x' })]))).toEqual([]);
    const held = bridge();
    expect(held.apply(open([component('root', 'Text', { text: 'x' })], {}, { held: true } as Partial<Op>))).toEqual([]);
    expect(said(held.apply({ op: 'reveal', surface: 's', root: 'root' }))).toMatchObject([['ui.render', {}]]);
  });

  test('[DE23] a type that every object inherits is no input', () => {
    const odd = defineCatalog({ id: 'odd', components: { toString: defineComponent({ text: text() }) } });
    const made = bridge();
    made.fold.catalogs.add(odd);
    const root = { id: 'root', type: 'toString', props: { text: 'x' } };
    expect(said(made.apply({ op: 'open', surface: 's', catalog: 'odd', components: [root] }))).toMatchObject([
      ['ui.render', { component_type: 'card' }],
    ]);
  });

  test('[DE23] links are links, and inputs that nothing sends are words', () => {
    const action = { functionCall: { call: 'openUrl', args: { url: 'https://x.example/' } } };
    const link = button('more', 'More', { action });
    const root = component('root', 'Column', { children: ['name', 'more'] });
    const made = bridge();
    expect(said(made.apply(open([root, ...fields.slice(0, 1), ...link], data)))).toMatchObject([
      [
        'ui.render',
        {
          component_type: 'card',
          data: {
            sections: [{ label: 'Name', value: 'Ada' }],
            actions: [{ label: 'More', action: 'navigate', url: 'https://x.example/' }],
          },
        },
      ],
    ]);
  });
});
