import { describe, expect, it } from 'vitest';
import { answer, type FakeCall, FakeHost, settle } from '../test/fakes.ts';
import { FORM, press, set, typed } from '../test/form.ts';

/** A host that streams what it is told and answers posts. */
class Streaming extends FakeHost {
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  post: (call: FakeCall) => Response = () => answer({ accepted: 1, seq: 5, issues: [] });

  constructor() {
    super();
    this.answers = (call) => (call.path.includes('/stream') ? this.#open() : this.post(call));
  }
  #open(): Response {
    const start = (stream: ReadableStreamDefaultController<Uint8Array>): void => {
      this.#stream = stream;
    };
    return new Response(new ReadableStream({ start }));
  }
  async say(text: string): Promise<void> {
    this.#stream?.enqueue(new TextEncoder().encode(text));
    await settle();
  }
  async finish(): Promise<void> {
    this.#stream?.close();
    await settle();
  }
  get posts(): readonly FakeCall[] {
    return this.calls.filter(({ method, body }) => method === 'POST' && JSON.stringify(body).includes('vitrine'));
  }
  async join() {
    const viewer = this.viewer({ transport: 'sse' });
    await settle();
    await this.say(`event: welcome\ndata: {"trust":"trusted","viewer":"v"}\n\n`);
    await this.say(`id: 4\ndata: ${JSON.stringify(FORM)}\n\nevent: ready\ndata: {"seq":4}\n\n`);
    // What reads the first stream is loaded for it.
    await expect.poll(() => viewer.state).toBe('live');
    return viewer;
  }
}

describe('server-sent events', () => {
  it('[CL21] carry a view and what comes, and posts carry what a person does', async () => {
    const host = new Streaming();
    const viewer = await host.join();
    expect(viewer.state).toBe('live');
    expect(host.calls[0]).toMatchObject({ path: '/sessions/s/stream?dialect=vitrine' });
    await host.say(`id: 5\ndata: ${JSON.stringify(set('/name', 'Ada'))}\n\nid: 6\nevent: seq\ndata: 6\n\n`);
    expect(viewer.view.surfaces.get('form')?.data.get('/name')).toBe('Ada');
    expect(viewer.seq).toBe(6);
    host.post = () => answer({ accepted: 1, seq: 7, issues: [] });
    expect(await viewer.send(press('Ada'))).toEqual({ accepted: true, seq: 7, issues: [] });
    expect(host.posts).toMatchObject([
      {
        path: '/sessions/s/events?dialect=vitrine',
        body: { vitrine: 1, body: [press('Ada')], basis: 6 },
        headers: { 'Idempotency-Key': expect.any(String), Authorization: 'Bearer token' },
      },
    ]);
  });

  it('[CL43] what was shown is confirmed in a call, while none is under way', async () => {
    const host = new Streaming();
    const viewer = await host.join();
    host.post = () => answer({ accepted: 1, seq: 4, issues: [] });
    const confirms = () => host.calls.flatMap(({ body }) => (JSON.stringify(body)?.includes('confirm') ? [body] : []));
    await host.clock.advance(9999);
    expect(confirms()).toEqual([]);
    await host.clock.advance(1);
    expect(confirms()).toEqual([{ confirm: viewer.seq }]);
  });

  it('[CL21] say what the viewer can show', async () => {
    const host = new Streaming();
    const viewer = await host.join();
    const said = host.calls.find(({ method }) => method === 'POST')?.body;
    expect(said).toEqual({ a2uiClientCapabilities: { supportedCatalogIds: viewer.view.catalogs.ids } });
  });

  it('[CL8] an edit is held until the stream has come to where the host took it', async () => {
    const host = new Streaming();
    const viewer = await host.join();
    const name = () => viewer.view.surfaces.get('form')?.data.get('/name');
    viewer.view.surfaces.get('form')?.data.set('/name', 'Ada');
    const sent = viewer.send(typed('Ada'));
    host.post = () => answer({ accepted: 1, seq: 6, issues: [] });
    viewer.flush();
    await sent;
    await host.say(`id: 5\ndata: ${JSON.stringify(set('/name', 'before'))}\n\n`);
    expect(name()).toBe('Ada');
    await host.say(`id: 6\n\nid: 7\ndata: ${JSON.stringify(set('/name', 'behind'))}\n\n`);
    expect(name()).toBe('behind');
  });

  it('[CL12] a post that broke goes again under the same key over the next line', async () => {
    const host = new Streaming();
    const viewer = await host.join();
    host.post = () => answer({ error: 'VITRINE_STOPPING', message: 'x' }, 503);
    const sent = viewer.send(press(''));
    await settle();
    expect(viewer.state).toBe('offline');
    host.post = () => answer({ accepted: 1, seq: 5, issues: [] });
    await host.clock.advance(2000);
    await host.say('event: ready\ndata: {"seq":4}\n\n');
    expect(await sent).toMatchObject({ accepted: true, seq: 5 });
    const keys = host.posts.map(({ headers }) => headers['Idempotency-Key']);
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBeGreaterThan(1);
    expect(host.calls.filter(({ path }) => path.includes('after=4'))).toHaveLength(1);
  });

  it('[CL14] a post that is refused is told as such', async () => {
    const host = new Streaming();
    const viewer = await host.join();
    const issue = { code: 'VITRINE_EVENT_NAME', severity: 'error', fault: 'viewer', message: 'No.' };
    host.post = () => answer({ accepted: 0, seq: 4, issues: [issue] });
    expect(await viewer.send(press(''))).toMatchObject({ accepted: false, issues: [issue] });
    host.post = () => answer({ error: 'VITRINE_BODY_SIZE', message: 'Too long.' }, 413);
    expect(await viewer.send(press(''))).toMatchObject({ accepted: false, issues: [{ message: 'Too long.' }] });
    expect(viewer.state).toBe('live');
  });

  it('[CL14] a post under whose key something was taken before is taken, and says so', async () => {
    const host = new Streaming();
    const viewer = await host.join();
    const refused: unknown[] = [];
    viewer.on('refused', (what) => refused.push(what));
    const details = { accepted: 1, seq: 4 };
    host.post = () => answer({ error: 'VITRINE_KEY_REUSED', message: 'Another body.', details }, 422);
    expect(await viewer.send(press(''))).toEqual({
      accepted: true,
      seq: 4,
      issues: [{ code: 'VITRINE_KEY_REUSED', severity: 'warning', fault: 'viewer', message: 'Another body.' }],
    });
    expect([viewer.state, refused]).toEqual(['live', []]);
  });

  it('[CL2] resets, ends and closings come as events', async () => {
    const host = new Streaming();
    const viewer = await host.join();
    const before = viewer.view;
    await host.say(`event: reset\ndata: \n\nid: 9\ndata: ${JSON.stringify(FORM)}\n\nevent: ready\ndata: {"seq":9}\n\n`);
    expect(viewer.view).not.toBe(before);
    await host.finish();
    expect(viewer.state).toBe('offline');
    await host.clock.advance(400);
    await host.say('event: ready\ndata: {"seq":9}\n\nevent: closed\ndata: {"seq":9}\n\n');
    expect(viewer.state).toBe('closed');
  });

  it('[CL19] a stream that says nothing for long is given up; any sign of life counts', async () => {
    const host = new Streaming();
    const viewer = await host.join();
    await host.clock.advance(20_000);
    await host.say(':\n\n');
    await host.clock.advance(20_000);
    expect(viewer.state).toBe('live');
    await host.clock.advance(5000);
    expect(viewer.state).toBe('offline');
  });

  it.each([
    [401, 'refused'],
    [404, 'refused'],
    [409, 'closed'],
    [429, 'offline'],
    [500, 'offline'],
  ])('[CL20] a stream that is refused with %i: %s', async (status, state) => {
    const host = new FakeHost();
    host.answers = () => answer({ error: 'VITRINE_RATE', message: 'x', details: { retryAfter: 7 } }, status);
    const viewer = host.viewer({ transport: 'sse' });
    await settle();
    expect(viewer.state).toBe(state);
    if (status === 429) expect(host.clock.waits).toEqual([7000]);
  });
});

describe('without a transport being named', () => {
  it('[CL21] a socket that cannot be had gives way to a stream at once, and is tried first the next time', async () => {
    const host = new Streaming();
    const viewer = host.viewer({ transport: undefined });
    await settle();
    host.last.end();
    await settle();
    await host.say('event: ready\ndata: {"seq":4}\n\n');
    expect(viewer.state).toBe('live');
    await host.finish();
    const made = host.sockets.length;
    await host.clock.advance(400);
    expect(host.sockets).toHaveLength(made + 1);
  });

  it('[CL21] a socket that was open and broke does not', async () => {
    const host = new FakeHost();
    const viewer = host.viewer();
    const socket = await host.welcome({ ready: 0 });
    socket.end();
    await settle();
    expect(host.calls).toEqual([]);
    expect(viewer.state).toBe('offline');
  });
});
