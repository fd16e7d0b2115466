// A viewer's line where there can be no WebSocket: frames come as server-sent events and go as calls, one after the other.

import { defined, isObject, type Json, type JsonObject } from '@vitrine/core/page';
import { callOnce, type Endpoint, HostRefusal, type HostRequest, isPassing } from './http.ts';
import { type ClientLink, type LineEvents, parseFromHost, pathOf } from './line.ts';
import { clientProblem } from './outbox.ts';
import type { SseEvent } from './sse.ts';
import { readStream, toEnd } from './stream.ts';

export interface ViewerStreamOptions {
  readonly endpoint: Endpoint;
  readonly credential: string;
  readonly session: string;
  readonly after: number | undefined;
  readonly catalogs: readonly string[];
}

/** Answers that say something of the connection, not of what was sent. */
const OF_THE_LINE = new Set([401, 403, 404, 409, 421]);

export function openViewerStream(options: ViewerStreamOptions, events: LineEvents): ClientLink {
  const { endpoint, credential, session, after } = options;
  const over = new AbortController();
  const query = { dialect: 'vitrine', after: after?.toString() };
  void readStream({ endpoint, credential, path: pathOf(session, '/stream'), query, toFrame }, over.signal, events);
  let last: Promise<void> = Promise.resolve();
  let underWay = 0;
  const post = async (body: JsonObject, key: Json | undefined): Promise<void> => {
    if (over.signal.aborted) return;
    try {
      const answer = await postMessage(options, body, key, over.signal);
      if (!over.signal.aborted) events.frame(answer);
    } catch (error) {
      if (over.signal.aborted) return;
      over.abort();
      events.end(error instanceof HostRefusal ? toEnd(error) : { code: 1006, opened: true });
    }
  };
  const send = (body: JsonObject, key?: Json): void => {
    underWay++;
    last = last.then(() => post(body, key)).finally(() => underWay--);
  };
  send({ a2uiClientCapabilities: { supportedCatalogIds: options.catalogs } });
  return {
    pings: false,
    send({ event, key, confirm, ...rest }) {
      if (event !== undefined) send({ vitrine: 1, body: [event], ...rest }, key);
      // Nothing that a person does waits for it, and it must not overtake what they did.
      else if (confirm !== undefined && underWay === 0) void post({ confirm }, undefined);
    },
    close: () => over.abort(),
  };
}

/** Frames without a line, as a page goes: one after the other, and the one under way outlives the page. */
export async function postParting(options: PostOptions, frames: readonly JsonObject[]): Promise<void> {
  try {
    for (const { event = null, key, ...rest } of frames)
      await postMessage({ ...options, isParting: true }, { vitrine: 1, body: [event], ...rest }, key);
  } catch {
    // What did not arrive goes again, from here or from the next page.
  }
}

type PostOptions = Pick<ViewerStreamOptions, 'endpoint' | 'credential' | 'session'> & Pick<HostRequest, 'isParting'>;

/** The answer as a frame. `taken` is an ack that may come before or behind the entries around it. */
async function postMessage(
  { endpoint, credential, session, isParting }: PostOptions,
  body: JsonObject,
  key: Json | undefined,
  signal?: AbortSignal,
): Promise<JsonObject> {
  const named = typeof key === 'string' ? { key } : {};
  const how = { ...defined({ signal }), ...(isParting === true ? { isParting } : {}) };
  const call = { path: pathOf(session, '/events'), query: { dialect: 'vitrine' }, credential, body, ...how, ...named };
  try {
    const { accepted, seq = 0, issues = [] } = await callOnce(endpoint, call);
    return accepted === 0 ? { issues, ...named } : { taken: seq, issues, ...named };
  } catch (error) {
    if (!(error instanceof HostRefusal) || isPassing(error.status) || OF_THE_LINE.has(error.status)) throw error;
    const isReused = error.code === 'VITRINE_KEY_REUSED';
    const own = clientProblem(isReused ? 'VITRINE_KEY_REUSED' : 'VITRINE_BODY_INVALID', error.message);
    const issues = (error.issues.length > 0 ? error.issues : [own]) as unknown as Json;
    return { issues, ...(isReused && isObject(error.details) ? { taken: error.details.seq ?? 0 } : {}), ...named };
  }
}

function toFrame({ name, data, id }: SseEvent): JsonObject | undefined {
  const value = parseFromHost(data);
  const seq = defined({ seq: id === undefined ? undefined : Number(id) });
  switch (name) {
    case 'message':
      return value === undefined ? seq : { message: value, ...seq };
    case 'seq':
      return seq;
    case 'ready':
    case 'closed':
      return { [name]: isObject(value) ? (value.seq ?? null) : null };
    case 'reset':
      return { reset: true };
    case 'welcome':
      return { welcome: value ?? {} };
    default:
      return undefined;
  }
}
