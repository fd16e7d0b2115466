// The host in a process of its own, so that it can be killed: `node host.mjs FOLDER PORT ORIGIN…`. Tells its address and the agent's key.

import { readFileSync } from 'node:fs';
import { createHost } from '@vitrine/host';
import { catalogs } from './catalog.mjs';

const [folder, port, ...origins] = process.argv.slice(2);
const host = await createHost({ folder, origins, catalogs });
const { url } = await host.listen({ host: '127.0.0.1', port: Number(port) });
process.send({ url, key: readFileSync(host.keyFile, 'utf8').trim() });
process.on('disconnect', () => process.exit());
