import { afterEach, expect, test } from 'vitest';
import { type Line, play } from '../test/session-lines.ts';
import { message, Stage } from '../test/stage.ts';

let stage: Stage;
afterEach(() => stage.clear());

test('[AF1] a session begins, is shown to, asks, is answered and hears of the end', async () => {
  stage = await Stage.open();
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
    stage,
  );
  expect(session).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(await stage.events(session)).toContainEqual(message('user.respond', { request_id: 'q', value: 'Pier 4' }));
});
