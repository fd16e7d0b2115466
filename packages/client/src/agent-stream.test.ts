import { describe, expect, it } from 'vitest';
import { answer, FakeHost, settle } from '../test/fakes.ts';
import { connectAgent } from './index.ts';

const said = (text: string) => ({ vitrine: 1, body: [{ event: 'say', text }] });
const sse = (id: number, text: string) =>
  `id: ${id}\ndata: ${JSON.stringify({ session: 's', seq: id, at: 'now', event: said(text) })}\n\n`;

describe('an agent without a socket', () => {
  it('[CL21] receives its events as a stream and confirms them by calls, the newest only', async () => {
    const host = new FakeHost();
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
    const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      stream = controller;
    };
    host.answers = ({ headers }) =>
      headers.Accept === 'text/event-stream'
        ? new Response(new ReadableStream({ start }))
        : answer({ events: [], next: 0 });
    const agent = connectAgent({ ...host.options, key: 'vk_1', consumer: 'c' });
    const heard: string[] = [];
    agent.on('say', ({ event }) => heard.push(event.text));
    await settle();
    host.last.end();
    await settle();
    expect(agent.state).toBe('live');
    stream?.enqueue(new TextEncoder().encode(sse(1, 'a') + sse(2, 'b') + sse(3, 'c')));
    await settle();
    await settle();
    expect(heard).toEqual(['a', 'b', 'c']);
    const confirmed = host.calls.map(({ path }) => path).filter((path) => path.includes('after='));
    expect(confirmed.at(-1)).toBe('/events?after=3&consumer=c');
    expect(host.calls[0]?.path).toBe('/events?consumer=c');
    agent.close();
  });

  it('[CL20] is refused when its key is not taken, and says so to those who wait', async () => {
    const host = new FakeHost();
    host.answers = ({ path, headers }) => {
      if (headers.Accept === 'text/event-stream')
        return answer({ error: 'VITRINE_CREDENTIAL_REVOKED', message: 'x' }, 401);
      return answer(path.includes('snapshot') ? { asks: { q: {} } } : { accepted: 1, seq: 1, issues: [] });
    };
    const agent = connectAgent({ ...host.options, key: 'vk_1', transport: 'sse' });
    const states: string[] = [];
    agent.onSignal('state', (state) => states.push(state));
    const wait = agent.session('s').confirm({ prompt: '?', id: 'q' });
    await expect(wait).rejects.toMatchObject({ reason: 'closed' });
    expect(states.at(-1)).toBe('refused');
    agent.close();
  });
});
