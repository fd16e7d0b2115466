// Content that is not trusted, on its way into the prompt of a model: between marks that the content itself cannot close
// (ai-envelope.md §"Trust boundary"), the first of which says where it comes from. For agents that read events of a run again.

import type { Json, Trust } from '@vitrine/core';

const MARK = 'UNTRUSTED';
const MAX_ATTRIBUTE = 128;

export interface UntrustedOrigin {
  /** `run-event` where nothing is said. */
  readonly source?: string;
  /** Of the event or the envelope. */
  readonly type?: string;
  /** More of it: `{tool: 'search'}` of what a tool has given. */
  readonly attributes?: { readonly [name: string]: Json };
}

export function wrapUntrusted(payload: Json, contentTrust: Trust | undefined, origin: UntrustedOrigin = {}): string {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload, undefined, 2);
  if (contentTrust !== 'untrusted') return text;
  // Whatever looks like our mark is no longer one.
  const harmless = text.replace(/<(\/?)(untrusted)/gi, '&lt;$1$2');
  const { source = 'run-event', type, attributes = {} } = origin;
  const more = Object.entries(attributes).filter(([name]) => name !== 'source' && name !== 'type');
  const marks = [['source', source] as const, ['type', type] as const, ...more].flatMap(([name, value]) => {
    const isSaid = /^[a-z][\w-]{0,31}$/i.test(name) && ['string', 'number', 'boolean'].includes(typeof value);
    return isSaid ? [` ${name}="${plain(String(value))}"`] : [];
  });
  return `<${MARK}${marks.join('')}>\n${harmless}\n</${MARK}>`;
}

/** Nothing that could end the mark. */
function plain(value: string): string {
  return value.replace(/[^\w.:/-]/g, '_').slice(0, MAX_ATTRIBUTE);
}
