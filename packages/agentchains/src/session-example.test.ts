import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { type Client, type Message, message, Stage } from '../test/stage.ts';

const SEED = new URL('../../../../shared/seeds/003_eb3da03cfe2af378.txt', import.meta.url);
const NOT_THERE = 'The specification (../shared/seeds) is not beside this repository; its example was not played.';

let stage: Stage;
afterEach(() => stage.clear());

interface Line {
  readonly from: 'client' | 'server';
  readonly text: string;
}

/** The lines of §10: a comment that says who speaks, then what is said. */
function exampleIn(specification: string): readonly Line[] {
  const [, example = ''] = specification.split('### Full Session Example');
  const lines = example.split('\n');
  return lines.flatMap((line, i) => {
    const sender = /^\/\/ \d+\. (Client|Server) ->/.exec(line)?.[1];
    return sender === undefined ? [] : [{ from: sender.toLowerCase() as Line['from'], text: lines[i + 1] ?? '' }];
  });
}

async function play(lines: readonly Line[], client: Client): Promise<string> {
  let session = '';
  for (const { from, text } of lines) {
    const shown = JSON.parse(text) as Message;
    if (from === 'client') client.send(text);
    else if (shown.result !== undefined) {
      const { result } = await client.until(({ id }) => id === shown.id);
      session = result?.session_id as string;
      expect(result?.server_capabilities).toMatchObject(shown.result.server_capabilities as object);
    } else {
      expect(await stage.say(session, shown)).toMatchObject({ accepted: 1, issues: [] });
      expect(await client.pushed(shown.method as string)).toEqual(shown);
    }
  }
  return session;
}

test.skipIf(!existsSync(SEED))(
  '[AF1] the example of the specification runs byte for byte on the side of the client',
  async () => {
    stage = await Stage.open();
    const lines = exampleIn(readFileSync(SEED, 'utf8'));
    expect(lines.map(({ from }) => from[0]).join('')).toBe('cssscsss');
    const client = await stage.connect();
    const session = await play(lines, client);
    expect(client.received).toEqual([]);
    const answered = lines
      .map(({ text }) => JSON.parse(text) as Message)
      .find(({ method }) => method === 'user.respond');
    expect(await stage.events(session)).toContainEqual(message('user.respond', answered?.params ?? {}));
  },
);

test('[AF1] a session begins, is shown to, asks, is answered and hears of the end', async () => {
  stage = await Stage.open();
  if (!existsSync(SEED)) process.stderr.write(`${NOT_THERE}\n`);
  const client = await stage.connect();
  const said = (from: Line['from'], value: object): Line => ({ from, text: JSON.stringify(value) });
  const init = { jsonrpc: '2.0', method: 'a2ui.init', id: 'first', params: { client_info: { name: 'Test' } } };
  const result = { session_id: '', server_capabilities: { max_payload_size: 1_048_576, rate_limit_per_minute: 60 } };
  const session = await play(
    [
      said('client', init),
      said('server', { jsonrpc: '2.0', id: 'first', result }),
      said('server', message('ui.render', { component_id: 'a', component_type: 'card', data: { title: 'Harbour' } })),
      said('server', message('ui.request_input', { request_id: 'q', input_type: 'text', prompt: 'Which pier?' })),
      said('client', message('user.respond', { request_id: 'q', value: 'Pier 4' })),
      said('server', message('ui.progress', { task_id: 't', progress_type: 'determinate', value: 1, total: 4 })),
      said('server', message('ui.notify', { level: 'success', title: 'Found', duration_ms: 3000 })),
    ],
    client,
  );
  expect(session).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(await stage.events(session)).toContainEqual(message('user.respond', { request_id: 'q', value: 'Pier 4' }));
});
