// What a person's client may ask once it is in a session: user.respond, user.approve, user.cancel. What an answer may be
// is left to the admission of the host; here it is brought to it, and its verdict put into the words of the protocol.

import {
  defined,
  type FacePorts,
  isObject,
  type Json,
  type JsonObject,
  mayDecline,
  type PortAnswer,
  type View,
  type ViewerEvent,
} from '@vitrine/core/internal';
import { agentchainsDialect } from '@vitrine/dialects';
import { DATA_COLLECTION } from './consents.ts';
import { AgentchainsError, errorOfIssues } from './errors.ts';
import type { AgentchainsServices } from './services.ts';
import { endOfAsk } from './session-registry.ts';

export interface Speaker {
  readonly session: string;
  readonly viewer: string;
  /** Sends messages to this client alone, behind the answer. */
  readonly tell: (messages: readonly Json[]) => void;
}

type MethodServices = Pick<AgentchainsServices, 'port' | 'consents'>;

type Method = (services: MethodServices, speaker: Speaker, params: JsonObject) => Promise<JsonObject>;

export const METHODS: { readonly [method: string]: Method } = {
  'user.respond': respond,
  'user.approve': approve,
  'user.cancel': cancel,
};

const MAX_ID_LENGTH = 255;
const MAX_REASON_LENGTH = 1000;

async function respond({ port, consents }: MethodServices, speaker: Speaker, params: JsonObject): Promise<JsonObject> {
  const id = idIn(params, 'request_id');
  const file = await keptFile({ port, consents }, speaker, id, params.value as Json);
  const answer = await act(port, speaker, 'user.respond', defined({ request_id: id, value: file ?? params.value }));
  if (answer.accepted === 0 && file !== undefined) await port.sessions.removeFile(speaker.session, file.ref);
  assertTaken(answer);
  // Whoever declines gives nothing away.
  if (params.value !== null) await consents.imply(speaker.session, DATA_COLLECTION);
  return { acknowledged: true, request_id: id };
}

async function approve({ port }: MethodServices, speaker: Speaker, params: JsonObject): Promise<JsonObject> {
  const id = idIn(params, 'request_id');
  if (typeof params.approved !== 'boolean') throw new AgentchainsError('params', 'approved must be a boolean.');
  const reason = reasonIn(params);
  assertTaken(await act(port, speaker, 'user.approve', { request_id: id, approved: params.approved, ...reason }));
  return { acknowledged: true, request_id: id };
}

/** What is not running cannot be cancelled, which is no mistake: it may just have ended. */
async function cancel({ port }: MethodServices, speaker: Speaker, params: JsonObject): Promise<JsonObject> {
  const task = idIn(params, 'task_id');
  const reason = reasonIn(params);
  const answer = await act(port, speaker, 'user.cancel', { task_id: task, ...reason });
  const isUnknown = answer.accepted === 0 && answer.issues.some(({ code }) => code === 'VITRINE_TASK_UNKNOWN');
  if (!isUnknown) assertTaken(answer);
  const events = isUnknown ? [{ event: 'cancel', task, ...reason } as const] : [];
  const hadAsks = await cancelAsks(port, speaker.session, task, events);
  return { acknowledged: true, task_id: task, cancelled: !isUnknown || hadAsks };
}

/** A question can be a part of a task, or stand for it: its id is the task's, or begins with it and a colon. */
async function cancelAsks(
  port: FacePorts,
  session: string,
  task: string,
  events: readonly ViewerEvent[],
): Promise<boolean> {
  const { asks } = await port.sessions.view(session);
  const own = [...asks.keys()].filter((ask) => ask === task || ask.startsWith(`${task}:`));
  if (own.length === 0) return false;
  const lapses = own.flatMap((ask) => endOfAsk(ask, 'cancelled', 'VITRINE_ASK_CANCELLED', 'It was cancelled.'));
  await port.sessions.write(session, [{ body: [...events, ...lapses] }]);
  return true;
}

function act(port: FacePorts, { session, viewer }: Speaker, method: string, params: JsonObject): Promise<PortAnswer> {
  return port.sessions.submitAsViewer(session, {
    message: { jsonrpc: '2.0', method, params },
    viewer,
    dialect: 'agentchains',
  });
}

function assertTaken({ accepted, issues }: PortAnswer): void {
  if (accepted === 0) throw errorOfIssues(issues);
}

/** A file comes with its bytes; the session keeps them, and the answer says where. Undefined: no file is asked for. */
async function keptFile(
  { port, consents }: MethodServices,
  { session, viewer, tell }: Speaker,
  id: string,
  value: Json | undefined,
): Promise<(JsonObject & { readonly ref: string }) | undefined> {
  if (!isObject(value) && typeof value !== 'string') return undefined;
  const view = await port.sessions.view(session);
  const ask = view.asks.get(id);
  if (ask?.want.kind !== 'file' || (isObject(value) && typeof value.ref === 'string')) return undefined;
  if (!isObject(value) || typeof value.data !== 'string') {
    const way = mayDecline(ask.want)
      ? 'Cancel the question to go on without one, or answer it in a client that sends files.'
      : 'The question needs one: answer it in a client that sends files.';
    const message = `Nothing of the file arrived. ${way}`;
    tell([notice('The file was not sent', message), ...questionIn(view, id)]);
    throw new AgentchainsError('params', message, { issue: 'VITRINE_ASK_VALUE' });
  }
  const { name, type } = value;
  if (typeof name !== 'string' || typeof type !== 'string')
    throw new AgentchainsError('params', 'A file has a name and a type.');
  const refusal = consents.refusal(session);
  if (refusal !== undefined) throw errorOfIssues([refusal]);
  const bytes = bytesOf(value.data);
  if (typeof value.size === 'number' && value.size !== bytes.byteLength)
    throw new AgentchainsError('params', `The file has ${bytes.byteLength} bytes, not ${value.size}.`);
  const { ref, size, ...kept } = await port.sessions.addFile(session, { name, type, bytes, viewer });
  return { ...kept, ref, size };
}

function notice(title: string, message: string): Json {
  return { jsonrpc: '2.0', method: 'ui.notify', params: { level: 'error', title, message, duration_ms: 0 } };
}

/** The first page of the protocol closes a question when it answers it, and reads no error: it is asked and told again. */
function questionIn(view: View, ask: string): readonly Json[] {
  const { wire } = agentchainsDialect.join(view);
  return wire.filter((message) => isObject(message) && isObject(message.params) && message.params.request_id === ask);
}

/** Base64, bare or as a data: URL that says so. */
function bytesOf(data: string): Uint8Array {
  const bare = data.replace(/^data:[^,]*;base64,/i, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(bare)) throw new AgentchainsError('params', 'The data of a file are base64.');
  return Buffer.from(bare, 'base64');
}

function idIn(params: JsonObject, key: string): string {
  const id = params[key];
  if (typeof id === 'string' && id !== '' && id.length <= MAX_ID_LENGTH) return id;
  throw new AgentchainsError('params', `Missing or invalid ${key} in params.`);
}

function reasonIn({ reason }: JsonObject): { readonly reason?: string } {
  if (reason === undefined || reason === null) return {};
  if (typeof reason === 'string' && reason.length <= MAX_REASON_LENGTH) return { reason };
  throw new AgentchainsError('params', `reason must be a string (max ${MAX_REASON_LENGTH} chars).`);
}
