// House rules that a look at one file can decide: no path of somebody's machine, no registry address, no code from
// strings, no markup from strings, an opening comment. check-house.mjs feeds it the repository.

import { isCode, isTest } from './source-files.mjs';

/**
 * @typedef {object} HouseRule
 * @property {string} says
 * @property {(path: string) => boolean} holdsFor
 * @property {(text: string) => number[]} find offsets of what breaks it
 */

/** @param {RegExp} pattern */
const matches = (pattern) => (/** @type {string} */ text) => [...text.matchAll(pattern)].map(({ index }) => index);

/** @param {string} path */
const isShipped = (path) => /^(packages|apps)\/[^/]+\/src\//.test(path) && isCode(path) && !isTest(path);

/** @param {string} path */
const isNpmFile = (path) => /(^|\/)(package-lock\.json|package\.json|\.npmrc)$/.test(path);

/** Spelled apart, so that this file keeps its own rule. */
const HOMES = ['work', 'root', 'home', 'Users'].join('|');

/**
 * Where text is parsed that we wrote ourselves a moment before or keep under our own lock; all else comes from outside
 * and goes through core's parseJson, which judges depth and size first.
 */
/** The page that an app of somebody else stands in, opaque and on an origin of its own: its one line that does is what it is for. */
const FRAMES_APPS = 'packages/mcp/src/their-apps/sandbox-page.ts';
const PARSES_OWN_TEXT = [
  'packages/log/src/sqlite/backup-file.ts',
  'packages/core/src/parse-json.ts',
  'packages/core/src/json-pieces.ts',
  'packages/core/src/expression.ts',
  'packages/log/src/entry-text.ts',
  'packages/log/src/sqlite/sqlite-log.ts',
  'packages/log/src/stored.ts',
  'packages/log-postgres/src/database.ts',
  'packages/log-postgres/src/tables.ts',
  'packages/host/src/log-redaction.ts',
  'packages/host/src/outlet.ts',
  'packages/host/src/seal.ts',
  'packages/cli/src/program/files.ts',
  'packages/client/src/outbox.ts',
  'packages/mcp/src/session-keys.ts',
  'packages/openwop/src/interrupts/tokens.ts',
  'apps/playground/src/page/json-ranges.ts',
];

/** @type {readonly HouseRule[]} */
export const HOUSE_RULES = [
  {
    says: 'names a path of one machine',
    holdsFor: () => true,
    // Not behind a letter, a dot or a slash: there it is the middle of an address or of a relative path.
    find: matches(new RegExp(`(?<![\\w.~/-])(?:/(?:${HOMES})/|[A-Z]:\\\\Users\\\\)`, 'g')),
  },
  {
    says: 'names a package registry',
    holdsFor: isNpmFile,
    find: matches(/"resolved":\s*"(?:https?|git\+?[a-z]*):|\/\/registry\.|^\s*(?:@[^\s=]+:)?registry\s*=|_authToken/gm),
  },
  {
    says: 'makes code from a string',
    holdsFor: isShipped,
    find: matches(/\bnew Function\(|(?<![\w.])(?:eval|Function)\(/g),
  },
  {
    says: 'makes markup from a string',
    holdsFor: (path) => isShipped(path) && path !== FRAMES_APPS,
    // The names alone, however they are reached: by a dot, in brackets, taken apart.
    find: matches(
      /\b(?:innerHTML|outerHTML|srcdoc|insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|parseHTMLUnsafe|DOMParser)\b|document\.write/g,
    ),
  },
  {
    says: 'parses JSON without parseJson of core, which bounds depth and size',
    holdsFor: (path) => path.startsWith('packages/') && isShipped(path) && !PARSES_OWN_TEXT.includes(path),
    // A copy by way of its own text is none of it.
    find: matches(/\bJSON\.parse\((?!JSON\.stringify\()|\b(?:request|response)\.json\(\)/g),
  },
  {
    says: 'writes a style or a handler as a string',
    holdsFor: isShipped,
    find: matches(/\bcssText\s*(?:\+?=(?![=>])|:)|setAttribute(?:NS)?\([^)]*['"](?:style|on[a-z]+)['"]/g),
  },
  {
    says: 'does not open with a comment that says what it is for',
    holdsFor: (path) => isCode(path) && !isTest(path) && !path.endsWith('.config.ts'),
    find: (text) => (/^(#!.*\n)?\s*\/[/*]/.test(text) ? [] : [0]),
  },
];

/**
 * @param {string} path
 * @param {string} text
 * @returns {string[]}
 */
export function houseFindings(path, text) {
  return HOUSE_RULES.filter((rule) => rule.holdsFor(path)).flatMap((rule) =>
    rule.find(text).map((offset) => `${path}:${text.slice(0, offset).split('\n').length} ${rule.says}`),
  );
}
