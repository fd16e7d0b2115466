// The programs that some checks need and npm cannot bring: where each may stand, what installs it. Decides only;
// find-program.mjs looks at the machine and acts.

/**
 * @typedef {object} Program
 * @property {string} variable environment variable that names the program outright
 * @property {readonly string[]} names as they may stand in PATH
 * @property {readonly string[]} folders beyond PATH; `*` stands for one folder, the highest number first
 * @property {string} aptPackage
 * @property {string} elsewhere what to do on a machine without apt-get
 * @property {string} [fallback] another program that does as well, only slower
 */

/** @type {Readonly<Record<string, Program>>} */
export const PROGRAMS = {
  chromium: {
    variable: 'VITRINE_CHROMIUM',
    names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'],
    folders: ['/snap/bin', '/opt/google/chrome', '/Applications/Chromium.app/Contents/MacOS'],
    aptPackage: 'chromium',
    elsewhere: 'install Chromium or Chrome',
  },
  /** Chromium's engine without its windows, in which a page costs a third of the time. */
  headless: {
    variable: 'VITRINE_CHROMIUM',
    names: ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'],
    folders: ['/usr/lib/chromium'],
    aptPackage: 'chromium-headless-shell',
    elsewhere: 'install the headless shell of Chromium',
    fallback: 'chromium',
  },
  postgres: {
    variable: 'VITRINE_POSTGRES',
    names: ['postgres'],
    folders: [
      '/usr/lib/postgresql/*/bin',
      '/usr/pgsql-*/bin',
      '/usr/local/pgsql/bin',
      '/opt/homebrew/opt/postgresql@*/bin',
    ],
    aptPackage: 'postgresql',
    elsewhere: 'install the PostgreSQL server, 14 or later',
  },
  pgbouncer: {
    variable: 'VITRINE_PGBOUNCER',
    names: ['pgbouncer'],
    folders: ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'],
    aptPackage: 'pgbouncer',
    elsewhere: 'install PgBouncer',
  },
};

/**
 * Folders that a pattern with at most one `*` stands for, newest version first.
 * @param {string} pattern
 * @param {(folder: string) => readonly string[]} list names inside a folder; none when it does not exist
 * @returns {string[]}
 */
export function expandFolder(pattern, list) {
  const star = pattern.indexOf('*');
  if (star < 0) return [pattern];
  const start = pattern.lastIndexOf('/', star);
  const end = pattern.indexOf('/', star);
  const prefix = pattern.slice(start + 1, star);
  const suffix = pattern.slice(star + 1, end);
  return list(pattern.slice(0, start))
    .filter((name) => name.startsWith(prefix) && name.endsWith(suffix))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => `${pattern.slice(0, start)}/${name}${pattern.slice(end)}`);
}

/**
 * Every path at which the program may be, best first. A path given by the variable is the only one.
 * @param {Program} program
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {(folder: string) => readonly string[]} list
 * @returns {string[]}
 */
export function candidates(program, env, list) {
  const given = env[program.variable];
  if (given) return [given];
  const inPath = (env.PATH ?? '').split(':').filter((folder) => folder !== '');
  const folders = [...inPath, ...program.folders.flatMap((pattern) => expandFolder(pattern, list))];
  return folders.flatMap((folder) => program.names.map((name) => `${folder}/${name}`));
}

/**
 * What to do about a program that was not found.
 * @param {string} name
 * @param {Program} program
 * @param {{ apt: boolean, root: boolean, given: string | undefined, mayInstall: boolean }} machine
 * @returns {{ act: 'install', aptPackage: string } | { act: 'refuse', say: string }}
 */
export function planFor(name, program, machine) {
  const { variable, aptPackage, elsewhere } = program;
  const orName = `or set ${variable} to the program`;
  if (machine.given) return { act: 'refuse', say: `${variable} names ${machine.given}, which cannot be run` };
  if (!machine.apt) return { act: 'refuse', say: `${name} is missing: ${elsewhere}, ${orName}` };
  if (machine.root && machine.mayInstall) return { act: 'install', aptPackage };
  return { act: 'refuse', say: `${name} is missing: run "sudo apt-get install ${aptPackage}", ${orName}` };
}
