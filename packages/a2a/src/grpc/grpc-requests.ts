// Requests of the two gRPC services, 1.0 and 0.3, as the JSON that the other bindings have: which agent, which method,
// and what of the parameters is looked at before the SDK is called.

import { SendMessageRequest } from '@a2a-js/sdk';
import { defined, type JsonObject } from '@vitrine/core/internal';
import type { A2aVersion } from '../parts.ts';
import { markedPart } from '../parts.ts';
import { toRaw } from '../raw-json.ts';
import { messageOf, type SdkFields, type SdkRequest } from './request-reader.ts';

export interface GrpcRequest {
  /** Undefined: the default agent. A2A 1.0 names it in `tenant`; 0.3 has no word for it. */
  readonly agent?: string;
  readonly method: string;
  readonly params: JsonObject;
}

type GrpcFields = { readonly [name: string]: unknown };

export function readRequest(version: A2aVersion, path: string, request: GrpcFields): GrpcRequest {
  const method = path.slice(path.lastIndexOf('/') + 1);
  return version === '1.0' ? readNow(method, request) : readOld(method, request);
}

function readNow(method: string, request: GrpcFields): GrpcRequest {
  const { tenant, message, id, historyLength } = request;
  const sent = message === undefined ? undefined : SendMessageRequest.toJSON(request as never);
  const params = {
    ...(sent as JsonObject | undefined),
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof historyLength === 'number' ? { historyLength } : {}),
  };
  return { method, params, ...(typeof tenant === 'string' && tenant !== '' ? { agent: tenant } : {}) };
}

/** 0.3 calls tasks by a path, and the message `request`. */
function readOld(method: string, { request, configuration, name, historyLength }: GrpcFields): GrpcRequest {
  const id = typeof name === 'string' ? /^tasks\/([^/]+)$/.exec(name)?.[1] : undefined;
  const params = {
    ...defined({
      message: request === undefined ? undefined : oldMessage(request as OldMessage),
      configuration: configuration === undefined ? undefined : { ...(configuration as JsonObject) },
      id,
    }),
    ...(typeof historyLength === 'number' && historyLength !== 0 ? { historyLength } : {}),
  };
  return { method: method === 'TaskSubscription' ? 'SubscribeToTask' : method, params };
}

/** Takes away from a request what the SDK would take wrong, and what it would copy a dozen times. */
export async function tidyRequest(version: A2aVersion, request: SdkRequest): Promise<void> {
  const message = messageOf(version, request);
  await shorten(request as SdkFields, 'metadata');
  if (message !== undefined) {
    // It writes to the console about each reference that it does not know.
    if (message.referenceTaskIds !== undefined) message.referenceTaskIds = [];
    await shorten(message, 'metadata');
    for (const part of message.parts ?? message.content ?? []) {
      await shorten(part, 'metadata');
      if (part.content?.$case === 'data') await shorten(part.content, 'value');
      if (part.part?.$case === 'data') await shorten(part.part.value as SdkFields, 'data');
    }
  }
  // 0.3 cannot leave a number out: no length, which is all of the history, arrives as 0.
  if (version === '0.3' && request.historyLength === 0) request.historyLength = undefined;
}

async function shorten(holder: SdkFields, name: string): Promise<void> {
  const value = holder[name];
  if (typeof value === 'object') holder[name] = await toRaw(value);
}

interface OldMessage {
  readonly messageId: string;
  readonly contextId: string;
  readonly taskId: string;
  readonly role: number;
  readonly content: readonly { readonly part?: { readonly $case: string; readonly value: unknown } }[];
  readonly metadata: JsonObject | undefined;
  readonly extensions: readonly string[];
}

function oldMessage({ messageId, contextId, taskId, role, content, metadata, extensions }: OldMessage): JsonObject {
  return {
    ...{ messageId, contextId, taskId, role, extensions },
    parts: content.flatMap(({ part }) => (part === undefined ? [] : [partOf(part.$case, part.value)])),
    ...defined({ metadata }),
  };
}

function partOf(kind: string, value: unknown): JsonObject {
  if (kind === 'text') return { kind, text: value as string };
  return kind === 'data' ? markedPart((value as { readonly data?: JsonObject }).data ?? {}) : { kind };
}
