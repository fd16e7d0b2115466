// A request as a span: part of the trace that its caller named, and its answer names the span. A path may hold what is not
// to be told to a collector, so the span bears the route alone.

import { readTraceparent, type Tracer } from '@vitrine/core/internal';

/** Asked every few seconds by whoever watches the host. */
const UNTRACED = /^\/(?:healthz|readyz|metrics)$/;

export function traceRequest(
  tracer: Tracer,
  request: Request,
  passage: { readonly route: string },
  answer: () => Promise<Response>,
): Promise<Response> {
  const { method, url, headers } = request;
  if (UNTRACED.test(new URL(url).pathname)) return answer();
  const brought = readTraceparent(headers.get('traceparent'));
  // Where the program traces its server itself, that span is nearer.
  const parent = tracer.current() === undefined ? brought : undefined;
  const span = tracer.begin(method, { kind: 'server', parent, attributes: { 'http.request.method': method } });
  const run = async (): Promise<Response> => {
    const response = await answer();
    const { route } = passage;
    const { status } = response;
    response.headers.set('traceparent', span.traceparent);
    span.end({ 'http.route': route, 'http.response.status_code': status }, `${method} ${route}`);
    return response;
  };
  return tracer.within(span.traceparent, run, brought !== undefined);
}
