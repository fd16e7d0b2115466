// The layer rule: no cycle, no upward import, no Node in browser code, no undeclared package, no source that was
// not looked at. First it must report every planted fault. The table stands in layers.mjs, and in ARCHITECTURE.md as
// package-table.mjs writes it: `--write` does.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { blindSpots, withPlantedFaults } from './layer-faults.mjs';
import { CRUISE_OPTIONS, layerRules, RESOLVE_OPTIONS, unseen, withoutRow } from './layer-rules.mjs';
import { ABOVE_ALL, LAYERS } from './layers.mjs';
import { missingEntries, packageTable, withTable } from './package-table.mjs';
import { report } from './report.mjs';
import { isCode, listFiles, ROOT, readManifest } from './source-files.mjs';

/**
 * @param {string} root
 * @param {string[]} folders
 */
async function look(root, folders) {
  const manifestOf = (/** @type {string} */ folder) =>
    existsSync(join(root, folder, 'package.json')) ? readManifest(root, folder) : undefined;
  const ruleSet = { forbidden: layerRules(LAYERS, manifestOf) };
  const { output } = await cruise(folders, { ...CRUISE_OPTIONS, baseDir: root, ruleSet }, RESOLVE_OPTIONS);
  if (typeof output === 'string') throw new Error('dependency-cruiser gave a text where a result was expected');
  const violations = output.summary.violations.map(({ rule, from, to, cycle }) => {
    const road = cycle === undefined ? [to] : cycle.map(({ name }) => name);
    return { rule: rule.name, from, road: [from, ...road].join(' -> ') };
  });
  return { violations, visited: output.modules.map(({ source }) => source) };
}

const faults = await withPlantedFaults(LAYERS, async (root, planted) => {
  const folders = Object.values(LAYERS).flatMap(({ folder }) => [`${folder}/src`, `${folder}/test`]);
  const { violations, visited } = await look(root, folders);
  const missed = [
    ...unseen(planted, visited).map((path) => `the planted ${path} was not looked at`),
    ...blindSpots(planted, violations),
  ];
  return { count: planted.filter((path) => path.includes('/fault-')).length, missed };
});

const sources = [...listFiles(ROOT, 'packages'), ...listFiles(ROOT, 'apps')].filter(
  (path) => isCode(path) && /^[^/]+\/[^/]+\/(src|test)\//.test(path),
);
const above = ABOVE_ALL.flatMap((folder) => listFiles(ROOT, folder)).filter(isCode);
const folders = [
  ...new Set(
    [...sources, ...above].map((path) => path.replace(/^((packages|apps)\/[^/]+\/(src|test)|[^/]+)\/.*$/, '$1')),
  ),
];
const { violations, visited } = folders.length > 0 ? await look(ROOT, folders) : { violations: [], visited: [] };

const page = join(ROOT, 'ARCHITECTURE.md');
const written = readFileSync(page, 'utf8');
const right = withTable(written, packageTable(LAYERS));
if (process.argv.includes('--write')) writeFileSync(page, right);
else if (written !== right)
  violations.push({
    rule: 'table',
    from: page,
    road: 'ARCHITECTURE.md has another table of packages: npm run layers -- --write',
  });

report(
  'layers',
  [
    ...faults.missed,
    ...missingEntries(LAYERS, sources),
    ...withoutRow(sources, LAYERS).map((folder) => `${folder} has no row in scripts/layers.mjs`),
    ...unseen([...sources, ...above], visited).map((path) => `${path} was not looked at`),
    ...violations.map(({ rule, road }) => `${rule}: ${road}`),
  ],
  `${sources.length + above.length} sources keep the rule; all ${faults.count} planted faults were reported`,
);
