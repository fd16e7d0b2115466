// The program: `node run.js NAME… | all | concierge --url URL --key-file FILE`. Each demo has a connection and a place in
// the events of its own; the concierge is an agent by itself, with a key of its own: others open its sessions. Ends with 0 when it is told to, with 1 when the host does not take the key, with 2 when the call is wrong.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type AgentConnection, connectAgent } from '@vitrine/client';
import { attend } from './concierge/concierge.ts';
import type { AnyDemo } from './demo.ts';
import { DEMOS } from './demos.ts';
import { Director } from './director.ts';
import { playHarbour } from './harbour/harbour.ts';

const NAMES = DEMOS.map(({ name }) => name);
const CONCIERGE = 'concierge';
/** A run of OpenWOP, which is no machine of messages. */
const HARBOUR = 'harbour';
const USAGE = `usage: run.js all|${[...NAMES, HARBOUR].join('|')}|${CONCIERGE} [--url URL] [--key-file FILE] [--with-parent]`;

interface RunOptions {
  readonly demos: readonly AnyDemo[];
  readonly concierge: boolean;
  readonly harbour: boolean;
  readonly url: string;
  readonly keyFile: string;
  /** Ends with standard input: a parent that was killed leaves no demos behind. */
  readonly withParent: boolean;
}

class UsageError extends Error {}

function readOptions(args: readonly string[]): RunOptions {
  const options = {
    url: { type: 'string', default: process.env.VITRINE_URL || 'http://127.0.0.1:8787' },
    'key-file': { type: 'string', default: process.env.VITRINE_KEY_FILE || '.vitrine/demo.key' },
    'with-parent': { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const isConcierge = positionals.length === 1 && positionals[0] === CONCIERGE;
  const isAll = positionals.includes('all');
  const isHarbour = isAll || positionals.includes(HARBOUR);
  const names = isConcierge ? [] : isAll ? NAMES : positionals.filter((name) => name !== HARBOUR);
  const demos = names.map((name) => {
    const demo = DEMOS.find((candidate) => candidate.name === name);
    if (demo === undefined) throw new UsageError(`there is no demo "${name}"`);
    return demo;
  });
  if (demos.length === 0 && !isConcierge && !isHarbour) throw new UsageError('name a demo');
  if (!/^https?:$/.test(URL.canParse(values.url) ? new URL(values.url).protocol : ''))
    throw new UsageError('--url is an http or https address');
  const { url, 'key-file': keyFile, 'with-parent': withParent } = values;
  return { demos, concierge: isConcierge, harbour: isHarbour, url, keyFile, withParent };
}

function say(name: string, words: string): void {
  process.stderr.write(`demo ${name}: ${words}\n`);
}

async function run({ demos, concierge, harbour, url, keyFile, withParent }: RunOptions): Promise<void> {
  const key = readFileSync(keyFile, 'utf8').trim();
  const agents: AgentConnection[] = [];
  const over = new AbortController();
  const stop = () => {
    over.abort();
    for (const agent of agents) agent.close();
    process.stdin.destroy();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  if (withParent) process.stdin.once('end', stop).once('error', stop).resume();
  if (concierge) agents.push(receive(url, key));
  const played = demos.map((demo) => {
    const agent = connectAgent({ url, key, consumer: `demo-${demo.name}` });
    agents.push(agent);
    agent.onSignal('failure', ({ error }) => say(demo.name, String(error)));
    return new Director({ demo, agent, report: (problem) => say(demo.name, problem) }).run();
  });
  if (harbour) played.push(playHarbour({ url, key, signal: over.signal }, (problem) => say(HARBOUR, problem)));
  try {
    await Promise.all(played);
    for (const { signal } of concierge ? agents : [])
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
  } finally {
    stop();
  }
}

function receive(url: string, key: string): AgentConnection {
  const agent = connectAgent({ url, key });
  agent.onSignal('failure', ({ error }) => say(CONCIERGE, String(error)));
  agent.onSignal('state', (state) => {
    if (state === 'refused') agent.close();
  });
  attend(agent);
  return agent;
}

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  const isUsage = error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(
    `demos: ${error instanceof Error ? error.message : String(error)}\n${isUsage ? `${USAGE}\n` : ''}`,
  );
  process.exitCode = isUsage ? 2 : 1;
}
