// `vitrine connect`: a remote agent of A2A or AG-UI, or a server of MCP, in a session of a host. Its key, its session and where the conversation stands
// are kept, so that the same call goes on where an earlier one was stopped.

import { setTimeout } from 'node:timers/promises';
import { type AgentConnection, type AgentSession, connectAgent as connectHost, HostRefusal } from '@vitrine/client';
import { defined, isArray, isObject, type JsonObject, type Trust } from '@vitrine/core/internal';
import type { DialectId } from '@vitrine/dialects';
import { RemoteError, UnnamedHost } from '@vitrine/face-kit';
import { CommandError } from '../errors.ts';
import type { ExitCode, Io } from '../io.ts';
import { plain } from '../say.ts';
import { orderThroughDoor } from '../serving/door-order.ts';
import { giveOrder } from '../serving/give-order.ts';
import { KeptRemote } from './kept-remote.ts';
import { type Connectable, type RemotePlace, reachA2a, reachAgUi, reachMcp } from './remote-kinds.ts';

export interface ConnectOptions extends RemotePlace {
  /** The host that shows it. */
  readonly url: string;
  readonly folder: string;
  /** An agent's key of that host. Absent: one is made for this remote agent. */
  readonly key?: string;
  readonly speaks: keyof typeof REACH;
  /** The operator vouches for the agent: what it shows and asks is trusted. */
  readonly isTrusted: boolean;
  /** Begin another conversation. */
  readonly isNew: boolean;
  readonly json: boolean;
  /** Where traces go. */
  readonly collector?: string;
}

const REACH = { a2a: reachA2a, 'ag-ui': reachAgUi, mcp: reachMcp };

/** Fails before a host is looked for when the agent cannot be talked to. */
export async function reach(options: ConnectOptions): Promise<Connectable> {
  try {
    return await REACH[options.speaks](options);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const hint =
      error instanceof UnnamedHost ? ` Name it with --allow-private ${error.hostToName} if you mean it.` : '';
    throw new CommandError(`${error.message}${hint}`);
  }
}

/** Until the process is asked to end: 0. */
export async function connect(remote: Connectable, options: ConnectOptions, io: Io): Promise<ExitCode> {
  const stopped = io.stopped();
  const agent = nameOf(remote, options);
  const kept = await KeptRemote.open(options.folder, agent);
  try {
    const key = options.key ?? (await keyFor(agent, kept, options));
    const host = connectHost({ url: options.url, key, ...defined({ tracer: options.tracer }) });
    try {
      await serveUntil(stopped, host, { remote, kept, options, io });
    } finally {
      host.close();
    }
  } catch (error) {
    throw error instanceof HostRefusal ? new CommandError(`${error.code}: ${error.message}`) : error;
  } finally {
    remote.close();
    await kept.close();
  }
  return 0;
}

/**
 * Made of where its card is. One that is vouched for is another agent to the host, with conversations of its own: trust is
 * given to a name once, and what was begun without it is never raised.
 */
function nameOf({ agent }: Connectable, { isTrusted }: ConnectOptions): string {
  return isTrusted ? `${agent.slice(0, MAX_NAME_LENGTH - TRUSTED.length)}${TRUSTED}` : agent;
}

const TRUSTED = '-trusted';
const MAX_NAME_LENGTH = 64;

const DOOR_TRIES = 5;
const DOOR_MS = 500;

interface ConnectedRemote {
  readonly remote: Connectable;
  readonly kept: KeptRemote;
  readonly options: ConnectOptions;
  readonly io: Io;
}

async function serveUntil(
  stopped: Promise<void>,
  host: AgentConnection,
  { remote, kept, options, io }: ConnectedRemote,
): Promise<void> {
  const refused = new Promise<never>((_resolve, reject) => {
    host.onSignal('state', (state) => {
      if (state === 'refused') reject(new CommandError('the host does not take the key of this agent any more.'));
    });
  });
  refused.catch(() => undefined);
  const report = (problem: string) => void io.stderr.write(`vitrine: ${plain(problem)}\n`);
  host.onSignal('failure', ({ error }) => report(`${(error as Error).message} It is tried again.`));
  const { isTrusted, isNew } = options;
  const trust = isTrusted ? 'trusted' : 'untrusted';
  const session = await sessionFor(remote, kept, host, { dialect: remote.dialect, trust, isNew });
  const apps = await nameApps(remote, options);
  // A host that was started anew has forgotten whom it was told of. Its door opens a moment behind its port.
  host.onSignal('state', async (state) => {
    for (let tries = 0; state === 'live' && apps !== undefined && tries < DOOR_TRIES; tries++) {
      if ((await nameApps(remote, options)) !== undefined) return;
      await setTimeout(DOOR_MS, undefined, { ref: false });
    }
  });
  const bridge = await remote.bridge(session, { memory: kept.memory, report, isTrusted, ...defined({ apps }) });
  try {
    await tell(remote, session, options, io);
    await Promise.race([stopped, refused]);
  } finally {
    await bridge.stop();
  }
}

/** Whoever vouches for a server names it to the host of the folder; a host elsewhere knows of no such server. */
async function nameApps(remote: Connectable, options: ConnectOptions): Promise<string | undefined> {
  const { isTrusted, agentUrl, allowPrivate, authorization, folder } = options;
  if (!isTrusted || remote.hasApps !== true) return undefined;
  const named = { name: remote.agent, url: agentUrl.href, allowPrivate, ...defined({ authorization }) };
  const { isNamed } = await orderThroughDoor(folder, { order: 'app-server', ...named }).catch((): JsonObject => ({}));
  return isNamed === true ? remote.agent : undefined;
}

/** Who holds the data folder may give the agent a new key when the old one is lost. */
async function keyFor(agent: string, kept: KeptRemote, { folder, isTrusted }: ConnectOptions): Promise<string> {
  if (kept.key !== undefined) return kept.key;
  const { agents } = await giveOrder({ order: 'list' }, folder);
  const row = (isArray(agents) ? agents : []).find((each) => isObject(each) && each.agent === agent);
  if (isObject(row) && row.revokedAt !== undefined)
    throw new CommandError(`the agent "${agent}" was revoked; "vitrine agent rotate ${agent}" lets it in again.`);
  const { key } = await giveOrder(
    row !== undefined
      ? { order: 'rotate', agent }
      : { order: 'add', agent, trust: isTrusted ? 'trusted' : 'untrusted' },
    folder,
  );
  await kept.keepKey(String(key));
  return String(key);
}

async function sessionFor(
  remote: Connectable,
  kept: KeptRemote,
  host: AgentConnection,
  { dialect, trust, isNew }: { readonly dialect: DialectId; readonly trust: Trust; readonly isNew: boolean },
): Promise<AgentSession> {
  if (!isNew && kept.session !== undefined) {
    const row = (await host.sessions()).find(({ session }) => session === kept.session);
    const isSame = row?.dialect === dialect && row.trust === trust;
    if (row !== undefined && isSame && row.closedAt === undefined) return host.session(row.session);
  }
  const session = await host.open({ title: remote.title, dialect, trust });
  await kept.keepSession(session.id);
  return session;
}

async function tell(remote: Connectable, session: AgentSession, { json }: ConnectOptions, io: Io): Promise<void> {
  const viewerUrl = session.viewerUrl ?? (await session.newViewer()).viewerUrl;
  const { notice, facts, speaks } = remote;
  const report = { ...facts, session: session.id, viewerUrl, ...defined({ notice }) };
  const words = [
    `${plain(remote.title)} speaks ${speaks}`,
    ...(notice === undefined ? [] : [plain(notice)]),
    `Talk to it at ${plain(viewerUrl)}`,
  ];
  await io.stdout.write(json ? `${JSON.stringify(report)}\n` : `${words.join('\n')}\n`);
}
