// The program: `node run.js NAME… | all --url URL --key-file FILE`. Each demo has a connection and a place in the events
// of its own. Ends with 0 when it is told to, with 1 when the host does not take the key, with 2 when the call is wrong.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type AgentConnection, connectAgent } from '@vitrine/client';
import type { AnyDemo } from './demo.ts';
import { DEMOS } from './demos.ts';
import { Director } from './director.ts';

const NAMES = DEMOS.map(({ name }) => name);
const USAGE = `usage: run.js all|${NAMES.join('|')} [--url URL] [--key-file FILE] [--with-parent]`;

interface Options {
  readonly demos: readonly AnyDemo[];
  readonly url: string;
  readonly keyFile: string;
  /** Ends with standard input: a parent that was killed leaves no demos behind. */
  readonly withParent: boolean;
}

class UsageError extends Error {}

function readOptions(args: readonly string[]): Options {
  const options = {
    url: { type: 'string', default: process.env.VITRINE_URL || 'http://127.0.0.1:8787' },
    'key-file': { type: 'string', default: process.env.VITRINE_KEY_FILE || '.vitrine/demo.key' },
    'with-parent': { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const names = positionals.includes('all') ? NAMES : positionals;
  const demos = names.map((name) => {
    const demo = DEMOS.find((candidate) => candidate.name === name);
    if (demo === undefined) throw new UsageError(`there is no demo "${name}"`);
    return demo;
  });
  if (demos.length === 0) throw new UsageError('name a demo');
  if (!/^https?:$/.test(URL.canParse(values.url) ? new URL(values.url).protocol : ''))
    throw new UsageError('--url is an http or https address');
  return { demos, url: values.url, keyFile: values['key-file'], withParent: values['with-parent'] };
}

function say(name: string, words: string): void {
  process.stderr.write(`demo ${name}: ${words}\n`);
}

async function run({ demos, url, keyFile, withParent }: Options): Promise<void> {
  const key = readFileSync(keyFile, 'utf8').trim();
  const agents: AgentConnection[] = [];
  const stop = () => {
    for (const agent of agents) agent.close();
    process.stdin.destroy();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  if (withParent) process.stdin.once('end', stop).once('error', stop).resume();
  const played = demos.map((demo) => {
    const agent = connectAgent({ url, key, consumer: `demo-${demo.name}` });
    agents.push(agent);
    agent.onSignal('failure', ({ error }) => say(demo.name, String(error)));
    return new Director({ demo, agent, report: (problem) => say(demo.name, problem) }).run();
  });
  try {
    await Promise.all(played);
  } finally {
    stop();
  }
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
