// The host with the face as a process, killed while clients run threads and answer what their runs end with. The build comes first.

import type { JsonObject } from '@vitrine/core';
import { expect, test } from 'vitest';
import { killUnderKeyedCalls, readStored, SERVE, type SendKeyed, type Writer } from '../test/crash.ts';
import { framesIn } from '../test/stage.ts';

const KILLS = Number(process.env.VITRINE_KILLS ?? 3);

/** A run is sent again as it was: under its own id, with the message or the answer that it brings. */
const send: SendKeyed = async ({ url, key: credential }, { body }, runId) => {
  const { threadId, text, interruptId } = body as { threadId: string; text?: string; interruptId?: string };
  const run = {
    ...{ threadId, runId, state: {}, tools: [], context: [], forwardedProps: {} },
    messages: text === undefined ? [] : [{ id: runId, role: 'user', content: text }],
    ...(interruptId === undefined ? {} : { resume: [{ interruptId, status: 'resolved', payload: true }] }),
  };
  const response = await fetch(`${url}/ag-ui/dev`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    body: JSON.stringify(run),
  });
  const events = framesIn(await response.text());
  const end = events.at(-1);
  if (end?.type !== 'RUN_FINISHED' && end?.type !== 'RUN_ERROR') throw new Error('The run broke off.');
  // An agent that was killed in the middle of its turn may be away for a moment, and is told nothing then.
  if (end.code === 'VITRINE_AGENT_ABSENT') throw new Error('Nobody heard it.');
  if (end.type === 'RUN_ERROR') return { status: 500, body: end };
  const { interrupts = [] } = (end.outcome ?? {}) as { interrupts?: readonly JsonObject[] };
  asked.set(runId, asked.get(runId) ?? interrupts[0]?.id);
  // What a run ends with goes on: a question that is answered is not asked again, and a later one may be.
  return { status: 200, body: { asked: text === undefined ? undefined : asked.get(runId) } };
};
/** What the run of this id was asked when it ended first. */
const asked = new Map<string, unknown>();

function* threads(name: string): Writer {
  for (let i = 0; ; i++)
    for (const text of ['one', 'two']) {
      const body = { threadId: `${name}.${i}`, text };
      const { body: answer } = yield { path: '', body };
      yield { path: '', body: { threadId: `${name}.${i}`, interruptId: answer.asked } };
    }
}

test(`[GU10] killed ${KILLS} times while runs are sent again, nothing is doubled and nothing is half begun`, async () => {
  const { folder, answers, repeated } = await killUnderKeyedCalls({
    ...{ script: SERVE, kills: KILLS, send },
    writers: [threads, threads, threads, threads],
  });
  expect(repeated).toBeGreaterThan(0);
  expect(answers.length).toBeGreaterThan(KILLS);
  const sessions = await readStored(folder, async (log) => {
    const found: string[][] = [];
    for await (const { session } of log.sessions()) {
      const acts: string[] = [];
      for await (const { body } of log.read(session, 0))
        for (const part of body) {
          if ('event' in part) acts.push(part.event === 'say' ? part.text : part.event);
          else if (part.op === 'ask') acts.push('ask');
          else if (part.op === 'say') acts.push('done');
        }
      const records: unknown[] = [];
      for await (const { value } of log.records('face:ag-ui', session)) records.push(value);
      expect(records, 'the thread is known with its session').toMatchObject([{ session }]);
      found.push(acts);
    }
    return found;
  });
  const course = ['join', ...['one', 'two'].flatMap((text) => [text, 'ask', 'answer', 'done'])];
  for (const acts of sessions) {
    const own = acts.filter((act, i) => i === 0 || act !== 'join');
    expect(own, 'in order, and none twice').toEqual(course.slice(0, own.length));
  }
  // One of each client may be under way.
  expect(sessions.filter((acts) => !acts.includes('two')).length).toBeLessThanOrEqual(4);
});
