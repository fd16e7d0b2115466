// Events as protobuf, by the tables of those that a run writes, and who is answered so. Fields that nobody here writes are left
// out. The numbers are those of AG-UI 1.0; what was before it has no number for an activity.

import { isObject, type Json, type JsonObject, type Steps } from '@vitrine/core/internal';
import { type ProtoRows, protoMessage, writeMessageSteps } from '@vitrine/face-kit';
import type { RunInput } from './run-input.ts';

/** Clients compare it letter by letter: with a parameter behind it they read nothing. */
export const PROTO_MEDIA_TYPE = 'application/vnd.ag-ui.event+proto';

/** Older clients read no surface in protobuf, and read server-sent events whatever they have asked for. */
export function wantsProto(accept: string | null, { isNew }: Pick<RunInput, 'isNew'>): boolean {
  const asked = weightOf(accept, PROTO_MEDIA_TYPE);
  return isNew && asked > 0 && asked >= weightOf(accept, 'text/event-stream');
}

/** RFC 9110 §12.5.1: 1 unless it says another; one that is not named is not wanted. */
function weightOf(accept: string | null, mediaType: string): number {
  for (const range of accept?.toLowerCase().split(',') ?? []) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim());
    if (type !== mediaType) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return weight === undefined ? 1 : Number.parseFloat(weight) || 0;
  }
  return 0;
}

/** The event behind its length. */
export function* protoFrameSteps(event: JsonObject): Steps<Uint8Array> {
  const bytes = yield* writeMessageSteps(EVENT, { [String(event.type)]: event });
  const frame = Buffer.allocUnsafe(4 + bytes.length);
  frame.writeUInt32BE(bytes.length);
  frame.set(bytes, 4);
  return frame;
}

const BASE = protoMessage({ type: [1, 'number'] });
const MESSAGE = protoMessage(
  {
    ...{ id: [1, 'text'], role: [2, 'text'], content: [3, 'text'] },
    ...{ activityType: [12, 'text'], activityContent: [13, 'struct'] },
  },
  { fromJson: messageFields },
);
const INTERRUPT = protoMessage({
  ...{ id: [1, 'text'], reason: [2, 'text'], message: [3, 'text'] },
  ...{ responseSchema: [5, 'value'], expiresAt: [6, 'text'] },
});

/** An activity has its content apart from those that are texts. */
function messageFields(json: Json): JsonObject {
  const { content, ...fields } = json as JsonObject;
  return fields.role === 'activity'
    ? { ...fields, activityContent: content ?? {} }
    : { ...fields, content: content ?? '' };
}

/** `type`: the number of the event, which it says of itself as well. */
function event(type: number, rows: ProtoRows, fields: (json: JsonObject) => JsonObject = (json) => json) {
  const fromJson = (json: Json): JsonObject => ({ ...fields(json as JsonObject), base: { type } });
  return protoMessage({ base: [1, BASE], ...rows }, { fromJson });
}

const EVENT = protoMessage({
  TEXT_MESSAGE_START: [1, event(0, { messageId: [2, 'text'], role: [3, 'text'] })],
  TEXT_MESSAGE_CONTENT: [2, event(1, { messageId: [2, 'text'], delta: [3, 'text'] })],
  TEXT_MESSAGE_END: [3, event(2, { messageId: [2, 'text'] })],
  MESSAGES_SNAPSHOT: [9, event(8, { messages: [2, MESSAGE, 'list'] })],
  RUN_STARTED: [12, event(11, { threadId: [2, 'text'], runId: [3, 'text'], protocolVersion: [6, 'text'] })],
  RUN_FINISHED: [
    13,
    event(
      12,
      { threadId: [2, 'text'], runId: [3, 'text'], outcome: [5, 'text'], interrupts: [6, INTERRUPT, 'list'] },
      ({ outcome, ...json }) => (isObject(outcome) ? { ...json, ...outcome, outcome: outcome.type ?? '' } : json),
    ),
  ],
  RUN_ERROR: [14, event(13, { code: [2, 'text'], message: [3, 'text'] })],
  STEP_STARTED: [15, event(14, { stepName: [2, 'text'] })],
  STEP_FINISHED: [16, event(15, { stepName: [2, 'text'] })],
  ACTIVITY_SNAPSHOT: [
    23,
    event(22, {
      ...{ messageId: [3, 'text'], activityType: [4, 'text'], content: [5, 'struct'], replace: [6, 'flag'] },
    }),
  ],
});
