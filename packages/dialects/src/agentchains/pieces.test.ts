import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import { Reading } from '../../test/reading.ts';
import { agentchainsDialect } from './codec.ts';
import { inPieces, MESSAGE_BYTES } from './pieces.ts';

const call = (method: string, params: JsonObject): Json => ({ jsonrpc: '2.0', method, params });
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** What a viewer has that was sent these messages. */
function replay(wire: readonly Json[]) {
  const viewer = new Reading(agentchainsDialect, 'agent');
  for (const message of wire) viewer.accept(message);
  return viewer.fold.surfaces.get('c')?.data.get('/data');
}

describe('data beyond the limit of a message', () => {
  test('[DE33] PAY-1 PAY-2 what fits is sent as it is', () => {
    for (const data of [{}, { title: 'x' }, { rows: ['漢'.repeat(300_000)] }]) expect(inPieces(data)).toEqual([data]);
  });

  test('[DE33] PAY-6 PAY-10 every piece is within the limit, counted in bytes, and together they are the data', () => {
    const data = {
      title: 'T',
      text: 'é🎉"'.repeat(40),
      rows: Array.from({ length: 60 }, (_, i) => ({ i, n: '漢' })),
      n: 1,
    };
    const [first, ...rest] = inPieces(data, 100);
    const whole: { [key: string]: Json } = { ...first };
    for (const { operation, data: piece } of rest) {
      expect(bytesOf(piece)).toBeLessThanOrEqual(100);
      for (const [key, value] of Object.entries(piece)) {
        const held = whole[key];
        if (operation === 'merge') whole[key] = value;
        else if (typeof held === 'string') whole[key] = held + String(value);
        else whole[key] = [...(held as Json[]), ...(value as Json[])];
      }
    }
    expect(bytesOf(first)).toBeLessThanOrEqual(100);
    expect(whole).toEqual(data);
    expect(JSON.stringify(rest)).not.toMatch(/\\ud[89a-f]/);
  });

  test('[DE33] whoever joins gets what was appended, in messages that it must take', () => {
    const agent = new Reading(agentchainsDialect, 'agent');
    const data = { headers: ['n'], rows: [] };
    agent.accept(call('ui.render', { component_id: 'c', component_type: 'table', data }));
    for (let i = 0; i < 8; i++) {
      const rows = Array.from({ length: 100 }, (_, j) => ({ n: `${i} ${j} ${'z'.repeat(3000)}` }));
      agent.accept(call('ui.update', { component_id: 'c', operation: 'append', data: { rows } }));
    }
    const { wire } = agentchainsDialect.join(agent.fold);
    expect(wire.length).toBeGreaterThan(2);
    for (const message of wire) expect(bytesOf(message)).toBeLessThanOrEqual(MESSAGE_BYTES);
    expect(replay(wire)).toEqual(agent.fold.surfaces.get('c')?.data.get('/data'));
  });

  test('[DE33] a text that was streamed joins whole, and one that is replaced too', () => {
    const agent = new Reading(agentchainsDialect, 'agent');
    const memory = agentchainsDialect.join(agent.fold).memory;
    const wire: Json[] = [];
    const say = (message: Json): void => {
      const body = agent.accept(message);
      wire.push(...agentchainsDialect.encode({ body }, agent.fold, memory).wire);
    };
    const piece = '漢字'.repeat(100_000);
    const rendered = { component_id: 'c', component_type: 'markdown', data: { content: 'Begin. ', note: 'x' } };
    say(call('ui.render', rendered));
    for (let i = 0; i < 4; i++)
      say(call('ui.update', { component_id: 'c', operation: 'append', data: { content: piece } }));
    agent.fold.accept({ body: [{ op: 'unset', surface: 'c', path: '/data/note' }] });
    wire.push(
      ...agentchainsDialect.encode({ body: [{ op: 'unset', surface: 'c', path: '/data/note' }] }, agent.fold, memory)
        .wire,
    );
    for (const message of wire) expect(bytesOf(message)).toBeLessThanOrEqual(MESSAGE_BYTES);
    const joined = agentchainsDialect.join(agent.fold).wire;
    for (const message of joined) expect(bytesOf(message)).toBeLessThanOrEqual(MESSAGE_BYTES);
    expect(replay(wire)).toEqual({ content: `Begin. ${piece.repeat(4)}` });
    expect(replay(joined)).toEqual({ content: `Begin. ${piece.repeat(4)}` });
  });
});
