// What must hold of a package that is published: what all manifests share, what the README says, what the tarball holds.
// check-packages.mjs packs them and asks here, and asks publint and are-the-types-wrong too.

import { posix } from 'node:path';

/**
 * @typedef {import('./source-files.mjs').Manifest & { version?: string, private?: boolean, description?: string, keywords?: string[],
 *   license?: string, homepage?: string, bugs?: unknown, repository?: { type: string, url: string, directory?: string },
 *   engines?: unknown, files?: string[], publishConfig?: unknown, sideEffects?: unknown }} PublishedManifest
 */

const MIN_KEYWORDS = 3;

/** Sources go along, because the maps and the condition `@vitrine/source` name them. */
const FILES = ['dist', 'src', '!**/*.test.ts', '!**/fixtures', '!**/*.tsbuildinfo'];

/**
 * The fields that a package has from the root, so that an address stands in one place.
 * @param {PublishedManifest} root
 * @param {string} folder
 */
export function sharedFields(root, folder) {
  const { license, bugs, repository, engines, homepage } = root;
  return {
    homepage: `${homepage?.replace(/#.*$/, '')}/tree/main/${folder}#readme`,
    bugs,
    repository: { ...repository, directory: folder },
    license,
    engines,
    publishConfig: { access: 'public' },
  };
}

const ORDER = [
  'name',
  'version',
  'private',
  'description',
  'keywords',
  'homepage',
  'bugs',
  'repository',
  'license',
  'type',
];

/**
 * A manifest with the shared fields, in the order that people look for them in.
 * @param {PublishedManifest} manifest
 * @param {ReturnType<typeof sharedFields>} shared
 */
export function withShared(manifest, shared) {
  const all = /** @type {Record<string, unknown>} */ ({ files: FILES, ...manifest, ...shared });
  const first = ORDER.filter((name) => name in all).map((name) => [name, all[name]]);
  return Object.fromEntries([...first, ...Object.entries(all).filter(([name]) => !ORDER.includes(name))]);
}

/**
 * @param {PublishedManifest} manifest
 * @param {ReturnType<typeof sharedFields>} shared
 * @param {ReadonlySet<string>} published names
 * @returns {string[]}
 */
export function manifestFindings(manifest, shared, published) {
  const given = /** @type {Record<string, unknown>} */ ({ ...manifest });
  const strays = Object.entries(shared).filter(
    ([name, value]) => JSON.stringify(given[name]) !== JSON.stringify(value),
  );
  const needs = Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  });
  return [
    ...strays.map(([name]) => `package.json: ${name} is not the one of all packages (npm run pack:check -- --write)`),
    ...((manifest.description ?? '') === '' ? ['package.json has no description'] : []),
    ...((manifest.keywords ?? []).length < MIN_KEYWORDS ? [`package.json has less than ${MIN_KEYWORDS} keywords`] : []),
    ...(manifest.sideEffects === undefined ? ['package.json does not say which files have side effects'] : []),
    ...needs
      .filter((name) => name.startsWith('@vitrine/') && !published.has(name))
      .map((name) => `package.json depends on ${name}, which is not published`),
  ];
}

/**
 * @param {PublishedManifest} manifest
 * @param {string} readme
 * @returns {string[]}
 */
export function readmeFindings({ name, description = '' }, readme) {
  const relative = [...readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(([, path]) => path);
  return [
    ...(readme.startsWith(`# ${name}\n\n${description}\n`)
      ? []
      : ['README.md does not begin with name and description']),
    ...(/^```(?:ts|js|html|sh)\n/m.test(readme) ? [] : ['README.md has no example']),
    ...relative.map((path) => `README.md links to ${path}, which a page of the registry has not`),
  ];
}

/**
 * @param {ReadonlyMap<string, string>} files of the tarball: text by path
 * @returns {string[]}
 */
export function tarballFindings(files) {
  const paths = [...files.keys()];
  return [
    ...['package.json', 'README.md', 'LICENSE'].filter((path) => !files.has(path)).map((path) => `${path} is missing`),
    ...paths.filter((path) => /\.tsbuildinfo$|\.test\.|\/fixtures\//.test(path)).map((path) => `${path} is packed`),
    ...paths.filter((path) => path.endsWith('.js')).flatMap((path) => mapFindings(path, files)),
  ];
}

/**
 * A map must be there, and the sources that it names, unless it holds them itself.
 * @param {string} path
 * @param {ReadonlyMap<string, string>} files
 */
function mapFindings(path, files) {
  const name = /^\/\/# sourceMappingURL=(.+)$/m.exec(files.get(path) ?? '')?.[1];
  if (name === undefined) return [];
  const map = files.get(posix.join(posix.dirname(path), name));
  if (map === undefined) return [`${path} names the source map ${name}, which is missing`];
  const { sources, sourcesContent = [] } = /** @type {{ sources: string[], sourcesContent?: (string | null)[] }} */ (
    JSON.parse(map)
  );
  return (
    sources
      // What others have left out of their packages, we cannot bring.
      .filter((source, i) => typeof sourcesContent[i] !== 'string' && !source.includes('node_modules/'))
      .filter((source) => !files.has(posix.join(posix.dirname(path), source)))
      .map((source) => `${path}: its source map names ${source}, which is missing`)
  );
}
