import { HttpAgent } from '@ag-ui/client';
import type { Json, JsonObject } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { STREAMS } from '../../test/streams.ts';
import { RunReader } from './run-reader.ts';

function readAll(stream: readonly Json[]): RunReader {
  const reader = new RunReader();
  for (const event of stream) reader.push(event);
  reader.end();
  return reader;
}

const outcomeOf = ({ state, outcome }: RunReader) => (state === 'finished' ? outcome?.type : state);

function callsIn(messages: readonly JsonObject[]) {
  return messages.flatMap(({ toolCalls }) =>
    ((toolCalls ?? []) as { function: { name: string; arguments: string } }[]).map(
      ({ function: { name, arguments: args } }) => [name, args],
    ),
  );
}

describe('streams', () => {
  it('[GR1] there are sixty and more', () => {
    expect(STREAMS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(STREAMS.map(({ name }) => name)).size).toBe(STREAMS.length);
  });

  it.each(STREAMS)('[GR1] [GR2] $name', ({ stream, expect: expected }) => {
    const reader = readAll(stream);
    expect({ outcome: outcomeOf(reader), problem: reader.problem }).toMatchObject({ outcome: expected.outcome });
    if (expected.problem !== undefined) expect(reader.problem).toContain(expected.problem);
    if (expected.messages !== undefined) expect(reader.messages).toEqual(expected.messages);
    if (Object.hasOwn(expected, 'state')) expect(reader.agentState).toEqual(expected.state);
    if (expected.calls !== undefined) expect(callsIn(reader.messages)).toEqual(expected.calls);
    if (expected.last !== undefined) expect(reader.messages.at(-1)?.content).toBe(expected.last);
    if (expected.texts !== undefined) expect(reader.messages.map(({ content }) => content)).toEqual(expected.texts);
    for (const words of expected.warnings ?? []) expect(reader.warnings.join('\n')).toContain(words);
    if (expected.warnings?.length === 0) expect(reader.warnings).toEqual([]);
  });
});

describe('beside the published client', () => {
  // It complains to the console about what it strips, and throws once more into the void for what it refuses.
  const ignore = () => undefined;
  beforeAll(() => {
    for (const name of ['warn', 'error', 'log', 'debug'] as const) vi.spyOn(console, name).mockImplementation(ignore);
    process.on('unhandledRejection', ignore);
  });
  afterAll(() => {
    vi.restoreAllMocks();
    process.off('unhandledRejection', ignore);
  });

  it.each(STREAMS.filter(({ client }) => client === undefined))(
    '[GR1] $name: what it takes and holds is the same',
    async ({ stream, expect: { outcome } }) => {
      const body = stream.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
      const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      const agent = new HttpAgent({ url: 'http://agent.test/', fetch, threadId: 't' });
      const isTaken = await agent.runAgent({ runId: 'r' }).then(
        () => true,
        () => false,
      );
      expect(isTaken).toBe(outcome !== 'rejected');
      if (!isTaken) return;
      const reader = readAll(stream);
      const plain = (messages: readonly object[]) =>
        (JSON.parse(JSON.stringify(messages)) as JsonObject[]).map(
          ({ id, role, content, toolCalls, activityType }) => ({
            ...{ id: String(id).startsWith('thinking') || role === 'reasoning' ? '' : id, role, content, activityType },
            calls: toolCalls === undefined ? [] : callsIn([{ toolCalls }]),
          }),
        );
      expect(plain(reader.messages)).toEqual(plain(agent.messages));
      expect(reader.agentState).toEqual(agent.state);
    },
  );
});
