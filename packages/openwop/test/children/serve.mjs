// A host with the face as a process of its own, for tests that kill it: `node serve.mjs FOLDER`. Says where it is in one
// line of JSON.

import { readFile } from 'node:fs/promises';
import { createHost } from '@vitrine/host';
import { faceWith } from '@vitrine/openwop';
import { openwopSeams } from '@vitrine/openwop-seams';

const folder = process.argv[2] ?? '';
const host = await createHost({
  folder,
  faces: [faceWith({ settings: { callsPerMinute: 1e9 }, seams: openwopSeams })],
});
const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
const key = (await readFile(host.keyFile ?? '', 'utf8')).trim();
console.log(JSON.stringify({ url, key }));
