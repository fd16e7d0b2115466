// `vitrine connect`: a remote agent of A2A in a session of a host. Its key, its session and where the conversation stands
// are kept, so that the same call goes on where an earlier one was stopped.

import {
  bridgeTo,
  connectAgent as connectRemote,
  namedByTyping,
  type RemoteAgent,
  RemoteError,
  type RunDialect,
  UnnamedHost,
} from '@vitrine/a2a';
import { type AgentConnection, type AgentSession, connectAgent as connectHost, HostRefusal } from '@vitrine/client';
import { defined, isArray, isObject, type Trust } from '@vitrine/core/internal';
import type { DialectId } from '@vitrine/dialects';
import { CommandError } from '../errors.ts';
import type { ExitCode, Io } from '../io.ts';
import { plain } from '../say.ts';
import { giveOrder } from '../serving/give-order.ts';
import { KeptRemote } from './kept-remote.ts';

export interface ConnectOptions {
  readonly agentUrl: URL;
  /** The host that shows it. */
  readonly url: string;
  readonly folder: string;
  /** An agent's key of that host. Absent: one is made for this remote agent. */
  readonly key?: string;
  readonly allowPrivate: readonly string[];
  readonly authorization?: string;
  /** What it shows are envelopes of OpenWOP, into a run. Absent: the form of A2UI on its card. */
  readonly run?: RunDialect;
  /** The operator vouches for the agent: what it shows and asks is trusted. */
  readonly isTrusted: boolean;
  /** Begin another conversation. */
  readonly isNew: boolean;
  readonly json: boolean;
}

/** Fails before a host is looked for when the agent cannot be talked to. */
export async function reach(options: ConnectOptions): Promise<RemoteAgent> {
  const { agentUrl, allowPrivate, authorization } = options;
  try {
    return await connectRemote(agentUrl, {
      allowPrivate: [...namedByTyping(agentUrl), ...allowPrivate],
      ...defined({ authorization }),
    });
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const hint =
      error instanceof UnnamedHost ? ` Name it with --allow-private ${error.hostToName} if you mean it.` : '';
    throw new CommandError(`${error.message}${hint}`);
  }
}

/** Until the process is asked to end: 0. */
export async function connect(remote: RemoteAgent, options: ConnectOptions, io: Io): Promise<ExitCode> {
  const stopped = io.stopped();
  const agent = nameOf(remote, options);
  const kept = await KeptRemote.open(options.folder, agent);
  try {
    const key = options.key ?? (await keyFor(agent, kept, options));
    const host = connectHost({ url: options.url, key });
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
function nameOf({ identity }: RemoteAgent, { isTrusted }: ConnectOptions): string {
  return isTrusted ? `${identity.agent.slice(0, MAX_NAME_LENGTH - TRUSTED.length)}${TRUSTED}` : identity.agent;
}

const TRUSTED = '-trusted';
const MAX_NAME_LENGTH = 64;

interface ConnectedRemote {
  readonly remote: RemoteAgent;
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
  const { run, isTrusted, isNew } = options;
  const trust = isTrusted ? 'trusted' : 'untrusted';
  const session = await sessionFor(remote, kept, host, { dialect: run ?? remote.form.dialect, trust, isNew });
  const into = defined({ run });
  const bridge = await bridgeTo(remote, session, { memory: kept.memory, report, isTrusted, ...into });
  try {
    await tell(remote, session, options, io);
    await Promise.race([stopped, refused]);
  } finally {
    await bridge.stop();
  }
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
  remote: RemoteAgent,
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

async function tell(remote: RemoteAgent, session: AgentSession, { json }: ConnectOptions, io: Io): Promise<void> {
  const viewerUrl = session.viewerUrl ?? (await session.newViewer()).viewerUrl;
  const { host, claimedName } = remote.identity;
  const { notice } = remote;
  const facts = {
    agent: host,
    claimedName,
    form: remote.isOffered ? remote.form.id : null,
    a2a: remote.protocol,
    session: session.id,
    viewerUrl,
    ...defined({ notice }),
  };
  const form = remote.isOffered ? `A2UI ${remote.form.id} over A2A ${remote.protocol}` : `A2A ${remote.protocol}`;
  const words = [
    `${plain(remote.title)} speaks ${form}`,
    ...(notice === undefined ? [] : [plain(notice)]),
    `Talk to it at ${plain(viewerUrl)}`,
  ];
  await io.stdout.write(json ? `${JSON.stringify(facts)}\n` : `${words.join('\n')}\n`);
}
