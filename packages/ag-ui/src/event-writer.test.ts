import type { JsonObject } from '@vitrine/core';
import { expect, it, onTestFinished } from 'vitest';
import { EventWriter, SharedEvents } from './event-writer.ts';

const rows = Array.from({ length: 4000 }, (_, i) => ({ id: i, name: `Row ${i}` }));
const LONG: JsonObject = {
  type: 'ACTIVITY_SNAPSHOT',
  messageId: 'a',
  activityType: 'x',
  replace: true,
  content: { rows },
};

/** Each look at the clock finds a slice over: how much of one is done must not depend on the machine. */
function slowClock(): void {
  const { now } = performance;
  let looks = 0;
  performance.now = () => 1000 * looks++;
  onTestFinished(() => {
    performance.now = now;
  });
}

const word = (messageId: string): JsonObject => ({ type: 'TEXT_MESSAGE_END', messageId });

function open(isProto: boolean) {
  const frames: (string | Uint8Array)[] = [];
  const stream = { write: (frame: string | Uint8Array) => frames.push(frame) > 0 };
  const writer = new EventWriter({ ...stream, whenDrained: (then) => then(), end: () => undefined }, isProto);
  return { frames, writer };
}

it.each([false, true])(
  '[GU4] a long event is written in slices, and what follows comes behind it (protobuf: %s)',
  async (isProto) => {
    slowClock();
    const { frames, writer } = open(isProto);
    for (const event of [word('before'), LONG, word('behind')]) writer.write(event);
    let turns = 0;
    while (frames.length < 3) {
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
      if (turns === 1) expect(frames).toHaveLength(1);
    }
    expect(turns).toBeGreaterThan(2);
    expect(frames.map((frame) => frame.length > 50_000)).toEqual([false, true, false]);
  },
);

it('[GU4] several long events that fit a slice each are not written in one turn', async () => {
  slowClock();
  const { frames, writer } = open(false);
  const short = { ...LONG, content: { text: 'short' } };
  for (let i = 0; i < 3; i++) writer.write(short);
  const told = (): number => frames.join('').split('data:').length - 1;
  const counts = new Set<number>();
  while (told() < 3) {
    await new Promise((resolve) => setImmediate(resolve));
    counts.add(told());
  }
  expect(counts.has(1) || counts.has(2)).toBe(true);
});

it('[GU5] nothing but the end is told once nothing may be shown, whatever was under way', async () => {
  slowClock();
  const { frames, writer } = open(false);
  writer.write(LONG);
  writer.write(word('behind'));
  await new Promise((resolve) => setImmediate(resolve));
  writer.bar();
  writer.write(LONG);
  writer.write(word('later'));
  writer.write({ type: 'RUN_ERROR', message: 'm', code: 'c' });
  await writer.settled();
  expect(frames).toEqual(['data: {"type":"RUN_ERROR","message":"m","code":"c"}\n\n']);
});

it('[GU16] what is told in one turn goes out as one piece, and what many are told is written once', async () => {
  let written = 0;
  const counted = { ...word('a'), toJSON: () => `word ${++written}` } as unknown as JsonObject;
  const shared = new SharedEvents([counted, word('b')]);
  const clients = [open(false), open(false)];
  for (const { writer } of clients) {
    writer.writeShared(shared);
    writer.write(word('c'));
  }
  expect(clients.map(({ frames }) => frames)).toEqual([[], []]);
  await new Promise((resolve) => setImmediate(resolve));
  const [b, c] = ['b', 'c'].map((id) => `data: ${JSON.stringify(word(id))}\n\n`);
  expect(clients.map(({ frames }) => frames)).toEqual(Array(2).fill([`data: "word 1"\n\n${b}${c}`]));
});

it('[GU5] what waits to go out is not told either once nothing may be shown', async () => {
  const { frames, writer } = open(false);
  writer.write(word('before'));
  writer.bar();
  writer.write({ type: 'RUN_ERROR', message: 'm', code: 'c' });
  await writer.end();
  expect(frames).toEqual(['data: {"type":"RUN_ERROR","message":"m","code":"c"}\n\n']);
});
