// The table of packages in ARCHITECTURE.md, written from the layer table. check-layers.mjs compares the two, and with
// `--write` puts the table into the page.

/** @typedef {import('./layers.mjs').PackageRow} PackageRow */

const [BEGIN, END] = ['<!-- packages: written by `npm run layers -- --write` -->', '<!-- /packages -->'];

/**
 * @param {Readonly<Record<string, PackageRow>>} layers
 * @returns {string}
 */
export function packageTable(layers) {
  const rows = Object.entries(layers).map(([name, { folder, purpose, entry, mayImport }]) => {
    const shown = folder.startsWith('packages/') ? name : folder;
    return `| \`${shown}\` | ${purpose} | ${entry} | ${mayImport.join(', ') || 'nothing'} |`;
  });
  return ['| package | for | begin with | may import |', '|---|---|---|---|', ...rows].join('\n');
}

/**
 * @param {string} page
 * @param {string} table
 * @returns {string}
 */
export function withTable(page, table) {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`ARCHITECTURE.md has no lines ${BEGIN} and ${END}`);
  return `${page.slice(0, begin + BEGIN.length)}\n${table}\n${page.slice(end)}`;
}

/**
 * Paths that a row tells readers to begin with and that are not there.
 * @param {Readonly<Record<string, PackageRow>>} layers
 * @param {readonly string[]} files
 * @returns {string[]}
 */
export function missingEntries(layers, files) {
  return Object.entries(layers).flatMap(([name, { folder, entry }]) =>
    [...entry.matchAll(/`(src\/[^`]*)`/g)]
      .map(([, path = '']) => `${folder}/${path}`)
      .filter((path) => !files.some((file) => (path.endsWith('/') ? file.startsWith(path) : file === path)))
      .map((path) => `scripts/layers.mjs sends readers of ${name} to ${path}, which is not there`),
  );
}
