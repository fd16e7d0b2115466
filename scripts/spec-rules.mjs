// The rules of a SPEC.md and the tests that cite them: reading and comparing. check-rules.mjs feeds it the repository.
// A rule is a line `- **PT7** sentence`; a test cites it by a title that begins `[PT7]`, or `[PT7] [PT8]` for two.

import ts from 'typescript';

const RULE = /^- \*\*([A-Z]{2}\d+)\*\* \S/;
/** A line that means to be a rule: a list item that opens with something bold that starts like an id. */
const RULE_LIKE = /^\s*[-*+]\s+\*\*\s*[A-Z]{2,}\d/;
const CITED = /^(?:\[[A-Z]{2}\d+\]\s*)+/;

/**
 * @typedef {{ id: string, line: number }} Rule
 * @typedef {{ id: string, file: string, line: number }} Citation
 * @typedef {{ folder: string, rules: readonly Rule[], malformed: readonly number[] }} Spec
 */

/**
 * @param {string} markdown
 * @returns {{ rules: Rule[], malformed: number[] }}
 */
export function readRules(markdown) {
  /** @type {Rule[]} */
  const rules = [];
  /** @type {number[]} */
  const malformed = [];
  for (const [index, text] of markdown.split(/\r?\n/).entries()) {
    const id = RULE.exec(text)?.[1];
    if (id !== undefined) rules.push({ id, line: index + 1 });
    else if (RULE_LIKE.test(text)) malformed.push(index + 1);
  }
  return { rules, malformed };
}

/**
 * Every string of a test file that opens with rule ids, be it a title or a title in a table of cases.
 * A comment cites nothing, and neither does a test that is skipped or still to be written.
 * @param {string} file
 * @param {string} text
 * @returns {Citation[]}
 */
export function readCitations(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  /** @type {Citation[]} */
  const citations = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && isIdle(node.expression)) return;
    const prefix = openingText(node).match(CITED)?.[0] ?? '';
    const line = () => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    for (const [id] of prefix.matchAll(/[A-Z]{2}\d+/g)) citations.push({ id, file, line: line() });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return citations;
}

/** @param {ts.Node} node */
function openingText(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.head.text : '';
}

/**
 * `it.skip`, `describe.todo`, `it.skip.each(…)`: a call that runs no test.
 * @param {ts.Expression} callee
 * @returns {boolean}
 */
function isIdle(callee) {
  if (ts.isCallExpression(callee)) return isIdle(callee.expression);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  return ['skip', 'todo'].includes(callee.name.text) || isIdle(callee.expression);
}

/**
 * Ids are unique over all packages, so that a conformance test may cite any of them by the id alone.
 * @param {readonly Spec[]} specs
 * @param {readonly Citation[]} citations
 * @returns {string[]}
 */
export function compareRules(specs, citations) {
  /** @type {string[]} */
  const findings = [];
  /** @type {Map<string, string>} */
  const owners = new Map();
  for (const { folder, rules, malformed } of specs) {
    const at = (/** @type {number} */ line) => `${folder}/SPEC.md:${line}`;
    if (rules.length === 0) findings.push(`${folder}/SPEC.md has no rule`);
    for (const line of malformed) findings.push(`${at(line)} is not of the form "- **AB12** sentence"`);
    for (const { id, line } of rules) {
      if (owners.has(id)) findings.push(`${at(line)} uses the id ${id} a second time`);
      else owners.set(id, folder);
      if (!citations.some((cited) => cited.id === id && mayCite(cited.file, folder)))
        findings.push(`${at(line)} rule ${id} has no test`);
    }
  }
  for (const { id, file, line } of citations) {
    const owner = owners.get(id);
    if (owner === undefined) findings.push(`${file}:${line} cites ${id}, which no SPEC.md states`);
    else if (!mayCite(file, owner)) findings.push(`${file}:${line} cites ${id}, a rule of ${owner}`);
  }
  return findings;
}

/** @param {string} file @param {string} owner */
function mayCite(file, owner) {
  return file.startsWith(`${owner}/`) || file.startsWith('conformance/');
}
