// A host with the face as a process of its own, for tests that kill it: `node serve.mjs FOLDER`. Says where it is, and a
// credential of AG-UI, in one line of JSON. Its agent asks whether it may do what it is told, and says what came of it, each under
// a key of the event: what is delivered once more after a kill is said once.

import { readFile } from 'node:fs/promises';
import { agUiFaceWith } from '@vitrine/ag-ui';
import { createHost } from '@vitrine/host';

const folder = process.argv[2] ?? '';
const many = 1e9;
const limits = { threadsPerMinute: many, callsPerMinute: many, credentialsPerAgent: many, askMs: 20 };
const host = await createHost({ folder, faces: [agUiFaceWith({ limits })] });
const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
const agentKey = (await readFile(host.keyFile ?? '', 'utf8')).trim();
const headers = { authorization: `Bearer ${agentKey}`, 'content-type': 'application/json' };
const json = { ...headers, accept: 'application/json' };
const say = (session, key, ...body) =>
  fetch(`${url}/sessions/${session}/messages`, {
    ...{ method: 'POST', headers: { ...json, 'idempotency-key': key } },
    body: JSON.stringify({ vitrine: 1, body }),
  });

async function answer({ session, seq, event: { body = [] } }) {
  for (const event of body) {
    const ask = { op: 'ask', ask: `may-${seq}`, prompt: 'May I?', want: { kind: 'confirm' } };
    if (event.event === 'say') await say(session, `asked-${seq}`, ask);
    if (event.event === 'answer')
      await say(session, `did-${seq}`, { op: 'say', text: 'Done.' }, { op: 'turn', state: 'done' });
  }
}

/** What it has answered it confirms with its next call. */
async function serve() {
  for (let after = ''; ; ) {
    const page = await (await fetch(`${url}/events?wait=20${after}`, { headers: json })).json();
    for (const event of page.events) await answer(event);
    after = `&after=${page.next}`;
  }
}
void serve();
const made = await fetch(`${url}/ag-ui/dev/credentials`, { method: 'POST', headers, body: '{}' });
console.log(JSON.stringify({ url, key: (await made.json()).token }));
