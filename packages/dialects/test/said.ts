// The words that a fold shows, in reading order: what must be the same in every version of the protocol. Data shown as
// JSON and judgements shown as words are left out: versions differ in how they store and return them.

import { type Fold, isArray, isObject, Place, Tree, type TreeNode, toText, type Value } from '@vitrine/core/internal';

const MAX_NODES = 300;
const LABELLED = new Set(['ChoicePicker', 'MultipleChoice', 'DateTimeInput', 'TextField']);

export function saidIn(fold: Fold): { readonly [surface: string]: readonly string[] } {
  const said: [string, readonly string[]][] = [];
  for (const [id, surface] of fold.surfaces) {
    const { root } = new Tree(surface, fold);
    if (root !== undefined) said.push([id, wordsOf(root)]);
  }
  return Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function wordsOf(root: TreeNode): readonly string[] {
  const words: string[] = [];
  let left = MAX_NODES;
  const walk = (value: unknown): void => {
    if (value instanceof Place) visit(value.node);
    else if (isArray(value)) for (const item of value) walk(item);
    else if (isObject(value)) for (const item of Object.values(value)) walk(item);
  };
  const visit = (node: TreeNode): void => {
    if (left-- <= 0 || node.state !== 'resolved') return;
    if (node.type === 'Text') words.push(plain(node.get('text') as Value));
    if (LABELLED.has(node.type ?? '')) words.push(plain(node.get('label') as Value));
    const declared = node.declaration?.props ?? {};
    for (const name of [...node.names].sort()) {
      if (['child', 'children', 'list'].includes(declared[name]?.kind ?? '')) walk(node.get(name));
    }
  };
  visit(root);
  return words.filter((word) => word !== '' && !/^([[{].*|true|false)$/.test(word));
}

/** Without marks of headings, which one version writes and another declares. */
function plain(value: Value): string {
  return toText(value)
    .replace(/^(#+ +)+/, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
