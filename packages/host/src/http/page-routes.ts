// The page: one document at `/`, one at the address of every session, and the files that they name. A session is named by
// the address alone; whether there is one, the page learns with its token.

import { COMMON_HEADERS } from '@vitrine/face-kit';
import { HostError } from '../host-error.ts';
import type { HttpRoute } from './route.ts';

export interface PageFile {
  /** Its media type, with the charset. */
  readonly type: string;
  readonly body: Uint8Array;
  /** Its name holds a digest of what is in it: it may be kept for good. */
  readonly hashed?: boolean;
}

export interface ServedPage {
  /** By path: `/`, `/page-1a2b.js`; `/session.html` is shown at the address of every session. */
  readonly files: (path: string) => PageFile | undefined;
  /** Content-Security-Policy; see page-policy.ts. */
  readonly policy: string;
}

export function pageRoutes(page: ServedPage): readonly HttpRoute[] {
  const start = () => fileOf(page, '/') ?? missing();
  const session = () => fileOf(page, '/session.html') ?? start();
  return [
    { method: 'GET', path: '/', roles: 'anyone', answer: start },
    { method: 'GET', path: '/s/:session', roles: 'anyone', answer: session },
  ];
}

/** A file of the page, for a path that no route has. */
export function fileOf({ files, policy }: ServedPage, path: string): Response | undefined {
  const file = files(path);
  if (file === undefined) return undefined;
  return new Response(file.body as Uint8Array<ArrayBuffer>, {
    headers: {
      ...COMMON_HEADERS,
      'content-security-policy': policy,
      'content-type': file.type,
      'content-length': String(file.body.length),
      ...(file.hashed === true ? { 'cache-control': 'public, max-age=31536000, immutable' } : {}),
    },
  });
}

function missing(): never {
  throw new HostError('VITRINE_PATH_UNKNOWN');
}
