// The folder that `vitrine new agent` writes: an agent that shows a form and answers, with the host that it runs against.

import { projectFiles } from './project-files.ts';

const AGENT = `// Shows a form to a person, and answers what comes back. Started again after a crash, it goes on where it was.

import { readFileSync } from 'node:fs';
import { bind, connectAgent, event, surface } from '@vitrine/agent';
import { ui } from '@vitrine/agent/basic-0.9';

// The host of "npm run host" has put the key of its first agent here.
const key = process.env.VITRINE_KEY ?? readFileSync('.vitrine/agent.key', 'utf8').trim();
const agent = connectAgent({ url: process.env.VITRINE_URL ?? 'http://127.0.0.1:8787', key });

// What is bound to a path is kept by the host while the person types; the press brings it here.
const form = ui.Column({
  children: [
    ui.Text({ text: 'What may we bring you?', variant: 'h2' }),
    ui.TextField({ label: 'Drink', value: bind('/drink') }),
    ui.CheckBox({ label: 'With ice', value: bind('/ice') }),
    ui.Button({
      child: ui.Text({ text: 'Order' }),
      action: event('order', { drink: bind('/drink'), ice: bind('/ice') }),
    }),
    ui.Text({ text: bind('/answer') }),
  ],
});

agent.on('action', async ({ session, event: { name, context } }) => {
  console.log(name, context);
  await session.data.set('order', '/answer', \`\${context.drink || 'Nothing'}\${context.ice ? ' with ice' : ''}: on its way.\`);
});

const session = await agent.open({ title: 'A first order' });
await session.show(surface('order', { root: form, data: { drink: '', ice: true, answer: '' } }));
console.log(\`Open it: \${session.viewerUrl}\`);
`;

const README = `# An agent of Vitrine

    npm install
    npm run host     # a host on this machine, with what it keeps in .vitrine
    npm start        # in another terminal: the agent; it prints where a person sees it

agent.mjs is all of it. Builders, questions, files and models: https://github.com/vitrine-ui/vitrine/blob/main/docs/agent.md
`;

export function agentFiles(name: string, version: string): Readonly<Record<string, string>> {
  return {
    ...projectFiles(name, {
      scripts: { start: 'node agent.mjs', host: 'vitrine serve' },
      dependencies: { '@vitrine/agent': version },
      devDependencies: { '@vitrine/cli': version },
    }),
    'README.md': README,
    'agent.mjs': AGENT,
  };
}
