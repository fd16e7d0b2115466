// openUrl: asks the page to open a link, while a person's own gesture is being handled. Which links may be opened is
// url.ts; opening them is left to the page.

import { accepted, refusal } from '../../issue.ts';
import { checkLink, DEFAULT_URL_POLICY } from '../../url.ts';
import type { FunctionBody } from './run.ts';

/** A gesture is needed in every version, also where its catalog does not say so. */
export const openUrl: FunctionBody = ({ url }, scope) => {
  const link = checkLink(url, scope.urls ?? DEFAULT_URL_POLICY);
  if (!link.ok) return link;
  if (!scope.gesture) {
    return refusal('VITRINE_FUNCTION_CALLER', 'openUrl runs only while a person acts.');
  }
  scope.act({ kind: 'open-url', url: link.value });
  return accepted(null);
};
