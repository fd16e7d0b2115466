// Content that is not trusted, on its way into the prompt of a model: between marks that the content itself cannot close
// (ai-envelope.md §"Trust boundary"). For agents that read events of a run again.

import type { Json, Trust } from '@vitrine/core';

const MARK = 'UNTRUSTED';

export function wrapUntrusted(payload: Json, contentTrust: Trust | undefined, source?: string): string {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload, undefined, 2);
  if (contentTrust !== 'untrusted') return text;
  // Whatever looks like our mark is no longer one.
  const harmless = text.replace(/<(\/?)(untrusted)/gi, '&lt;$1$2');
  const named =
    source === undefined ? '' : ` source=${JSON.stringify(source.replace(/[^\w.:/-]/g, '_').slice(0, 128))}`;
  return `<${MARK}${named}>\n${harmless}\n</${MARK}>`;
}
