// `vitrine mcp`: the tools over standard input and output, for an MCP host that starts its servers itself. They are those of
// the host that holds the data folder; where none does, this starts one, which ends with it.

import { resolve } from 'node:path';
import type { Command, CommandArguments } from '../command.ts';
import { CallError, CommandError } from '../errors.ts';
import { DEFAULT_URL, dataFolder, HOST_FLAGS, nearest, readHostAccess } from '../host-flags.ts';
import type { ExitCode, Io, Sink } from '../io.ts';
import { plain } from '../say.ts';
import { findHostOf } from '../serving/door-order.ts';
import { installMcp } from './mcp-install.ts';

async function mcp(call: CommandArguments, io: Io): Promise<ExitCode> {
  const [word, name = ''] = call.operands;
  if (word === 'install') return installMcp(name, call.has('yes'), io);
  if (word !== undefined) throw new CallError(`"mcp" knows the word install, not "${plain(word)}".`);
  const { bridgeStdio } = await import('@vitrine/mcp');
  let host: FoundHost | undefined;
  const find = async () => {
    host = (await runningHost(call, io)) ?? (await startHost(call, io));
    return { url: host.url, key: (await readHostAccess(call, io)).key };
  };
  const onError = (error: Error): void => void io.stderr.write(`vitrine: ${plain(error.message)}\n`);
  try {
    await bridgeStdio({ find, onError }).catch((error: Error) => {
      if (host === undefined || error instanceof CallError) throw error;
      throw new CommandError(`the host at ${plain(host.url)} did not take the call: ${plain(error.message)}`);
    });
    return 0;
  } finally {
    await host?.end?.();
  }
}

interface FoundHost {
  readonly url: string;
  /** Of one that was started here. */
  end?(): Promise<void>;
}

/** The one that was named, or whose key was; else the one that holds the data folder, which alone knows the key in it. */
async function runningHost(call: CommandArguments, io: Io): Promise<FoundHost | undefined> {
  const { VITRINE_URL = '', VITRINE_KEY_FILE = '' } = io.env;
  if (call.get('url') !== undefined || call.get('key-file') !== undefined || VITRINE_URL + VITRINE_KEY_FILE !== '')
    return { url: (await readHostAccess(call, io)).url };
  const found = await findHostOf(resolve(io.cwd, dataFolder(call, io)));
  return found === undefined ? undefined : { url: nearest(found) };
}

/** The port may be another host's, with a folder of its own; then any will do. */
async function startHost(call: CommandArguments, io: Io): Promise<FoundHost> {
  const [{ readServeOptions }, { serve }] = await Promise.all([
    import('../serving/serve-options.ts'),
    import('../serving/serve.ts'),
  ]);
  const ending = new AbortController();
  const ended = new Promise<void>((resolve) => {
    ending.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const options = await readServeOptions(call, io);
  const isTaken = (io.env.VITRINE_PORT ?? '') === '' && (await answers(`${DEFAULT_URL}/healthz`));
  return new Promise<FoundHost>((resolve, reject) => {
    // Standard output is the protocol's: what the server tells a person goes to the other one.
    const stdout: Sink = {
      closed: false,
      colour: false,
      write: async (text) => {
        await io.stderr.write(text);
        const url = /(https?:\S+?)\/#/.exec(text)?.[1];
        if (url !== undefined) resolve({ url, end });
      },
    };
    const serving = serve(isTaken ? { ...options, port: 0 } : options, { ...io, stdout, stopped: () => ended });
    const end = async (): Promise<void> => {
      ending.abort();
      await serving;
    };
    serving.catch(reject);
  });
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(2000) });
    return true;
  } catch {
    return false;
  }
}

export const mcpCommand: Command = {
  name: 'mcp',
  operands: ['[install]', '[HOST]'],
  description: 'Offer the tools of MCP over standard input and output, of the running host or of one that it starts.',
  examples: [
    ['vitrine mcp', 'what the configuration of an MCP host runs'],
    ['vitrine mcp install claude --yes', 'writes that configuration'],
  ],
  flags: [
    { name: 'data', value: 'FOLDER', description: 'The data folder of the host (VITRINE_DATA, else .vitrine).' },
    { name: 'yes', description: 'With install: write the configuration instead of only showing it.' },
    ...HOST_FLAGS,
  ],
  run: mcp,
};
