// Protobuf, read by the published client: what it is told there is what it is told in server-sent events.

import type { HttpAgent } from '@ag-ui/client';
import type { JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { booking, CLIENTS_OF_ALL_FORMATS, done, ops, type Script, Stage, say } from '../test/stage.ts';
import { PROTO_MEDIA_TYPE, wantsProto } from './proto-events.ts';

const [, , [, createProto]] = CLIENTS_OF_ALL_FORMATS;
const [[, createSse]] = CLIENTS_OF_ALL_FORMATS;

const script: Script = async (event, send) => {
  if (event.event === 'answer') await send(...booking(), say('Thanks — ✓'), done());
  if (event.event !== 'say') return;
  if (event.text === 'fail') await send(done('failed'));
  if (event.text === 'ask') {
    const options = [{ value: 'a', label: 'A' }, { label: 'None' }];
    const ask = { op: 'ask', ask: 'q', prompt: 'Well?', want: { kind: 'select', options } };
    await send(
      ops({ op: 'task', task: 'a', message: 'Searching' }),
      ops({ ...ask, until: '2099-01-01T00:00:00.000Z' }),
    );
  }
};

async function eventsOf(agent: HttpAgent, input: object = {}): Promise<readonly JsonObject[]> {
  const events: JsonObject[] = [];
  await agent.runAgent(input as never, {
    onEvent: ({ event }) => void events.push(JSON.parse(JSON.stringify(event))),
  });
  return events;
}

/** All that a run can tell: words, steps, a question, a surface, an error; and then what `connect` gives back. */
async function story(create: typeof createProto): Promise<readonly unknown[]> {
  const stage = await Stage.open();
  await stage.agent(script);
  const agent = create(`${stage.url}/ag-ui/bot`, 't');
  agent.addMessage({ id: 'm', role: 'user', content: 'ask' });
  const asked = await eventsOf(agent, { runId: '1' });
  const resume = [{ interruptId: 'q', status: 'resolved', payload: 'a' }];
  const answered = await eventsOf(agent, { runId: '2', resume });
  const again = create(`${stage.url}/ag-ui/agent/bot/connect`, 't');
  const connected = await eventsOf(again, { runId: '3' });
  again.url = `${stage.url}/ag-ui/bot`;
  again.addMessage({ id: 'n', role: 'user', content: 'fail' });
  const failed = await eventsOf(again, { runId: '4' });
  return [asked, answered, connected, failed, again.messages];
}

describe('protobuf', () => {
  it('[GU13] tells a client what server-sent events tell it', async () => {
    const told = await story(createProto);
    expect(told).toEqual(await story(createSse));
    for (const type of ['STEP_FINISHED', 'RUN_ERROR', 'ACTIVITY_SNAPSHOT', 'MESSAGES_SNAPSHOT', '"interrupt"'])
      expect(JSON.stringify(told)).toContain(type);
  });

  it.each([
    [PROTO_MEDIA_TYPE, true, true],
    [`text/event-stream, ${PROTO_MEDIA_TYPE.toUpperCase()}`, true, true],
    [`${PROTO_MEDIA_TYPE};q=0.5, text/event-stream`, true, false],
    [`${PROTO_MEDIA_TYPE};q=0`, true, false],
    ['*/*', true, false],
    [null, true, false],
    [PROTO_MEDIA_TYPE, false, false],
  ])('[GU13] for Accept %s, from a client of 1.0: %s, is wanted: %s', (accept, isNew, isWanted) => {
    expect(wantsProto(accept, { isNew })).toBe(isWanted);
  });

  it('[GU13] has its own media type to the letter, and an older client is answered in server-sent events', async () => {
    const stage = await Stage.open();
    await stage.agent(script);
    const typeFor = async (more: object) => {
      const body = { threadId: 't', runId: 'r', messages: [], ...more };
      const answer = await stage.post('/ag-ui/bot', body, undefined, { accept: PROTO_MEDIA_TYPE });
      await answer.body?.cancel();
      return answer.headers.get('content-type');
    };
    expect(await typeFor({ protocolVersion: '1.0' })).toBe(PROTO_MEDIA_TYPE);
    expect(await typeFor({})).toBe('text/event-stream; charset=utf-8');
  });
});
