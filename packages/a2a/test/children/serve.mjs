// A host with the face as a process of its own, for tests that kill it: `node serve.mjs FOLDER`. Says where it is, and a
// credential of A2A, in one line of JSON. Its agent listens and says nothing: whoever calls does not wait.

import { readFile } from 'node:fs/promises';
import { a2aFaceWith } from '@vitrine/a2a';
import { createHost } from '@vitrine/host';

const folder = process.argv[2] ?? '';
const many = 1e9;
const limits = { contextsPerMinute: many, turnsPerPrincipal: many, credentialsPerAgent: many };
const host = await createHost({ folder, faces: [a2aFaceWith({ limits })] });
const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
const agentKey = (await readFile(host.keyFile ?? '', 'utf8')).trim();
const listening = await fetch(`${url}/events`, {
  headers: { authorization: `Bearer ${agentKey}`, accept: 'text/event-stream' },
});
const made = await fetch(`${url}/a2a/dev/credentials`, {
  method: 'POST',
  headers: { authorization: `Bearer ${agentKey}`, 'content-type': 'application/json' },
  body: '{}',
});
console.log(JSON.stringify({ url, key: (await made.json()).token }));
// Read as long as the process lives: a response that nothing refers to is collected, and its connection ends with it.
for await (const _ of listening.body ?? []);
