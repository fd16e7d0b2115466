// What `vitrine serve` runs: the host on a port, the page, and the demos beside it, until the process is asked to end.

import { resolve } from 'node:path';
import { a2aFaceWith, GrpcPortError } from '@vitrine/a2a';
import { agUiFaceWith } from '@vitrine/ag-ui';
import { faceWith as agentchainsWith } from '@vitrine/agentchains';
import { mcpAppCatalogs } from '@vitrine/core/catalogs/mcp-app';
import { defined, type Tracer } from '@vitrine/core/internal';
import {
  bracketed,
  createHost,
  createLogger,
  HOST_LIMITS,
  type Host,
  type HostOptions,
  hostNames,
  isLoopback,
  type Listening,
  type OperatorLog,
  pagePolicy,
  type ServedPage,
} from '@vitrine/host';
import { LogError } from '@vitrine/log';
import { mcpAppsFaceWith, mcpFaceWith, sandboxOriginFor } from '@vitrine/mcp';
import { faceWith as openwopWith } from '@vitrine/openwop';
import { openwopSeams } from '@vitrine/openwop-seams';
import { forgetRemotes } from '../connecting/kept-remote.ts';
import { CommandError } from '../errors.ts';
import { DATA_FOLDER } from '../host-flags.ts';
import type { ExitCode, Io } from '../io.ts';
import { PAGE_FOLDER } from '../program/files.ts';
import { plain } from '../say.ts';
import { createOidcProvider } from '../sign-in/oidc-provider.ts';
import { openControlDoor } from './control-door.ts';
import { claimSeamFolder, folderFailure, logFailure, markDatabase } from './data-folder.ts';
import type { HostAddress } from './door-order.ts';
import { openBrowser } from './open-browser.ts';
import { catalogPageFiles, readMcpView, readPageFiles, settingsFile } from './page-files.ts';
import type { ServeOptions } from './serve-options.ts';
import { sharedLogAt } from './shared-log.ts';
import { startDemos } from './start-demos.ts';
import { startTelemetry } from './telemetry.ts';

/** So many ports behind the first are looked at for one that is free. */
const MAX_PORTS_TRIED = 100;

/** Ends with 0 when asked to end, with 1 when the folder or the address cannot be had. */
export async function serve(options: ServeOptions, io: Io): Promise<ExitCode> {
  const page = await readPage(options);
  const stream = { write: (line: string) => void io.stderr.write(line) };
  let logger: OperatorLog | undefined;
  const telemetry = options.telemetry && (await startTelemetry(options.telemetry, () => logger));
  logger = createLogger({ level: options.logLevel, stream, ...defined({ tracer: telemetry?.tracer }) });
  const host = await openHost(options, page, logger, telemetry?.tracer);
  telemetry?.watch(host.metrics);
  const survive = (error: unknown) => logger.error({ err: error }, 'A promise was rejected and nobody looked.');
  process.on('unhandledRejection', survive);
  const ends: (() => Promise<void>)[] = [() => host.stop(), () => telemetry?.stop() ?? Promise.resolve()];
  try {
    const listening = await listen(host, options, io);
    const url = publicUrlOf(listening, options);
    const operatorUrl = () => `${url}/#operator=${host.credentials.newOperatorCode()}`;
    const door = await openControlDoor(options.folder, {
      host,
      operatorUrl,
      address: addressOf(listening, url, options),
      nameApps: ({ name, url: server, ...rest }) => {
        const named = { ...rest, url: new URL(server) };
        // One that is told of again stays connected.
        if (JSON.stringify(options.apps.servers.get(name)) !== JSON.stringify(named))
          options.apps.servers.set(name, named);
      },
    });
    ends.unshift(() => door.close());
    // Asked for before the address is told: whoever reads it may end us at once.
    const stopped = io.stopped();
    const demo = options.demo ? await startDemos(host, listening, options, io) : undefined;
    if (demo !== undefined) ends.unshift(() => demo.stop());
    // The demos may have listened on a port of their own, whose address nobody shall be told.
    host.setPublicUrl(url);
    await tell(operatorUrl(), options, io);
    await openBrowser(operatorUrl, options, io);
    await stopped;
  } finally {
    for (const end of ends) await end();
    process.off('unhandledRejection', survive);
  }
  return 0;
}

async function readPage({ allowMedia, catalogs, apps }: ServeOptions): Promise<ServedPage> {
  const files = await readPageFiles(PAGE_FOLDER);
  if (files === undefined) throw new CommandError('the page is not built yet: run "npm run build" first.');
  // The renderer names hosts without a scheme: media come over https or not at all.
  const own = catalogPageFiles(catalogs);
  const settings = settingsFile({
    media: allowMedia.map((source) => source.replace(/^https?:\/\//i, '')),
    catalogs: [...own.keys()],
  });
  const all = new Map([...files, ...own, ['/settings.json', settings]]);
  return {
    files: (path) => all.get(path),
    policy: pagePolicy({ allowMedia }),
    frames: (here) => (apps.servers.size === 0 ? undefined : sandboxOriginFor(here, apps.sandboxOrigin)),
  };
}

async function openHost(
  options: ServeOptions,
  page: ServedPage,
  logger: OperatorLog,
  tracer: Tracer | undefined,
): Promise<Host> {
  const { folder, acceptLoss, host, publicUrl, admission, secrets, origins, metricsToken } = options;
  const { actWindowMs, recentBytes, limits } = options;
  if (options.openwopSeams) await claimSeamFolder(folder);
  const { sandboxOrigin } = options.apps;
  const names = [publicUrl?.hostname, sandboxOrigin && new URL(sandboxOrigin).hostname].filter(
    (name) => name !== undefined,
  );
  try {
    const opened = await createHost({
      folder,
      ...defined({ shared: options.database && sharedLogAt(options.database) }),
      keys: options.keys,
      acceptLoss,
      host,
      names,
      page,
      catalogs: [...mcpAppCatalogs, ...options.catalogs.flatMap(({ catalogs }) => [...catalogs.values()])],
      admission,
      secrets,
      origins,
      logger,
      ...defined({ tracer }),
      erased: (sessions) => forgetRemotes(folder, sessions),
      ...defined({ actWindowMs, recentBytes }),
      retention: options.retention,
      ...defined({ signIn: signInOf(options) }),
      ...defined({ diskAlarmPercent: options.diskAlarmPercent, quota: options.quota }),
      ...limitsOf(options.limits, metricsToken),
      ...options.lives,
      faces: [
        agentchainsWith({ limits: { ...limits.agentchains } }),
        openwopWith({
          settings: options.openwop,
          ...defined({ seams: options.openwopSeams ? openwopSeams : undefined }),
        }),
        a2aFaceWith({ ...options.a2a, limits: { ...limits.a2a } }),
        agUiFaceWith({ ...options.agUi, limits: { ...limits.agUi } }),
        mcpAppsFaceWith(options.apps),
        mcpFaceWith({ ...options.mcp, ...limits.mcp, ...defined({ view: await readMcpView(PAGE_FOLDER) }) }),
      ],
    });
    await markDatabase(folder, options.database !== undefined);
    return opened;
  } catch (error) {
    if (error instanceof LogError) throw logFailure(folder, error);
    if (error instanceof GrpcPortError) throw new CommandError(`${error.message}; choose another with --a2a-grpc.`);
    throw folderFailure(folder, error);
  }
}

function signInOf({ signIn }: ServeOptions): HostOptions['signIn'] {
  if (signIn === undefined) return undefined;
  return { provider: createOidcProvider(signIn.oidc), isForViewers: signIn.isForViewers };
}

function limitsOf(
  { limits, http, rates, sockets, connections }: ServeOptions['limits'],
  metricsToken: string | undefined,
): Pick<HostOptions, 'limits' | 'http' | 'sockets' | 'connections'> {
  return {
    http: defined({ limits: http, rates, metricsToken }),
    ...defined({ connections }),
    ...(limits && { limits: { ...HOST_LIMITS, ...limits } }),
    ...(sockets && { sockets: { limits: sockets } }),
  };
}

async function listen(host: Host, options: ServeOptions, io: Io): Promise<Listening> {
  const { host: name, port: wanted, tls, trustProxy, allowPlain } = options;
  // Whoever only wants to see the demos has named no port, and is told the one that it is.
  const last = options.demo && options.isAnyPort ? wanted + MAX_PORTS_TRIED : wanted;
  for (let port = wanted; ; port++) {
    try {
      const listening = await host.listen({ host: name, port, trustProxy, allowPlain, ...(tls && { tls }) });
      if (port !== wanted) await io.stderr.write(`vitrine: port ${wanted} is taken; this is on port ${port}.\n`);
      return listening;
    } catch (error) {
      const problem = error as NodeJS.ErrnoException;
      if (problem.code !== 'EADDRINUSE' || port >= last) throw new CommandError(listenProblem(problem, port, name));
    }
  }
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

function publicUrlOf(listening: Listening, { publicUrl, tls, host }: ServeOptions): string {
  const name = hostNames(host) === 'any' ? 'localhost' : bracketed(host);
  const here = `${tls === undefined ? 'http' : 'https'}://${name}:${listening.port}`;
  return publicUrl?.href.replace(/\/+$/, '') ?? here;
}

/** Where commands on this machine find it. */
function addressOf({ port }: Listening, url: string, { tls, host }: ServeOptions): HostAddress {
  const isNear = tls === undefined && (isLoopback(host) || hostNames(host) === 'any');
  return {
    url,
    port,
    ...(isNear ? { near: `http://${isLoopback(host) ? bracketed(host) : '127.0.0.1'}:${port}` } : {}),
  };
}

async function tell(operatorUrl: string, options: ServeOptions, io: Io): Promise<void> {
  const { tls, folder } = options;
  const named = /\s/.test(folder) ? `"${plain(folder)}"` : plain(folder);
  const data = folder === resolve(io.cwd, DATA_FOLDER) ? '' : ` --data ${named}`;
  await io.stdout.write(
    `Vitrine is at ${operatorUrl}\nThe code works once; another one: npx @vitrine/cli operator${data}\n`,
  );
  if (tls === undefined && !options.trustProxy && !isLoopback(options.host))
    await io.stderr.write('vitrine: this address may be reached from other machines, and keys travel readable.\n');
}
