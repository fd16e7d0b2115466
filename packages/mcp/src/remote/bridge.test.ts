import type { ServerContext } from '@modelcontextprotocol/server';
import type { Json, JsonObject } from '@vitrine/core';
import { drawView } from '@vitrine/dialects';
import { describe, expect, it } from 'vitest';
import { type PlayedServer, playServer, RemoteStage } from '../../test/remote-stage.ts';
import { connectMcp } from './remote-server.ts';

const tool = (name: string, properties: JsonObject = {}, more: JsonObject = {}): JsonObject => {
  const { required, ...rest } = more;
  const inputSchema = { type: 'object', properties, ...(required === undefined ? {} : { required }) };
  return { name, inputSchema, ...rest };
};
const text = (words: string): JsonObject => ({ content: [{ type: 'text', text: words }] });
const answering = (result: Json, more: Partial<PlayedServer> = {}): PlayedServer => ({
  tools: [tool('show')],
  call: () => result,
  ...more,
});
const drawn = (stage: RemoteStage): string =>
  drawView(stage.session.fold)
    .map(({ text: words }) => words)
    .join('\n');

describe('the tools of a server elsewhere', () => {
  it('[MR1] are a list with what it says of itself; each opens as a form; those for apps alone are not listed', async () => {
    const stage = await RemoteStage.open({
      instructions: 'Ask it about the weather.',
      tools: [
        tool('weather', { city: { type: 'string' } }, { title: 'The weather', description: 'As it is now.' }),
        tool('wipe', {}, { annotations: { destructiveHint: true } }),
        tool('hidden', {}, { _meta: { ui: { visibility: ['app'] } } }),
        { name: 7 } as unknown as JsonObject,
      ].slice(0, 3),
    });
    const list = drawn(stage);
    for (const words of [
      'A played server (127.0.0.1:',
      'Ask it about the weather.',
      'The weather',
      'As it is now.',
      'wipe',
    ])
      expect(list).toContain(words);
    expect(list).not.toContain('hidden');
    expect(stage.session.fold.surfaces.get('mcp-tools')?.trust).toBe('untrusted');
    await stage.choose('wipe');
    expect(drawn(stage)).toContain('It may change or delete something for good.');
    await stage.press(stage.surface('form'), 'close');
    expect(stage.surface('form')).toBe('');
    expect(stage.reports).toEqual([]);
  });

  it('[MR2] what is entered is called with once, however often the press is delivered, and its answer is shown', async () => {
    const stage = await RemoteStage.open({
      tools: [tool('greet', { name: { type: 'string' } }, { required: ['name'] })],
      call: (_name, { name }) => text(`Hello ${name}`),
    });
    const press = {
      event: 'action',
      surface: stage.surface('form'),
      source: 'c0',
      name: 'call',
      context: { f0: 'Ada' },
    };
    for (let i = 0; i < 2; i++) await stage.session.deliver([{ ...press, checked: true }], 7);
    await stage.settled();
    expect(stage.port.calls).toEqual([{ name: 'greet', args: { name: 'Ada' } }]);
    expect(drawn(stage)).toContain('Hello Ada');
    await stage.press(stage.surface('form'), 'call', { f0: 'Grace' });
    expect(drawn(stage)).toContain('Hello Grace');
    expect(drawn(stage)).not.toContain('Hello Ada');
    expect(stage.session.fold.tasks.size).toBe(0);
    expect(stage.reports).toEqual([]);
  });

  it('[MR3] what is wrong with an entry is said under the form and nothing is called; so is what the server refuses', async () => {
    const stage = await RemoteStage.open({
      tools: [
        tool(
          'book',
          { seats: { type: 'integer', minimum: 1 }, day: { type: 'string', format: 'date' } },
          { required: ['seats'] },
        ),
      ],
      call: (_name, { seats }) => {
        if (Number(seats) > 10) return { isError: true, content: [{ type: 'text', text: 'No table is so large.' }] };
        throw new Error('The kitchen burns');
      },
    });
    const form = stage.surface('form');
    for (const [context, words] of [
      [{ f0: '', f1: '' }, 'seats: Please fill this in.'],
      [{ f0: 'many', f1: '2026-13-40' }, 'seats: Please enter a number.\n\nday: Please enter a date.'],
      [{ f0: '0' }, 'seats: It must be 1 or more.'],
      [{ f0: '1.5' }, 'seats: It must be in steps of 1 from 1.'],
    ] as const) {
      await stage.press(form, 'call', context);
      expect(stage.problem).toBe(words);
    }
    expect(stage.port.calls).toEqual([]);
    await stage.press(form, 'call', { f0: '11' });
    expect(stage.problem).toBe('No table is so large.');
    await stage.press(form, 'call', { f0: '2' });
    expect(stage.problem).toContain('The kitchen burns');
    expect(stage.session.fold.tasks.size).toBe(0);
  });

  it('[MR4] progress is a task with what it tells; whoever cancels it is asked for nothing more', async () => {
    let isCancelled = false;
    const stage = await RemoteStage.open({
      tools: [tool('slow')],
      call: async (_name, _args, { mcpReq }: ServerContext) => {
        const progressToken = mcpReq._meta?.progressToken as string;
        const params = { progressToken, progress: 3, total: 4, message: 'nearly' };
        await mcpReq.notify({ method: 'notifications/progress', params });
        await new Promise<void>((done) => mcpReq.signal.addEventListener('abort', () => done()));
        isCancelled = true;
        return text('late');
      },
    });
    const press = {
      event: 'action',
      surface: stage.surface('form'),
      source: 'c0',
      name: 'call',
      context: {},
      checked: true,
    };
    await stage.session.deliver([press]);
    await expect
      .poll(() => [...stage.session.fold.tasks.values()])
      .toMatchObject([{ value: 3, total: 4, message: 'slow: nearly' }]);
    const [task = ''] = stage.session.fold.tasks.keys();
    await stage.session.deliver([{ event: 'cancel', task }]);
    await stage.settled();
    await expect.poll(() => isCancelled).toBe(true);
    expect(stage.session.fold.tasks.size).toBe(0);
    expect(stage.surface('result')).toBe('');
  });

  it('[MR5] a call that was cut off is told by the next bridge and not made again; what was open is there, what is no more is closed', async () => {
    const played: PlayedServer = {
      tools: [tool('one', { a: { type: 'string' } }), tool('slow')],
      call: (_name, _args, { mcpReq }) =>
        new Promise((_, fail) => mcpReq.signal.addEventListener('abort', () => fail(new Error('gone')))),
    };
    const stage = await RemoteStage.open(played);
    await stage.choose('one');
    await stage.choose('slow');
    const press = {
      event: 'action',
      surface: stage.surface('form'),
      source: 'c0',
      name: 'call',
      context: {},
      checked: true,
    };
    await stage.session.deliver([press]);
    await expect.poll(() => stage.port.calls.length).toBe(1);
    await stage.stop();
    expect(stage.session.fold.tasks.size).toBe(1);
    played.tools = [tool('slow')];
    await stage.connect();
    expect(stage.toasts.at(-1)).toContain('Cut off: slow');
    expect(stage.session.fold.tasks.size).toBe(0);
    expect([...stage.session.fold.surfaces.keys()].filter((id) => id.startsWith('mcp-form-'))).toHaveLength(1);
    expect(stage.port.calls).toHaveLength(1);
    expect(stage.reports).toEqual([]);
  });

  it.each([{}, { isStateful: true as const }])('[MR6] tools that change are listed anew (%o)', async (more) => {
    const played: PlayedServer = { tools: [tool('one'), tool('two')], ...more };
    const stage = await RemoteStage.open(played);
    played.tools = [tool('one'), tool('three')];
    const told = async (): Promise<string> => {
      await stage.port.tellChanged();
      return drawn(stage);
    };
    await expect.poll(told, { timeout: 10_000, interval: 700 }).toContain('three');
    stage.port.forget();
    await stage.choose('three');
    await stage.press(stage.surface('form'), 'call');
    expect(stage.port.calls).toEqual([{ name: 'three', args: {} }]);
    expect(drawn(stage)).toContain('done');
  });

  it('[MR7] a server that is trusted shows as the session does; words find nobody', async () => {
    const stage = await RemoteStage.open(answering(text('x')), { isTrusted: true });
    expect(stage.session.fold.surfaces.get('mcp-tools')?.trust).toBe('trusted');
    await stage.session.deliver([{ event: 'say', text: 'Hello?' }]);
    expect(stage.session.talk.at(-1)).toContain('a server of tools');
  });
});

const A2UI = 'application/a2ui+json';
const surfaceOf = (surfaceId: string, words: string): JsonObject[] => [
  {
    version: 'v0.9',
    createSurface: { surfaceId, catalogId: 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json' },
  },
  { version: 'v0.9', updateComponents: { surfaceId, components: [{ id: 'root', component: 'Text', text: words }] } },
];
const embedded = (messages: readonly JsonObject[]): JsonObject => ({
  content: [
    { type: 'text', text: 'instead of it' },
    { type: 'resource', resource: { uri: 'a2ui://x', mimeType: A2UI, text: JSON.stringify(messages) } },
  ],
});

describe('what a tool answers', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['text', text('# A title\n\nand words'), ['A title', 'and words']],
    ['lines that are no Markdown', text('one\ntwo'), ['one\n', 'two']],
    ['JSON as text', text('[{"city":"Rome","sun":3},{"city":"Oslo","sun":null}]'), ['city', 'sun', 'Rome', 'Oslo']],
    [
      'structured content, which its text repeats',
      { ...text('{"city":"Rome"}'), structuredContent: { city: 'Rome' } },
      ['Rome'],
    ],
    [
      'what is nested',
      { content: [], structuredContent: { a: 1, list: [{ b: 2 }], deep: { c: { d: 3 } } } },
      ['list', 'deep', '2', '3'],
    ],
    [
      'a picture',
      { content: [{ type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }] },
      ['A picture (image/png'],
    ],
    [
      'a large picture',
      { content: [{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(600_000) }] },
      ['too large'],
    ],
    [
      'sound',
      { content: [{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' }] },
      ['cannot be shown: audio audio/wav'],
    ],
    [
      'a link',
      { content: [{ type: 'resource_link', name: 'notes', uri: 'file:///n' }] },
      ['A resource: notes (file:///n)'],
    ],
    [
      'an embedded file',
      { content: [{ type: 'resource', resource: { uri: 'file:///n', text: 'inside' } }] },
      ['inside'],
    ],
  ])('[MR8] %s can be read', async (_name, result, words) => {
    const stage = await RemoteStage.open(answering(result));
    await stage.press(stage.surface('form'), 'call');
    for (const one of words) expect(drawn(stage)).toContain(one);
    expect(drawn(stage).match(/Rome/g)?.length ?? 1).toBe(1);
    expect(stage.reports).toEqual([]);
  });

  it('[MR9] messages of A2UI are its surfaces, from the result or a template; a press there goes to a2ui_action, else to a tool of its name', async () => {
    const played = answering(embedded(surfaceOf('theirs', 'Drawn by them')), {
      tools: [tool('show'), tool('book'), tool('late', {}, { _meta: { ui: { resourceUri: 'a2ui://late' } } })],
      resources: { 'a2ui://late': { mimeType: A2UI, text: JSON.stringify(surfaceOf('template', 'From a template')) } },
    });
    const stage = await RemoteStage.open({
      ...played,
      call: (name) => (name === 'show' ? embedded(surfaceOf('theirs', 'Drawn by them')) : text('done')),
    });
    await stage.choose('show');
    await stage.press(stage.surface('form'), 'call');
    expect(drawn(stage)).toContain('Drawn by them');
    expect(drawn(stage)).not.toContain('instead of it');
    expect(stage.session.fold.surfaces.get('theirs')?.trust).toBe('untrusted');
    await stage.choose('late');
    await stage.press(stage.surface('form'), 'call');
    expect(drawn(stage)).toContain('From a template');
    await stage.press('theirs', 'book', { day: 'Monday' });
    await stage.press('theirs', 'nothing');
    expect(stage.port.calls.at(-1)).toEqual({ name: 'book', args: { day: 'Monday' } });
    expect(stage.toasts.at(-1)).toContain('no tool that takes “nothing”');
    const guided = await RemoteStage.open({
      tools: [tool('show'), tool('a2ui_action', {}, { _meta: { ui: { visibility: ['app'] } } })],
    });
    await guided.press('theirs', 'book', { day: 'Monday' });
    expect(guided.port.calls.at(-1)).toMatchObject({
      name: 'a2ui_action',
      args: { name: 'book', surfaceId: 'theirs', sourceComponentId: 'c0', context: { day: 'Monday' } },
    });
  });

  it('[MR10] a surface under a name of ours, one that is no JSON and one that is refused are told, and what is left is shown', async () => {
    for (const result of [
      embedded(surfaceOf('mcp-tools', 'False tools')),
      embedded([
        { version: 'v0.9', updateComponents: { surfaceId: 'x', components: [{ id: 7 }] } } as unknown as JsonObject,
      ]),
      {
        content: [
          { type: 'text', text: 'instead of it' },
          { type: 'resource', resource: { uri: 'a', mimeType: A2UI, text: '{' } },
        ],
      },
    ]) {
      const stage = await RemoteStage.open(answering(result));
      await stage.press(stage.surface('form'), 'call');
      expect(drawn(stage)).toContain('instead of it');
      expect(drawn(stage)).not.toContain('False tools');
      expect(stage.reports.length + stage.toasts.length).toBeGreaterThan(0);
    }
  });
});

it.each([
  ['with the app of the tool, where it is vouched for', { isTrusted: true, apps: 'played' }, true],
  ['to read, where the host knows of no such server', { isTrusted: true }, false],
  ['to read, where nobody vouches for it', { apps: 'played' }, false],
] as const)('[MR14] what a tool with an app answers is shown %s', async (_name, options, isApp) => {
  const ui = { _meta: { ui: { resourceUri: 'ui://played/view' } } };
  const stage = await RemoteStage.open({ tools: [tool('show', {}, ui)], call: () => text('in words') }, options);
  await stage.press(stage.surface('form'), 'call');
  const shown = stage.session.fold.surfaces.get(stage.surface('result'));
  const app = shown?.components().find(({ type }) => type === 'McpApp');
  if (!isApp) expect([app, drawn(stage)]).toEqual([undefined, expect.stringContaining('in words')]);
  else expect(app?.props).toMatchObject({ server: 'played', resource: 'ui://played/view', tool: 'show' });
  expect(isApp ? shown?.data.get('/result') : undefined).toEqual(
    isApp ? expect.objectContaining(text('in words')) : undefined,
  );
  expect(stage.reports).toEqual([]);
});

describe('whoever is not a server, or may not be asked', () => {
  it('[MR11] is told in words', async () => {
    const { url } = await playServer({ tools: [] });
    for (const [place, words] of [
      [url.replace('/mcp', '/mcp').replace('127.0.0.1', 'localhost.example'), 'plain http'],
      ['http://127.0.0.1:1/mcp', 'cannot be reached'],
      ['ftp://127.0.0.1/', 'only https and http'],
    ] as const)
      await expect(connectMcp(new URL(place))).rejects.toThrow(words);
    await expect(
      connectMcp({ command: process.execPath, args: ['-e', ''] }, { limits: { callMs: 5000 } }),
    ).rejects.toThrow('does not answer as a server of MCP does');
  });

  it('[MR12] so many tools, fields and words are taken and no more', async () => {
    const tools = Array.from({ length: 30 }, (_, i) => tool(`t${i}`, {}, { description: 'x'.repeat(5000) }));
    const wide = tool('wide', Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${i}`, { type: 'string' }])));
    const stage = await RemoteStage.open({ tools: [wide, ...tools] }, { limits: { tools: 10, fields: 20 } });
    expect(drawn(stage)).toContain('There are more tools than are shown.');
    expect(drawn(stage)).not.toContain('t10');
    await stage.choose('wide');
    expect(drawn(stage)).toContain('All arguments, as a JSON object.');
    await stage.press(stage.surface('form'), 'call', { f0: '{"p3": "x"}' });
    expect(stage.port.calls).toEqual([{ name: 'wide', args: { p3: 'x' } }]);
  });
});
