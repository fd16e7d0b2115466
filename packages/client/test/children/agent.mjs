// An agent as a process of its own, for tests that kill it: `node agent.mjs URL KEY`. Whoever comes is asked for a name,
// then whether it is right. Says what it learns in lines of JSON.

import { connectAgent } from '@vitrine/client';

const [url = '', key = ''] = process.argv.slice(2);
const say = (said) => console.log(JSON.stringify(said));

/** Whoever comes back to a session joins it again. */
const met = new Set();

connectAgent({ url, key }).on('join', async ({ session }) => {
  if (met.has(session.id)) return;
  met.add(session.id);
  say({ joined: session.id });
  const { value } = await session.ask({ id: 'r1', want: { kind: 'text' }, prompt: 'Who are you?' });
  say({ named: value });
  const until = new Date(Date.now() + 250_000).toISOString();
  say({ decided: await session.confirm({ id: 'k1', prompt: `Are you ${value}?`, until }) });
});
say({ started: true });
