// `npm run pack:check [-- --write]`: packs every package that is published and looks whether it can be: manifest, README,
// licence, source maps; publint and are-the-types-wrong have nothing to say. Needs the build. `--write` brings the fields that all
// manifests share into each of them.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packPackages, publishedPackages, readTarball } from './pack-packages.mjs';
import { manifestFindings, readmeFindings, sharedFields, tarballFindings, withShared } from './published.mjs';
import { report } from './report.mjs';
import { ROOT, readManifest } from './source-files.mjs';

/** @typedef {import('./pack-packages.mjs').PublishedPackage & { tarball: string }} Packed */

const root = /** @type {import('./published.mjs').PublishedManifest} */ (readManifest(ROOT, '.'));

/** The packages are modules, for Node 20.19 and later, which can `require` them, and for bundlers. */
const RESOLUTIONS = ['node16-esm', 'bundler'];

/** @param {Packed} packed */
async function publintFindings({ manifest, tarball }) {
  const file = readFileSync(tarball);
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  const { messages } = await publint({ strict: true, pack: { tarball: /** @type {ArrayBuffer} */ (bytes) } });
  return messages.map(
    (message) => `publint: ${formatMessage(message, /** @type {never} */ (manifest), { color: false })}`,
  );
}

/** @param {Packed} packed */
async function typeFindings({ tarball }) {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  if (result.types === false) return [];
  return result.problems
    .filter((problem) => !('resolutionKind' in problem) || RESOLUTIONS.includes(problem.resolutionKind))
    .map((problem) => `are-the-types-wrong: ${JSON.stringify(problem)}`);
}

/** @param {Packed} packed @param {ReadonlySet<string>} names */
async function findingsOf(packed, names) {
  const { folder, manifest, tarball } = packed;
  const files = readTarball(tarball);
  const findings = [
    ...manifestFindings(manifest, sharedFields(root, folder), names),
    ...readmeFindings(manifest, files.get('README.md') ?? ''),
    ...tarballFindings(files),
    ...(await publintFindings(packed)),
    ...(await typeFindings(packed)),
  ];
  return findings.map((finding) => `${folder}: ${finding}`);
}

function writeShared() {
  for (const { folder, manifest } of publishedPackages()) {
    const text = JSON.stringify(withShared(manifest, sharedFields(root, folder)), null, 2);
    writeFileSync(join(ROOT, folder, 'package.json'), `${text}\n`);
  }
}

if (process.argv.includes('--write')) writeShared();
const destination = mkdtempSync(join(tmpdir(), 'vitrine-pack-'));
try {
  const packages = packPackages(destination);
  const names = new Set(packages.map(({ manifest }) => manifest.name ?? ''));
  const findings = (await Promise.all(packages.map((packed) => findingsOf(packed, names)))).flat();
  report('packages', findings, `${packages.length} packages can be published`);
} finally {
  rmSync(destination, { recursive: true });
}
