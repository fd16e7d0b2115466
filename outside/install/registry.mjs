// A registry for the scope @vitrine alone, on a free port of this machine: it serves what was just packed. Packages of others
// come from wherever npm is configured to take them.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** @param {readonly { manifest: import('../../scripts/published.mjs').PublishedManifest, tarball: string }[]} packages */
export async function startRegistry(packages) {
  const byName = new Map(packages.map((one) => [one.manifest.name ?? '', one]));
  const server = createServer((request, response) => {
    const [name = '', file] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/');
    const found = byName.get(name);
    if (found === undefined) return response.writeHead(404).end('{}');
    if (file !== undefined) return response.end(readFileSync(found.tarball));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(packument(found, url())));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = () => `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  return { url: url(), close: () => server.close() };
}

/** @param {{ manifest: import('../../scripts/published.mjs').PublishedManifest, tarball: string }} one @param {string} url */
function packument({ manifest, tarball }, url) {
  const { name, version = '' } = manifest;
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  const dist = { integrity, tarball: `${url}/${name}/-/package-${version}.tgz` };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
