// The messages of A2A's gRPC as tables: by the name that a field has in the JSON of A2A 1.0, its number and its type. Both
// versions are read into that JSON and written from it, because it is what the methods of the face take and give; what 0.3
// says otherwise is translated with the message that says it. Fields that nobody here reads or writes are left out.

import { Role, TaskState } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { isObject, type JsonObject } from '@vitrine/core/internal';
import {
  type ProtoMessage,
  type ProtoNumbers,
  type ProtoRows,
  type ProtoTranslation,
  protoMessage,
} from '@vitrine/face-kit';
import { type A2aVersion, markedPart } from '../parts.ts';

const ENUM_NUMBERS = { ...Role, ...TaskState } as ProtoNumbers;

function message(rows: ProtoRows, translation: ProtoTranslation = {}): ProtoMessage {
  return protoMessage(rows, { ...translation, numbers: ENUM_NUMBERS });
}

const TIME = message(
  { seconds: [1, 'number'], nanos: [2, 'number'] },
  {
    toJson: ({ seconds = 0, nanos = 0 }) =>
      new Date((Number(seconds) >>> 0) * 1000 + Number(nanos) / 1e6).toISOString(),
    fromJson: (text) => {
      const time = Date.parse(String(text));
      return { seconds: Math.trunc(time / 1000), nanos: (time % 1000) * 1e6 };
    },
  },
);

/** What the versions have in common, around the parts of a message. */
function around(part: ProtoMessage, ofUpdate: ProtoRows, translation?: ProtoTranslation) {
  const words = message({
    ...{ messageId: [1, 'text'], contextId: [2, 'text'], taskId: [3, 'text'], role: [4, 'number'] },
    ...{ parts: [5, part, 'list'], metadata: [6, 'struct'], extensions: [7, 'text', 'list'] },
    referenceTaskIds: [8, 'text', 'list'],
  });
  const status = message({ state: [1, 'number'], message: [2, words], timestamp: [3, TIME] });
  const place = { id: [1, 'text'], contextId: [2, 'text'], status: [3, status] } as const;
  const task = message({ ...place, history: [5, words, 'list'], metadata: [6, 'struct'] });
  const { id: taskId, ...rest } = place;
  const statusUpdate = message({ taskId, ...rest, ...ofUpdate }, translation);
  // What a single call is answered with has the first two.
  const event = message({ task: [1, task], message: [2, words], statusUpdate: [3, statusUpdate] });
  return { words, task, event };
}

const tenant = [1, 'text'] as const;

function methodsNow(): MethodTable {
  const part = message({
    ...{ text: [1, 'text'], data: [4, 'value'], metadata: [5, 'struct'], mediaType: [7, 'text'] },
  });
  const { words, task, event } = around(part, { metadata: [4, 'struct'] });
  const configuration = message({ historyLength: [3, 'number'], returnImmediately: [4, 'flag'] });
  const send = message({ tenant, message: [2, words], configuration: [3, configuration], metadata: [4, 'struct'] });
  // Of one request the third is a length, of another metadata; the tags are two.
  const ofTask = message({ tenant, id: [2, 'text'], historyLength: [3, 'number'], metadata: [3, 'struct'] });
  const list = message({
    ...{ tenant, contextId: [2, 'text'], status: [3, 'number'], pageSize: [4, 'number'], pageToken: [5, 'text'] },
    ...{ historyLength: [6, 'number'], statusTimestampAfter: [7, TIME], includeArtifacts: [8, 'flag'] },
  });
  const page = message({
    ...{ tasks: [1, task, 'list'], nextPageToken: [2, 'text'], pageSize: [3, 'number'], totalSize: [4, 'number'] },
  });
  return {
    ...{ SendMessage: [send, event], SendStreamingMessage: [send, event], SubscribeToTask: [ofTask, event] },
    ...{ GetTask: [ofTask, task], CancelTask: [ofTask, task], ListTasks: [list, page] },
    ListTaskPushNotificationConfigs: [message({ tenant: [4, 'text'] }), NOTHING],
  };
}

const ENDED = ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED'];

/** 0.3 has structs alone for data, no metadata on a part, and a word for the last update. */
function methodsOld(): MethodTable {
  const part = message(
    { text: [1, 'text'], data: [3, message({ struct: [1, 'struct'] })] },
    {
      toJson: ({ text, data }) => {
        if (text !== undefined) return { kind: 'text', text };
        return isObject(data) ? markedPart((data.struct ?? {}) as JsonObject) : {};
      },
      fromJson: (json) => {
        const { text, data = null } = json as JsonObject;
        return text !== undefined ? { text } : { data: { struct: isObject(data) ? data : { value: data } } };
      },
    },
  );
  const { words, task, event } = around(
    part,
    { final: [4, 'flag'], metadata: [5, 'struct'] },
    {
      fromJson: (json) => {
        const { status } = json as { readonly status: JsonObject };
        return { ...(json as JsonObject), final: ENDED.includes(String(status.state)) };
      },
    },
  );
  // What it does not say is false: not to wait.
  const configuration = message(
    { blocking: [4, 'flag'] },
    { toJson: ({ blocking = false }) => ({ blocking, returnImmediately: blocking !== true }) },
  );
  const send = message({ message: [1, words], configuration: [2, configuration], metadata: [3, 'struct'] });
  const ofTask = message({ name: [1, 'text'], historyLength: [2, 'number'] }, { toJson: readTaskName });
  return {
    ...{ SendMessage: [send, event], SendStreamingMessage: [send, event], SubscribeToTask: [ofTask, event] },
    ...{ GetTask: [ofTask, task], CancelTask: [ofTask, task] },
  };
}

/** 0.3 calls tasks by a path, and cannot leave a number out: no length, which is all of the history, arrives as 0. */
function readTaskName({ name, historyLength }: JsonObject): JsonObject {
  const id = /^tasks\/([^/]+)$/.exec(String(name))?.[1];
  if (id === undefined) throw new RequestMalformedError('A task is called tasks/ID.');
  return { id, ...(historyLength ? { historyLength } : {}) };
}

type MethodTable = { readonly [method: string]: readonly [request: ProtoMessage, response: ProtoMessage] };

const NOTHING = message({});
const METHODS: { readonly [version in A2aVersion]: MethodTable } = { '1.0': methodsNow(), '0.3': methodsOld() };
const OTHER_NAMES: { readonly [old: string]: string } = {
  ...{ TaskSubscription: 'SubscribeToTask', GetAgentCard: 'GetExtendedAgentCard' },
  ListTaskPushNotificationConfig: 'ListTaskPushNotificationConfigs',
};

export interface GrpcMethod {
  /** Of JSON-RPC. */
  readonly name: string;
  readonly request: ProtoMessage;
  readonly response: ProtoMessage;
}

/** `path`: of its definition. Of what is refused anyway only the agent is read. */
export function grpcMethod(version: A2aVersion, path: string): GrpcMethod {
  const named = path.slice(path.lastIndexOf('/') + 1);
  const name = OTHER_NAMES[named] ?? named;
  const [request, response] = METHODS[version][name] ?? [version === '1.0' ? message({ tenant }) : NOTHING, NOTHING];
  return { name, request, response };
}
