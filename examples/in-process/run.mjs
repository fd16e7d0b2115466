// An agent, its host and a person in one process: how the author of an agent tests it, without a port and without a disk.

import assert from 'node:assert/strict';
import { bind, event, surface } from '@vitrine/agent';
import { ui } from '@vitrine/agent/basic-0.9';
import { createLocalHost, whenShown } from '@vitrine/in-process';

const name = ui.TextField({ label: 'Your name', value: bind('/name') });
const sign = ui.Button(
  { child: ui.Text({ text: 'Sign' }), action: event('sign', { name: bind('/name') }) },
  { id: 'sign' },
);
const book = surface('book', { root: ui.Column({ children: [name, sign] }), data: { name: '', guests: [] } });

const local = await createLocalHost();
const session = await local.connectAgent().open({ title: 'Guest book' });
const signed = new Promise((resolve) => {
  session.on('action', async ({ event: { context } }) =>
    resolve(await session.data.append('book', '/guests', [context.name])),
  );
});
await session.show(book);

// A person: what they do passes the host's admission, as on any other host.
const viewer = await local.connectViewer(session);
viewer.send({ event: 'input', surface: 'book', path: '/name', value: 'Ada' });
const press = (source) => ({
  event: /** @type {const} */ ('action'),
  surface: 'book',
  source,
  name: 'sign',
  context: { name: 'Ada' },
  checked: true,
});
assert.equal((await viewer.send(press('nowhere'))).accepted, false);
assert.equal((await viewer.send(press('sign'))).accepted, true);

const { seq } = await signed;
await whenShown(viewer, seq);
assert.deepEqual(viewer.view.surfaces.get('book').data.get('/guests'), ['Ada']);
await local.close();
