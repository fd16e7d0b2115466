// Shapes of MCP: tools of agents, the canvas of OpenClaw, and the tools of views, in sessions that hold much.

import { randomUUID } from 'node:crypto';
import type { Place } from './place.ts';
import { rpc } from './road-shapes.ts';
import { action, FORM, HUGE, MCP_HEADERS, ROWS, ROWS_TO_FILL_IN, type Shape } from './shape.ts';
import { CREATE_09, column, componentsOf, dataOf, fill, KIB, lines, MIB } from './texts.ts';

type Call = (name: string, args: object) => Promise<{ readonly status: number; readonly text: string }>;

interface Keyed {
  readonly call: Call;
  readonly send: (body: string) => ReturnType<Call>;
  readonly key: string;
}

/** Under a key of its own, with what was pushed there. */
async function staged(place: Place, stage: readonly string[]): Promise<Keyed> {
  const key = randomUUID();
  const send = (body: string) => place.call('/mcp', { body, headers: MCP_HEADERS });
  const call: Call = (name, args) => send(rpc('tools/call', { name, arguments: args, _meta: { ...DRAWS } }));
  for (const messages of stage) await call('a2ui_push', { messages, sessionKey: key });
  return { call, send, key };
}

/** A client that draws A2UI itself. */
const DRAWS = { a2ui: { clientCapabilities: {} } };

/** What it is answered about a session that holds much. */
function asked(name: string, what: string, stage: readonly string[], method: string, params: object): Shape {
  return {
    name: `face: MCP, ${name}`,
    bytes: MIB,
    expect: `200 ${what === '' ? '' : 'with all of it'}`,
    prepare: async (place) => {
      const { send, key } = await staged(place, stage);
      const body = rpc(method, params).replaceAll('KEY', key);
      return async () => {
        const { status, text } = await send(body);
        return `${status} ${text.includes(what) ? 'with all of it' : text.slice(0, 90)}`;
      };
    },
  };
}

function tool(name: string, what: string, stage: readonly string[], called: string, more: object = {}): Shape {
  const params = { name: called, arguments: { sessionKey: 'KEY', ...more }, _meta: { ...DRAWS } };
  return asked(name, what, stage, 'tools/call', params);
}

const STAGE = [CREATE_09, componentsOf(column(9000)), dataOf(ROWS(12_000))];
const THOUSAND = [lines(1000, (i) => CREATE_09.replace('"s"', `"s${i}"`))];
const OPTIONS = Array.from({ length: 20_000 }, (_, i) => ({ label: `Option ${i}`, value: `v${i}` }));
const EXPRESS = `root = Column([${Array.from({ length: 9000 }, (_, i) => `t${i}`)}])\n${lines(9000, (i) => `t${i} = Text("Row ${i} of many, with some words and more of them", "body")`)}`;

const TOOLS: readonly Shape[] = [
  tool('the state of a huge session', 'Row number 11999', STAGE, 'a2ui_dump'),
  tool('the picture of a huge session', 'Row 8', STAGE, 'a2ui_picture'),
  tool(
    'the picture of 15,000 rows of a template',
    'Row number',
    [
      CREATE_09,
      dataOf(ROWS(15_000)),
      componentsOf(
        '{"id":"root","component":"Column","children":{"path":"/d","componentId":"t"}},{"id":"t","component":"Text","text":{"path":"name"}}',
      ),
    ],
    'a2ui_picture',
  ),
  asked('a huge surface as a resource', 'Row number 11999', STAGE, 'resources/read', { uri: 'a2ui://KEY/s' }),
  asked('the list of resources', '"resources"', THOUSAND, 'resources/list', {}),
  tool('components pushed', 'accepted', [CREATE_09], 'a2ui_push', { messages: componentsOf(column(10_000)) }),
  tool('components pushed to a huge session', 'accepted', HUGE, 'a2ui_push', { messages: componentsOf(column(9000)) }),
  tool('rows pushed', 'accepted', [CREATE_09], 'a2ui_push', { messages: dataOf(ROWS(14_000)) }),
  tool('a program in Express pushed', 'maximum', [CREATE_09], 'a2ui_push', { messages: EXPRESS }),
  tool('a line in Express pushed', 'JSON', [CREATE_09], 'a2ui_push', { messages: EXPRESS.replaceAll('\n', ';') }),
  tool('what a person did in a huge session', '', STAGE, 'a2ui_events'),
  tool('a choice of 20,000 options', '"answered', [CREATE_09], 'a2ui_ask', {
    ...{ prompt: 'Which?', kind: 'select', options: OPTIONS, waitSeconds: 0 },
  }),
  tool('an end of a thousand surfaces', 'reset', THOUSAND, 'a2ui_reset'),
];

const COMPONENTS_08 = (count: number): string =>
  `{"surfaceUpdate":{"surfaceId":"c","components":[${Array.from({ length: count }, (_, i) => `{"id":"t${i}","component":{"Text":{"text":{"literalString":"Row ${i} of many, with some words"}}}}`)}]}}`;
const SET_08 = (index: number): string =>
  `{"dataModelUpdate":{"surfaceId":"c","path":"/r${index}","contents":[{"key":"name","valueString":"Row number ${index}, with some words"},{"key":"tags","valueMap":[{"key":"a","valueNumber":${index}}]}]}}`;

const CANVAS: readonly Shape[] = [
  tool('components pushed to the canvas', 'pushed', [], 'canvas.a2ui.push', { jsonl: COMPONENTS_08(1900) }),
  tool('too many components pushed to the canvas', 'accepted', [], 'canvas.a2ui.push', { jsonl: COMPONENTS_08(9000) }),
  tool('4,000 lines pushed to the canvas', 'accepted', [], 'canvas.a2ui.pushJSONL', { jsonl: lines(4000, SET_08) }),
  tool('a line pushed to a huge canvas', 'accepted', HUGE, 'canvas.a2ui.push', { jsonl: SET_08(1) }),
  tool('4,000 lines pushed to a huge canvas', 'accepted', HUGE, 'canvas.a2ui.push', { jsonl: lines(4000, SET_08) }),
  tool('the dump of a huge canvas', 'surfaceCount', HUGE, 'canvas.a2ui.dump'),
  tool('the dump of a thousand surfaces', 'surfaceCount', THOUSAND, 'canvas.a2ui.dump'),
];

/** Another surface, so that a view of it shows all of the session. */
const LAST = lines(2, (i) => CREATE_09.replace('"s"', `"z${i}"`));

/** With the ticket of a view of a session that shows this. */
function view(name: string, bytes: number, stage: readonly string[], called: string, args: object): Shape {
  return {
    name: `face: MCP view, ${name}`,
    bytes,
    expect: '200 done',
    prepare: async (place) => {
      const { call, key } = await staged(place, stage);
      const { text } = await call('a2ui_push', { messages: LAST, sessionKey: key });
      const [ticket, session] = ['ticket', 'session'].map(
        (field) => new RegExp(`"${field}":"([^"]+)"`).exec(text)?.[1],
      );
      return async () => {
        const answer = await call(called, { session, ticket, view: 'v1', ...args });
        return `${answer.status} ${answer.text.includes('"isError":true') ? answer.text.slice(0, 300) : 'done'}`;
      };
    },
  };
}

const PRESS = (context: string): object => ({ message: JSON.parse(action(context)) as object });
const NATIVE = (context: object): object => ({
  message: { vitrine: 1, body: [{ event: 'action', surface: 's', source: 'b', name: 'go', context, checked: true }] },
});

/** About 12 MiB. */
const SIX = Array.from({ length: 6 }, (_, i) =>
  HUGE.map((text) => text.replace('"surfaceId":"s"', `"surfaceId":"s${i}"`)),
).flat();

const VIEWS: readonly Shape[] = [
  tool('the state of six huge surfaces', 'more than', SIX, 'a2ui_dump'),
  tool('the dump of a canvas of six huge surfaces', 'more than', SIX, 'canvas.a2ui.dump'),
  {
    ...view('all of six huge surfaces', 12 * MIB, SIX, 'a2ui_view_state', {}),
    expect: '200 event: message\ndata: {"result":{"content":[{"type":"text","text":"VITRINE_VIEW_SIZE',
  },
  tool('a push to six huge surfaces', 'accepted', SIX, 'a2ui_push', {
    messages: dataOf('1', '/z').replace('"s"', '"s1"'),
  }),
  view('the state of a huge session', 3 * MIB, HUGE, 'a2ui_view_state', {}),
  view('the state of rows with fields', 2 * MIB, ROWS_TO_FILL_IN, 'a2ui_view_state', {}),
  view('all that came since the first entry', 3 * MIB, HUGE, 'a2ui_view_wait', { after: 1, waitSeconds: 0 }),
  view('a press with rows', MIB, FORM, 'a2ui_view_act', NATIVE({ f: JSON.parse(ROWS(12_000)) as unknown })),
  view('a press with a text', MIB, FORM, 'a2ui_view_act', NATIVE({ f: fill('x', MIB - 2 * KIB) })),
  view('a press that is none', MIB, FORM, 'a2ui_view_act', PRESS(`{"f":${ROWS(12_000)}}`)),
  view('a file', 3 * MIB, FORM, 'a2ui_view_upload', { name: 'f', data: fill('QUJD', 3 * MIB) }),
];

const CLIENT: readonly Shape[] = [
  tool('a press of a client with rows', 'session', FORM, 'a2ui_action', {
    ...{ name: 'go', surfaceId: 's', sourceComponentId: 'b', timestamp: '2026-01-01T00:00:00Z' },
    context: { f: JSON.parse(ROWS(12_000)) as unknown },
  }),
];

const HIDDEN: readonly Shape[] = [
  tool('the state of a huge session', 'Row number 11999', STAGE, 'a2ui_dump'),
  tool('the dump of a huge canvas', 'surfaceCount', HUGE, 'canvas.a2ui.dump'),
  tool('components pushed to a huge session', 'accepted', HUGE, 'a2ui_push', { messages: componentsOf(column(9000)) }),
  view('the state of a huge session', 3 * MIB, HUGE, 'a2ui_view_state', {}),
].map((shape) => ({ ...shape, name: `${shape.name}, hiding secrets`, hidesSecrets: true }));

export const MCP: readonly Shape[] = [...TOOLS, ...CANVAS, ...VIEWS, ...CLIENT, ...HIDDEN];
