// Promise: agents of AgentChains tell a hundred people how far they are, each message durable before anybody sees it, and
// a second of the server's CPU delivers no fewer messages than that of a plain server which only hands frames on.

import type { AgentsOptions, Push } from './agentchains/agents.ts';
import type { Crowd, Opened } from './agentchains/server.ts';
import type { ViewersOptions } from './agentchains/viewers.ts';
import { Child } from './host/process.ts';
import { Stage, settle } from './host/stage.ts';
import { median, type Row, row } from './measure.ts';

const ROUNDS = 7;
/** Until what runs often is compiled for good. */
const WARM_UP = 3;
/** In one sample, by all agents. A number and not a time: on a busy machine a second holds fewer of them. */
const MESSAGES = 20_000;
const WINDOW = { underWay: 200, batch: 50 };
const ONE: Crowd = { agents: 1, sessions: 1 };
const HUNDRED: Crowd = { agents: 10, sessions: 10 };

interface Place {
  readonly server: Child;
  readonly viewers: Child;
  readonly agents: Child;
}

export async function agentchains(): Promise<Row[]> {
  const stage = new Stage();
  const children: Child[] = [];
  try {
    const rows: Row[] = [];
    for (const [crowd, viewers, limit] of [
      [ONE, '1 viewer', null],
      [HUNDRED, '100 viewers (10 agents × 10 sessions)', 1],
    ] as const) {
      const rounds = await compare(crowd, stage, children);
      const [ours, plain] = [0, 1].map((side) => median(rounds.map((round) => round[side] as number)));
      const ratio = median(rounds.map(([own, other]) => own / other));
      rows.push(
        row(`ui.progress to ${viewers}, durable, per server CPU`, ratio, '× plain ws', limit, 'min'),
        row('the same, absolute', ours as number, 'messages/CPU s', null, 'min'),
        row('the same, plain ws', plain as number, 'messages/CPU s', null, 'min'),
      );
      await Promise.all(children.splice(0).map((child) => child.end()));
    }
    return rows;
  } finally {
    await Promise.all(children.map((child) => child.end()));
    await stage.clear();
  }
}

/** Messages delivered in a second of CPU, ours and the plain server's, in turn. */
async function compare(crowd: Crowd, stage: Stage, children: Child[]): Promise<(readonly [number, number])[]> {
  const ours = await open('host', { ...crowd, folder: stage.folder() }, '/socket', children);
  const plain = await open('plain', crowd, '/', children);
  const rounds: (readonly [number, number])[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const first = round % 2 === 0;
    const one = await sample(first ? ours : plain, crowd);
    const other = await sample(first ? plain : ours, crowd);
    rounds.push(first ? [one, other] : [other, one]);
  }
  return rounds.slice(WARM_UP);
}

async function open(
  kind: 'host' | 'plain',
  crowd: Crowd & { readonly folder?: string },
  path: string,
  children: Child[],
): Promise<Place> {
  const child = (name: string): Child => {
    const made = new Child(new URL(`./agentchains/${name}.js`, import.meta.url));
    children.push(made);
    return made;
  };
  const place = { server: child('server'), viewers: child('viewers'), agents: child('agents') };
  const { port, agents } = await place.server.order<Opened>(kind, crowd);
  const tokens = agents.flatMap((agent) => agent.tokens);
  const sessions = await place.viewers.order<string[]>('open', { port, tokens } satisfies ViewersOptions);
  const crowds = agents.map(({ key }, i) => ({
    key,
    sessions: sessions.slice(i * crowd.sessions, (i + 1) * crowd.sessions),
  }));
  await place.agents.order('open', { port, path, agents: crowds } satisfies AgentsOptions);
  return place;
}

async function sample({ server, viewers, agents }: Place, crowd: Crowd): Promise<number> {
  const before = await viewers.order<number>('count');
  await server.order('begin');
  const push: Push = { ...WINDOW, messages: MESSAGES / crowd.agents };
  const expected = before + (await agents.order<number>('push', push));
  const delivered = (await settle(viewers, expected)) - before;
  return delivered / (await server.order<number>('cpu'));
}
