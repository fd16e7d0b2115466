// Pages of other origins, where the operator lists them. They send the credential themselves; a browser adds none.

import { COMMON_HEADERS } from '@vitrine/face-kit';

const PREFLIGHT_HEADERS = {
  ...COMMON_HEADERS,
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, last-event-id',
  'access-control-max-age': '600',
};

export type Origins = ReadonlySet<string>;

/** The answer to a browser that asks before it sends; undefined when it is none that may. */
export function preflight(request: Request, origins: Origins): Response | undefined {
  const origin = request.headers.get('origin');
  const isAsked = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
  if (!isAsked || origin === null || !origins.has(origin)) return undefined;
  return new Response(null, { status: 204, headers: PREFLIGHT_HEADERS });
}

/** Lets a listed origin read the answer. */
export function allowOrigin(response: Response, origin: string | null, origins: Origins): void {
  if (origins.size === 0) return;
  response.headers.append('vary', 'origin');
  if (origin === null || !origins.has(origin)) return;
  response.headers.set('access-control-allow-origin', origin);
  response.headers.set('access-control-expose-headers', 'retry-after');
}
