import { setImmediate as turn } from 'node:timers/promises';
import { pump, SseStream, type SseStreamOptions } from '@vitrine/face-kit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BEGINNING_PIECE } from '../beginning.ts';
import type { LiveSession } from '../live.ts';
import { Batch } from '../outlet.ts';
import { entryFrames, entryPieces, SseOutlet } from './sse-outlet.ts';

function openStream(options: Partial<SseStreamOptions> = {}) {
  const stream = new SseStream({ queueBytes: 10, keepAliveMs: 60_000, ...options });
  onTestFinished(() => stream.end());
  const reader = stream.body.getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  return { stream, reader, read };
}

test('[HT19] A stream is full at its limit, takes what it was given all the same, and is drained when all was read', async () => {
  const { stream, read } = openStream();
  const drained = vi.fn();
  expect(stream.write('12345')).toBe(true);
  expect(stream.write('1234567')).toBe(false);
  stream.whenDrained(drained);
  expect(await read()).toBe('12345');
  await turn();
  expect(drained).not.toHaveBeenCalled();
  expect(await read()).toBe('1234567');
  await turn();
  expect(drained).toHaveBeenCalledOnce();
  expect(stream.write('1')).toBe(true);
});

test('[HT19] An iterable is read no faster than the stream', async () => {
  const { stream, read } = openStream();
  let made = 0;
  async function* items() {
    while (made < 5) yield `item ${made++}----`;
  }
  const pumped = pump(stream, items(), (item) => item);
  await turn();
  await turn();
  expect(made).toBe(1);
  for (let i = 0; i < 5; i++) expect(await read()).toBe(`item ${i}----`);
  await pumped;
  expect(stream.signal.aborted).toBe(true);
});

test('[HT20] A stream says that it is alive after a time in which nothing was written', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { stream, read } = openStream({ keepAliveMs: 1000 });
  stream.write('data');
  vi.advanceTimersByTime(1000);
  expect(await read()).toBe('data');
  vi.advanceTimersByTime(1000);
  expect(await read()).toBe(':\n\n');
});

test('[HT21] A stream that its reader leaves is over, takes what is written and keeps nothing', async () => {
  const { stream, reader } = openStream();
  stream.write('12345678901234567890');
  const drained = vi.fn();
  stream.whenDrained(drained);
  await reader.cancel();
  expect(stream.signal.aborted).toBe(true);
  expect(drained).toHaveBeenCalledOnce();
  expect(stream.write('more')).toBe(true);
  stream.end();
});

test('[HT16] The id stands on the last message; an entry without messages moves it', () => {
  expect(entryFrames(['{"a":1}', '{"b":2}'], 7, 'id')).toBe('data: {"a":1}\n\nid: 7\ndata: {"b":2}\n\n');
  expect(entryFrames([], 8, 'id')).toBe('id: 8\n\n');
  expect(entryFrames([], 8, 'event')).toBe('id: 8\nevent: seq\ndata: 8\n\n');
});

test('[HT16] All streams share one text, also those of the author: which page of its is meant is not known', async () => {
  const mine = openStream({ queueBytes: 1000 });
  const other = openStream({ queueBytes: 1000 });
  const batch = new Batch([
    { seq: 1, wire: ['{"a":1}'], author: 'me' },
    { seq: 2, wire: ['{"b":2}'] },
  ]);
  expect(new SseOutlet({ viewer: 'me', stream: mine.stream, empty: 'id' }).send(batch)).toBe(true);
  expect(new SseOutlet({ viewer: 'you', stream: other.stream, empty: 'id' }).send(batch)).toBe(true);
  expect(await mine.read()).toBe('id: 1\ndata: {"a":1}\n\nid: 2\ndata: {"b":2}\n\n');
  expect(await other.read()).toBe('id: 1\ndata: {"a":1}\n\nid: 2\ndata: {"b":2}\n\n');
});

test('[HT19] A full outlet asks its session for the rest once it is empty, and not after it has gone', async () => {
  const attachment = { resume: vi.fn(), detach: vi.fn() };
  const session = { attach: () => attachment } as unknown as LiveSession;
  const { stream, read, reader } = openStream();
  const outlet = new SseOutlet({ viewer: 'me', stream, empty: 'id' });
  outlet.attachTo(session, { dialect: {} as never });
  expect(outlet.send(new Batch([{ seq: 1, wire: ['"long enough"'] }]))).toBe(false);
  expect(attachment.resume).not.toHaveBeenCalled();
  await read();
  await turn();
  expect(attachment.resume).toHaveBeenCalledOnce();
  outlet.send(new Batch([{ seq: 2, wire: ['"long enough"'] }]));
  await reader.cancel();
  expect(attachment.detach).toHaveBeenCalledOnce();
  expect(attachment.resume).toHaveBeenCalledOnce();
});

test('[HT67] A long beginning is sent as fast as it is read, and what is said meanwhile stands behind it', async () => {
  const { stream, read } = openStream();
  const outlet = new SseOutlet({ viewer: 'v', stream, empty: 'id' });
  const resume = vi.fn();
  outlet.attachTo({ attach: () => ({ resume, detach: () => undefined }) } as unknown as LiveSession, {} as never);
  const wire = Array.from({ length: 6 }, (_, i) => JSON.stringify(`${i}`.repeat(BEGINNING_PIECE)));
  const write = vi.spyOn(stream, 'write');
  outlet.join(wire, 5);
  outlet.ready(5);
  expect(outlet.send(new Batch([{ seq: 6, wire: ['1'] }]))).toBe(false);
  outlet.end('closed', 6);
  for (let i = 0; i < 10; i++) await turn();
  expect(write).toHaveBeenCalledOnce();
  const said = `${entryFrames(wire, 5, 'id')}event: ready\ndata: {"seq":5}\n\nid: 6\ndata: 1\n\nevent: closed\ndata: {"seq":6}\n\n`;
  let heard = '';
  while (heard.length < said.length) heard += await read();
  expect(heard).toBe(said);
  expect(resume).not.toHaveBeenCalled();
  expect(stream.signal.aborted).toBe(true);
});

test('[HT67] A beginning is cut within no character', () => {
  for (const text of ['a', 'é', '漢', '𝓹', 'x𝓹']) {
    const wire = [text.repeat(BEGINNING_PIECE), '', text.repeat(300)];
    const pieces = [...entryPieces(wire, 7, 'id')];
    expect(pieces.map((piece) => new TextDecoder().decode(new TextEncoder().encode(piece))).join('')).toBe(
      entryFrames(wire, 7, 'id'),
    );
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(BEGINNING_PIECE);
  }
});
