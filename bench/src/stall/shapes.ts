// The corpus: inputs of every road that are large, deep, wide, broken or many. Each says how it is to be answered, so that
// a shape that is turned away at the door is not taken for one that was measured.

import { randomUUID } from 'node:crypto';
import { AG_UI } from './ag-ui-shapes.ts';
import { APPS } from './app-shapes.ts';
import { callGrpc, field, repeated } from './grpc.ts';
import { MCP } from './mcp-shapes.ts';
import { OPERATOR } from './operator-shapes.ts';
import type { Place, Sent } from './place.ts';
import { ROADS } from './road-shapes.ts';
import {
  ALL_DIALECTS,
  action,
  agent,
  FORM,
  face,
  frame,
  HUGE,
  KEYED,
  look,
  MANY,
  MCP_HEADERS,
  NAMES,
  opened,
  press,
  ROWS,
  ROWS_TO_FILL_IN,
  ROWS_TO_PRESS,
  type Shape,
  summary,
  TEXT_1M,
  TEXT_100K,
  viewer,
} from './shape.ts';
import {
  BASIC_10,
  CREATE_09,
  column,
  componentsOf,
  dataOf,
  deep,
  fill,
  KIB,
  keys,
  lines,
  listOf,
  MIB,
} from './texts.ts';

const TEXTS: readonly Shape[] = [
  agent('brackets never closed', '400 VITRINE_BODY_INVALID accepted 0 VITRINE_JSON_DEPTH', fill('[', MIB)),
  agent('brackets never closed, 8 MiB', '400 VITRINE_BODY_INVALID accepted 0 VITRINE_LINE_SIZE', fill('[', 8 * MIB)),
  agent('brackets closed', '400 VITRINE_BODY_INVALID accepted 0 VITRINE_JSON_DEPTH', deep(MIB / 2)),
  agent('objects in objects', '400 VITRINE_BODY_INVALID accepted 0 VITRINE_JSON_DEPTH', fill('{"a":', MIB)),
  agent('a value of brackets', '400 VITRINE_BODY_INVALID accepted 0 VITRINE_JSON_DEPTH', dataOf(deep(MIB / 2))),
  agent(
    'lines of brackets',
    '400 VITRINE_BODY_INVALID accepted 0 VITRINE_JSON_DEPTH',
    lines(1000, () => deep(500)),
  ),
  agent('brackets just as deep as is read', '200 accepted 0', `[${fill(`${deep(200)},`, MIB)}0]`),
  agent('brackets in one string', '200 accepted 1', dataOf(`"${fill('[', MIB - KIB)}"`)),
  agent('blanks', '400 VITRINE_BODY_INVALID', fill(' ', MIB)),
  agent('line breaks', '400 VITRINE_BODY_INVALID', fill('\n', MIB)),
  agent('line breaks, 8 MiB', '400 VITRINE_BODY_INVALID', fill('\n', 8 * MIB)),
  agent('lines that are no JSON', '400 VITRINE_BODY_INVALID', fill('x\n', MIB)),
  agent('zeros in the place of messages', '200 accepted 0', listOf('0', 39 * KIB)),
  agent('too many zeros in the place of messages', '400 VITRINE_BODY_INVALID', listOf('0', MIB)),
  agent('a string never closed', '400 VITRINE_BODY_INVALID', `"${fill('\\"', MIB)}`),
  agent('bytes that are no UTF-8', '415', Buffer.alloc(MIB, 0xff)),
  agent(
    'bytes that are no UTF-8 at the end, 8 MiB',
    '415',
    Buffer.concat([Buffer.alloc(8 * MIB - 1, 0x20), Buffer.from([0xff])]),
  ),
  agent('half a body', '0', fill('[{"a":1},', MIB / 2), {
    headers: { 'content-length': String(MIB) },
    breaksOff: true,
  }),
  agent('a body over the limit', '413', Buffer.alloc(9 * MIB, 0x20)),
];

const MESSAGES: readonly Shape[] = [
  agent(
    'a list of 20,000 messages',
    '200 accepted 20000',
    `[${Array.from({ length: 20_000 }, () => dataOf('1', '/n')).join(',')}]`,
  ),
  agent(
    '20,000 lines',
    '200 accepted 20000',
    lines(20_000, (i) => dataOf(`${i}`, '/n')),
  ),
  agent(
    '20,000 lines with four kinds of viewers',
    '200 accepted 20000',
    lines(20_000, (i) => dataOf(`${i}`, '/n')),
    {
      viewers: ALL_DIALECTS,
    },
  ),
  agent(
    '20,000 lines, 8 MiB',
    '200 accepted 20000',
    lines(20_000, () => dataOf(`"${'x'.repeat(310)}"`, '/n')),
  ),
  agent(
    '20,000 lines that are refused',
    '200 accepted 0',
    lines(20_000, () => '{"version":"v0.9","updateDataModel":{}}'),
  ),
  agent(
    'a list under a key',
    '200 accepted 10000',
    `[${Array.from({ length: 10_000 }, () => dataOf('1', '/n')).join(',')}]`,
    KEYED,
  ),
  agent(
    'a thousand surfaces',
    '200 accepted 1000',
    lines(1000, (i) => CREATE_09.replace('"s"', `"s${i}"`)),
    { before: [] },
  ),
  agent(
    'a thousand asks',
    '200 accepted 1',
    `{"vitrine":1,"body":[${Array.from({ length: 1000 }, (_, i) => `{"op":"ask","ask":"a${i}","want":{"kind":"text"},"prompt":"${'x'.repeat(900)}"}`).join(',')}]}`,
    { before: [] },
  ),
  agent(
    '10,000 ops in one message',
    '200 accepted 0 VITRINE_LIMIT_ENTRIES',
    `{"vitrine":1,"body":[{"op":"open","surface":"s"},${Array.from({ length: 10_000 }, (_, i) => `{"op":"set","surface":"s","path":"/k${i}","value":{"a":[1,2,3],"b":"text"}}`).join(',')}]}`,
    { before: [] },
  ),
];

const AGAIN: readonly Shape[] = [
  agent(
    'one of 1,000 surfaces closed and opened again, 9,000 parts',
    '200 accepted 1',
    `{"vitrine":1,"body":[${Array.from({ length: 9000 }, (_, i) => `{"op":"${i % 2 === 0 ? 'close' : 'open'}","surface":"s1"}`).join(',')}]}`,
    { before: [lines(1000, (i) => CREATE_09.replace('"s"', `"s${i}"`))], query: '?dialect=vitrine' },
  ),
  agent(
    'links that are never closed, in what is not trusted',
    '200 accepted 1',
    componentsOf(`{"id":"root","component":"Text","text":"${fill(`[x](${'a'.repeat(2600)} \\n`, MIB - 4 * KIB)}"}`),
    { query: '?untrusted=1', viewers: ALL_DIALECTS },
  ),
  ...['![', '[](', '](', '<', '![a](<'].map((mark) =>
    agent(
      `nothing but ${mark} in what is not trusted`,
      '200 accepted 1',
      componentsOf(`{"id":"root","component":"Text","text":"${fill(mark, MIB - KIB)}"}`),
      { query: '?untrusted=1', viewers: ALL_DIALECTS },
    ),
  ),
  agent(
    '9,000 pieces of a list in one message',
    '200 accepted 1',
    `{"vitrine":1,"body":[{"op":"set","surface":"s","path":"/l","value":[]},${Array.from({ length: 9000 }, (_, i) => `{"op":"append","surface":"s","path":"/l","value":["item ${i}"]}`).join(',')}]}`,
    { query: '?dialect=vitrine', viewers: ALL_DIALECTS },
  ),
  agent(
    'a choice of 20,000 options',
    '200 accepted 1',
    `{"vitrine":1,"body":[{"op":"ask","ask":"a","prompt":"Which?","want":{"kind":"select","options":[${Array.from({ length: 20_000 }, (_, i) => `{"value":"v${i}","label":"Option ${i}"}`).join(',')}]}}]}`,
    { before: [], query: '?dialect=vitrine', viewers: ALL_DIALECTS },
  ),
];

const DATA: readonly Shape[] = [
  agent('rows of data', '200 accepted 1', dataOf(ROWS(15_000))),
  agent('rows of data, 4 MiB', '200 accepted 1', dataOf(ROWS(60_000))),
  agent('rows of data under a key', '200 accepted 1', dataOf(ROWS(15_000)), KEYED),
  agent('rows of data with every kind of viewer', '200 accepted 1', dataOf(ROWS(15_000)), { viewers: ALL_DIALECTS }),
  agent('numbers', '400 VITRINE_BODY_INVALID accepted 0 VITRINE_JSON_VALUES', dataOf(listOf('0', MIB - KIB))),
  agent('as many numbers as may be', '200 accepted 1', dataOf(listOf('10', 730 * KIB))),
  agent('numbers with many digits', '200 accepted 1', dataOf(listOf('1.2345678901234567e-10', MIB - KIB))),
  agent('empty objects', '400 VITRINE_BODY_INVALID accepted 0 VITRINE_JSON_VALUES', dataOf(listOf('{}', MIB - KIB))),
  agent(
    'small objects',
    '400 VITRINE_BODY_INVALID accepted 0 VITRINE_JSON_VALUES',
    dataOf(listOf('{"a":10}', MIB - KIB)),
  ),
  agent('as many objects as may be', '200 accepted 1', dataOf(listOf('{"a":1234567890123}', MIB - KIB))),
  agent(
    'lists in lists',
    '400 VITRINE_BODY_INVALID accepted 0 VITRINE_JSON_VALUES',
    dataOf(listOf('[[[0]]]', MIB - KIB)),
  ),
  agent('names', `400 VITRINE_BODY_INVALID accepted 0 VITRINE_JSON_NAMES`, dataOf(keys(MIB - KIB, (i) => `k${i}`))),
  agent('as many names as may be', '200 accepted 1', dataOf(NAMES((i) => `k${i}`))),
  agent('as many names of numbers as may be', '200 accepted 1', dataOf(NAMES((i) => `${i * 7919}`))),
  agent(
    'as many names as may be, ten in an object',
    '200 accepted 1',
    dataOf(`[${Array.from({ length: 980 }, (_, i) => keys(90, (j) => `k${i}n${j}`)).join(',')}]`),
  ),
  agent('long names', '200 accepted 1', dataOf(keys(MIB - KIB, (i) => `k${i}${'x'.repeat(900)}`))),
  agent('one text', '200 accepted 1', dataOf(TEXT_1M)),
  agent('one text of escapes', '200 accepted 1', dataOf(`"${fill('\\u00e9', MIB - KIB)}"`)),
  agent('one text in base64', '200 accepted 1', dataOf(`"${fill('QUJD', MIB - KIB)}"`)),
  agent('texts, 4 MiB', '200 accepted 1', dataOf(listOf(`"${'é'.repeat(10 * KIB)}"`, 3.5 * MIB))),
  agent('data as deep as may be', '200 accepted 1', dataOf(`[${fill(`${deep(90)},`, 120 * KIB)}0]`)),
  agent(
    'typed contents (0.8)',
    '200 accepted 1',
    `{"dataModelUpdate":{"surfaceId":"s","contents":[${Array.from({ length: 9000 }, (_, i) => `{"key":"k${i}","valueMap":[{"key":"a","valueString":"some text ${i}"},{"key":"b","valueNumber":${i}}]}`).join(',')}]}}`,
    { before: [] },
  ),
  agent(
    'a text that spells brackets (0.8)',
    '200 accepted 1',
    `{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"k","valueString":"${deep(MIB / 2 - KIB)}"}]}}`,
    { before: [] },
  ),
  agent(
    'a text that spells rows (0.8)',
    '200 accepted 1',
    `{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"k","valueString":${JSON.stringify(ROWS(12_000))}}]}}`,
    { before: [] },
  ),
];

const COMPONENTS: readonly Shape[] = [
  agent('components', '200 accepted 1', componentsOf(column(11_000))),
  agent('components with every kind of viewer', '200 accepted 1', componentsOf(column(11_000)), {
    viewers: ALL_DIALECTS,
  }),
  agent('components, 4 MiB', '200 accepted 1', componentsOf(column(19_900, (i) => `"${i} ${'x'.repeat(140)}"`))),
  agent('components again, all of them', '200 accepted 1', componentsOf(column(11_000)), {
    before: [CREATE_09, componentsOf(column(11_000))],
  }),
  agent(
    'a chain of components',
    '200 accepted',
    componentsOf(
      Array.from(
        { length: 15_000 },
        (_, i) => `{"id":"${i === 0 ? 'root' : `c${i}`}","component":"Card","child":"c${i + 1}"}`,
      ).join(','),
    ),
  ),
  agent(
    'a cycle of components',
    '200 accepted 1',
    componentsOf(
      Array.from(
        { length: 15_000 },
        (_, i) =>
          `{"id":"${i === 0 ? 'root' : `c${i}`}","component":"Card","child":"${i === 14_999 ? 'root' : `c${i + 1}`}"}`,
      ).join(','),
    ),
  ),
  agent(
    'components that all refer to all',
    '200 accepted',
    componentsOf(
      Array.from(
        { length: 250 },
        (_, i) =>
          `{"id":"${i === 0 ? 'root' : `c${i}`}","component":"Row","children":[${Array.from({ length: 249 - i }, (_, j) => `"c${i + j + 1}"`).join(',')}]}`,
      ).join(','),
    ),
  ),
  agent(
    'one id again and again',
    '200 accepted',
    componentsOf(fill('{"id":"root","component":"Text","text":"x"},', MIB - KIB).slice(0, -1)),
  ),
  agent(
    'components that nobody knows',
    '200 accepted',
    componentsOf(
      Array.from({ length: 14_000 }, (_, i) => `{"id":"c${i}","component":"Nothing","text":"some words here"}`).join(
        ',',
      ),
    ),
  ),
  agent(
    'properties that nobody knows',
    '200 accepted',
    componentsOf(`{"id":"root","component":"Text","text":"x",${NAMES((i) => `p${i}`).slice(1, -1)}}`),
  ),
  agent(
    'templates (formatString)',
    '200 accepted',
    componentsOf(column(60, () => `{"call":"formatString","args":{"value":"${fill('${/a} ', 15 * KIB)}"}}`)),
  ),
  agent(
    'calls in calls',
    '200 accepted',
    componentsOf(
      column(
        5000,
        () =>
          '{"call":"formatString","args":{"value":{"call":"formatString","args":{"value":{"call":"formatString","args":{"value":"${/a}"}}}}}}',
      ),
    ),
  ),
  agent(
    'patterns',
    '200 accepted',
    componentsOf(
      `{"id":"root","component":"TextField","label":"l","value":{"path":"/v"},"checks":[${Array.from({ length: 900 }, (_, i) => `{"condition":{"call":"regex","args":{"value":{"path":"/v"},"pattern":"${i}${fill('(a|b)*[c-z]{2,9}', 900)}"}},"message":"no"}`).join(',')}]}`,
    ),
  ),
  agent(
    'a template over 15,000 rows',
    '200 accepted 1',
    componentsOf(
      '{"id":"root","component":"Column","children":{"path":"/d","componentId":"t"}},{"id":"t","component":"Text","text":{"path":"name"}}',
    ),
    { before: [CREATE_09, dataOf(ROWS(15_000))], viewers: ALL_DIALECTS },
  ),
  agent(
    'components (0.8)',
    '200 accepted 1',
    `{"surfaceUpdate":{"surfaceId":"s","components":[${Array.from({ length: 9000 }, (_, i) => `{"id":"t${i}","component":{"Text":{"text":{"literalString":"Row ${i} of many, some words"}}}}`).join(',')}]}}`,
    { before: [] },
  ),
  agent(
    'a surface with all in it (1.0)',
    '200 accepted 1',
    `{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"${BASIC_10}","components":[${column(9000)}],"dataModel":{"rows":${ROWS(2000)}}}}`,
    { before: [] },
  ),
  agent(
    'cards of another protocol',
    '200 accepted 1',
    `{"jsonrpc":"2.0","method":"ui.render","params":{"component_id":"c","component_type":"table","data":{"title":"t","columns":[{"key":"name","label":"Name"}],"rows":${ROWS(10_000)}}}}`,
    { before: [], query: '?dialect=agentchains' },
  ),
  agent(
    'a dialect that nobody knows',
    '200 accepted 0',
    NAMES((i) => `k${i}`),
  ),
];

/** Calls whose arguments or results are small and whose work is not, and the data that they read. */
const FORMATS: readonly (readonly [name: string, data: string, call: (index: number) => string])[] = [
  ['numbers read from 1 MB', `"${'1'.repeat(MIB - 4 * KIB)}"`, () => callOf('formatNumber', '"value":{"path":"/d"}')],
  ['truth read from 1 MB', TEXT_1M, () => callOf('formatNumber', '"value":1,"grouping":{"path":"/d"}')],
  ['2,500 currencies', '1', (i) => callOf('formatCurrency', `"value":1,"currency":"${currency(i)}"`)],
  [
    'dates of a thousand fields',
    `"${'ec'.repeat(512)}"`,
    () => callOf('formatDate', '"value":"2026-01-01T00:00:00Z","format":{"path":"/d"}'),
  ],
  [
    'dates of many zones',
    `"${'vO'.repeat(512)}"`,
    () => callOf('formatDate', '"value":"2026-01-01T00:00:00Z","format":{"path":"/d"}'),
  ],
];

function callOf(name: string, args: string): string {
  return `{"call":"${name}","args":{${args}}}`;
}

function currency(index: number): string {
  return [676, 26, 1].map((unit) => String.fromCharCode(65 + (Math.floor(index / unit) % 26))).join('');
}

const VIEWERS: readonly Shape[] = [
  viewer('brackets never closed', '400 VITRINE_BODY_INVALID accepted 0 VITRINE_JSON_DEPTH', fill('[', MIB)),
  viewer('brackets never closed, 8 MiB', '413', fill('[', 8 * MIB)),
  viewer('objects in objects', '400 VITRINE_BODY_INVALID accepted 0 VITRINE_JSON_DEPTH', fill('{"a":', MIB)),
  viewer('zeros', '400 VITRINE_BODY_INVALID accepted 0', listOf('0', MIB - KIB)),
  viewer('empty objects', '400 VITRINE_BODY_INVALID accepted 0', listOf('{}', MIB - KIB)),
  viewer(
    'a hundred messages',
    '200 accepted',
    `[${Array.from({ length: 100 }, () => action(`{"f":"${'x'.repeat(9 * KIB)}"}`)).join(',')}]`,
  ),
  viewer('a large context', '200 accepted', action(`{"f":${TEXT_1M.slice(0, -KIB)}"}`)),
  viewer('rows for a context', '200 accepted', action(`{"f":${ROWS(9000)}}`)),
  viewer(
    'capabilities',
    '200 accepted 0 VITRINE_LIMIT_ENTRIES',
    `{"a2uiClientCapabilities":{"v0.9":{"supportedCatalogIds":[${Array.from({ length: 20_000 }, (_, i) => `"https://example.com/catalogs/${i}"`).join(',')}]}}}`,
  ),
  viewer(
    'an inline catalog',
    '200 accepted 1',
    `{"a2uiRendererCapabilities":{"v1.0":{"supportedCatalogIds":[],"inlineCatalogs":[{"catalogId":"c","components":{${Array.from({ length: 1200 }, (_, i) => `"C${i}":{"type":"object","properties":{"component":{"const":"C${i}"},"text":{"$ref":"common_types.json#/$defs/DynamicString"}}}`).join(',')}}}]}}}`,
  ),
  viewer(
    'a data model',
    '200 accepted',
    `{"version":"v0.9","action":{"surfaceId":"s","sourceComponentId":"b","name":"go","timestamp":"2026-01-01T00:00:00Z","context":{}},"a2uiClientDataModel":{"version":"v0.9","surfaces":{"s":{"rows":${ROWS(9000)}}}}}`,
  ),
  viewer(
    'a thousand writes',
    '200 accepted',
    `{"vitrine":1,"body":[{"event":"action","surface":"s","source":"b","name":"go","context":{},"checked":true}],"writes":[${Array.from({ length: 1000 }, () => `{"surface":"s","path":"/f","value":"${'x'.repeat(900)}"}`).join(',')}]}`,
  ),
  viewer('a keyed body', '200 accepted', action(`{"f":${TEXT_100K}}`), KEYED),
  press(
    'a context that multiplies',
    '200 accepted',
    TEXT_100K,
    `"action":{"event":{"name":"go","context":{${Array.from({ length: 100 }, (_, i) => `"k${i}":{"call":"formatString","args":{"value":"\${/d}\${/d}\${/d}"}}`).join(',')}}}}`,
  ),
  press(
    '500 patterns over 1 MB',
    '200 accepted',
    TEXT_1M,
    `"action":{"event":{"name":"go"}},"checks":[${Array.from({ length: 500 }, (_, i) => `{"condition":{"call":"regex","args":{"value":{"path":"/d"},"pattern":"^x*[a-w]${i}$"}},"message":"no"}`).join(',')}]`,
  ),
  ...FORMATS.map(([name, data, call]) =>
    press(
      name,
      '200 accepted',
      data,
      `"action":{"event":{"name":"go","context":{${Array.from({ length: 2500 }, (_, i) => `"k${i}":${call(i)}`).join(',')}}}}`,
    ),
  ),
  press(
    '3,000 patterns of dates',
    '200 accepted',
    '1',
    `"action":{"event":{"name":"go","context":{${Array.from({ length: 3000 }, (_, i) => `"k${i}":${callOf('formatDate', `"value":"2026-01-01T00:00:00Z","format":"yyyy-MM-dd '${i}' HH:mm EEEE MMMM"`)}`).join(',')}}}}`,
  ),
  press(
    '5,000 members of a context',
    '200 accepted',
    TEXT_100K,
    `"action":{"event":{"name":"go","context":{${Array.from({ length: 5000 }, (_, i) => `"k${i}":{"path":"/d${i}"}`).join(',')}}}}`,
  ),
  ...['{}', '{"id":19999}', '{"id":-1}'].map((context) =>
    viewer(`a press among 20,000 rows that says not which, but ${context}`, '200 accepted', action(context), {
      before: ROWS_TO_PRESS,
    }),
  ),
  ...['{"id":1,"name":"Eve"}', '{"id":19999,"name":"Eve"}', '{"id":-1}'].map((context) =>
    viewer(`a press among 20,000 rows with fields, ${context}`, '200 accepted', action(context), {
      before: ROWS_TO_FILL_IN,
    }),
  ),
  viewer(
    'what was typed into the last of 20,000 rows',
    '200 accepted 1',
    '{"vitrine":1,"body":[{"event":"input","surface":"s","path":"/d/19999/name","value":"Eve"}]}',
    { before: ROWS_TO_FILL_IN },
  ),
  frame('brackets never closed', '{"issues"', fill('[', MIB), 'viewer', FORM),
  frame('over the limit', '{"issues"', `{"event":{"event":"say","text":"${'x'.repeat(1.5 * MIB)}"}}`, 'viewer', FORM),
  frame('a long line said', '{', `{"event":{"event":"say","text":"${'x'.repeat(MIB - KIB)}"}}`, 'viewer', FORM),
  frame('brackets never closed, 4 MiB', '{"issues"', fill('[', 4 * MIB - KIB), 'agent'),
  frame('rows of data', '{"', `{"message":${dataOf(ROWS(15_000))}}`, 'agent'),
  frame('rows of data, 4 MiB', '{"', `{"message":${dataOf(ROWS(60_000))}}`, 'agent'),
];

const LOOKS: readonly Shape[] = [
  look('join of a huge session', '200 event: ready', 3 * MIB, HUGE, '/stream?dialect=vitrine', {
    until: 'event: ready',
    credential: 'viewer',
  }),
  look('join of a huge session in another dialect', '200 event: ready', 3 * MIB, HUGE, '/stream?dialect=a2ui-0.8', {
    until: 'event: ready',
    credential: 'viewer',
  }),
  look(
    'join of a large session',
    '200 event: ready',
    MIB,
    [CREATE_09, componentsOf(column(5000)), dataOf(ROWS(5000))],
    '/stream?dialect=a2ui-1.0',
    { until: 'event: ready', credential: 'viewer' },
  ),
  look(
    'history of 19,000 entries',
    '200 event: ready',
    2 * MIB,
    [CREATE_09, MANY],
    '/stream?dialect=vitrine&history=1',
    { until: 'event: ready', credential: 'viewer' },
  ),
  look('snapshot of a huge session', '200', 3 * MIB, HUGE, '/snapshot'),
  look('snapshot of a huge session at an earlier seq', '200', 3 * MIB, HUGE, '/snapshot?at=2'),
  look('events of a poll', '200', MIB, FORM, '/events', { headers: { accept: 'application/json' } }),
];

/** The host lets clients of this machine in without a credential. */
const A2A: Sent = { credential: '', headers: { 'a2a-version': '0.3' } };

/** A client that reads a stream of A2A, and what its agent then sends; the answer is the last thing that it reads of it. */
function toA2a(name: string, before: string, body: string): Shape {
  const text = '{"kind":"text","text":"Go."}';
  return {
    name: `face: A2A, ${name}`,
    bytes: Buffer.byteLength(body),
    expect: '200 accepted 1, "completed"',
    prepare: async (place) => {
      const contextId = randomUUID();
      const message = `{"kind":"message","messageId":"${contextId}","contextId":"${contextId}","role":"user","parts":[${text}]}`;
      const sent = {
        credential: '',
        headers: { 'a2a-version': '0.3', 'x-a2a-extensions': 'https://a2ui.org/a2a-extension/a2ui/v0.9' },
        body: `{"jsonrpc":"2.0","id":1,"method":"message/stream","params":{"message":${message}}}`,
        until: '"completed"',
      };
      // A call for an agent that nobody runs is answered at once.
      await place.call('/events?wait=0', { headers: { accept: 'application/json' } });
      let reading: ReturnType<Place['call']> | undefined;
      const path = await place.sessionOf(() => {
        reading = place.call('/a2a/dev', sent);
      });
      for (const one of [CREATE_09, before]) await place.call(`${path}/messages`, { body: one });
      return async () => {
        const answer = summary(await place.call(`${path}/messages`, { body }));
        const done = '{"vitrine":1,"body":[{"op":"turn","state":"done"}]}';
        await place.call(`${path}/messages?dialect=vitrine`, { body: done });
        return `${answer}, ${(await reading)?.text}`;
      };
    },
  };
}

const EMPTY = Buffer.alloc(0);
/** A message of `a` and this value, in what is sent beside the message. */
const beside = (...value: readonly Buffer[]): Buffer => field(4, field(1, field(1, 'a'), field(2, ...value)));
/** Of a row: `google.protobuf.Value` of a struct of four members. */
const grpcRow = (index: number): Buffer => {
  const number = Buffer.alloc(9, 0x11);
  number.writeDoubleLE(index, 1);
  const member = (name: string, value: Buffer) => field(1, field(1, name), field(2, value));
  return field(
    5,
    member('id', number),
    member('name', field(3, `Row number ${index}`)),
    member('price', number),
    member('ok', Buffer.from([0x20, 1])),
  );
};
const grpcRows = (count: number): Buffer => field(6, ...Array.from({ length: count }, (_, i) => field(1, grpcRow(i))));
const grpcMessage = (data: Buffer): Buffer => field(2, field(1, 'm'), Buffer.from([0x20, 1]), field(5, field(4, data)));

/** The host lets clients of this machine in without a credential. */
function grpc(name: string, expect: string, version: '1.0' | '0.3', request: Buffer): Shape {
  return {
    name: `face: A2A over gRPC ${version}, ${name}`,
    bytes: request.length,
    expect,
    prepare: async (place) => () => callGrpc(place, version, request),
  };
}

const GRPC: readonly Shape[] = [
  grpc('parts without anything', '3 ', '1.0', field(2, repeated(field(5, EMPTY), MIB - KIB))),
  grpc('parts without anything', '3 ', '0.3', field(1, repeated(field(5, EMPTY), MIB - KIB))),
  grpc('empty objects', '3 ', '1.0', beside(field(6, repeated(field(1, field(5, EMPTY)), MIB - KIB)))),
  grpc('truths', '3 ', '1.0', beside(field(6, repeated(field(1, Buffer.from([0x20, 1])), MIB - KIB)))),
  grpc(
    'names',
    '3 ',
    '1.0',
    field(4, ...Array.from({ length: 70_000 }, (_, i) => field(1, field(1, `k${i}`), field(2, Buffer.from([8, 0]))))),
  ),
  grpc('fields that nobody knows', '3 ', '1.0', repeated(Buffer.from([15 * 8, 0]), MIB - KIB)),
  grpc('rows in a message', '0', '1.0', grpcMessage(grpcRows(7000))),
  grpc('more rows in a message', '0', '1.0', grpcMessage(grpcRows(12_500))),
  grpc('texts as parts', '3 ', '1.0', field(2, repeated(field(5, field(1, 'x')), MIB - KIB))),
  grpc('names of extensions', '3 ', '1.0', field(2, repeated(field(7, 'x'), MIB - KIB))),
  grpc(
    'lists in lists',
    '3 ',
    '1.0',
    beside(field(6, repeated(field(1, field(6, field(1, field(6, EMPTY)))), MIB - KIB))),
  ),
  grpc('values that say nothing', '3 ', '1.0', beside(field(6, repeated(field(1, EMPTY), MIB - KIB)))),
  grpc('fields that nobody knows in a struct', '3 ', '1.0', beside(repeated(Buffer.from([15 * 8, 0]), MIB - KIB))),
];

const FACES: readonly Shape[] = [
  ...GRPC,
  toA2a('components sent to a client', dataOf('1'), componentsOf(column(9000))),
  toA2a('rows sent to a client', componentsOf(column(3)), dataOf(ROWS(14_000))),
  face('POST /sessions, brackets', '400', '/sessions', fill('[', 16 * KIB)),
  face('A2A, brackets never closed', '200', '/a2a/dev', fill('[', MIB - KIB), A2A),
  face(
    'A2A, rows in a message',
    '200',
    '/a2a/dev',
    `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"configuration":{"blocking":false},"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"data","data":{"rows":${ROWS(14_000)}}}]}}}`,
    A2A,
  ),
  face(
    'A2A, zeros',
    '200',
    '/a2a/dev',
    `{"jsonrpc":"2.0","id":1,"method":"message/send","params":${listOf('0', MIB - 2 * KIB)}}`,
    A2A,
  ),
  face('MCP, brackets never closed, 4 MiB', '400', '/mcp', fill('[', 4 * MIB - KIB), { headers: MCP_HEADERS }),
  face(
    'MCP, lines pushed',
    '200',
    '/mcp',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a2ui_push","arguments":{"messages":${JSON.stringify(lines(4000, () => dataOf('"x"', '/n')))}}}}`,
    { headers: MCP_HEADERS },
  ),
  face(
    'MCP, zeros',
    '400',
    '/mcp',
    `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${listOf('0', MIB - KIB)}}`,
    {
      headers: MCP_HEADERS,
    },
  ),
  face('OpenWOP, brackets never closed, 8 MiB', '400', '/v1/runs', fill('[', 8 * MIB - KIB)),
  face('OpenWOP, a run with rows', '400', '/v1/runs', `{"workflowId":"w","inputs":{"rows":${ROWS(14_000)}}}`),
  face('AgentChains, brackets to its REST', '400', '/api/v4/stream-token', fill('[', 16 * KIB - 1)),
  {
    name: 'face: AgentChains, brackets on its socket',
    bytes: MIB,
    expect: '{"jsonrpc":"2.0","id":null,"error":{"code":-32',
    prepare: async (place) => {
      const body = '{"token_type":"stream_a2ui"}';
      const { token } = (await place.json('/api/v4/stream-token', { body })) as { readonly token: string };
      const line = await place.socket(`/ws/v4/a2ui?token=${token}`, '');
      return async () => {
        line.send(fill('[', MIB - KIB));
        const answer = await line.answer('error');
        line.close();
        return answer;
      };
    },
  },
  {
    name: 'viewer: a file of 16 MiB',
    bytes: 16 * MIB,
    expect: '201',
    prepare: async (place) => {
      const { path, token } = await opened(place);
      const [body, headers] = [Buffer.alloc(16 * MIB), { 'content-type': 'application/octet-stream' }];
      return async () => `${(await place.call(`${path}/files?name=f`, { body, headers, credential: token })).status}`;
    },
  },
];

/** Texts that are read letter by letter where secrets are hidden. */
const HIDDEN: readonly Shape[] = [
  ['zero-width spaces', '\u200b'],
  ['letters of full width', 'ｐａｓｓ'],
  ['letters with marks', 'e\u0301\u0323'],
  ['ligatures', '\ufdfb\ufb03'],
  ['letters beyond the first plane', '𝓹𝓪'],
  ['characters written as escapes', '\\\\u0070'],
  ['beginnings of a secret', 'pass-phrase of the o\u200b'],
  ['beginnings of a secret, plain', 'pass-phrase of the o'],
  ['references of HTML', '&#8203;&shy;'],
  ['references of HTML that are none', '&#&zw&'],
  ['base64 in lines', 'cGFzcy1waHJhc2Ug\\n'],
  ['tags', '<wbr><'],
  ['the secret itself', 'pass-phrase of the op\u200berator '],
].flatMap(([name = '', text = '']): readonly Shape[] => {
  const long = `"${fill(text, (MIB - 2 * KIB) * (text.length / Buffer.byteLength(text)))}"`;
  const said = `{"version":"v0.9","action":{"surfaceId":"s","sourceComponentId":"b","name":"go","timestamp":"2026-01-01T00:00:00Z","context":{"f":${long}}}}`;
  return [
    { ...agent(`hiding secrets, ${name}`, '200 accepted 1', dataOf(long)), hidesSecrets: true },
    { ...viewer(`hiding secrets, ${name}`, '200 accepted', said), hidesSecrets: true },
  ];
});

export const SHAPES: readonly Shape[] = [
  ...TEXTS,
  ...MESSAGES,
  ...AGAIN,
  ...DATA,
  ...COMPONENTS,
  ...VIEWERS,
  ...LOOKS,
  ...FACES,
  ...AG_UI,
  ...MCP,
  ...APPS,
  ...ROADS,
  ...OPERATOR,
  ...HIDDEN,
  { ...agent('hiding secrets, rows of data', '200 accepted 1', dataOf(ROWS(15_000))), hidesSecrets: true },
  { ...agent('hiding secrets, components', '200 accepted 1', componentsOf(column(11_000))), hidesSecrets: true },
];
