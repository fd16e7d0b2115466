// `vitrine serve`: the page on this machine, until the process is asked to end.

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PAGE_FOLDER } from '@vitrine/playground';
import { CallError } from '../call-error.ts';
import type { Command } from '../command.ts';
import type { ExitCode, Io } from '../io.ts';
import { plain } from '../say.ts';
import { bracketed, hostNames, isLoopback } from '../server/host-names.ts';
import { readPageFiles } from '../server/page-files.ts';
import { createPageServer } from '../server/page-server.ts';

export interface ServeOptions {
  /** 0: any that is free. */
  readonly port: number;
  readonly host: string;
}

/** How long answers under way may take once the process is asked to end. */
const PATIENCE_MS = 2000;

/** Ends with 0 when asked to end, with 1 when the address cannot be had. */
export async function serve(options: ServeOptions, io: Io): Promise<ExitCode> {
  const files = await readPageFiles(PAGE_FOLDER);
  if (files === undefined) {
    await io.stderr.write('vitrine: the page is not built yet: run "npm run build" first.\n');
    return 1;
  }
  const server = createPageServer({ files, names: hostNames(options.host) });
  const problem = await listen(server, options);
  if (problem !== undefined) {
    await io.stderr.write(`vitrine: ${plain(problem)}\n`);
    return 1;
  }
  // Asked for before the address is told: whoever reads it may end us at once.
  const stopped = io.stopped();
  const { port } = server.address() as AddressInfo;
  await io.stdout.write(`Vitrine is at ${pageUrl(options.host, port)}\n`);
  if (!isLoopback(options.host)) {
    await io.stderr.write('vitrine: this address may be reached from other machines; there is no password.\n');
  }
  await stopped;
  await close(server);
  return 0;
}

function listen(server: Server, { port, host }: ServeOptions): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(listenProblem(error, port, host)));
    server.listen(port, host, () => resolve(undefined));
  });
}

function listenProblem(error: NodeJS.ErrnoException, port: number, host: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is taken; choose another with --port.`;
    case 'EACCES':
      return `port ${port} may not be opened by this user; choose one from 1024 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `this machine has no address "${host}"; leave --host out to serve on 127.0.0.1.`;
    default:
      return `cannot listen on ${host}, port ${port}: ${error.message}`;
  }
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  server.closeIdleConnections();
  const impatience = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  await closed;
  clearTimeout(impatience);
}

function pageUrl(host: string, port: number): string {
  const name = hostNames(host) === 'any' ? 'localhost' : bracketed(host);
  return `http://${name}:${port}/`;
}

function readPort(given: string, said: string): number {
  const port = /^[0-9]{1,5}$/.test(given) ? Number(given) : -1;
  if (port < 0 || port > 65_535) throw new CallError(`${said} is a number from 0 to 65535, not "${given}".`);
  return port;
}

export const serveCommand: Command = {
  name: 'serve',
  operands: [],
  says: 'Serve the page that shows a stream live.',
  flags: [
    { name: 'port', value: 'PORT', says: 'Listen here (VITRINE_PORT, else 8787; 0 is any that is free).' },
    { name: 'host', value: 'HOST', says: 'Listen on this address (VITRINE_HOST, else 127.0.0.1).' },
  ],
  run: (call, io) => {
    const flag = call.get('port');
    const port =
      flag === undefined ? readPort(io.env.VITRINE_PORT || '8787', 'VITRINE_PORT') : readPort(flag, '--port');
    return serve({ port, host: call.get('host') ?? (io.env.VITRINE_HOST || '127.0.0.1') }, io);
  },
};
