// The host with the face as a process, killed while agents go through every tool that takes a key. The build comes first.

import type { JsonObject } from '@vitrine/core';
import { expect, test } from 'vitest';
import {
  type HostProcess,
  killUnderKeyedCalls,
  readStored,
  SERVE,
  type SendKeyed,
  type Writer,
} from '../test/crash.ts';
import { FORM, FORM_08, lines } from '../test/stage.ts';

const KILLS = Number(process.env.VITRINE_KILLS ?? 3);
/** What each session is shown, in order: a surface, a task, a question, a canvas, and their end. */
const STEPS = ['open', 'components', 'task', 'ask', 'canvas', 'end'];

function* writer(name: string): Writer {
  for (let round = 0; ; round++) {
    const sessionKey = `${name}.${round}`;
    const call = (path: string, args: JsonObject) => ({ path, body: { ...args, sessionKey } });
    yield call('a2ui_push', { messages: FORM as unknown as JsonObject[] });
    yield call('a2ui_progress', { task: 't', value: 1 });
    yield call('a2ui_ask', { prompt: 'Which?', waitSeconds: 0, deadlineSeconds: 3600 });
    yield call('canvas.a2ui.push', { jsonl: lines(FORM_08) });
    yield call('a2ui_reset', {});
  }
}

/** A tool is its path here, and the key an argument. */
const send: SendKeyed = async ({ url, key }: HostProcess, { path: name, body: args }, idempotencyKey) => {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name, arguments: { ...(args as JsonObject), idempotencyKey } },
    }),
  });
  const text = await response.text();
  const found = /^(?:data: )?(\{.*)$/m.exec(text)?.[1];
  if (found === undefined) throw new Error(`The answer broke off: ${text}`);
  const { result } = JSON.parse(found) as { result?: { isError?: boolean; structuredContent?: JsonObject } };
  // What became of a question goes on; that it is one stays. Each answer leads to the host with a code of its own.
  // What is shown is told as it is by then.
  const { viewerUrl: _, messages: __, surface: ___, ...answer } = result?.structuredContent ?? {};
  const { ask, session } = answer;
  const body = ask === undefined ? answer : { ask, session };
  return { status: response.ok && result?.isError !== true ? 200 : 400, body };
};

test(`[MC19] [MC31] killed ${KILLS} times while calls are repeated with their keys, nothing is doubled and nothing is half begun`, async () => {
  const writers = Array.from({ length: 4 }, () => writer);
  const { folder, answers, repeated } = await killUnderKeyedCalls({ script: SERVE, kills: KILLS, writers, send });
  expect(answers.length).toBeGreaterThan(KILLS);
  expect(repeated).toBeGreaterThan(0);
  const titles = await readStored(folder, async (log) => {
    const found: string[] = [];
    const keyed = new Map<string, string>();
    for await (const { value } of log.records('face:mcp')) {
      const { session, key } = value as { readonly session: string; readonly key: string };
      keyed.set(session, key);
    }
    for await (const { session, title } of log.sessions()) {
      expect(keyed.get(session), 'a session without its key').toBe(title);
      const steps: string[] = [];
      for await (const { body, from } of log.read(session, 0)) if (from.role === 'agent') steps.push(stepOf(body));
      expect(steps.filter((step, i) => step !== steps[i - 1])).toEqual(STEPS.slice(0, new Set(steps).size));
      expect(steps.filter((step) => step === 'task' || step === 'ask' || step === 'end').length).toBe(
        new Set(steps.filter((step) => step === 'task' || step === 'ask' || step === 'end')).size,
      );
      found.push(String(title));
    }
    return found;
  });
  expect(new Set(titles).size, 'a session that was opened twice').toBe(titles.length);
});

function stepOf(body: readonly object[]): string {
  const text = JSON.stringify(body);
  if (text.includes('"withdraw"')) return 'end';
  if (text.includes('"surface":"s"')) return 'canvas';
  if (text.includes('"op":"ask"')) return 'ask';
  if (text.includes('"op":"task"')) return 'task';
  return text.includes('"op":"open"') ? 'open' : 'components';
}
