import { describe, expect, it } from 'vitest';
import { readSse, type SseEvent } from './sse.ts';

async function all(body: ReadableStream<Uint8Array>): Promise<SseEvent[]> {
  const events: SseEvent[] = [];
  for await (const event of readSse(body)) events.push(event);
  return events;
}

async function read(...pieces: readonly string[]): Promise<SseEvent[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  return all(body);
}

describe('an event stream', () => {
  it('gives each event once it is whole, with its name and id', async () => {
    expect(await read('id: 3\ndata: {"a":1}\n\nevent: ready\ndata: x\n\n')).toEqual([
      { name: 'message', data: '{"a":1}', id: '3' },
      { name: 'ready', data: 'x' },
    ]);
  });

  it('[CL26] is read whatever the pieces and line ends, and an id belongs to its own event only', async () => {
    const text = ':\n\nid: 7\r\ndata: {"a":\r\ndata:  1}\r\n\r\nevent: ready\rdata: x\r\rdata: y\n\nid: 8\ndata:\n\n';
    const expected = [
      { name: 'message', data: '{"a":\n 1}', id: '7' },
      { name: 'ready', data: 'x' },
      { name: 'message', data: 'y' },
      { name: 'message', data: '', id: '8' },
    ];
    expect(await read(text)).toEqual(expected);
    expect(await read(...text)).toEqual(expected);
  });

  it('may be cut anywhere, also inside a line break or a character', async () => {
    const text = 'data: grün\r\ndata: zwei\r\n\r\ndata: last\n\n';
    const bytes = new TextEncoder().encode(text);
    for (let cut = 1; cut < bytes.length; cut++) {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(bytes.slice(0, cut));
          controller.enqueue(bytes.slice(cut));
          controller.close();
        },
      });
      const events = await all(body);
      expect(
        events.map(({ data }) => data),
        `cut at ${cut}`,
      ).toEqual(['grün\nzwei', 'last']);
    }
  });

  it('says nothing of comments and of what was never finished', async () => {
    expect(await read(': still here\n\ndata: a\n\ndata: b')).toEqual([{ name: 'message', data: 'a' }]);
  });

  it('ends the connection when nobody reads on', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: a\n\n')),
      cancel() {
        cancelled = true;
      },
    });
    for await (const { data } of readSse(body)) {
      expect(data).toBe('a');
      break;
    }
    expect(cancelled).toBe(true);
  });
});
