// Every example of the playground, whatever dialect it is written in, as what an agent shows: clients take it in a run and in
// what `connect` gives back, without an error and without a word on the console.

import { readdirSync, readFileSync } from 'node:fs';
import type { HttpAgent } from '@ag-ui/client';
import { isObject, type JsonObject, parseJson } from '@vitrine/core/internal';
import { describe, expect, it, vi } from 'vitest';
import { CLIENTS_OF_ALL_FORMATS, done, Stage, say } from '../test/stage.ts';

const FOLDER = new URL('../../../apps/playground/examples/', import.meta.url);
const EXAMPLES = readdirSync(FOLDER).filter((name) => /\.jsonl?$/.test(name));

function messagesOf(name: string): readonly JsonObject[] {
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  if (name.endsWith('.json')) return JSON.parse(text);
  return text.split('\n').flatMap((line) => {
    const parsed = parseJson(line);
    return parsed.ok && isObject(parsed.value) ? [parsed.value] : [];
  });
}

/** An agent that shows the example message by message: what of a broken one cannot be taken is left out by the host. */
async function show(stage: Stage, name: string): Promise<void> {
  await stage.agent(async (event, send) => {
    if (event.event !== 'say') return;
    for (const message of messagesOf(name)) await send(message).catch(() => undefined);
    await send(say('There.'), done());
  });
}

async function run(agent: HttpAgent): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  await agent.runAgent(undefined, { onRunErrorEvent: ({ event }) => void errors.push(event) });
  return errors;
}

const drawn = (agent: HttpAgent) => agent.messages.filter(({ role }) => role === 'activity').map(({ id }) => id);

describe.each(CLIENTS_OF_ALL_FORMATS)('the client %s', (_, create) => {
  it.each(EXAMPLES)('[GU1] takes %s in a run and by connecting, without a warning', async (name) => {
    const spoken = (['warn', 'error'] as const).map((level) => vi.spyOn(console, level));
    const stage = await Stage.open();
    await show(stage, name);
    const agent = create(`${stage.url}/ag-ui/bot`, 't');
    agent.addMessage({ id: 'm', role: 'user', content: 'show' });
    expect(await run(agent)).toEqual([]);
    expect(drawn(agent).length).toBeGreaterThan(0);
    const again = create(`${stage.url}/ag-ui/agent/bot/connect`, 't');
    expect(await run(again)).toEqual([]);
    expect(drawn(again)).toEqual(drawn(agent));
    expect(again.messages.filter(({ role }) => role === 'user')).toMatchObject([{ id: 'm', content: 'show' }]);
    expect(spoken.flatMap((spy) => spy.mock.calls)).toEqual([]);
    for (const spy of spoken) spy.mockRestore();
  });
});
