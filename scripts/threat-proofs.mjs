// The proofs of docs/threat-model.md: every row of a table of threats names tests that are there, by a rule with an id, an
// invariant or a title, and no test is named anywhere in it that is not. check-invariants.mjs feeds it the repository.

/** Tables of threats begin with what somebody tries to do. */
const THREATS = /^(?:it tries|they try|somebody tries) to$/;
const TEST = /\.(?:test|browser)\.ts$|^conformance\/openwop\/scenarios\/[\w-]+\.ts$/;
/** What stands for the proof of the row above. */
const SAME = 'the same';

/**
 * @typedef {object} KnownProofs
 * @property {readonly string[]} ids of invariants
 * @property {readonly string[]} files
 * @property {readonly string[]} scripts
 * @property {(path: string) => readonly string[]} titlesOf of the tests of a file
 */

/**
 * @param {string} document the text of docs/threat-model.md
 * @param {KnownProofs} known
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
    const names = namesIn(proof);
    for (const name of names) if (!isThere(name, known)) findings.push(`line ${line}: there is no ${name}`);
    const tests = names.flatMap((name) => testsAt(name, known));
    const titles = tests.flatMap((path) => known.titlesOf(path));
    const wanted = [...rulesIn(cells.join(' ')), ...titlesIn(proof)];
    for (const one of wanted)
      if (!titles.some((title) => title.includes(one))) findings.push(`line ${line}: no test that is named is ${one}`);
    if (names.some((name) => known.ids.includes(name))) continue;
    if (tests.length === 0) findings.push(`line ${line}: no test is named`);
    else if (wanted.length === 0)
      findings.push(`line ${line}: files are named, and no rule or title of a test in them`);
  }
  if (rows === 0) findings.push('there are no threats');
  return { rows, findings: [...findings, ...missingElsewhere(document, known)] };
}

/**
 * Tests that are named outside the tables.
 * @param {string} document
 * @param {KnownProofs} known
 */
function missingElsewhere(document, known) {
  return document
    .split('\n')
    .flatMap((text, index) => (text.startsWith('|') ? [] : namesIn(text).map((name) => ({ name, line: index + 1 }))))
    .filter(({ name }) => TEST.test(name) && !isThere(name, known))
    .map(({ name, line }) => `line ${line}: there is no ${name}`);
}

/** @param {string} text */
function namesIn(text) {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** @param {string} text */
function rulesIn(text) {
  return [...text.matchAll(/\[[A-Z]{2}\d+\]/g)].map(([rule]) => rule);
}

/** @param {string} proof */
function titlesIn(proof) {
  return [...proof.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);
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
 * @param {KnownProofs} known
 */
function isThere(name, known) {
  const script = /^npm run ([\w:-]+)/.exec(name)?.[1];
  if (script !== undefined) return known.scripts.includes(script);
  return name.includes('/') ? filesAt(name, known.files).length > 0 : true;
}

/**
 * @param {string} name
 * @param {KnownProofs} known
 */
function testsAt(name, known) {
  return name.includes('/') ? filesAt(name, known.files).filter((file) => TEST.test(file)) : [];
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
