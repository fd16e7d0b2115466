// The files and functions that ARCHITECTURE.md names, held against the repository: what was renamed or removed is told with
// its line. A path is `package/rest.ts`, `package/folder/`, a path from the root, or `rest.ts` alone for one of the package that
// was named before it in the same part. A name right behind a file (`core/fold.ts` `Fold.accept`) must be declared there, any
// other must stand in some source.

/** @typedef {{ line: number, text: string, isBehind: boolean }} Token in backticks; `isBehind`: only space stands before it */
/** @typedef {{ path: string, text: string }} Source */

const PATH = /^[\w<>*@-][\w<>*@./-]*(\.(ts|mjs)|\/)$/;
const NAME = /^[A-Za-z_$][\w$]*(\.#?[\w$]+)?$/;
const OTHER_FILE = /\.(json|md|yaml)$/;
/** Between these lines stands a table that another check holds. */
const TABLE = /<!-- packages[\s\S]*?<!-- \/packages -->/;
const ADVICE = 'Name what does this now, or take the step out.';

/**
 * What the page names and the repository does not have, with its line.
 * @param {string} page
 * @param {readonly Source[]} sources every file; texts are needed of code
 * @returns {string[]}
 */
export function missingNames(page, sources) {
  const words = new Set(sources.flatMap(({ text }) => text.match(/[\w$]+/g) ?? []));
  /** @type {string[]} */
  const findings = [];
  let owner = '';
  /** @type {readonly Source[]} the file right before a name */
  let files = [];
  for (const token of tokensOf(page)) {
    const { line, text, isBehind } = token ?? { line: 0, text: '', isBehind: false };
    if (token === undefined) owner = '';
    if (!isBehind) files = [];
    if (PATH.test(text)) {
      files = findPath(text, owner, sources);
      owner = files[0] === undefined ? owner : packageOf(files[0].path);
      if (files.length === 0) findings.push(`ARCHITECTURE.md:${line}: there is no ${text}. ${ADVICE}`);
    } else if (NAME.test(text) && !OTHER_FILE.test(text)) {
      const [whole = '', member] = text.split('.');
      const [file] = files;
      const isThere = (file === undefined ? sources : files).some(
        (source) => declares(source.text, whole) && (member === undefined || hasMember(source.text, member)),
      );
      if (file !== undefined && !isThere)
        findings.push(`ARCHITECTURE.md:${line}: ${file.path} has no ${text}. ${ADVICE}`);
      else if (!isThere && !(member === undefined && words.has(whole)))
        findings.push(`ARCHITECTURE.md:${line}: no source has ${text}. ${ADVICE}`);
    }
  }
  return findings;
}

/**
 * Every token of the page in its order, and undefined where a part begins.
 * @param {string} page
 * @returns {(Token | undefined)[]}
 */
function tokensOf(page) {
  const text = page.replace(TABLE, (table) => table.replace(/[^\n]/g, ''));
  /** @type {(Token | undefined)[]} */
  const tokens = [];
  let [end, line] = [0, 1];
  for (const { 0: whole, 1: token, index } of text.matchAll(/^#+ .*$|`([^`\n]+)`/gm)) {
    const between = text.slice(end, index);
    line += between.split('\n').length - 1;
    end = index + whole.length;
    tokens.push(token === undefined ? undefined : { line, text: token, isBehind: between.trim() === '' });
  }
  return tokens;
}

/**
 * `<dialect>`, `*` and `NAME` stand for any one name.
 * @param {string} named
 * @param {string} owner the package that was named last
 * @param {readonly Source[]} sources
 * @returns {readonly Source[]}
 */
function findPath(named, owner, sources) {
  const end = named.endsWith('/') ? '' : '$';
  const [first = '', ...rest] = named
    .replace(/[.$]/g, '\\$&')
    .split('/')
    .map((part) => (/^([A-Z]+|<[^>]*>)$/.test(part) ? '(?!src/)[^/]+' : part.replaceAll('*', '[^/]*')));
  const whole = [first, ...rest].join('/');
  const ways = [`^${whole}${end}`, `^(packages|apps)/${first}/(.*/)?${rest.join('/')}${end}`];
  if (owner !== '') ways.push(`^${owner}/(.*/)?${whole}${end}`);
  for (const way of ways) {
    const pattern = new RegExp(way);
    const found = sources.filter(({ path }) => pattern.test(path));
    if (found.length > 0) return found;
  }
  return [];
}

/** @param {string} path */
function packageOf(path) {
  return path.split('/').slice(0, 2).join('/');
}

/**
 * @param {string} text
 * @param {string} name
 */
function declares(text, name) {
  if (!text.includes(name)) return false;
  return (
    new RegExp(`\\b(function\\*?|class|interface|type|const|let)\\s+${name}\\b`).test(text) || hasMember(text, name)
  );
}

/**
 * A method, a property or a key.
 * @param {string} text
 * @param {string} name
 */
function hasMember(text, name) {
  return new RegExp(`^\\s+(?:(?:readonly|static|async|get|set|override)\\s+|\\*\\s*)*${name}[?<(:,;= ]`, 'm').test(
    text,
  );
}
