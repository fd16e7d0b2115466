// The events of AG-UI of both generations: what each must and may carry. What is not known is stripped and told; a known member
// of the wrong kind is a fault of the stream. `null` where a member may be missing counts as missing, as older servers write it.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';

type Kind = 'text' | 'number' | 'flag' | 'object' | 'list' | 'any' | 'content' | 'outcome' | 'version';

/** Each member with its kind; `?`: may be missing. */
const SHAPES: { readonly [type: string]: string } = {
  RUN_STARTED: 'threadId:text runId:text protocolVersion?:version parentRunId?:text input?:object',
  RUN_FINISHED: 'threadId:text runId:text result?:any outcome?:outcome usage?:list',
  RUN_ERROR: 'message:text code?:text usage?:list',
  STEP_STARTED: 'stepName:text',
  STEP_FINISHED: 'stepName:text',
  TEXT_MESSAGE_START: 'messageId:text role?:text name?:text',
  TEXT_MESSAGE_CONTENT: 'messageId:text delta:text',
  TEXT_MESSAGE_END: 'messageId:text',
  TEXT_MESSAGE_CHUNK: 'messageId?:text role?:text name?:text delta?:text',
  TOOL_CALL_START: 'toolCallId:text toolCallName:text parentMessageId?:text',
  TOOL_CALL_ARGS: 'toolCallId:text delta:text',
  TOOL_CALL_END: 'toolCallId:text',
  TOOL_CALL_CHUNK: 'toolCallId?:text toolCallName?:text parentMessageId?:text delta?:text',
  TOOL_CALL_RESULT: 'messageId:text toolCallId:text content:content role?:text error?:text',
  STATE_SNAPSHOT: 'snapshot:any',
  STATE_DELTA: 'delta:list',
  MESSAGES_SNAPSHOT: 'messages:list',
  ACTIVITY_SNAPSHOT: 'messageId:text activityType:text content:object replace?:flag',
  ACTIVITY_DELTA: 'messageId:text activityType:text patch:list',
  REASONING_START: 'messageId:text',
  REASONING_END: 'messageId:text',
  REASONING_MESSAGE_START: 'messageId:text role?:text',
  REASONING_MESSAGE_CONTENT: 'messageId:text delta:text',
  REASONING_MESSAGE_END: 'messageId:text',
  REASONING_MESSAGE_CHUNK: 'messageId?:text delta?:text',
  REASONING_ENCRYPTED_VALUE: 'subtype:text entityId:text encryptedValue:text encryptedValueType?:text',
  SUBAGENT_STARTED: 'subagentRunId:text name:text description?:text parentSubagentRunId?:text toolCallId?:text',
  SUBAGENT_FINISHED: 'subagentRunId:text result?:any outcome?:outcome usage?:list',
  SUBAGENT_ERROR: 'subagentRunId:text message:text code?:text usage?:list',
  CUSTOM: 'name:text value?:any',
  RAW: 'event:any source?:text',
  // Retired; read as what came in their place.
  THINKING_START: 'title?:text',
  THINKING_END: '',
  THINKING_TEXT_MESSAGE_START: '',
  THINKING_TEXT_MESSAGE_CONTENT: 'delta:text',
  THINKING_TEXT_MESSAGE_END: '',
};
const ON_ALL = 'timestamp?:number rawEvent?:any metadata?:object subagentRunId?:text';

interface Member {
  readonly name: string;
  readonly kind: Kind;
  readonly isOptional: boolean;
}

function membersOf(shape: string): readonly Member[] {
  return shape.split(' ').flatMap((word) => {
    const [name = '', kind = 'any'] = word.split(':');
    return name === '' ? [] : [{ name: name.replace('?', ''), kind: kind as Kind, isOptional: name.endsWith('?') }];
  });
}

const EVENTS: ReadonlyMap<string, readonly Member[]> = new Map(
  Object.entries(SHAPES).map(([type, shape]) => [
    type,
    // What an event says itself stands before what all may carry.
    [...new Map([...membersOf(ON_ALL), ...membersOf(shape)].map((member) => [member.name, member])).values()],
  ]),
);

const FITS: { readonly [kind in Kind]: (value: Json) => boolean } = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  object: isObject,
  list: isArray,
  any: () => true,
  version: () => true,
  content: (value) => typeof value === 'string' || isArray(value),
  outcome: isObject,
};

export interface RunEvent extends JsonObject {
  readonly type: string;
}

export type ReadEvent =
  | { readonly event: RunEvent; readonly warnings: readonly string[] }
  /** Not known here, and overlooked. */
  | { readonly event?: undefined; readonly warnings: readonly string[] }
  | { readonly fault: string };

export function readEvent(value: Json): ReadEvent {
  if (!isObject(value) || typeof value.type !== 'string') return { fault: 'An event is an object with a type.' };
  const { type } = value;
  const members = EVENTS.get(type);
  if (members === undefined) return { warnings: [`The event ${type.slice(0, 80)} is not known and was dropped.`] };
  const kept: { [name: string]: Json } = { type };
  for (const { name, kind, isOptional } of members) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    const isMissing = member === undefined || (member === null && kind !== 'any');
    if (isMissing && !isOptional) return { fault: `${type} needs ${name}.` };
    if (isMissing) continue;
    if (!FITS[kind](member)) return { fault: `${name} of ${type} is no ${kind}.` };
    kept[name] = member;
  }
  const known = new Set(members.map(({ name }) => name));
  const unknown = Object.keys(value).filter((name) => name !== 'type' && !known.has(name));
  return {
    event: kept as RunEvent,
    warnings: unknown
      .slice(0, 8)
      .map((name) => `${type} has ${name.slice(0, 80)}, which is not known and was stripped.`),
  };
}
