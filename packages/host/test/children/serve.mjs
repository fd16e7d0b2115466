// A host as a process of its own, for tests that kill it: `node serve.mjs FOLDER`. Says in one line of JSON where it is
// and what it warned of while it started.

import { readFile } from 'node:fs/promises';
import { createHost, createLogger } from '@vitrine/host';

const folder = process.argv[2] ?? '';
const rates = { agent: { perSecond: 1e9, burst: 1e9 }, session: { perSecond: 1e9, burst: 1e9 } };
const warnings = [];
const logger = createLogger({ level: 'warn', stream: { write: (line) => void warnings.push(line) } });
const host = await createHost({ folder, logger, http: { rates }, sockets: { limits: { ...rates } } });
const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
const key = (await readFile(host.keyFile ?? '', 'utf8')).trim();
console.log(JSON.stringify({ url, key, warnings }));
process.once('SIGTERM', () => void host.stop().then(() => process.exit(0)));
