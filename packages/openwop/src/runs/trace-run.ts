// A step of a run as a span: for whoever traces the host, and for the doors of the conformance suite. Where nobody listens,
// its attributes are not even made.

import { traced } from '@vitrine/core/internal';
import type { Run } from './run.ts';
import type { RunServices } from './run-services.ts';

interface SpanAttributes {
  readonly [name: string]: string | number | boolean;
}

export function tracedRun<T>(
  { port, trace }: Pick<RunServices, 'port' | 'trace'>,
  { session }: Pick<Run, 'session'>,
  name: string,
  work: () => Promise<T>,
  attributesOf: (result: T) => SpanAttributes,
): Promise<T> {
  const endWith = (result: T): SpanAttributes => ({ 'openwop.run.session': session, ...attributesOf(result) });
  const watched = async (): Promise<T> => {
    const result = await work();
    trace?.(session, name, endWith(result));
    return result;
  };
  return traced(port.transport.tracer, name, {}, watched, endWith);
}
