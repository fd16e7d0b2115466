// A guest book: an agent in fifteen lines. Started again after a crash, it goes on where it was.

import { bind, connectAgent, each, event, surface } from '@vitrine/agent';
import { ui } from '@vitrine/agent/basic-0.9';

const agent = connectAgent({ url: process.env.VITRINE_URL, key: process.env.VITRINE_KEY });
const name = ui.TextField({ label: 'Your name', value: bind('/name') });
const sign = ui.Button({ child: ui.Text({ text: 'Sign' }), action: event('sign', { name: bind('/name') }) });
const guests = ui.List({ children: each('/guests', ui.Text({ text: bind('.') })) });
const book = { root: ui.Column({ children: [name, sign, guests] }), data: { name: '', guests: [] } };
agent.on('action', async ({ session, seq, event: { context } }) => {
  const { approved } = await session.confirm({ id: `sign-${seq}`, prompt: `Sign as ${context.name}?` });
  if (approved) await session.data.append('book', '/guests', [context.name]);
  await session.notify(approved ? 'Thank you.' : 'Another time, then.');
});
const session = await agent.open({ title: 'Guest book' });
await session.show(surface('book', book));
console.log(session.viewerUrl);
