// The host in a process of its own, so that it can be killed: `node ag-ui-host.mjs FOLDER PORT`. Tells its address and the agent's key.

import { readFileSync } from 'node:fs';
import { agUiFaceWith } from '@vitrine/ag-ui';
import { createHost } from '@vitrine/host';

const [folder, port] = process.argv.slice(2);
const host = await createHost({ folder, faces: [agUiFaceWith({ isOpen: true })] });
const { url } = await host.listen({ host: '127.0.0.1', port: Number(port) });
process.send({ url, key: readFileSync(host.keyFile, 'utf8').trim() });
process.on('disconnect', () => process.exit());
