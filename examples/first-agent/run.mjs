// The agent of agent.mjs, a host and a person, who signs the book while agent and host are both killed and started again.
// Exits with 0 only if the signature is there in the end, once.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { connectViewer, redeemViewerCode } from '@vitrine/client';
import { Catalogs } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { start, startHost, until } from '../processes.mjs';

const AGENT = fileURLToPath(new URL('agent.mjs', import.meta.url));

const host = await startHost();
const env = { VITRINE_URL: host.url, VITRINE_KEY: host.key };
const agent = start(AGENT, [], env);

const address = new URL(await agent.line());
const code = new URLSearchParams(address.hash.slice(1)).get('code');
const viewer = connectViewer({
  url: host.url,
  ...(await redeemViewerCode({ url: host.url, code })),
  catalogs: new Catalogs([basic09]),
});
const notes = [];
viewer.on('effect', (effect) => notes.push(effect));
const book = () => viewer.view.surfaces.get('book')?.data;
await until(() => book() !== undefined);
assert.deepEqual(book().get('/'), { name: '', guests: [] });

// A person types a name and presses the button: the agent asks whether that is right.
book().set('/name', 'Ada');
viewer.send({ event: 'input', surface: 'book', path: '/name', value: 'Ada' });
const pressed = {
  event: 'action',
  surface: 'book',
  source: 'root.1',
  name: 'sign',
  context: { name: 'Ada' },
  checked: true,
};
assert.equal((await viewer.send(pressed)).accepted, true);
await until(() => viewer.view.asks.size === 1);
const [question] = viewer.view.asks.values();
assert.equal(question.prompt, 'Sign as Ada?');

// Both other sides die before there is an answer.
await agent.stop('SIGKILL');
await host.restart();
const second = start(AGENT, [], env);
await second.line();

assert.equal((await viewer.send({ event: 'answer', ask: question.ask, value: true })).accepted, true);
await until(() => book().get('/guests/0') !== undefined && notes.length > 0);
assert.deepEqual(book().get('/guests'), ['Ada']);
assert.equal(viewer.view.asks.size, 0);

viewer.close();
await second.stop();
console.log('first-agent: the book was signed once, over a crash of the agent and a restart of the host.');
process.exit(0);
