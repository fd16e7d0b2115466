// `vitrine connect AGENT_URL`: shows a remote agent of A2A or AG-UI, or a server of MCP, in a session, and starts a host for it when
// none runs.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { defined } from '@vitrine/core/internal';
import type { Command, CommandArguments } from '../command.ts';
import type { ConnectOptions } from '../connecting/connect.ts';
import { CallError } from '../errors.ts';
import { DATA_FOLDER, DEFAULT_URL, dataFolder, HOST_FLAGS, nearest, readKey, readUrl } from '../host-flags.ts';
import type { Io } from '../io.ts';
import { fileProblem } from '../read-input.ts';
import { findHostOf } from '../serving/door-order.ts';
import { readCollector, startTelemetry } from '../serving/telemetry.ts';

async function readOptions(call: CommandArguments, io: Io): Promise<ConnectOptions> {
  const speaks = readSpoken(call);
  const place = readPlace(call, io);
  const keyFile = call.get('key-file');
  const folder = resolve(io.cwd, dataFolder(call, io));
  const token = await readToken(call.get('token-file') ?? (io.env.VITRINE_TOKEN_FILE || undefined), io);
  return {
    ...place,
    url: await hostFor(call, folder, io),
    folder,
    allowPrivate: [...call.all('allow-private'), ...(io.env.VITRINE_ALLOW_PRIVATE ?? '').split(/[\s,]+/)],
    ...readRun(call.get('openwop')),
    speaks,
    isTrusted: call.has('trust'),
    isNew: call.has('new'),
    json: call.has('json'),
    ...defined({
      key: keyFile === undefined ? undefined : await readKey(keyFile, io),
      authorization: token === undefined ? undefined : `Bearer ${token}`,
      collector: readOtlp(call.get('otlp'), io),
    }),
  };
}

function readSpoken(call: CommandArguments): ConnectOptions['speaks'] {
  const [named, other] = (['ag-ui', 'mcp'] as const).filter((flag) => call.has(flag));
  if (other !== undefined) throw new CallError('--ag-ui and --mcp are two kinds of agents: name one.');
  if (named !== undefined && call.get('openwop') !== undefined) throw new CallError('--openwop is for agents of A2A.');
  if (named !== 'mcp' && (call.has('stdio') || call.has('env')))
    throw new CallError('--stdio and --env are for --mcp.');
  return named ?? 'a2a';
}

/** A program is never named by anything but the command line: whoever names it runs it. */
function readPlace(call: CommandArguments, io: Io): Pick<ConnectOptions, 'agentUrl' | 'program'> {
  const address = call.operands[0] as string;
  if (call.has('stdio')) {
    const [command, ...args] = [...address.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare ?? '',
    );
    if (command === undefined || command === '')
      throw new CallError('With --stdio, AGENT_URL is the command of a program.');
    const env = Object.fromEntries(call.all('env').map((name) => [name, readVariable(name, io)]));
    return { agentUrl: new URL('stdio:'), program: { command, args, cwd: io.cwd, env } };
  }
  const agentUrl = URL.canParse(address) ? new URL(address) : undefined;
  if (agentUrl?.protocol !== 'https:' && agentUrl?.protocol !== 'http:')
    throw new CallError(`AGENT_URL is the http or https address of an agent or of its card, not "${address}".`);
  return { agentUrl };
}

function readVariable(name: string, io: Io): string {
  const value = io.env[name];
  if (value === undefined) throw new CallError(`--env ${name}: there is no such environment variable.`);
  return value;
}

function readOtlp(typed: string | undefined, { env }: Io): string | undefined {
  if (typed !== undefined) return readCollector('--otlp', typed);
  return env.VITRINE_OTLP ? readCollector('VITRINE_OTLP', env.VITRINE_OTLP) : undefined;
}

/** The one that was named, else the one that runs on the folder; else where one is started. A key of the folder is for that. */
async function hostFor(call: CommandArguments, folder: string, io: Io): Promise<string> {
  const named = readUrl(call, io);
  if (call.get('url') !== undefined || io.env.VITRINE_URL) return named;
  const running = await findHostOf(folder);
  if (running !== undefined) return nearest(running);
  const { freeAddress } = await import('../connecting/running-host.ts');
  return call.get('key-file') === undefined ? freeAddress(named) : named;
}

function readRun(major: string | undefined): Pick<ConnectOptions, 'run'> {
  if (major === undefined) return {};
  if (major !== '1' && major !== '2') throw new CallError(`--openwop is 1 or 2, not "${major}".`);
  return { run: `openwop-${major}` };
}

async function readToken(file: string | undefined, io: Io): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(resolve(io.cwd, file), 'utf8').catch((error: unknown) => {
    throw new CallError(fileProblem(file, error));
  });
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new CallError(`"${file}" does not hold a token.`);
  return token;
}

/** Whoever started it may be killed without a word. */
function withParent(io: Io): Io {
  const gone = (async () => {
    for await (const _ of io.stdin);
  })().catch(() => undefined);
  return { ...io, stdin: io.stdin, stopped: () => Promise.race([gone, io.stopped()]) };
}

export const connectCommand: Command = {
  name: 'connect',
  operands: ['AGENT_URL'],
  description: 'Show a remote agent of A2A or AG-UI, and talk to it; or the tools of a server of MCP.',
  examples: [
    ['vitrine connect https://agent.example', 'an agent of A2A or AG-UI; it prints the address of the page'],
    ['vitrine connect https://tools.example/mcp --mcp', 'the tools of a server of MCP, as forms'],
  ],
  flags: [
    {
      name: 'allow-private',
      value: 'HOST',
      repeatable: true,
      description: 'HOST or HOST:PORT may be at a private address, or speak plain http.',
    },
    { name: 'token-file', value: 'FILE', description: 'Present this token to the agent (VITRINE_TOKEN_FILE).' },
    { name: 'ag-ui', description: 'It speaks AG-UI: AGENT_URL is where runs are posted.' },
    { name: 'mcp', description: 'It is a server of MCP: its tools become forms.' },
    {
      name: 'stdio',
      description: 'AGENT_URL is the command of a program that speaks MCP on standard input and output.',
    },
    { name: 'env', value: 'NAME', repeatable: true, description: 'Hand this environment variable to the program.' },
    { name: 'openwop', value: 'MAJOR', description: 'It shows envelopes of OpenWOP, 1 or 2: they go into a run.' },
    { name: 'trust', description: 'You vouch for the agent: it may ask for approvals, offer links and load media.' },
    { name: 'new', description: 'Begin another conversation instead of going on with the last one.' },
    {
      name: 'json',
      description:
        'Print {agent, claimedName, form, a2a, session, viewerUrl, notice?}; of AG-UI {agent, agUi, session, viewerUrl}; of MCP {agent, claimedName, mcp, session, viewerUrl}.',
    },
    {
      name: 'data',
      value: 'FOLDER',
      description: `The host's data folder, where the conversation is kept (${DATA_FOLDER}).`,
    },
    { name: 'otlp', value: 'URL', description: 'Send traces to this collector of OpenTelemetry (VITRINE_OTLP).' },
    { name: 'with-parent', description: 'End when standard input ends.' },
    ...HOST_FLAGS.map((flag) =>
      flag.name === 'url'
        ? {
            ...flag,
            description: `The host (VITRINE_URL, else the one of the data folder, else ${DEFAULT_URL}, started when none runs).`,
          }
        : flag,
    ),
  ],
  run: async (call, plainIo) => {
    const options = await readOptions(call, plainIo);
    const io = call.has('with-parent') ? withParent(plainIo) : plainIo;
    const { connect, reach } = await import('../connecting/connect.ts');
    const { ensureHost } = await import('../connecting/running-host.ts');
    const telemetry = options.collector && (await startTelemetry({ endpoint: options.collector, tracePercent: 100 }));
    const traced = { ...options, ...(telemetry && { tracer: telemetry.tracer }) };
    const remote = await reach(traced);
    const isNamed = call.get('url') !== undefined || Boolean(plainIo.env.VITRINE_URL) || options.key !== undefined;
    const host = await ensureHost(options.url, isNamed, call, io);
    try {
      return await connect(remote, traced, io);
    } finally {
      await host.stop();
      if (telemetry) await telemetry.stop();
    }
  },
};
