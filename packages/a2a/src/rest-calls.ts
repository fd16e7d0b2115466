// The REST paths of A2A 1.0 as the methods of JSON-RPC, which are the same under other names. The SDK's own REST handler
// cannot be loaded without Express; what it refuses is refused here with the same errors.

import { ContentTypeNotSupportedError, RequestMalformedError } from '@a2a-js/sdk/errors';
import { isObject, type Json, type JsonObject } from '@vitrine/core/internal';

const PUSH = '/tasks/([^/:]+)/pushNotificationConfigs';

/** What the segments of the path are called stands behind the method. */
const REST: readonly (readonly [verb: string, path: RegExp, method: string, ...segments: readonly string[]])[] = [
  ['POST', /^\/message:send$/, 'SendMessage'],
  ['POST', /^\/message:stream$/, 'SendStreamingMessage'],
  ['GET', /^\/tasks$/, 'ListTasks'],
  ['GET', /^\/tasks\/([^/:]+)$/, 'GetTask', 'id'],
  ['POST', /^\/tasks\/([^/:]+):cancel$/, 'CancelTask', 'id'],
  ['GET', /^\/tasks\/([^/:]+):subscribe$/, 'SubscribeToTask', 'id'],
  ['POST', /^\/tasks\/([^/:]+):subscribe$/, 'SubscribeToTask', 'id'],
  ['POST', new RegExp(`^${PUSH}$`), 'CreateTaskPushNotificationConfig', 'taskId'],
  ['GET', new RegExp(`^${PUSH}$`), 'ListTaskPushNotificationConfigs', 'taskId'],
  ['GET', new RegExp(`^${PUSH}/([^/:]+)$`), 'GetTaskPushNotificationConfig', 'taskId', 'id'],
  ['DELETE', new RegExp(`^${PUSH}/([^/:]+)$`), 'DeleteTaskPushNotificationConfig', 'taskId', 'id'],
  ['GET', /^\/extendedAgentCard$/, 'GetExtendedAgentCard'],
];

/** Undefined: there is no such path. Throws an error of A2A. */
export function restCall(request: Request, path: string, body: Json | undefined): JsonObject | undefined {
  for (const [verb, pattern, method, ...names] of REST) {
    const found = verb === request.method ? pattern.exec(path) : null;
    if (found === null) continue;
    if (verb === 'POST') assertBody(request, body);
    const segments = names.map((name, i) => [name, decoded(found[i + 1] ?? '')]);
    const query = paramsOf(new URL(request.url).searchParams);
    const params = { ...query, ...(body as JsonObject), ...Object.fromEntries(segments) };
    return { jsonrpc: '2.0', id: 1, method, params };
  }
  return undefined;
}

const TYPES = ['application/json', 'application/a2a+json'];

function assertBody({ headers }: Request, body: Json | undefined): void {
  const contentType = headers.get('content-type');
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type !== undefined && type !== '' && !TYPES.includes(type))
    throw new ContentTypeNotSupportedError(`A body is of the type ${TYPES.join(' or ')}.`);
  // Clients of some languages write nothing as `null`.
  if (body !== undefined && body !== null && !isObject(body)) throw new RequestMalformedError('The body is an object.');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new RequestMalformedError('The path is not written as a URL wants it.');
  }
}

const COUNTS: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
  ['historyLength', [0, 2 ** 31 - 1]],
  ['pageSize', [1, 100]],
]);

/** In a query everything is text. */
function paramsOf(query: URLSearchParams): JsonObject {
  return Object.fromEntries([...query].map(([key, text]) => [key, queryValue(key, text)]));
}

function queryValue(key: string, text: string): Json {
  if (key === 'includeArtifacts') return text === 'true';
  // A state goes by its name or by its number.
  if (key === 'status' && /^\d+$/.test(text)) return Number(text);
  const bounds = COUNTS.get(key);
  if (bounds === undefined) return text;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
  if (value >= bounds[0] && value <= bounds[1]) return value;
  throw new RequestMalformedError(`${key} is a whole number from ${bounds[0]} to ${bounds[1]}.`);
}
