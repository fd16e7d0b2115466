// Shapes of AG-UI: bodies of runs, and what a client is told of a session that holds much, as server-sent events and protobuf.

import { randomUUID } from 'node:crypto';
import type { Place, Sent, Session } from './place.ts';
import { FORM, HUGE, opened, ROWS, ROWS_TO_FILL_IN, type Shape, summary } from './shape.ts';
import { CREATE_09, column, componentsOf, dataOf, fill, KIB, lines, listOf, MIB } from './texts.ts';

const DONE = '{"vitrine":1,"body":[{"op":"turn","state":"done"}]}';
const RUN = '/ag-ui/dev';
const CONNECT = '/ag-ui/agent/dev/connect';
/** Between two words of the agent that its turn is over. */
const END_MS = 100;
const PROTO = { headers: { accept: 'application/vnd.ag-ui.event+proto' } };
const SAID = '[{"id":"m","role":"user","content":"Go."}]';

function input(more: string, messages = '[]'): string {
  return `{"threadId":"t","runId":"${randomUUID()}","protocolVersion":"1.0","messages":${messages}${more === '' ? '' : `,${more}`}}`;
}

/** Answered before a run begins. */
function refused(name: string, body: string): Shape {
  return {
    name: `face: AG-UI, ${name}`,
    bytes: Buffer.byteLength(body),
    expect: '400',
    prepare: async (place) => async () => summary(await place.call(RUN, { body, credential: '' })),
  };
}

/** A thread that holds this, one call of its client, and what the agent sends meanwhile. */
function thread(
  name: string,
  stage: readonly string[],
  path: string,
  body: () => string,
  { sent = [], ...call }: Sent & { readonly sent?: readonly string[] } = {},
): Shape {
  return {
    name: `face: AG-UI, ${name}`,
    bytes: Math.max(Buffer.byteLength(body()), ...[...stage, ...sent].map((text) => Buffer.byteLength(text))),
    expect: '200 ended',
    prepare: async (place) => {
      const session = await opened(place, stage);
      // A run for an agent that nobody runs is answered at once.
      await place.call('/events?wait=0', { headers: { accept: 'application/json' } });
      return () => answered(place, session, { path, body: body(), sent, call });
    },
  };
}

async function answered(
  place: Place,
  session: Session,
  { path, body, sent, call }: { path: string; body: string; sent: readonly string[]; call: Sent },
): Promise<string> {
  const answering = place.call(path, { ...call, body, credential: session.token });
  for (const one of sent) await place.call(`${session.path}/messages`, { body: one });
  const { status, text } = await answeredAfter(answering, async () => {
    if (sent.length > 0) await place.call(`${session.path}/messages?dialect=vitrine`, { body: DONE });
  });
  return `${status} ${/RUN_FINISHED|RUN_ERROR|\0/.test(text) ? 'ended' : text.slice(0, 60)}`;
}

/** A turn that ends before the client's words are there is not the one that answers them. */
async function answeredAfter<T>(answering: Promise<T>, end: () => Promise<void>): Promise<T> {
  let isOver = false;
  const ended = answering.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await end();
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, END_MS))]);
  }
  return ended;
}

/** A field each, at pointers of their own. */
const FIELDS = [
  CREATE_09,
  componentsOf(
    [
      `{"id":"root","component":"Column","children":[${Array.from({ length: 6000 }, (_, i) => `"f${i}"`).join(',')}]}`,
      ...Array.from(
        { length: 6000 },
        (_, i) => `{"id":"f${i}","component":"TextField","label":"F","value":{"path":"/f/k${i}"}}`,
      ),
    ].join(','),
  ),
  dataOf(`{${Array.from({ length: 6000 }, (_, i) => `"k${i}":"v"`).join(',')}}`, '/f'),
];
const WRITES = lines(6000, (i) => dataOf('"w"', `/g/k${i}`));
const TALK = lines(
  9000,
  (i) => `{"vitrine":1,"body":[{"op":"say","text":"Line ${i} of a long talk, with some words"}]}`,
);
const EVERYTHING = [componentsOf(column(9000)), dataOf(ROWS(14_000))];
const TASKS = lines(900, (i) => `{"vitrine":1,"body":[{"op":"task","task":"k${i}","message":"Step ${i}"}]}`);
/** About 12 MiB. */
const SIX = Array.from({ length: 6 }, (_, i) =>
  HUGE.map((text) => text.replace('"surfaceId":"s"', `"surfaceId":"s${i}"`)),
).flat();
const USER_ACTION = (context: string): string =>
  `"forwardedProps":{"a2uiAction":{"userAction":{"name":"go","surfaceId":"s","sourceComponentId":"b","context":${context}}}}`;

const BODIES: readonly Shape[] = [
  refused('brackets never closed, 8 MiB', fill('[', 8 * MIB - KIB)),
  refused('zeros as messages', input('', listOf('0', MIB - KIB))),
  refused('empty objects as messages', input('', listOf('{}', MIB - KIB))),
  refused('empty answers', input(`"resume":${listOf('{}', MIB - KIB)}`)),
  refused('members of one object', `{${Array.from({ length: 90_000 }, (_, i) => `"k${i}":${i % 10}`).join(',')}}`),
  thread('a state of rows', FORM, CONNECT, () => input(`"state":${ROWS(12_000)}`)),
  thread('a catalog of 1 MiB', FORM, CONNECT, () =>
    input(
      `"context":[{"description":"A2UI Component Schema","value":${JSON.stringify(`{"catalogId":${fill(' ', MIB - 2 * KIB)}`)}}]`,
    ),
  ),
  thread('10,000 messages that it holds', FORM, CONNECT, () =>
    input('', `[${Array.from({ length: 9999 }, (_, i) => `{"id":"say-${i}-0","role":"assistant","content":"w"}`)}]`),
  ),
  thread(
    '400 words of a person',
    FORM,
    RUN,
    () => input('', `[${Array.from({ length: 400 }, (_, i) => `{"id":"u${i}","role":"user","content":"Word ${i}"}`)}]`),
    { sent: [dataOf('1')] },
  ),
  thread(
    'a word of 1 MiB',
    FORM,
    RUN,
    () => input('', `[{"id":"m","role":"user","content":"${fill('x', MIB - 2 * KIB)}"}]`),
    { sent: [dataOf('1')] },
  ),
  thread('answers that nobody asked for', FORM, RUN, () =>
    input(
      `"resume":[${Array.from({ length: 9000 }, (_, i) => `{"interruptId":"i${i}","status":"resolved","payload":{}}`)}]`,
    ),
  ),
  thread('a press with rows', FORM, RUN, () => input(USER_ACTION(`{"f":${ROWS(12_000)}}`)), { sent: [dataOf('1')] }),
  thread('a press with a text', FORM, RUN, () => input(USER_ACTION(`{"f":"${fill('x', MIB - 2 * KIB)}"}`)), {
    sent: [dataOf('1')],
  }),
];

const TOLD: readonly Shape[] = [['server-sent events', {}] as const, ['protobuf', PROTO] as const].flatMap(
  ([by, call]) => [
    thread(`a huge thread that is given back, ${by}`, HUGE, CONNECT, () => input(''), call),
    thread(`six huge surfaces that are given back, ${by}`, SIX, CONNECT, () => input(''), call),
    thread(`rows with fields that are given back, ${by}`, ROWS_TO_FILL_IN, CONNECT, () => input(''), call),
    thread(`a long talk that is given back, ${by}`, [TALK], CONNECT, () => input(''), call),
    thread(`rows and components in a run, ${by}`, [CREATE_09], RUN, () => input('', SAID), {
      ...call,
      sent: EVERYTHING,
    }),
    thread(`6,000 fields in a run that writes beside them, ${by}`, FIELDS, RUN, () => input('', SAID), {
      ...call,
      sent: [WRITES],
    }),
    thread(`a long talk in a run, ${by}`, FORM, RUN, () => input('', SAID), { ...call, sent: [TALK] }),
    thread(`900 tasks in a run, ${by}`, FORM, RUN, () => input('', SAID), { ...call, sent: [TASKS] }),
  ],
);

/** So many surfaces of fields. */
const FORMS = Array.from({ length: 20 }, (_, i) => FIELDS.map((text) => text.replace('"s"', `"s${i}"`))).flat();
const WRITES_TO_ALL = lines(6000, (i) => dataOf('"w"', `/g/k${i}`).replace('"s"', `"s${i % 20}"`));

export const AG_UI: readonly Shape[] = [
  ...BODIES,
  ...TOLD,
  thread('20 surfaces of fields in a run that writes beside them', FORMS, RUN, () => input('', SAID), {
    sent: [WRITES_TO_ALL],
  }),
  {
    name: 'face: AG-UI, brackets for a credential',
    bytes: 16 * KIB,
    expect: '400',
    prepare: async (place) => async () =>
      summary(await place.call('/ag-ui/dev/credentials', { body: fill('[', 16 * KIB - 1) })),
  },
];
