// More roads to what a session holds: joins in every dialect, answers of every face, forks, files, viewers that do not read,
// and several inputs at once.

import { randomUUID } from 'node:crypto';
import { callGrpc, field } from './grpc.ts';
import type { Place, Sent } from './place.ts';
import {
  ALL_DIALECTS,
  agent,
  HUGE,
  look,
  opened,
  ROWS,
  ROWS_TO_FILL_IN,
  type Shape,
  summary,
  TEXT_1M,
} from './shape.ts';
import { CREATE_09, column, componentsOf, dataOf, fill, KIB, lines, listOf, MIB } from './texts.ts';

const JOIN: Sent = { until: 'event: ready', credential: 'viewer' };
const THOUSAND_SURFACES = [lines(1000, (i) => CREATE_09.replace('"s"', `"s${i}"`))];
/** A picture in each of so many cards: a plain tree, deep and wide. */
const CARDS = [
  CREATE_09,
  componentsOf(
    [
      `{"id":"root","component":"List","children":[${Array.from({ length: 3000 }, (_, i) => `"c${i}"`).join(',')}]}`,
      ...Array.from(
        { length: 3000 },
        (_, i) =>
          `{"id":"c${i}","component":"Card","child":"r${i}"},{"id":"r${i}","component":"Row","children":["i${i}","t${i}"]},` +
          `{"id":"i${i}","component":"Image","url":"https://example.org/${i}.png"},{"id":"t${i}","component":"Text","text":"**Card** [${i}](https://example.org/${i})"}`,
      ),
    ].join(','),
  ),
];

/** Twenty surfaces, each of which would be 4 MiB in other words than its own. */
const MULTIPLIED = [
  CREATE_09,
  dataOf(`"${'x'.repeat(100 * KIB)}"`),
  componentsOf(column(4000, () => '{"call":"formatString","args":{"value":"${/d}${/d}${/d}"}}')),
].flatMap((text) => Array.from({ length: 20 }, (_, i) => text.replace('"surfaceId":"s"', `"surfaceId":"s${i}"`)));
const LONG_TEXTS = [
  CREATE_09,
  ...Array.from({ length: 20 }, (_, i) => CREATE_09.replace('"s"', `"s${i}"`)),
  ...Array.from({ length: 20 }, (_, i) => dataOf(`"${'é'.repeat(MIB - 8 * KIB)}"`).replace('"s"', `"s${i}"`)),
];

/** One message of a viewer's beginning. */
const ONE_LONG_SURFACE = [
  CREATE_09,
  ...Array.from({ length: 25 }, (_, i) => dataOf(`"${'語'.repeat(MIB - 8 * KIB)}"`, `/d${i}`)),
];

function joinsOnSocket(what: string, before: readonly string[]): Shape {
  return {
    name: `look: join of ${what} on a socket`,
    bytes: before.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    expect: 'ready',
    prepare: async (place) => {
      const { path, token } = await opened(place, before);
      return async () => {
        const line = await place.socket(`${path}/socket`, token, { hello: { role: 'viewer' } }, '"ready"');
        line.close();
        return 'ready';
      };
    },
  };
}

const JOINS: readonly Shape[] = [
  ...['a2ui-0.9', 'a2ui-1.0', 'agentchains'].map((dialect) =>
    look(`join of a huge session in ${dialect}`, '200 event: ready', 3 * MIB, HUGE, `/stream?dialect=${dialect}`, JOIN),
  ),
  ...ALL_DIALECTS.map((dialect) =>
    look(
      `join of 20,000 rows with fields in ${dialect}`,
      '200 event: ready',
      2 * MIB,
      ROWS_TO_FILL_IN,
      `/stream?dialect=${dialect}`,
      JOIN,
    ),
  ),
  ...ALL_DIALECTS.map((dialect) =>
    look(`join of 3,000 cards in ${dialect}`, '200 event: ready', MIB, CARDS, `/stream?dialect=${dialect}`, JOIN),
  ),
  ...ALL_DIALECTS.map((dialect) =>
    look(
      `join of a thousand surfaces in ${dialect}`,
      '200 event: ready',
      MIB,
      THOUSAND_SURFACES,
      `/stream?dialect=${dialect}`,
      JOIN,
    ),
  ),
  look(
    'what is behind the first entry of a huge session',
    '200',
    3 * MIB,
    HUGE,
    '/stream?dialect=vitrine&after=1',
    JOIN,
  ),
  look('one session', '200', KIB, HUGE, ''),
  ...(['a2ui-0.8', 'agentchains', 'vitrine'] as const).map((dialect) =>
    look(
      `join of 20 surfaces of texts that multiply in ${dialect}`,
      '200 event: ready',
      8 * MIB,
      MULTIPLIED,
      `/stream?dialect=${dialect}`,
      JOIN,
    ),
  ),
  ...(['a2ui-0.8', 'vitrine'] as const).map((dialect) =>
    look(
      `join of 20 long texts in ${dialect}`,
      '200 event: ready',
      40 * MIB,
      LONG_TEXTS,
      `/stream?dialect=${dialect}`,
      JOIN,
    ),
  ),
  joinsOnSocket('20 long texts', LONG_TEXTS),
  joinsOnSocket('one surface of 26 million characters', ONE_LONG_SURFACE),
  {
    name: 'look: join of a huge session whose agent goes on writing',
    bytes: 4 * MIB,
    expect: '200 event: ready, 200 accepted 9000',
    prepare: async (place) => {
      const { path, token } = await opened(place, HUGE);
      return async () => {
        const writing = place.call(`${path}/messages`, { body: lines(9000, (i) => dataOf(`${i}`, '/n')) });
        const joining = place.call(`${path}/stream?dialect=a2ui-0.8`, { credential: token, until: 'event: ready' });
        const { status, text } = await joining;
        return `${status} ${text}, ${summary(await writing)}`;
      };
    },
  },
];

/** Of a catalog that the operator has named: each is put together by its fallback for those who do not know it. */
const RATINGS = (count: number): string =>
  `{"version":"v1.0","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Column","children":[${Array.from({ length: count }, (_, i) => `"r${i}"`)}]},${Array.from({ length: count }, (_, i) => `{"id":"r${i}","component":"Rating","label":"Stars ${i}","value":{"path":"/v/k${i}"},"highest":7}`)}]}}`;
const CREATE_RATINGS =
  '{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"https://example.com/catalogs/rating/1"}}';
const OWN_CATALOGS: readonly Shape[] = [
  agent('components of a catalog of its own', '200 accepted 1', RATINGS(8000), {
    ...{ before: [CREATE_RATINGS], viewers: ALL_DIALECTS },
  }),
  ...ALL_DIALECTS.map((dialect) =>
    look(
      `join of 8,000 components of a catalog of its own in ${dialect}`,
      '200 event: ready',
      MIB,
      [CREATE_RATINGS, RATINGS(8000)],
      `/stream?dialect=${dialect}`,
      JOIN,
    ),
  ),
];

/** Bodies that are sent to sessions of their own at the same moment. */
function together(name: string, count: number, body: string): Shape {
  return {
    name: `agent: ${name}, ${count} at once`,
    bytes: Buffer.byteLength(body),
    expect: '200 accepted 1',
    prepare: async (place) => {
      const sessions = await Promise.all(Array.from({ length: count }, () => opened(place)));
      return async () => {
        const answers = sessions.map(({ path }) => place.call(`${path}/messages`, { body }));
        const told = (await Promise.all(answers)).map(summary);
        return told.find((one) => !one.startsWith('200 accepted 1')) ?? String(told[0]);
      };
    },
  };
}

/** One who looks on and reads nothing, in each dialect. */
function toSlow(name: string, body: string): Shape {
  return {
    name: `agent: ${name} to viewers that do not read`,
    bytes: Buffer.byteLength(body),
    expect: '200 accepted',
    prepare: async (place) => {
      const session = await opened(place);
      for (const dialect of ALL_DIALECTS) {
        const line = await place.socket(`${session.path}/socket`, session.token, { hello: { dialect } }, '"ready"');
        line.pause();
      }
      // What the sockets hold is full before it begins.
      for (let i = 0; i < 4; i++) await place.call(`${session.path}/messages`, { body: dataOf(TEXT_1M, `/full${i}`) });
      return async () => summary(await place.call(`${session.path}/messages`, { body }));
    },
  };
}

const SENT: readonly Shape[] = [
  together('rows', 5, dataOf(ROWS(15_000))),
  together('components', 5, componentsOf(column(11_000))),
  together('brackets in one string', 8, dataOf(`"${fill('[', MIB - KIB)}"`)),
  toSlow('rows', dataOf(ROWS(15_000))),
  toSlow(
    'lines',
    lines(9000, (i) => dataOf(`"${i}"`, '/n')),
  ),
];

const FORM_URI = 'https://a2ui.org/a2a-extension/a2ui/v0.9';
const DONE = '{"vitrine":1,"body":[{"op":"turn","state":"done"}]}';

/** A client of A2A that waits, what its agent then sends, and the end of the turn; the answer is how the call ended. */
function turn(name: string, expect: string, sent: readonly string[], call: (place: Place) => Promise<string>): Shape {
  return {
    name: `face: A2A, ${name}`,
    bytes: sent.reduce((sum, body) => sum + Buffer.byteLength(body), 0),
    expect,
    prepare: async (place) => {
      // A call for an agent that nobody runs is answered at once.
      await place.call('/events?wait=0', { headers: { accept: 'application/json' } });
      let calling: Promise<string> | undefined;
      const path = await place.sessionOf(() => {
        calling = call(place);
      });
      await place.call(`${path}/messages`, { body: CREATE_09 });
      return async () => {
        for (const body of sent) await place.call(`${path}/messages`, { body });
        await place.call(`${path}/messages?dialect=vitrine`, { body: DONE });
        return String(await calling);
      };
    },
  };
}

const A2A_OPEN = { credential: '', headers: { 'a2a-version': '0.3', 'x-a2a-extensions': FORM_URI } };
export const rpc = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const messageOf = (contextId: string = randomUUID()) => ({
  ...{ kind: 'message', messageId: randomUUID(), contextId, role: 'user' },
  parts: [{ kind: 'text', text: 'Go.' }],
});
const byRpc = async (place: Place): Promise<string> => {
  const body = rpc('message/send', { message: messageOf(), configuration: { blocking: true } });
  const { status, text } = await place.call('/a2a/dev', { ...A2A_OPEN, body });
  return `${status} ${text.includes('"completed"') ? 'completed' : text.slice(0, 80)}`;
};
const byGrpc =
  (version: '1.0' | '0.3', method: string) =>
  (place: Place): Promise<string> => {
    const isOld = version === '0.3';
    const text = field(5, field(1, 'Go.'));
    const message = field(isOld ? 1 : 2, field(1, randomUUID()), field(2, randomUUID()), Buffer.from([0x20, 1]), text);
    // 0.3 does not wait unless it is told to.
    const waits = isOld ? [field(2, Buffer.from([0x20, 1]))] : [];
    return callGrpc(place, version, Buffer.concat([message, ...waits]), method, { 'x-a2a-extensions': FORM_URI });
  };

const PIECES = Array.from({ length: 3 }, (_, k) =>
  lines(1500, (i) => dataOf(`{"id":${i},"name":"Row ${i}","tags":["a","b","c"],"price":${i}.5}`, `/k${k}/i${i}`)),
);
const EVERYTHING = [componentsOf(column(9000)), dataOf(ROWS(14_000))];

const TURNS: readonly Shape[] = [
  turn('rows and components in one answer', '200 completed', EVERYTHING, byRpc),
  turn('4,500 messages in one answer', '200 completed', PIECES, byRpc),
  ...(['1.0', '0.3'] as const).flatMap((version) => [
    turn(`gRPC ${version}, rows and components in one answer`, '0', EVERYTHING, byGrpc(version, 'SendMessage')),
    turn(`gRPC ${version}, 4,500 messages in one answer`, '0', PIECES, byGrpc(version, 'SendMessage')),
    turn(`gRPC ${version}, rows and components in a stream`, '0', EVERYTHING, byGrpc(version, 'SendStreamingMessage')),
  ]),
  {
    name: 'face: A2A, the list of tasks that hold much',
    bytes: 12 * MIB,
    expect: '200',
    prepare: async (place) => {
      const parts = [{ data: { rows: JSON.parse(ROWS(8000)) as unknown } }, { text: 'Go.' }];
      const headers = { 'a2a-version': '1.0' };
      for (let i = 0; i < 6; i++) {
        const message = { messageId: randomUUID(), role: 'ROLE_USER', parts };
        const params = { message, configuration: { returnImmediately: true } };
        await place.call('/a2a/dev', { credential: '', headers, body: rpc('SendMessage', params) });
      }
      const body = rpc('ListTasks', { historyLength: 100, includeArtifacts: true, pageSize: 100 });
      return async () => `${(await place.call('/a2a/dev', { credential: '', headers, body })).status}`;
    },
  },
];

interface Run {
  readonly path: string;
}

async function run(place: Place, major: 1 | 2): Promise<Run> {
  const at = major === 1 ? '/v1/runs' : '/runs';
  const headers = { 'openwop-version': String(major) };
  const { runId, statusUrl } = (await place.json(at, { body: '{"workflowId":"w"}', headers })) as {
    readonly runId: string;
    readonly statusUrl?: string;
  };
  return { path: statusUrl ?? `${at}/${runId}` };
}

function wopEnvelope(major: 1 | 2, payload: string): string {
  return `{"envelope":{"type":"ui.a2ui-surface","schemaVersion":${major},"envelopeId":"${randomUUID()}","correlationId":"c","payload":${payload},"meta":{"source":"ai-generation","ts":"2026-06-15T10:00:00Z"}}}`;
}

const TEXTS_1 = (count: number): string =>
  `{"catalogVersion":"0.9.1","surface":{"title":"T","components":[${Array.from({ length: count }, (_, i) => `{"component":"heading","text":"Row ${i} of many","level":2}`).join(',')}]}}`;
const BASIC = '"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"';
const SURFACE_2 = (messages: string): string =>
  `{"version":"v0.9","catalogId":${BASIC},"surfaceId":"s","messages":[{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":${BASIC}}},${messages}]}`;

function wop(
  name: string,
  major: 1 | 2,
  before: readonly string[],
  path: string,
  body: string | undefined,
  expect = '20',
): Shape {
  const headers = { 'openwop-version': String(major), accept: 'application/json' };
  return {
    name: `face: OpenWOP ${major}, ${name}`,
    bytes: Buffer.byteLength(body ?? before.join('')),
    expect,
    prepare: async (place) => {
      const opening = await run(place, major);
      for (const one of before) {
        const { status, text } = await place.call(`${opening.path}/envelopes`, {
          body: wopEnvelope(major, one),
          headers,
        });
        if (status >= 300) throw new Error(`The stage of a shape was answered ${status} ${text.slice(0, 300)}.`);
      }
      const sent = body === undefined ? {} : { body: path === '/envelopes' ? wopEnvelope(major, body) : body };
      return async () => summary(await place.call(`${opening.path}${path}`, { ...sent, headers }));
    },
  };
}

const HUGE_2 = SURFACE_2(`${componentsOf(column(250))},${dataOf(ROWS(12_000))}`);

const OPENWOP: readonly Shape[] = [
  wop('an envelope of many components', 1, [], '/envelopes', TEXTS_1(12_000)),
  wop('an envelope of components', 2, [], '/envelopes', SURFACE_2(componentsOf(column(250)))),
  wop('an envelope of too many components', 2, [], '/envelopes', SURFACE_2(componentsOf(column(9000))), '422'),
  wop('an envelope of rows', 2, [], '/envelopes', SURFACE_2(dataOf(ROWS(14_000)))),
  wop('events of a run with rows', 2, [HUGE_2], '/events', undefined),
  wop('a fork of a run with rows', 2, [HUGE_2], ':fork', '{"mode":"replay","fromSeq":1}'),
  wop('an event with rows', 1, [], '/events', `{"type":"node.output","payload":{"rows":${ROWS(14_000)}}}`),
  wop('an ending with rows', 1, [], '/complete', `{"outputs":{"rows":${ROWS(14_000)}}}`),
  wop(
    'an interrupt with a wide schema',
    1,
    [],
    '/interrupts',
    `{"kind":"approval","nodeId":"n","resumeSchema":{"type":"object","properties":{${Array.from({ length: 5000 }, (_, i) => `"p${i}":{"type":"string","enum":["a","b"]}`).join(',')}}}}`,
    '',
  ),
];

/** On the socket of AgentChains, in a session of an agent that shows this; and what is sent on it. */
function chains(name: string, bytes: number, stage: readonly string[], sent: string, until: string): Shape {
  return {
    name: `face: AgentChains, ${name}`,
    bytes,
    expect: '{',
    prepare: async (place) => {
      const { id } = await opened(place, stage);
      const body = JSON.stringify({ token_type: 'stream_a2ui', session_id: id });
      const { token } = (await place.json('/api/v4/stream-token', { body })) as { readonly token: string };
      const line = await place.socket(`/ws/v4/a2ui?token=${token}`, '');
      const init = { jsonrpc: '2.0', id: 1, method: 'a2ui.init', params: { session_id: id } };
      if (sent !== '') {
        line.send(JSON.stringify(init));
        await line.answer('"id":1');
      }
      return async () => {
        line.send(sent === '' ? JSON.stringify(init) : sent);
        const answer = await line.answer(until);
        line.close();
        return answer;
      };
    },
  };
}

const respond = (value: string): string =>
  `{"jsonrpc":"2.0","id":2,"method":"user.respond","params":{"request_id":"a","value":${value}}}`;
const asking = (want: string): readonly string[] => [
  `{"vitrine":1,"body":[{"op":"ask","ask":"a","prompt":"Which?","want":${want}}]}`,
];

const AGENTCHAINS: readonly Shape[] = [
  chains('the begin of a huge session', 3 * MIB, HUGE, '', 'ui.render'),
  chains('an answer of one text', MIB, asking('{"kind":"text"}'), respond(`"${'x'.repeat(MIB - 2 * KIB)}"`), '"id":2'),
  chains('an answer of zeros', MIB / 2, asking('{"kind":"text"}'), respond(listOf('0', MIB / 2)), 'error'),
  chains(
    'an answer of a file',
    MIB,
    asking('{"kind":"file"}'),
    respond(`{"name":"f","type":"text/plain","data":"${fill('QUJD', MIB - 2 * KIB)}"}`),
    '"id":2',
  ),
  chains(
    'a form among 20,000 rows that is sent',
    2 * MIB,
    ROWS_TO_FILL_IN,
    '{"jsonrpc":"2.0","id":2,"method":"user.respond","params":{"request_id":"s","value":{"d/1/name":"Eve"}}}',
    '"id":2',
  ),
  chains(
    'a method that nobody knows',
    MIB,
    HUGE,
    `{"jsonrpc":"2.0","id":2,"method":"${'x'.repeat(MIB - KIB)}"}`,
    '"id":2',
  ),
];

const FILES: readonly Shape[] = [
  {
    name: 'look: a file of 16 MiB',
    bytes: 16 * MIB,
    expect: '200',
    prepare: async (place) => {
      const { path, token } = await opened(place);
      const sent = { body: Buffer.alloc(16 * MIB, 'x'), headers: { 'content-type': 'text/plain' }, credential: token };
      const { ref } = (await place.json(`${path}/files?name=f`, sent)) as { readonly ref: string };
      return async () => `${(await place.call(`${path}/files/${ref}`)).status}`;
    },
  },
];

export const ROADS: readonly Shape[] = [
  ...JOINS,
  ...OWN_CATALOGS,
  ...SENT,
  ...TURNS,
  ...OPENWOP,
  ...AGENTCHAINS,
  ...FILES,
];
