// The record of what goes over the wire (conformance/record):
//   node scripts/record.mjs check              every case, compared
//   node scripts/record.mjs show CASE          the text of a case, and of all whose names begin so, as it is made now
//   node scripts/record.mjs diff COMMIT [CASE] what a commit says, against what is said now
//   node scripts/record.mjs accept "why"       the record is what is made now

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listWorkspaces, ROOT } from './source-files.mjs';

const TEST = 'conformance/record.test.ts';
const GENERATOR = 'conformance/record';
const USAGE = 'usage: node scripts/record.mjs check | show CASE | diff COMMIT [CASE] [--ours] | accept "why" | folder';

/**
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {'inherit' | 'ignore'} [output]
 */
function play(root, env, output = 'inherit') {
  const command = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', root, TEST];
  const { status } = spawnSync(process.execPath, command, {
    cwd: root,
    env: { ...process.env, VITRINE_RECORD: 'all', ...env },
    stdio: ['ignore', output, 'inherit'],
  });
  return status === 0;
}

/**
 * @param {string} root
 * @returns {Record<string, string>} the texts by the names of their cases
 */
function textsOf(root) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-record-'));
  const file = join(folder, 'record.json');
  try {
    if (!play(root, { VITRINE_RECORD_OUT: file }, 'ignore'))
      console.error(`Not every case of ${root} could be played.`);
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {readonly string[]} args */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
  return stdout.trim();
}

/**
 * Packages of others are those of this tree; our own are those of the other one.
 * @param {string} tree
 */
function linkPackages(tree) {
  for (const folder of ['.', ...listWorkspaces(ROOT)]) {
    const from = join(ROOT, folder, 'node_modules');
    if (!existsSync(from) || !existsSync(join(tree, folder))) continue;
    const to = join(tree, folder, 'node_modules');
    mkdirSync(to);
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      if (!entry.name.startsWith('@')) link(join(from, entry.name), join(to, entry.name), entry.isSymbolicLink());
      else {
        mkdirSync(join(to, entry.name));
        for (const inner of readdirSync(join(from, entry.name), { withFileTypes: true }))
          link(join(from, entry.name, inner.name), join(to, entry.name, inner.name), inner.isSymbolicLink());
      }
    }
  }
}

/**
 * A workspace is a relative link already, and leads into the tree that it stands in.
 * @param {string} from
 * @param {string} to
 * @param {boolean} isLink
 */
function link(from, to, isLink) {
  symlinkSync(isLink ? readlinkSync(from) : from, to);
}

/**
 * @template T
 * @param {string} commit
 * @param {boolean} isOurs the cases of this tree, also where the commit has some
 * @param {(tree: string) => T} work
 * @returns {T}
 */
function withCommit(commit, isOurs, work) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-record-'));
  const tree = join(folder, 'tree');
  git('worktree', 'add', '--detach', '--quiet', tree, git('rev-parse', '--verify', `${commit}^{commit}`));
  try {
    linkPackages(tree);
    const shared = join(ROOT, '../shared');
    if (existsSync(shared)) symlinkSync(shared, join(folder, 'shared'));
    if (isOurs || !existsSync(join(tree, TEST))) {
      cpSync(join(ROOT, GENERATOR), join(tree, GENERATOR), { recursive: true });
      cpSync(join(ROOT, TEST), join(tree, TEST));
    }
    return work(tree);
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Record<string, string>} before
 * @param {Record<string, string>} now
 * @param {string} prefix
 */
function printDifferences(before, now, prefix) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-record-'));
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  const changed = names.filter((name) => name.startsWith(prefix) && before[name] !== now[name]);
  for (const name of changed) {
    const [a, b] = ['before', 'now'].map((side) => join(folder, side));
    writeFileSync(/** @type {string} */ (a), before[name] ?? '');
    writeFileSync(/** @type {string} */ (b), now[name] ?? '');
    const { stdout } = spawnSync('git', ['diff', '--no-index', '--no-color', 'before', 'now'], {
      cwd: folder,
      encoding: 'utf8',
    });
    console.log(`==== ${name}\n${stdout.split('\n').slice(4).join('\n')}`);
  }
  rmSync(folder, { recursive: true, force: true });
  console.log(`${changed.length} of ${names.length} cases differ.`);
  return changed.length === 0;
}

/** @param {readonly string[]} args */
function run([command, first, second = '', ...rest]) {
  if (command === 'check') return play(ROOT, {});
  if (command === 'accept' && first) return play(ROOT, { VITRINE_RECORD_ACCEPT: first });
  if (command === 'folder')
    return play(ROOT, { VITRINE_RECORD_FOLDER: 'new', VITRINE_RECORD_OUT: join(tmpdir(), 'vitrine-record.json') });
  if (command === 'show' && first) {
    const found = Object.entries(textsOf(ROOT)).filter(([name]) => name.startsWith(first));
    for (const [name, text] of found) console.log(`==== ${name}\n${text}`);
    return found.length > 0;
  }
  if (command === 'diff' && first) {
    const isOurs = [second, ...rest].includes('--ours');
    const before = withCommit(first, isOurs, textsOf);
    return printDifferences(before, textsOf(ROOT), second === '--ours' ? '' : second);
  }
  console.error(USAGE);
  return false;
}

process.exitCode = run(process.argv.slice(2)) ? 0 : 1;
