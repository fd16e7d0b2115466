// A host with the face as a process of its own, for tests that kill it: `node serve.mjs FOLDER`. Says where it is in one
// line of JSON.

import { readFile } from 'node:fs/promises';
import { faceWith } from '@vitrine/agentchains';
import { createHost } from '@vitrine/host';

const folder = process.argv[2] ?? '';
const rates = { agent: { perSecond: 1e9, burst: 1e9 }, session: { perSecond: 1e9, burst: 1e9 } };
// Whoever was cut off may come back for as long as the test lasts.
const face = faceWith({ limits: { perMinute: 1e9, graceMs: 1e9, socketsPerAgent: 1e9 } });
const host = await createHost({ folder, faces: [face], http: { rates }, sockets: { limits: { ...rates } } });
const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
const key = (await readFile(host.keyFile ?? '', 'utf8')).trim();
console.log(JSON.stringify({ url, key }));
