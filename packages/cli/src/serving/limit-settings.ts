// Every limit and rate of a host and its faces as a setting. The names come from where each stands there (`http.bodyBytes` is
// --http-body-bytes), the values are its own; a test compares them. Apart from the host, because every command's help needs these.

import type { Flag } from '../command.ts';

/** Prefix of the names, what all of a group are about, and each with its usual value. */
const GROUPS = {
  limits: {
    prefix: 'limit',
    about: 'What one message, surface or act may bring',
    values: {
      lineLength: 4_194_304,
      linesPerPush: 20_000,
      messageDepth: 128,
      messageValues: 250_000,
      messageNames: 10_000,
      surfaces: 1024,
      openItems: 1000,
      talkLines: 200,
      talkLength: 100_000,
      componentsPerSurface: 20_000,
      nodesPerTree: 100_000,
      treeDepth: 64,
      dataValues: 1_000_000,
      entriesPerUpdate: 10_000,
      dataDepth: 100,
      keyLength: 1024,
      textLength: 1_048_576,
      listGap: 1024,
      propDepth: 50,
      callDepth: 5,
      expressionDepth: 10,
      expressionLength: 16_384,
      callsPerEvaluation: 1000,
      evaluationBytes: 1_048_576,
      evaluationSteps: 2_500_000,
      patternLength: 1024,
      compiledLength: 262_144,
      idLength: 1024,
      issuesPerMessage: 50,
    },
  },
  http: {
    prefix: 'http',
    about: 'What one call or stream over HTTP may bring and hold',
    values: {
      controlBytes: 16_384,
      bodyBytes: 8_388_608,
      eventBytes: 1_048_576,
      fileBytes: 16_777_216,
      queueBytes: 262_144,
      keepAliveMs: 15_000,
      pollEvents: 500,
      pollBytes: 4_194_304,
      sessionFileBytes: 67_108_864,
      catchUpsPerViewer: 4,
    },
  },
  rates: {
    prefix: 'rate',
    about: 'How fast calls over HTTP may come',
    values: {
      agent: { perSecond: 10_000, burst: 20_000 },
      session: { perSecond: 2000, burst: 4000 },
      viewer: { perSecond: 100, burst: 500 },
      address: { perSecond: 5, burst: 50 },
    },
  },
  sockets: {
    prefix: 'socket',
    about: 'What one WebSocket may bring and hold, and how fast',
    values: {
      frameBytes: 4_194_304,
      viewerFrameBytes: 1_048_576,
      queueBytes: 1_048_576,
      underWay: 256,
      underWayBytes: 8_388_608,
      helloSeconds: 10,
      pingSeconds: 30,
      closeSeconds: 5,
      connectionsPerClient: 500,
      connections: 20_000,
      catchUpsPerViewer: 16,
      connect: { perSecond: 50, burst: 500 },
      viewer: { perSecond: 100, burst: 500 },
      session: { perSecond: 2000, burst: 4000 },
      agent: { perSecond: 10_000, burst: 20_000 },
    },
  },
  connections: {
    prefix: 'connections',
    about: 'Streams and sockets that may be open',
    values: { perClient: 1000, total: 20_000 },
  },
  a2a: {
    prefix: 'a2a',
    about: 'What clients of A2A may bring, and how long a turn takes',
    values: {
      bodyBytes: 1_048_576,
      quietMs: 3000,
      absentMs: 1000,
      answerMs: 120_000,
      turnMs: 600_000,
      turnMessages: 5000,
      turnLength: 8_388_608,
      turnsPerPrincipal: 16,
      tasks: 1000,
      taskBytes: 134_217_728,
      tasksPerPrincipal: 200,
      taskBytesPerPrincipal: 33_554_432,
      taskHistory: 100,
      credentialsPerAgent: 100,
      guessesPerMinute: 60,
      contextIdLength: 200,
      contextsPerMinute: 60,
      catalogsPerSession: 8,
    },
  },
  agUi: {
    prefix: 'ag-ui',
    about: 'What clients of AG-UI may bring, and how long a run takes',
    values: {
      bodyBytes: 8_388_608,
      quietMs: 3000,
      answerMs: 120_000,
      turnMs: 600_000,
      askMs: 250,
      absentMs: 1000,
      drawMs: 50,
      idLength: 200,
      messages: 10_000,
      credentialsPerAgent: 100,
      guessesPerMinute: 60,
      callsPerMinute: 6000,
      threadsPerMinute: 60,
    },
  },
  agentchains: {
    prefix: 'agentchains',
    about: 'What clients of AgentChains may bring, and how long their sessions and tokens hold',
    values: {
      messageBytes: 1_048_576,
      perMinute: 60,
      inactiveMs: 3_600_000,
      sessionsPerAgent: 10,
      socketsPerAgent: 100,
      frameBytes: 4_194_304,
      graceMs: 120_000,
      endedMs: 2_592_000_000,
      pingMs: 30_000,
      queueBytes: 1_048_576,
      tokenMinutes: 30,
      guessesPerMinute: 60,
    },
  },
  mcp: {
    prefix: 'mcp',
    about: 'What calls of MCP may bring, and how long they take',
    values: {
      bodyBytes: 4_194_304,
      pushBytes: 4_194_304,
      pushMessages: 4096,
      sessions: 1000,
      calls: 16,
      patienceMs: 50,
      viewWaits: 128,
      answerLength: 4_194_304,
      callMs: 360_000,
      ticketHours: 168,
      guessesPerMinute: 60,
    },
  },
} as const;

export type LimitGroup = keyof typeof GROUPS;

export interface LimitSetting extends Flag {
  readonly group: LimitGroup;
  /** Where it stands in its group. */
  readonly path: readonly string[];
  readonly usual: string;
}

function settingsOf(group: LimitGroup): LimitSetting[] {
  const { prefix, about, values } = GROUPS[group];
  return leavesOf(values).map(([path, usual]) => ({
    ...{ group, path, usual: String(usual), value: 'N', isListedElsewhere: true },
    name: [prefix, ...path].map(kebab).join('-'),
    description: `${about}: ${path.map(kebab).join(' ').replaceAll('-', ' ')}.`,
  }));
}

type LimitTree = { readonly [name: string]: number | LimitTree };

function leavesOf(tree: LimitTree, above: readonly string[] = []): (readonly [readonly string[], number])[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'number' ? [[[...above, name], value] as const] : leavesOf(value, [...above, name]),
  );
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export const LIMIT_SETTINGS: readonly LimitSetting[] = (Object.keys(GROUPS) as LimitGroup[]).flatMap(settingsOf);
