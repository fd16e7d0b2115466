// A workflow on a bus of signals, shown to whoever opens the page: one subscription a client, the past replayed first.

import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createSignal, SignalBus, subscribeA2UI } from '@vitrine/open-harness';
import { build } from 'esbuild';

const HTML =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Open Harness</title><body><script type="module" src="page.js"></script>';

/** A run that asks the person before it goes on. */
export async function runWorkflow(/** @type {SignalBus} */ bus) {
  const emit = (/** @type {string} */ name, /** @type {unknown} */ payload) => bus.emit(createSignal(name, payload));
  emit('workflow:start', { agents: ['planner'], state: {}, runId: 'example' });
  emit('harness:start', { harness: 'scripted', model: 'none' });
  for (const content of ['I looked up the weather ', 'and would move the picnic to Sunday.'])
    emit('text:delta', { content });
  emit('tool:call', { id: 'w1', name: 'weather', input: { place: 'Oslo' } });
  emit('tool:result', { id: 'w1', name: 'weather', result: { saturday: 'rain', sunday: 'sun' } });
  emit('input:requested', { id: 'move', prompt: 'Move the picnic to Sunday?', type: 'approval' });
  const approved = await new Promise((resolve) => {
    const stop = bus.subscribe('input:received', ({ payload }) => {
      stop();
      resolve(/** @type {{ approved: boolean }} */ (payload).approved);
    });
  });
  emit('harness:end', { output: { content: approved ? 'Moved to Sunday.' : 'Left as it was.' } });
  emit('workflow:end', { durationMs: 1, state: {} });
  return approved;
}

/** @param {SignalBus} bus */
export async function serve(bus, port = 0) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./page.mjs', import.meta.url))],
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  const script = outputFiles[0]?.text ?? '';
  /** The one who answers for what the last client did. @type {import('@vitrine/open-harness').A2UISubscription | undefined} */
  let subscription;
  const server = createServer(async (request, response) => {
    if (request.url === '/page.js') return void response.setHeader('content-type', 'text/javascript').end(script);
    if (request.url === '/messages') {
      response.setHeader('content-type', 'text/event-stream').flushHeaders();
      subscription?.();
      subscription = subscribeA2UI(bus, {
        version: '0.9',
        replay: true,
        onMessage: (message) => response.write(`data: ${JSON.stringify(message)}\n\n`),
        onError: (problem) => console.error(problem),
      });
      return;
    }
    if (request.url === '/actions' && request.method === 'POST') {
      let body = '';
      for await (const chunk of request) body += chunk;
      const heard = subscription?.handleClientMessage(JSON.parse(body));
      return void response.writeHead(heard?.ok === true ? 204 : 400).end(heard?.reason);
    }
    response.setHeader('content-type', 'text/html').end(HTML);
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { server, url: `http://127.0.0.1:${address.port}/` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bus = new SignalBus();
  const { url } = await serve(bus, 8790);
  console.log(`Open ${url}`);
  await runWorkflow(bus);
}
