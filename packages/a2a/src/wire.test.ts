// The bytes themselves, for A2A 1.0 and 0.3: what programs without an SDK send and read. Ids and times stand as names.

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingAgent, press, Stage } from '../test/stage.ts';
import { formById } from './forms.ts';

let stage: Stage;
let key: string;

beforeAll(async () => {
  stage = await Stage.open();
  key = await (await stage.agent('tables', bookingAgent)).credential();
});

afterAll(() => stage.clear());

/** Ids and times in the order in which they first appear. */
function named(text: string): string {
  const names = new Map<string, string>();
  const name = (kind: string) => (found: string) => {
    if (!names.has(found))
      names.set(found, `<${kind}-${[...names.values()].filter((one) => one.startsWith(`<${kind}`)).length + 1}>`);
    return names.get(found) as string;
  };
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, name('id'))
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, '<time>');
}

const golden = async (name: string) =>
  (await readFile(new URL(`../test/golden/${name}`, import.meta.url), 'utf8')).replaceAll('<url>', stage.url);

async function exchange(headers: { readonly [name: string]: string }, bodies: readonly object[]): Promise<string> {
  let log = '';
  for (const body of bodies) {
    const answer = await stage.call('POST', '/a2a/tables', { key, headers, body });
    const told = ['content-type', 'a2a-extensions', 'x-a2a-extensions'].flatMap((header) => {
      const value = answer.headers.get(header);
      return value === null ? [] : [`${header}: ${value}`];
    });
    log += `> ${JSON.stringify(body)}\n< ${answer.status} ${told.join(' | ')}\n${answer.text.trim()}\n\n`;
  }
  return named(log);
}

describe('the wire', () => {
  it('[XS24] of A2A 1.0', async () => {
    const form = formById('v1.0');
    const request = (id: number, method: string, parts: readonly object[]) => ({
      ...{ jsonrpc: '2.0', id, method },
      params: { message: { messageId: `m${id}`, contextId: 'golden-1.0', role: 'ROLE_USER', parts } },
    });
    const action = { data: [press(form, 'Ada')], metadata: { mimeType: form.mimeType } };
    const log = await exchange({ 'a2a-version': '1.0', 'a2a-extensions': form.uri }, [
      request(1, 'SendStreamingMessage', [{ text: 'a table' }]),
      request(2, 'SendMessage', [action]),
    ]);
    expect(log).toBe(await golden('a2a-1.0.txt'));
  });

  it('[XS24] of A2A 0.3', async () => {
    const form = formById('v0.8');
    const request = (id: number, method: string, parts: readonly object[]) => ({
      ...{ jsonrpc: '2.0', id, method },
      params: { message: { kind: 'message', messageId: `m${id}`, contextId: 'golden-0.3', role: 'user', parts } },
    });
    const action = { kind: 'data', data: press(form, 'Ada'), metadata: { mimeType: form.mimeType } };
    const log = await exchange({ 'x-a2a-extensions': form.uri }, [
      request(1, 'message/stream', [{ kind: 'text', text: 'a table' }]),
      request(2, 'message/send', [action]),
    ]);
    expect(log).toBe(await golden('a2a-0.3.txt'));
  });
});
