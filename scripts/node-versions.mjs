// `npm run node-versions [-- 22 24]`: the tests under other Node versions, which the npm package `node` brings.
// Not part of `npm test`: it downloads a Node of about 100 MB for each version.

import { runUnderNode } from './other-node.mjs';
import { ROOT } from './source-files.mjs';

const [...asked] = process.argv.slice(2);
const versions = asked.length > 0 ? asked : ['22', '24'];

/** @param {string} version */
function testUnder(version) {
  const command = 'node --version && node node_modules/vitest/vitest.mjs run --allowOnly=false';
  console.log(`\n== Node ${version}`);
  return runUnderNode(version, command, { cwd: ROOT });
}

const failed = versions.filter((version) => !testUnder(version));
console.log(`${versions.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
