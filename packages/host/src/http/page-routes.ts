// The page: one document at `/`, one at the address of every session, and the files that they name. A session is named by
// the address alone; whether there is one, the page learns with its token.

import { COMMON_HEADERS } from '@vitrine/face-kit';
import { HostError } from '../host-error.ts';
import type { HttpRoute, OpenExchange } from './route.ts';

export interface PageFile {
  /** Its media type, with the charset. */
  readonly type: string;
  readonly body: Uint8Array;
  /** Its name holds a digest of what is in it: it may be kept for good. */
  readonly hashed?: boolean;
  /** It has moved: the path that it is at now. */
  readonly movedTo?: string;
}

export interface ServedPage {
  /** By path: `/`, `/page-1a2b.js`; `/session.html` is shown at the address of every session, `/not-found.html` where nothing is. */
  readonly files: (path: string) => PageFile | undefined;
  /** Content-Security-Policy; see page-policy.ts. */
  readonly policy: string;
  /** The one origin that frames of its documents may show, for the page at an address of this host. Absent: none. */
  readonly frames?: (here: URL) => string | undefined;
}

export function pageRoutes(page: ServedPage): readonly HttpRoute[] {
  const start = (exchange: OpenExchange) => framed(page, exchange, fileOf(page, '/') ?? missing());
  const session = (exchange: OpenExchange) => {
    const document = fileOf(page, '/session.html');
    return document === undefined ? start(exchange) : framed(page, exchange, document);
  };
  return [
    { method: 'GET', path: '/', roles: 'anyone', answer: start },
    { method: 'GET', path: '/s/:session', roles: 'anyone', answer: session },
  ];
}

/** The same document, where sessions are shown. */
function framed(
  { policy, frames }: ServedPage,
  { request: { url, headers } }: OpenExchange,
  answer: Response,
): Response {
  const { protocol, host } = new URL(url);
  const origin = frames?.(new URL(`${protocol}//${headers.get('host') ?? host}`));
  if (origin !== undefined) answer.headers.set('content-security-policy', `${policy}; frame-src ${origin}`);
  return answer;
}

/** A file of the page, for a path that no route has. */
export function fileOf({ files, policy }: ServedPage, path: string, status = 200): Response | undefined {
  const file = files(path);
  if (file === undefined) return undefined;
  // Browsers take the fragment along.
  if (file.movedTo !== undefined)
    return new Response(null, { status: 308, headers: { ...COMMON_HEADERS, location: file.movedTo } });
  return new Response(file.body as Uint8Array<ArrayBuffer>, {
    status,
    headers: {
      ...COMMON_HEADERS,
      'content-security-policy': policy,
      'content-type': file.type,
      'content-length': String(file.body.length),
      ...(file.hashed === true ? { 'cache-control': 'public, max-age=31536000, immutable' } : {}),
    },
  });
}

/** For a person who followed a link to nothing: a page that says so. Programs get the refusal as any other. */
export function notFoundPage(page: ServedPage, { headers }: Pick<Request, 'headers'>): Response | undefined {
  return /\btext\/html\b/.test(headers.get('accept') ?? '') ? fileOf(page, '/not-found.html', 404) : undefined;
}

function missing(): never {
  throw new HostError('VITRINE_PATH_UNKNOWN');
}
