// Streams of a remote agent, mutated: nothing throws, everything is bounded. VITRINE_MUTATIONS says how many; the deep run makes a million.

import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { STREAMS } from '../../test/streams.ts';
import { RunReader } from './run-reader.ts';

const count = Number(process.env.VITRINE_MUTATIONS ?? 3000);

describe('mutated streams', () => {
  it(`[GR2] ${count} of them: nothing throws, and what is kept is bounded`, { timeout: 600_000 }, () => {
    const random = mulberry(Number(process.env.VITRINE_SEED ?? 20) || 20);
    const events = STREAMS.flatMap(({ stream }) => stream);
    for (let i = 0; i < count; i++) {
      const base = STREAMS[Math.floor(random() * STREAMS.length)]?.stream ?? [];
      const stream = mutated(base, events, random);
      const reader = new RunReader({ limits: { messages: 50, open: 20, events: 200, textLength: 1000 } });
      for (const event of stream) reader.push(event);
      reader.end();
      expect(['finished', 'errored', 'rejected', 'truncated']).toContain(reader.state);
      expect(reader.messages.length).toBeLessThanOrEqual(60);
      expect(reader.warnings.length).toBeLessThanOrEqual(100);
      if (reader.state !== 'finished') expect(reader.problem).toBeTypeOf('string');
    }
  });

  it('[GR2] a stream that never ends, opens without end, or copies itself is refused by name', () => {
    const reader = new RunReader({ limits: { events: 1000 } });
    reader.push({ type: 'RUN_STARTED', threadId: 't', runId: 'r' });
    for (let i = 0; i < 2000; i++) reader.push({ type: 'CUSTOM', name: 'n', value: i });
    expect(reader).toMatchObject({ state: 'rejected', problem: 'A run has more than 1000 events.' });

    const open = new RunReader({ limits: { open: 10 } });
    open.push({ type: 'RUN_STARTED', threadId: 't', runId: 'r' });
    for (let i = 0; i < 20; i++) open.push({ type: 'TEXT_MESSAGE_START', messageId: `m${i}` });
    expect(open).toMatchObject({ state: 'rejected', problem: 'More than 10 things are open at once.' });

    const copies = new RunReader();
    copies.push({ type: 'RUN_STARTED', threadId: 't', runId: 'r' });
    copies.push({ type: 'STATE_SNAPSHOT', snapshot: { a: 'x'.repeat(1000) } });
    for (let i = 0; i < 60; i++)
      copies.push({ type: 'STATE_DELTA', delta: [{ op: 'copy', from: '', path: `/b${i}` }] });
    expect(JSON.stringify(copies.agentState).length).toBeLessThan(4 * 1024 * 1024);
    expect(copies.warnings.join()).toContain('does not apply');
  });
});

function mutated(base: readonly Json[], events: readonly Json[], random: () => number): readonly Json[] {
  const stream = structuredClone(base) as Json[];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (let n = 0; n <= Math.floor(random() * 4); n++) {
    const at = Math.floor(random() * (stream.length + 1));
    const how = Math.floor(random() * 5);
    if (how === 0) stream.splice(at, 0, structuredClone(pick(events)));
    else if (how === 1) stream.splice(at, 1);
    else if (how === 2) stream.splice(at, 0, pick([null, 7, 'x', [], {}, { type: 'x' }, { type: 7 }] as Json[]));
    else if (how === 3) stream.splice(at, 0, ...stream.slice(0, at));
    else {
      const event = stream[at];
      if (typeof event !== 'object' || event === null || Array.isArray(event)) continue;
      const name = pick(Object.keys(event));
      const value = pick([
        null,
        7,
        '',
        'RUN_STARTED',
        '__proto__',
        [],
        {},
        [{}],
        [{ op: 'add', path: '/__proto__/x', value: 1 }],
        { type: 'interrupt' },
      ] as Json[]);
      stream[at] = { ...(event as JsonObject), [name]: value };
    }
  }
  return stream;
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
