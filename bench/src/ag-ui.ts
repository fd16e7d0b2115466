// Promise: what AG-UI adds to a session costs little: a thread to a hundred clients costs the server little more than handing the
// same bytes to everybody, a hundred threads little more than our own stream, and a long thread is given back at once.

import { type ClientRequest, request } from 'node:http';
import { Child } from './host/process.ts';
import { Stage } from './host/stage.ts';
import { median, type Row, row } from './measure.ts';

const ROUNDS = 7;
const WARM_UP = 2;
const CLIENTS = 100;
const ENTRIES = 10_000;
/** Of one sample: words that are written together, and how often. */
const BATCH = 20;
const BATCHES = 10;

interface OpenedSession {
  readonly session: string;
  readonly tokens: readonly string[];
}

/** One that counts nothing but the mark that it waits for. */
class Listener {
  readonly #request: ClientRequest;
  #tail = '';
  #isHeard: () => void = () => undefined;
  #mark = '';
  text = '';
  isRecording = false;

  constructor(port: number, path: string, token: string, body?: object) {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    };
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers,
      agent: false,
    };
    this.#request = request(options, (response) => {
      if (response.statusCode !== 200) throw new Error(`${path} answers ${response.statusCode}.`);
      response.setEncoding('latin1');
      response.on('data', (piece: string) => this.#take(piece));
    });
    this.#request.on('error', () => undefined);
    this.#request.end(body === undefined ? undefined : JSON.stringify(body));
  }

  hears(mark: string): Promise<void> {
    this.#mark = mark;
    return new Promise((resolve) => {
      this.#isHeard = resolve;
      if (this.#tail.includes(mark)) resolve();
    });
  }

  end(): void {
    this.#request.destroy();
  }

  #take(piece: string): void {
    if (this.isRecording) this.text += piece;
    const text = `${this.#tail}${piece}`;
    if (this.#mark !== '' && text.includes(this.#mark)) this.#isHeard();
    this.#tail = text.slice(-4096);
  }
}

const liveBody = (n: number) => ({ threadId: 't', runId: `r${n}`, messages: [], forwardedProps: { live: true } });

export async function agUi(): Promise<Row[]> {
  const stage = new Stage();
  const children: Child[] = [];
  const child = () => {
    const made = new Child(new URL('./ag-ui/server.js', import.meta.url));
    children.push(made);
    return made;
  };
  try {
    const server = child();
    const port = await server.order<number>('host', { folder: stage.folder() });
    return [
      ...(await oneThread(server, port, child())),
      ...(await manyThreads(server, port)),
      await givenBack(server, port),
    ];
  } finally {
    await Promise.all(children.map((each) => each.end()));
    await stage.clear();
  }
}

async function oneThread(server: Child, port: number, plain: Child): Promise<readonly Row[]> {
  const plainPort = await plain.order<number>('plain');
  const { session, tokens } = await server.order<OpenedSession>('session', { viewers: CLIENTS });
  const ours = tokens.map((token, n) => new Listener(port, '/ag-ui/agent/bench/connect', token, liveBody(n)));
  const others = tokens.map(() => new Listener(plainPort, '/', '', {}));
  await Promise.all(ours.map((each) => each.hears('MESSAGES_SNAPSHOT')));
  const ratios: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const [first] = ours as [Listener];
    first.text = '';
    first.isRecording = true;
    const own = await told(server, { sessions: [session], mark: `mark-a${round}` }, ours);
    first.isRecording = false;
    const frames = first.text.split('\n\n').flatMap((frame) => (frame === '' ? [] : [`${frame}\n\n`]));
    await plain.order('begin');
    const heard = Promise.all(others.map((each) => each.hears(`mark-a${round}`)));
    await plain.order('broadcast', { frames, batch: frames.length / BATCHES });
    await heard;
    ratios.push((await plain.order<number>('cpu')) / own);
  }
  for (const each of [...ours, ...others]) each.end();
  return [
    row(
      `a thread to ${CLIENTS} clients, per server CPU`,
      median(ratios.slice(WARM_UP)),
      '× plain broadcast',
      0.8,
      'min',
    ),
  ];
}

async function manyThreads(server: Child, port: number): Promise<readonly Row[]> {
  const opened: OpenedSession[] = [];
  while (opened.length < CLIENTS) opened.push(await server.order<OpenedSession>('session', { viewers: 1 }));
  const sessions = opened.map(({ session }) => session);
  const ratios: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const threads = opened.map(
      ({ tokens: [token = ''] }, n) => new Listener(port, '/ag-ui/agent/bench/connect', token, liveBody(n)),
    );
    await Promise.all(threads.map((each) => each.hears('MESSAGES_SNAPSHOT')));
    const own = await told(server, { sessions, mark: `mark-b${round}`, batches: 1 }, threads);
    for (const each of threads) each.end();
    const streams = opened.map(
      ({ session, tokens: [token = ''] }) => new Listener(port, `/sessions/${session}/stream?dialect=vitrine`, token),
    );
    await Promise.all(streams.map((each) => each.hears('event: ready')));
    const native = await told(server, { sessions, mark: `mark-c${round}`, batches: 1 }, streams);
    for (const each of streams) each.end();
    ratios.push(own / native);
  }
  return [row(`${CLIENTS} threads`, median(ratios.slice(WARM_UP)), '× our native stream', 1.5)];
}

async function told(
  server: Child,
  {
    batches = BATCHES,
    ...order
  }: { readonly sessions: readonly string[]; readonly mark: string; readonly batches?: number },
  listeners: readonly Listener[],
): Promise<number> {
  const heard = Promise.all(listeners.map((each) => each.hears(order.mark)));
  await server.order('begin');
  await server.order('tell', { ...order, batches, batch: BATCH });
  await heard;
  return server.order<number>('cpu');
}

async function givenBack(server: Child, port: number): Promise<Row> {
  const { session, tokens } = await server.order<OpenedSession>('session', { viewers: 1 });
  await server.order('tell', { sessions: [session], batches: ENTRIES / 1000, batch: 1000, mark: 'the end' });
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const start = performance.now();
    const listener = new Listener(port, '/ag-ui/agent/bench/connect', tokens[0] ?? '', {
      threadId: 't',
      runId: `r${round}`,
      messages: [],
    });
    await listener.hears('RUN_FINISHED');
    times.push(performance.now() - start);
    listener.end();
  }
  return row(`a thread of ${ENTRIES} entries given back`, median(times.slice(WARM_UP)), 'ms', 50);
}
