// As what an accepted envelope is told in its run (ai-envelope.md §"Run event log integration"): a surface as it was
// recorded; a question as an interrupt, which the run then waits for; what a model says of schemas and of its failures as
// lines of the log. A failure that was told is a turn like any other: its node has not failed. Of what comes in chunks the
// last one says all, and is acted on; those before it are recorded.

import { defined, type JsonObject } from '@vitrine/core/internal';
import { SURFACE_KIND } from '@vitrine/dialects/openwop';
import { conflict } from '../admission/kind.ts';
import { breachOf } from '../admission/limits.ts';
import type { Accepted, Refused } from '../admission/types.ts';
import { schemaFile } from '../advertisement.ts';
import { newInterruptId } from '../interrupts/interrupt.ts';
import { type OpenwopSettings, versionsOf } from '../settings.ts';
import type { Run } from './run.ts';
import { type RunEvent, surfaceEventType, VENDOR } from './run-event.ts';
import type { Emission, RunServices } from './run-services.ts';

interface EnvelopeEvents {
  /** The first one remembers the envelope. */
  readonly events: readonly RunEvent[];
  /** What is answered beside the outcome. */
  readonly more?: JsonObject;
}

/** Of a question that no node has asked. */
const NODE = 'clarification';

export function eventsOf(
  { settings }: Pick<RunServices, 'settings'>,
  run: Run,
  accepted: Accepted,
  { node, isNameless }: Emission,
): EnvelopeEvents {
  const { record, change, envelope } = accepted;
  const { type, nodeId = node, partial } = envelope;
  const payload = record.payload as JsonObject;
  const recorded = [{ type: `${VENDOR}.envelope-recorded`, payload: { envelope: record } }];
  if (type !== SURFACE_KIND && partial?.isPartial === true) return { events: recorded };
  switch (type) {
    case SURFACE_KIND:
      return {
        events: [
          { type: surfaceEventType(run.major), payload: defined({ envelope: record, surfaceRef: change?.surface }) },
        ],
      };
    case 'clarification.request':
      // Nobody could find it to answer it.
      if (isNameless === true) break;
      return asked(run, accepted, nodeId ?? NODE);
    case 'schema.request':
      return {
        events: [logged('debug', `schema.request: ${payload.envelopeType}`, payload)],
        ...schemaOf(run, settings, payload),
      };
    case 'schema.response':
      return { events: [logged('debug', `schema.response: ${payload.envelopeType}`, payload)] };
    case 'error':
      return { events: [logged('error', String(payload.message), payload)] };
    default:
  }
  return { events: recorded };
}

/** In the words of interrupt.md; both types are told, the older one for readers who know it alone. */
function asked(run: Run, { record, envelope: { correlationId } }: Accepted, nodeId: string): EnvelopeEvents {
  const { questions, contextType } = record.payload as JsonObject & { readonly questions: readonly JsonObject[] };
  const data = {
    // What stands around a question is for the log of its agent: an interrupt has no place for it.
    questions: questions.map(({ id, question, schema }) => defined({ id, question, schema })),
    ...defined({ contextType }),
  };
  const payload = { kind: 'clarification', key: correlationId, data } as JsonObject;
  const id = newInterruptId();
  return {
    events: [
      { type: 'clarification.requested', nodeId, payload },
      { type: 'interrupt.requested', nodeId, payload, own: { interrupt: id } },
    ],
    more: { interruptId: run.interruptName(id), nodeId },
  };
}

function logged(level: string, message: string, fields: JsonObject): RunEvent {
  return { type: 'log.appended', payload: { level, message, fields } };
}

/** The model is told in the answer: whoever sends its envelopes puts it into the next prompt. */
function schemaOf(
  { major }: Run,
  { majors }: OpenwopSettings,
  { envelopeType }: JsonObject,
): Pick<EnvelopeEvents, 'more'> {
  const schema = schemaFile(`envelopes/${envelopeType}.schema.json`, major, versionsOf(majors[major]));
  return defined({ more: schema === undefined ? undefined : { schema } });
}

/** Why a question cannot be waited for. */
export function liftProblem(
  run: Run,
  { envelope: { type, correlationId, partial } }: Accepted,
  { openInterrupts }: OpenwopSettings,
): Refused | undefined {
  if (type !== 'clarification.request' || partial?.isPartial === true) return undefined;
  const { length } = run.waitsFor;
  if (length >= openInterrupts) return breachOf('clarification', openInterrupts, length + 1, 'openInterrupts');
  if (run.interruptOfKey(correlationId) === undefined) return undefined;
  return conflict('An interrupt of this run has the correlationId for its key.');
}
