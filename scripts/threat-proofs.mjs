// The proofs of docs/threat-model.md: every row of a table of threats names a test that is there. check-invariants.mjs feeds
// it the repository.

/** Tables of threats begin with what somebody tries to do. */
const THREATS = /^(?:it tries|they try|somebody tries) to$/;
const TEST = /\.(?:test|browser)\.ts$|^conformance\/openwop\/scenarios\/[\w-]+\.ts$/;
/** What stands for the proof of the row above. */
const SAME = 'the same';

/**
 * @param {string} document the text of docs/threat-model.md
 * @param {{ ids: readonly string[], files: readonly string[], scripts: readonly string[] }} known
 * @returns {{ rows: number, findings: string[] }}
 */
export function compareProofs(document, known) {
  /** @type {string[]} */
  const findings = [];
  let rows = 0;
  for (const { line, header, cells } of tableRows(document)) {
    if (!THREATS.test(header[0] ?? '')) continue;
    rows++;
    const column = header.indexOf('proof');
    const proof = column < 0 ? '' : (cells[column] ?? '');
    if (proof === SAME) continue;
    const names = [...proof.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    for (const name of names) if (!isThere(name, known)) findings.push(`line ${line}: there is no ${name}`);
    if (!names.some((name) => isTest(name, known))) findings.push(`line ${line}: no test is named`);
  }
  if (rows === 0) findings.push('there are no threats');
  return { rows, findings };
}

/** @param {string} document */
function tableRows(document) {
  /** @type {{ line: number, header: readonly string[], cells: readonly string[] }[]} */
  const rows = [];
  /** @type {readonly string[] | undefined} */
  let header;
  for (const [index, text] of document.split('\n').entries()) {
    if (!text.startsWith('|')) {
      header = undefined;
      continue;
    }
    const cells = text
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (header === undefined) header = cells;
    else if (!cells.every((cell) => /^:?-+:?$/.test(cell))) rows.push({ line: index + 1, header, cells });
  }
  return rows;
}

/**
 * @param {string} name
 * @param {{ ids: readonly string[], files: readonly string[], scripts: readonly string[] }} known
 */
function isThere(name, known) {
  const script = /^npm run ([\w:-]+)/.exec(name)?.[1];
  if (script !== undefined) return known.scripts.includes(script);
  return name.includes('/') ? filesAt(name, known.files).length > 0 : true;
}

/**
 * @param {string} name
 * @param {{ ids: readonly string[], files: readonly string[] }} known
 */
function isTest(name, known) {
  return known.ids.includes(name) || (name.includes('/') && filesAt(name, known.files).some((file) => TEST.test(file)));
}

/**
 * A file, a pattern with `*`, or a folder.
 * @param {string} name
 * @param {readonly string[]} files
 */
function filesAt(name, files) {
  const literal = name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
  const pattern = new RegExp(`^${literal}(?:/.*)?$`);
  return files.filter((file) => pattern.test(file));
}
