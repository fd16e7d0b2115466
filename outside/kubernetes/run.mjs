// deploy/kubernetes.yaml against the schemas of Kubernetes: values by the validators made of its OpenAPI, names by the types made
// of it, because a server leaves a field that it does not know out without a word. Each check must find a planted fault.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';

const KINDS = {
  Deployment: { model: Deployment, module: 'kubernetes-models/apps/v1' },
  Service: { model: Service, module: 'kubernetes-models/v1' },
};
const outside = join(import.meta.dirname, '..');
const tsc = join(outside, '../node_modules/typescript/bin/tsc');
const text = readFileSync(join(outside, '../deploy/kubernetes.yaml'), 'utf8');
const manifests = parseAllDocuments(text).map((document) => document.toJS());

/** @param {{ kind: keyof typeof KINDS }} manifest */
const byValidator = (manifest) => new KINDS[manifest.kind].model(manifest).validate();

/** What the types say against it; empty: nothing. @param {{ kind: keyof typeof KINDS }} manifest */
function byTypes(manifest) {
  const folder = mkdtempSync(join(outside, 'kubernetes-'));
  try {
    const { kind } = manifest;
    const source = `import type { I${kind} } from '${KINDS[kind].module}';\nexport const manifest: I${kind} = ${JSON.stringify(manifest)};\n`;
    writeFileSync(join(folder, 'manifest.mts'), source);
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--types',
      'node',
    ];
    const { stdout } = spawnSync(process.execPath, [tsc, ...options, join(folder, 'manifest.mts')], {
      encoding: 'utf8',
    });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

assert.deepEqual(
  manifests.map(({ kind }) => kind),
  ['Deployment', 'Service'],
);
for (const manifest of manifests) {
  byValidator(manifest);
  assert.equal(byTypes(manifest), '');
}
const [deployment] = manifests;
const wrong = structuredClone(deployment);
wrong.spec.replicas = 'two';
assert.throws(() => byValidator(wrong), /replicas must be integer/);
const misspelt = structuredClone(deployment);
misspelt.spec.template.spec.containers[0].livenesProbe = {};
assert.match(byTypes(misspelt), /livenesProbe/);
console.log('the manifests are what Kubernetes takes');
