// What `src` says: the link that `POST /sessions` gave (`viewerUrl`), with its code or a token behind the #, or without.

import { defined } from '@vitrine/core/page';

export interface SessionAddress {
  /** Where the host is, as the client wants it. */
  readonly url: string;
  readonly session: string;
  readonly code?: string;
  readonly token?: string;
}

/** Undefined: it names no session. @param base what a relative address starts from */
export function readSessionAddress(src: string, base: string): SessionAddress | undefined {
  if (!URL.canParse(src, base)) return undefined;
  const { protocol, origin, pathname, hash } = new URL(src, base);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const [, path = '', id = ''] = /^(.*)\/s\/([^/]+)\/?$/.exec(pathname) ?? [];
  const session = decoded(id);
  if (session === undefined || session === '') return undefined;
  const fragment = new URLSearchParams(hash.slice(1));
  const [code, token] = ['code', 'token'].map((name) => fragment.get(name) || undefined);
  return { url: origin + path, session, ...defined({ code, token }) };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
