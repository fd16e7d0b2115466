// Types: builds the packages, checks tests and scripts, and fails on a TypeScript file that no project takes in.

import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { report } from './report.mjs';
import { listFiles, ROOT, TSC } from './source-files.mjs';

const SOLUTION = 'tsconfig.json';
const TESTS = 'tsconfig.test.json';

/** @param {string[]} args */
function runTsc(args) {
  const { status } = spawnSync(process.execPath, [TSC, ...args, '--pretty', 'false'], { cwd: ROOT, stdio: 'inherit' });
  return status === 0 ? [] : [`tsc ${args.join(' ')} found errors (above)`];
}

/**
 * The files of a project and of all that it references.
 * @param {string} config
 * @param {Map<string, string[]>} [projects]
 */
function readProjects(config, projects = new Map()) {
  const path = ts.resolveProjectReferencePath({ path: join(ROOT, config) });
  if (projects.has(path)) return projects;
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const parsed = ts.getParsedCommandLineOfConfigFile(path, {}, host);
  if (parsed === undefined) throw new Error(`cannot read ${config}`);
  projects.set(path, parsed.fileNames);
  for (const { path: reference } of parsed.projectReferences ?? []) readProjects(relative(ROOT, reference), projects);
  return projects;
}

const compiled = readProjects(SOLUTION);
const all = readProjects(TESTS, new Map(compiled));
const taken = new Set([...all.values()].flat().map((path) => relative(ROOT, path)));
const files = listFiles(ROOT).filter(
  // What stands outside is compiled by the builders that it is there for.
  (path) => !/\/fixtures\/|^outside\//.test(path) && (/\.[cm]?tsx?$/.test(path) || /^scripts\/.*\.mjs$/.test(path)),
);

const testReferences = new Set(readProjects(TESTS).keys());
report(
  'types',
  [
    ...files.filter((path) => !taken.has(path)).map((path) => `${path} belongs to no TypeScript project`),
    ...[...compiled.keys()]
      .filter((path) => path !== join(ROOT, SOLUTION) && !testReferences.has(path))
      .map((path) => `${TESTS} does not reference ${relative(ROOT, path)}`),
    ...runTsc(['-b']),
    ...runTsc(['-p', TESTS]),
  ],
  `${files.length} files in ${all.size} projects`,
);
