// Security invariants and the tests that prove them: reading and comparing. check-invariants.mjs feeds it the repository.
// A test proves an invariant by its title: the first argument of `test` or `it`, or the `name` of a scenario, which becomes
// one.

import ts from 'typescript';

/**
 * @typedef {{ id: string, sentence: string, tests: readonly string[] }} Invariant
 * @typedef {{ path: string, titles: readonly string[] }} TestFile
 */

const ID = /^[a-z0-9]+(?:-[a-z0-9]+)+$/;
const TESTS = /^(?:test|it)$/;

/**
 * @param {unknown} document what the YAML file holds
 * @returns {{ invariants: Invariant[], findings: string[] }}
 */
export function readInvariants(document) {
  const rows = Array.isArray(document) ? document : [];
  const findings = rows.length === 0 ? ['there are no invariants'] : [];
  /** @type {Invariant[]} */
  const invariants = [];
  for (const [index, row] of rows.entries()) {
    const { id, sentence, tests } = row ?? {};
    const isWhole =
      typeof id === 'string' &&
      ID.test(id) &&
      typeof sentence === 'string' &&
      sentence.trim() !== '' &&
      Array.isArray(tests) &&
      tests.length > 0 &&
      tests.every((path) => typeof path === 'string');
    if (!isWhole) findings.push(`row ${index + 1} is not {id, sentence, tests}`);
    else if (invariants.some((one) => one.id === id)) findings.push(`${id} stands twice`);
    else invariants.push({ id, sentence, tests });
  }
  return { invariants, findings };
}

/**
 * The titles of the tests of a file; of a template what stands before the first value.
 * @param {string} path
 * @param {string} text
 * @returns {string[]}
 */
export function readTitles(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {string[]} */
  const titles = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const title = titleOf(node);
    if (title !== undefined) titles.push(title);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

/** @param {ts.Node} node */
function titleOf(node) {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'name') return openingText(node.initializer);
  if (!ts.isCallExpression(node)) return undefined;
  // `test(…)` and `test.each(…)(…)`; one that is skipped or still to be written proves nothing.
  const called = ts.isCallExpression(node.expression) ? node.expression.expression : node.expression;
  const isEach = ts.isPropertyAccessExpression(called) && called.name.text === 'each';
  const name = isEach ? called.expression.getText() : called.getText();
  const [first] = node.arguments;
  return TESTS.test(name) && first !== undefined ? openingText(first) : undefined;
}

/** @param {ts.Node} node */
function openingText(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.head.text : undefined;
}

/**
 * @param {readonly Invariant[]} invariants
 * @param {(path: string) => TestFile | undefined} fileAt undefined: there is no such file
 * @returns {string[]}
 */
export function compareInvariants(invariants, fileAt) {
  return invariants.flatMap(({ id, tests }) =>
    tests.flatMap((path) => {
      const file = fileAt(path);
      if (file === undefined) return [`${id}: there is no ${path}`];
      return file.titles.some((title) => names(title, id)) ? [] : [`${id}: no test of ${path} names it`];
    }),
  );
}

/**
 * @param {string} title
 * @param {string} id
 */
function names(title, id) {
  return new RegExp(`(?:^|[^a-z0-9-])${id}(?:$|[^a-z0-9-])`).test(title);
}
