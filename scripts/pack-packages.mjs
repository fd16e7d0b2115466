// Packs every package that is published, as `npm publish` would, and reads what is in the tarballs.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { listWorkspaces, ROOT, readManifest } from './source-files.mjs';

/** @typedef {import('./published.mjs').PublishedManifest} PublishedManifest */
/** @typedef {{ folder: string, manifest: PublishedManifest }} PublishedPackage */

/** @returns {PublishedPackage[]} */
export function publishedPackages() {
  return listWorkspaces(ROOT)
    .map((folder) => ({ folder, manifest: /** @type {PublishedManifest} */ (readManifest(ROOT, folder)) }))
    .filter(({ manifest }) => manifest.private !== true);
}

/**
 * @param {string} destination a folder, in which the tarballs are left
 * @returns {(PublishedPackage & { tarball: string })[]}
 */
export function packPackages(destination) {
  const packages = publishedPackages();
  const chosen = packages.flatMap(({ folder }) => ['--workspace', folder]);
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination, ...chosen];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  /** @type {{ name: string, filename: string }[]} */
  const packed = JSON.parse(stdout);
  const files = new Map(packed.map(({ name, filename }) => [name, join(destination, filename)]));
  return packages.map((one) => ({ ...one, tarball: files.get(one.manifest.name ?? '') ?? '' }));
}

const BLOCK = 512;

/**
 * The files of a tarball of npm, without the folder `package/` that they stand in.
 * @param {string} tarball
 * @returns {Map<string, string>}
 */
export function readTarball(tarball) {
  const bytes = gunzipSync(readFileSync(tarball));
  /** @type {Map<string, string>} */
  const files = new Map();
  /** @param {number} start @param {number} length */
  const field = (start, length) => bytes.toString('utf8', start, start + length).replace(/\0.*$/s, '');
  for (let at = 0; at < bytes.length && bytes[at] !== 0; ) {
    const size = Number.parseInt(field(at + 124, 12), 8);
    const path = [field(at + 345, 155), field(at, 100)].filter((part) => part !== '').join('/');
    files.set(path.replace(/^[^/]+\//, ''), bytes.toString('utf8', at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
