// openUrl: asks the page to open a link, while a person's own gesture is being handled. Which links may be opened is
// url.ts; opening them is left to the page.

import {
  defineFunction,
  type FunctionDeclaration,
  type FunctionScope,
  type Props,
  plainText,
  required,
  text,
} from '../../catalog.ts';
import { accepted, issue, type Outcome, refused } from '../../issue.ts';
import { checkLink, DEFAULT_URL_POLICY } from '../../url.ts';
import type { Arguments } from './validator.ts';

function define<A extends Props>(args: A, gesture: boolean): FunctionDeclaration<A> {
  return defineFunction({ args, returns: 'void', ...(gesture ? { gesture } : {}), run: open });
}

/** 0.9 takes a literal URL and does not say that a gesture is needed; it is needed all the same. */
export const openUrl09 = define({ url: required(plainText({ format: 'url' })) }, false);
export const openUrl10 = define({ url: required(text({ format: 'url' })) }, true);

function open({ url }: Arguments, scope: FunctionScope): Outcome<null> {
  const link = checkLink(url, scope.urls ?? DEFAULT_URL_POLICY);
  if (!link.ok) return link;
  if (!scope.gesture) {
    return refused([issue('VITRINE_FUNCTION_CALLER', 'error', 'openUrl runs only while a person acts.')]);
  }
  scope.act({ kind: 'open-url', url: link.value });
  return accepted(null);
}
