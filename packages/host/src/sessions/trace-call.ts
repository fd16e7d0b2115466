// Where a call of an agent or a viewer belongs among traces. What a person does goes on with the trace of what was shown, so that
// one trace leads from the agent's call to the press and back; a call that brings a trace of its own stays in that, and the
// two are linked.

import { defined, isSampled } from '@vitrine/core/internal';
import type { Incoming, IngestAnswer } from '../live.ts';
import type { WritableSession } from './writable.ts';

type TracedSession = Pick<WritableSession, 'id' | 'row' | 'context' | 'shownTrace'>;

/** Said where the call arrives: it may be another host that does it, and another turn. */
export function withTrace<Call extends Incoming>({ context, shownTrace }: TracedSession, call: Call): Call {
  const { tracer } = context;
  if (tracer === undefined) return call;
  const shown = 'viewer' in call ? shownTrace : undefined;
  const here = call.trace ?? tracer.current();
  const isOwn = shown === undefined || call.trace !== undefined || tracer.isBrought();
  return { ...call, ...defined({ trace: isOwn ? here : shown, link: isOwn ? shown : here }) };
}

/** Passed on by name, not by the context of the program: that costs every promise of the process. */
export async function traceCall<Call extends Incoming>(
  { id, row, context }: TracedSession,
  name: 'vitrine.messages' | 'vitrine.events',
  call: Call,
  take: (call: Call) => Promise<IngestAnswer>,
): Promise<IngestAnswer> {
  const { tracer } = context;
  if (tracer === undefined) return take(call);
  const attributes = { 'vitrine.session': id, 'vitrine.agent': row.agent, 'vitrine.dialect': call.dialect?.id };
  const span = tracer.begin(name, { parent: call.trace, link: call.link, attributes });
  try {
    const { traceparent } = span;
    // Entries of what nobody records carry nothing.
    const answer = await take(isSampled(traceparent) ? { ...call, trace: traceparent } : call);
    const { accepted, issues, seq } = answer;
    span.end({ 'vitrine.accepted': accepted, 'vitrine.issues': issues.length, 'vitrine.seq': seq });
    return answer;
  } catch (error) {
    span.fail(error);
    throw error;
  }
}
