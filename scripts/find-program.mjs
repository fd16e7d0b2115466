// Finds a program that a check needs, installs it on Debian as root, or says what to install. As a command it prints
// the path: `node scripts/find-program.mjs chromium [--no-install]`; exit 1 when it is not to be had, 2 for a wrong call.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { candidates, PROGRAMS, planFor } from './programs.mjs';

/** @param {string} folder */
function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** An apt-get that waits for a network that is not there would wait for minutes. */
const MAX_APT_MS = 180_000;
/** A folder of every machine that has apt-get, locked while one of ours runs. */
const APT_STATE = '/var/lib/apt';

/** @param {string[]} args */
function aptGet(args) {
  // Runlevel 1 keeps the package from starting a service of its own: checks start theirs, in their own folder.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  // Browser tests and tests of the database run side by side, and apt-get does not wait for another one that updates its lists.
  const inTurn = ['--no-fork', '--timeout', String(MAX_APT_MS / 1000), APT_STATE, 'apt-get', '-qq', ...args];
  return spawnSync('flock', inTurn, { env, stdio: ['ignore', 2, 2], timeout: 2 * MAX_APT_MS }).status === 0;
}

/** @param {string} aptPackage */
function install(aptPackage) {
  console.error(`installing ${aptPackage} with apt-get`);
  const wanted = ['install', '--yes', '--no-install-recommends', aptPackage];
  return aptGet(wanted) || (aptGet(['update']) && aptGet(wanted));
}

/**
 * @typedef {{ ok: true, path: string } | { ok: false, say: string }} Found
 * @param {string} name a key of PROGRAMS
 * @param {{ mayInstall?: boolean }} [options]
 * @returns {Found}
 */
export function findProgram(name, { mayInstall = true } = {}) {
  const program = PROGRAMS[name];
  if (program === undefined) throw new Error(`unknown program ${name}; known: ${Object.keys(PROGRAMS).join(', ')}`);
  const found = findOrInstall(name, program, mayInstall);
  return found.ok || program.fallback === undefined ? found : findProgram(program.fallback, { mayInstall });
}

/**
 * @param {string} name
 * @param {import('./programs.mjs').Program} program
 * @param {boolean} mayInstall
 * @returns {Found}
 */
function findOrInstall(name, program, mayInstall) {
  const find = () => candidates(program, process.env, list).find(isExecutable);
  const path = find();
  if (path !== undefined) return { ok: true, path };
  const plan = planFor(name, program, {
    apt: candidates({ ...program, names: ['apt-get'], variable: '' }, process.env, list).some(isExecutable),
    root: process.getuid?.() === 0,
    given: process.env[program.variable],
    mayInstall,
  });
  if (plan.act === 'refuse') return { ok: false, say: plan.say };
  const installed = install(plan.aptPackage) ? find() : undefined;
  if (installed !== undefined) return { ok: true, path: installed };
  return { ok: false, say: `${name} is missing, and "apt-get install ${plan.aptPackage}" did not bring it` };
}

/** @param {string[]} args */
function main(args) {
  const [name = ''] = args.filter((arg) => !arg.startsWith('--'));
  if (!Object.hasOwn(PROGRAMS, name)) {
    console.error(`usage: find-program.mjs ${Object.keys(PROGRAMS).join('|')} [--no-install]`);
    return 2;
  }
  const found = findProgram(name, { mayInstall: !args.includes('--no-install') });
  if (found.ok) console.log(found.path);
  else console.error(found.say);
  return found.ok ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main(process.argv.slice(2));
