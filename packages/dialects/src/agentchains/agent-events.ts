// What an agent of AgentChains is told (events.ts writes it), read back as events: for agents that wait for an answer by its
// id, or listen by the name of what happened. Never throws; what says nothing of the kind is no event.

import {
  type Issue,
  type IssueCode,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type ViewerEvent,
} from '@vitrine/core/internal';

/**
 * A form that is sent and a card that is pressed read as an answer to the id of their component: the protocol has one word
 * for all three.
 */
export function readAgentEvents(wire: Json | undefined): readonly ViewerEvent[] {
  if (!isObject(wire) || wire.jsonrpc !== '2.0') return [];
  if (isObject(wire.error)) return readError(wire.error);
  const read =
    typeof wire.method === 'string' && Object.hasOwn(READERS, wire.method) ? READERS[wire.method] : undefined;
  const event = isObject(wire.params) ? read?.(wire.params) : undefined;
  return event === undefined ? [] : [event];
}

type ParamsReader = (params: JsonObject) => ViewerEvent | undefined;

const READERS: { readonly [method: string]: ParamsReader } = {
  'a2ui.init': readJoin,
  'user.respond': ({ request_id: ask, value }) =>
    typeof ask === 'string' ? { event: 'answer', ask, value: value ?? null } : undefined,
  'user.approve': ({ request_id: ask, approved, reason }) =>
    typeof ask === 'string' ? { event: 'answer', ask, value: approved === true, ...reasonOf(reason) } : undefined,
  'user.cancel': ({ task_id: task, reason }) =>
    typeof task === 'string' ? { event: 'cancel', task, ...reasonOf(reason) } : undefined,
};

function readJoin({ client_info: info, capabilities }: JsonObject): ViewerEvent {
  const { name, viewport } = isObject(info) ? info : {};
  const catalogs = isObject(capabilities) && isArray(capabilities.catalogs) ? capabilities.catalogs : [];
  return {
    event: 'join',
    viewer: typeof name === 'string' ? name : '',
    catalogs: catalogs.filter((id) => typeof id === 'string'),
    ...(isObject(viewport) ? { viewport } : {}),
  };
}

function readError({ message, data }: JsonObject): readonly ViewerEvent[] {
  if (!isObject(data) || typeof data.code !== 'string') return [];
  const { code, severity, fault, at, component_id: surface } = data;
  const issue: Issue = {
    code: code as IssueCode,
    severity: severity === 'warning' ? 'warning' : 'error',
    fault: fault === 'agent' || fault === 'viewer' ? fault : 'host',
    message: typeof message === 'string' ? message : '',
    ...(typeof at === 'string' ? { at } : {}),
  };
  return [{ event: 'issue', issue, ...(typeof surface === 'string' ? { surface } : {}) }];
}

function reasonOf(reason: Json | undefined): { readonly reason?: string } {
  return typeof reason === 'string' ? { reason } : {};
}
