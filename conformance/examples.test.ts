// Every example stream of @a2ui/web_core is accepted whole: as it is, with its components in any order, one component a
// message, and cut anywhere. What we say about some of them stands in example-exceptions.yaml.

import type { Issue } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import { readDataFile } from './data-file.ts';
import { issuesOf, Player } from './examples/player.ts';
import {
  asJsonl,
  oneComponentAMessage,
  random,
  readExamples,
  type Stream,
  withShuffledComponents,
} from './examples/streams.ts';

interface Exception {
  readonly stream: string;
  readonly when: 'read' | 'show' | 'act' | 'topology';
  readonly codes: readonly string[];
  readonly reason: string;
}

const SEED = 20_260_117;
const SHUFFLES = 5;
const RANDOM_CUTS = 50;

const streams = readExamples();
const exceptions = readDataFile<Exception>('example-exceptions.yaml');

/** The codes that were heard must be exactly the excepted ones. */
function compare(found: readonly Issue[], stream: Stream, when: Exception['when']): void {
  const allowed = exceptions.filter((exception) => exception.stream === stream.title && exception.when === when);
  const codes = allowed.flatMap((exception) => exception.codes);
  const seen = new Set(found.map(({ code }) => code as string));
  const unexpected = found.filter(({ code }) => !codes.includes(code));
  expect(
    unexpected.map(({ code, message, at }) => `${code} at ${at}: ${message}`),
    when,
  ).toEqual([]);
  expect(
    codes.filter((code) => !seen.has(code)),
    'excepted, but no longer heard',
  ).toEqual([]);
}

function played(stream: Stream, messages = stream.messages, strict = false): Player {
  const player = new Player({ strict });
  compare(player.play(messages), stream, 'read');
  return player;
}

test('the package has the streams that we look for', () => {
  const of = (prefix: string) => streams.filter(({ title }) => title.startsWith(prefix)).length;
  expect([of('0.9 basic'), of('0.9 minimal'), of('1.0 basic')]).toEqual([43, 7, 43]);
});

test('an exception names a stream that exists and gives a reason', () => {
  const titles = streams.map(({ title }) => title);
  expect(exceptions.filter(({ stream, reason }) => !titles.includes(stream) || reason.length < 40)).toEqual([]);
});

for (const stream of streams) {
  describe(stream.title, () => {
    for (const strict of [false, true]) describe(strict ? 'strict' : 'tolerant', () => testWhole(stream, strict));

    test('stands as far as it came when it is cut anywhere', () => {
      const bytes = asJsonl(stream.messages);
      const states = statesBetween(stream);
      for (const cut of cutsOf(bytes)) compareCut(bytes, cut, states);
    });
  });
}

function testWhole(stream: Stream, strict: boolean): void {
  test('is accepted, shown and acted on without an issue', () => {
    const player = played(stream, stream.messages, strict);
    compare(player.show(), stream, 'show');
    compare(player.act(), stream, 'act');
    compare(player.fold.topology(), stream, 'topology');
  });

  test('gives the same with its components shuffled', () => {
    const expected = played(stream);
    for (let i = 0; i < SHUFFLES; i++) {
      const player = played(stream, withShuffledComponents(stream, SEED + i), strict);
      expect(player.state()).toBe(expected.state());
      expect(player.pictures()).toBe(expected.pictures());
    }
  });

  test('gives the same with one component a message', () => {
    const expected = played(stream);
    const player = played(stream, oneComponentAMessage(stream), strict);
    expect(player.state()).toBe(expected.state());
    expect(player.pictures()).toBe(expected.pictures());
  });
}

/** The state before the first message, and after each. */
function statesBetween(stream: Stream): readonly string[] {
  const player = new Player();
  return [
    player.state(),
    ...stream.messages.map((message) => {
      player.play([message]);
      return player.state();
    }),
  ];
}

/** Around every line break, and some places between. */
function cutsOf(bytes: Uint8Array): readonly number[] {
  const next = random(SEED);
  const cuts = new Set([0, bytes.length]);
  for (const [i, byte] of bytes.entries()) if (byte === 0x0a) for (const at of [i - 1, i, i + 1]) cuts.add(at);
  for (let i = 0; i < RANDOM_CUTS; i++) cuts.add(next(bytes.length));
  return [...cuts];
}

function compareCut(bytes: Uint8Array, cut: number, states: readonly string[]): void {
  const start = bytes.subarray(0, cut);
  const lines = start.filter((byte) => byte === 0x0a).length;
  const isWhole = bytes[cut] === 0x0a && bytes[cut - 1] !== 0x0a;
  const player = new Player();
  const chunk = 1 + (cut % 97);
  for (let at = 0; at < cut; at += chunk) player.intake.push(start.subarray(at, Math.min(at + chunk, cut)));
  expect(player.state(), `before the end, cut at ${cut}`).toBe(states[lines]);
  const rest = issuesOf(player.intake.end());
  const isEmpty = cut === 0 || bytes[cut - 1] === 0x0a;
  expect(player.state(), `cut at ${cut}`).toBe(states[isWhole ? lines + 1 : lines]);
  if (!isWhole) expect(rest.map(({ code }) => code)).toEqual(isEmpty ? [] : ['VITRINE_JSON_MALFORMED']);
}
