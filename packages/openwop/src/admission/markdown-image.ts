// Words of a surface are letters, in both generations; whoever reads them as Markdown somewhere else must find no image
// in them, since an image is a request (RFC 0209 leaves Markdown open). What the syntax is, and where people read words.

import { type Issue, isArray, isObject, issue, type Json } from '@vitrine/core/internal';

/** Members that nobody reads as words: names, choices of the catalog, and what only comes back to the agent. */
const UNREAD = new Set([
  ...['id', 'child', 'children', 'path', 'surfaceId', 'catalogId', 'catalogVersion', 'version', 'component'],
  ...['action', 'validationRegexp', 'reasoning'],
]);

/** In data every text may be bound to a component; the value of an option is shown nowhere. */
type TextRegion = 'payload' | 'option' | 'data';

/** The first text of a payload that holds an image, where people could read it. */
export function imageProblem(payload: Json, at: string, region: TextRegion = 'payload'): Issue | undefined {
  if (typeof payload === 'string') return hasMarkdownImage(payload) ? imageAt(at) : undefined;
  if (isArray(payload)) return firstOf(payload, (item, i) => imageProblem(item, `${at}/${i}`, region));
  if (!isObject(payload)) return undefined;
  return firstOf(Object.entries(payload), ([key, member]) => {
    const isRead = region === 'data' || (!UNREAD.has(key) && !(region === 'option' && key === 'value'));
    return isRead ? imageProblem(member, `${at}/${key}`, regionOf(key, region, at)) : undefined;
  });
}

/** The first problem that there is with one of these. */
export function firstOf<T>(items: readonly T[], judge: (item: T, i: number) => Issue | undefined): Issue | undefined {
  for (const [i, item] of items.entries()) {
    const found = judge(item, i);
    if (found !== undefined) return found;
  }
  return undefined;
}

function regionOf(key: string, region: TextRegion, at: string): TextRegion {
  if (region === 'data' || (key === 'value' && at.endsWith('/updateDataModel'))) return 'data';
  return key === 'options' ? 'option' : region;
}

function imageAt(at: string): Issue {
  const message = 'The text holds an image of Markdown; words are letters, and no surface loads anything.';
  return issue('VITRINE_TEXT_IMAGE', 'error', message, at);
}

/** Characters without a width of their own, which some readers take out before they read. */
const INVISIBLE = /\p{Cf}/gu;

/** `[label]: address`, which makes an image of `![label]` alone. */
const DEFINITION = /(?:^|\n) {0,3}\[[^\]\n]*\]:/;

/**
 * `![…](…)` or `![…][…]`, and `![…]` where a text also defines labels: brackets of the label pair up, a backslash takes the
 * meaning of what follows it, and white space may stand behind the label, as some readers let it. `! […](…)` and
 * `\![…](…)` are a link behind a mark. One pass.
 */
export function hasMarkdownImage(words: string): boolean {
  if (!words.includes('!')) return false;
  const text = words.replace(INVISIBLE, '');
  const ends = { '(': text.lastIndexOf(')'), '[': text.lastIndexOf(']') };
  const isDefined = DEFINITION.test(text);
  const labels: boolean[] = [];
  for (let i = 0, isMarked = false; i < text.length; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (char === '[') labels.push(isMarked);
    else if (char === ']' && labels.pop() === true) {
      const next = behindSpace(text, i + 1);
      const opening = text[next];
      if (isDefined || ((opening === '(' || opening === '[') && ends[opening] > next)) return true;
    }
    isMarked = char === '!';
  }
  return false;
}

function behindSpace(text: string, from: number): number {
  let i = from;
  while (i < text.length && /\s/.test(text[i] as string)) i++;
  return i;
}
