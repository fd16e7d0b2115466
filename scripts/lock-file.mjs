// package-lock.json must name the optional packages of every platform. npm leaves out those that the registry it
// asked did not carry, and `npm ci` then refuses the lock on every machine. Finds them and writes their entries.

/** That of the repository, and that of the heavy packages of others, which `npm ci` at the root does not install. */
export const LOCK_FILES = ['package-lock.json', 'outside/package-lock.json'];

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 */

/**
 * @param {Lock} lock
 * @returns {{ name: string, version: string, dev: boolean }[]}
 */
export function missingOptionals({ packages }) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isLocked(packages, path, name))
      .map(([name, range]) => ({ name, version: range.replace(/^[\^~]/, ''), dev: entry.dev === true })),
  );
}

/**
 * As Node looks modules up: beside the package that asks, then in each folder above.
 * @param {Record<string, LockEntry>} packages
 * @param {string} path
 * @param {string} name
 */
function isLocked(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    if (Object.hasOwn(packages, `${at === '' ? '' : `${at}/`}node_modules/${name}`)) return true;
    if (at === '') return false;
  }
}

/**
 * The platform that a package's name tells: npm needs it to leave the package alone elsewhere.
 * @param {string} name
 * @returns {{ os?: string[], cpu?: string[], libc?: string[] } | undefined} undefined: the name tells none
 */
export function platformOf(name) {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-');
  const os = SYSTEMS.find((system) => words.includes(system));
  // A few write 64 for the usual one.
  const cpu = PROCESSORS.find((processor) => words.includes(processor)) ?? (words.includes('64') ? 'x64' : undefined);
  if (cpu === undefined) return undefined;
  const libc = words.includes('musl') ? 'musl' : words.some((word) => word.startsWith('gnu')) ? 'glibc' : undefined;
  return {
    cpu: [cpu],
    ...(os === undefined ? {} : { os: [os] }),
    ...(os === 'linux' && libc !== undefined ? { libc: [libc] } : {}),
  };
}

/**
 * The lock with an entry for each missing optional package. There is no checksum in it: npm adds that where it can
 * download the package.
 * @param {Lock} lock
 * @returns {Lock}
 */
export function completed(lock) {
  const packages = { ...lock.packages };
  for (const { name, version, dev } of missingOptionals(lock)) {
    const platform = platformOf(name);
    if (platform === undefined) throw new Error(`cannot tell the platform of ${name}: add its entry by hand`);
    packages[`node_modules/${name}`] = { version, ...(dev ? { dev } : {}), optional: true, ...platform };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(sorted) };
}
