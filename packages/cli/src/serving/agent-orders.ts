// What can be ordered of a host, whoever holds the data folder: the command itself, or the server at its door. What lives in
// the memory of a server alone is ordered of a running one only: its address, a new code for the operator, and the end of
// all operators.

import { defined, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { AGENT_SCOPES, type AgentKeyOptions, type Host, type KeyName, type Revocation } from '@vitrine/host';

export type AgentOrder =
  | { readonly order: 'list' }
  | ({
      readonly order: 'add';
      readonly agent: string;
      readonly trust: 'trusted' | 'untrusted';
    } & AgentKeyOptions)
  | ({ readonly order: 'rotate'; readonly agent: string } & AgentKeyOptions)
  | { readonly order: 'revoke'; readonly agent: string };

export type HostOrder =
  | AgentOrder
  | { readonly order: 'audit'; readonly after: string }
  | { readonly order: 'audit-verify' | 'verify' | 'retention' }
  | { readonly order: 'erase-person'; readonly person: string }
  | { readonly order: 'backup'; readonly file: string; readonly withoutKeys: boolean }
  | { readonly order: 'close-session' | 'revoke-viewers' | 'erase-session'; readonly session: string }
  | { readonly order: 'rotate-key'; readonly key: KeyName; readonly now: boolean };

/** Apps of this server may stand in trusted sessions, while the host runs. */
export interface AppServerOrder {
  readonly order: 'app-server';
  readonly name: string;
  readonly url: string;
  readonly allowPrivate: readonly string[];
  readonly authorization?: string;
}

/** What a server takes at its door. */
export type DoorOrder =
  | HostOrder
  | AppServerOrder
  | { readonly order: 'operator' }
  | { readonly order: 'revoke-operators' }
  | { readonly order: 'address' };

export function readOrder(value: Json): DoorOrder | undefined {
  if (!isObject(value)) return undefined;
  const { order, agent, trust, session, key, now, after, file, withoutKeys, person, expiresAt, scopes } = value;
  if (order === 'app-server') return readAppServer(value);
  if (order === 'erase-person') return typeof person === 'string' ? { order, person } : undefined;
  if (order === 'backup')
    return typeof file === 'string' ? { order, file, withoutKeys: withoutKeys === true } : undefined;
  if (order === 'audit') return { order, after: typeof after === 'string' ? after : '' };
  if (
    order === 'list' ||
    order === 'audit-verify' ||
    order === 'verify' ||
    order === 'retention' ||
    order === 'operator' ||
    order === 'revoke-operators' ||
    order === 'address'
  )
    return { order };
  if (order === 'close-session' || order === 'revoke-viewers' || order === 'erase-session')
    return typeof session === 'string' ? { order, session } : undefined;
  if (order === 'rotate-key') return key === 'token' || key === 'seal' ? { order, key, now: now === true } : undefined;
  if (typeof agent !== 'string') return undefined;
  const own = defined({
    expiresAt: typeof expiresAt === 'string' ? expiresAt : undefined,
    scopes: isArray(scopes) ? AGENT_SCOPES.filter((scope) => scopes.includes(scope)) : undefined,
  });
  if (order === 'revoke') return { order, agent };
  if (order === 'rotate') return { order, agent, ...own };
  return order === 'add' ? { order, agent, trust: trust === 'trusted' ? 'trusted' : 'untrusted', ...own } : undefined;
}

function readAppServer({ name, url, allowPrivate, authorization }: JsonObject): AppServerOrder | undefined {
  if (typeof name !== 'string' || typeof url !== 'string' || !URL.canParse(url) || !isArray(allowPrivate))
    return undefined;
  const token = defined({ authorization: typeof authorization === 'string' ? authorization : undefined });
  return { order: 'app-server', name, url, allowPrivate: allowPrivate.map(String), ...token };
}

/** Throws a HostError when the host refuses it. */
/** Lines that are asked for at a time. */
const AUDIT_PAGE = 500;

export async function runOrder(
  order: HostOrder,
  host: Pick<Host, 'credentials' | 'operator' | 'audit' | 'verify' | 'retention'>,
): Promise<JsonObject> {
  const { credentials, operator, audit } = host;
  switch (order.order) {
    case 'list':
      return { agents: (await credentials.agents()) as unknown as Json };
    case 'add':
      return { ...(await operator.addAgent(order.agent, 'command', { trust: order.trust, ...keyOptionsOf(order) })) };
    case 'rotate':
      return { ...(await operator.rotateAgent(order.agent, 'command', keyOptionsOf(order))) };
    case 'revoke':
      return revocationResult(await operator.revokeAgent(order.agent, 'command'));
    case 'audit':
      if (order.after === '') await audit.append({ act: 'export', role: 'command', details: { what: 'audit' } });
      return { ...(await audit.page(order.after, AUDIT_PAGE)) } as unknown as JsonObject;
    case 'audit-verify':
      return { ...(await audit.verify()) } as unknown as JsonObject;
    case 'retention':
      return { sessions: (await host.retention.due()) as unknown as Json };
    case 'erase-session':
      return { erased: await operator.eraseSession(order.session, 'command') };
    case 'erase-person':
      return { erased: await operator.erasePerson(order.person, 'command') };
    case 'verify':
      return { ...(await host.verify()) } as unknown as JsonObject;
    case 'backup':
      await operator.backup(order.file, 'command', { withoutKeys: order.withoutKeys });
      return {};
    case 'close-session':
      return { ...(await operator.closeSession(order.session, 'command')) };
    case 'revoke-viewers':
      return revocationResult(await operator.revokeViewers(order.session, 'command'));
    case 'rotate-key':
      await operator.rotateKey(order.key, 'command', { now: order.now });
      return {};
  }
}

function keyOptionsOf({ expiresAt, scopes }: AgentKeyOptions): AgentKeyOptions {
  return defined({ expiresAt, scopes });
}

function revocationResult({ durable }: Revocation): JsonObject {
  return durable ? {} : { durable };
}
