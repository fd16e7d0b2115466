// The kinds of agents that `vitrine connect` talks to, each as one thing: what is told of it, and the bridge into a session.

import { bridgeTo, connectAgent, namedByTyping, type RemoteAgent, type RunDialect } from '@vitrine/a2a';
import { type AgUiBridgeOptions, bridgeAgUi, connectAgUi } from '@vitrine/ag-ui';
import type { AgentSession } from '@vitrine/client';
import { defined, type Json, type Tracer } from '@vitrine/core/internal';
import type { DialectId } from '@vitrine/dialects';
import { bridgeMcp, connectMcp, type McpProgram } from '@vitrine/mcp';

export interface RemotePlace {
  readonly agentUrl: URL;
  /** A server of MCP that is a program of this machine; then there is no address. */
  readonly program?: McpProgram;
  readonly allowPrivate: readonly string[];
  readonly authorization?: string;
  /** What it shows are envelopes of OpenWOP, into a run. Absent: the form of A2UI on its card. */
  readonly run?: RunDialect;
  readonly tracer?: Tracer;
}

export interface Connectable {
  /** Its name as an agent of our host. */
  readonly agent: string;
  readonly title: string;
  /** Of its session. */
  readonly dialect: DialectId;
  /** For people: what it speaks. */
  readonly speaks: string;
  /** For programs. */
  readonly facts: { readonly [name: string]: Json };
  /** It is a server with apps of its own, reached by its address. */
  readonly hasApps?: true;
  /** What a person should know before anything is missed. */
  readonly notice?: string;
  bridge(
    session: AgentSession,
    options: Pick<AgUiBridgeOptions, 'memory' | 'report' | 'isTrusted'> & {
      /** What the host knows it by, where its apps may stand there. */
      readonly apps?: string;
    },
  ): Promise<{ stop(): Promise<void> }>;
  close(): void;
}

export async function reachA2a({
  agentUrl,
  allowPrivate,
  authorization,
  run,
  tracer,
}: RemotePlace): Promise<Connectable> {
  const remote = await connectAgent(agentUrl, {
    allowPrivate: [...namedByTyping(agentUrl), ...allowPrivate],
    ...defined({ authorization, tracer }),
  });
  const { identity, form, isOffered, protocol, notice } = remote;
  const { host, claimedName, agent } = identity;
  return {
    ...{ agent, title: remote.title, dialect: run ?? form.dialect, ...defined({ notice }) },
    facts: { agent: host, claimedName, form: isOffered ? form.id : null, a2a: protocol },
    speaks: spokenForm(remote),
    bridge: (session, options) => bridgeTo(remote, session, { ...options, ...defined({ run }) }),
    close: () => remote.close(),
  };
}

function spokenForm({ isOffered, form, protocol }: RemoteAgent): string {
  return isOffered ? `A2UI ${form.id} over A2A ${protocol}` : `A2A ${protocol}`;
}

/** Nothing is asked of it before the first words: AG-UI has no card. */
export async function reachAgUi({ agentUrl, allowPrivate, authorization, tracer }: RemotePlace): Promise<Connectable> {
  const remote = connectAgUi(agentUrl, { allowPrivate, ...defined({ authorization, tracer }) });
  return {
    ...{ agent: remote.agent, title: remote.title, dialect: 'vitrine', speaks: 'AG-UI' },
    facts: { agent: remote.title, agUi: '1.0' },
    bridge: (session, options) => bridgeAgUi(remote, session, options),
    close: () => remote.close(),
  };
}

/** Asked for its name and its tools at once. */
export async function reachMcp({ agentUrl, program, allowPrivate, authorization }: RemotePlace): Promise<Connectable> {
  const remote = await connectMcp(program ?? agentUrl, { allowPrivate, ...defined({ authorization }) });
  return {
    ...{ agent: remote.agent, title: remote.title, dialect: 'vitrine', speaks: `MCP ${remote.protocol}` },
    ...(program === undefined ? ({ hasApps: true } as const) : {}),
    facts: { agent: remote.place, claimedName: remote.title, mcp: remote.protocol },
    bridge: (session, options) => bridgeMcp(remote, session, options),
    close: () => remote.close(),
  };
}
