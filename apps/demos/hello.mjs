// A whole agent: it shows a form, and greets whoever fills it in.
import { readFileSync } from 'node:fs';
import { connectAgent } from '@vitrine/client';

const url = process.env.VITRINE_URL ?? 'http://127.0.0.1:8787';
const agent = connectAgent({ url, key: readFileSync('.vitrine/agent.key', 'utf8').trim() });
const session = await agent.open({ title: 'Hello' });
const context = { name: { path: '/name' } };
const components = [
  { id: 'root', component: 'Column', children: ['name', 'go'] },
  { id: 'name', component: 'TextField', label: 'Your name', value: { path: '/name' } },
  { id: 'go', component: 'Button', child: 'label', action: { event: { name: 'greet', context } } },
  { id: 'label', component: 'Text', text: 'Greet me' },
];
const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
await session.send([
  { version: 'v0.9', createSurface: { surfaceId: 'hello', catalogId } },
  { version: 'v0.9', updateComponents: { surfaceId: 'hello', components } },
]);
session.on('action', ({ event }) => session.toast(`Hello, ${event.context.name}!`));
console.log(`It is at ${session.viewerUrl}`);
