// A host, put together: sessions over a log, credentials, HTTP and WebSockets. It mounts anywhere that can hand it a
// Request and an upgrade; `listen` puts it on a port of its own.

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type Catalog,
  DEFAULT_LIMITS,
  type DialectHandler,
  defined,
  HOST_JSON_BOUNDS,
  type Limits,
  type PortGuard,
  type ShareRate,
  type Tracer,
} from '@vitrine/core/internal';
import { parseInTurns } from '@vitrine/face-kit';
import { openSqliteLog, type ParseLong, type SessionId, type SessionLog } from '@vitrine/log';
import { AgentQuota, type QuotaOptions } from './agent-quota.ts';
import { AuditTrail } from './audit/audit-trail.ts';
import type { Credentials } from './caller.ts';
import {
  createSecretsInMemory,
  ensureDevAgent,
  isInUse,
  openSecrets,
  type Secrets,
} from './credentials/data-folder.ts';
import { openCredentials } from './credentials/open-credentials.ts';
import { type OperatorLives, operatorLivesOf } from './credentials/operators.ts';
import type { ViewerLives } from './credentials/viewer-tokens.ts';
import { DiskAlarm } from './disk-alarm.ts';
import { type ConnectionLimits, Connections } from './guards/connections.ts';
import { hostNames } from './guards/host-names.ts';
import { createHttp, type Http, type HttpOptions } from './http/create-http.ts';
import { FileQuota } from './http/file-quota.ts';
import { HTTP_LIMITS } from './http/limits.ts';
import { OpenStreams } from './http/open-streams.ts';
import type { ServedPage } from './http/page-routes.ts';
import type { Client } from './http/route.ts';
import { knownCatalogs } from './known-catalogs.ts';
import type { Sessions } from './live.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { SentCalls } from './nodes/call-wire.ts';
import { Nodes } from './nodes/nodes.ts';
import { PeerNews } from './nodes/peer-news.ts';
import { createOperatorActs, type OperatorActs } from './operator-acts.ts';
import { createLogger, hideInLog, type OperatorLog } from './operator-log.ts';
import { createPorts, type FaceDefinition, type HostFace } from './port.ts';
import { createSecrets, type Secrets as KnownSecrets, type Secret } from './redact.ts';
import { KEEP_KIND, Retention, type RetentionPolicy } from './retention.ts';
import { createSealer, type Sealer, sealKeyIdOf } from './seal.ts';
import { type Listening, type ListenOptions, listen } from './server.ts';
import { AllSessions } from './sessions/all-sessions.ts';
import type { SessionContext } from './sessions/context.ts';
import { RecentMemory } from './sessions/recent-memory.ts';
import { sealKeysInUse } from './sessions/seals.ts';
import { STATE_VERSION } from './sessions/stored-state.ts';
import { SignIn, type SignInOptions } from './sign-in.ts';
import { Presence } from './socket/presence.ts';
import { createSockets, type Sockets, type SocketsOptions } from './socket/sockets.ts';
import { type LogReport, verifyLog } from './verify-log.ts';

/** A file may have any number of lines; one call to a host has to be answered. */
export const HOST_LIMITS: Limits = { ...DEFAULT_LIMITS, linesPerPush: 20_000 };

export interface HostOptions extends OperatorLives {
  /** Where the embedded log, the keys and the first agent's key stand. Absent: all is in memory and ends with the host. */
  readonly folder?: string;
  /** Another log than the embedded one; it is closed with the host. */
  readonly log?: SessionLog;
  /** A log that other hosts write too, in the place of the embedded one. */
  readonly shared?: SharedLog;
  /** Instead of what stands in the folder: 32 bytes each. All hosts that share a log have the same. */
  readonly keys?: { readonly token?: Uint8Array; readonly seal?: Uint8Array };
  /** Operators and viewers may sign in at an issuer; absent: codes and links alone. */
  readonly signIn?: SignInOptions;
  /** How long sessions are kept; absent: for good. */
  readonly retention?: RetentionPolicy;
  /** Takes away what the program keeps of sessions beside the store. Asked again at the next start where a crash cut an erasure short. */
  readonly erased?: (sessions: readonly SessionId[]) => Promise<void>;
  /** How much of the store each agent may fill; absent: all. */
  readonly quota?: QuotaOptions;
  /** An alarm when less of the disk of the folder is free, of 100: 10 when not said. */
  readonly diskAlarmPercent?: number;
  /** Start although the embedded log has less than was acknowledged. */
  readonly acceptLoss?: boolean;
  /** Catalogs beside those of Vitrine, made with `defineCatalog`, `extendCatalog` or `importCatalog`. */
  readonly catalogs?: Iterable<Catalog>;
  readonly limits?: Limits;
  readonly admission?: 'enforce' | 'report';
  /** How long what a viewer was shown may be acted on once it is over: ten minutes when not said. */
  readonly actWindowMs?: number;
  /** Bytes that all sessions keep together of what they sent lately, to spare the log: 64 MiB when not said. */
  readonly recentBytes?: number;
  /** What is never stored nor shown. */
  readonly secrets?: readonly (Secret | string)[];
  /** The name that it listens on, and others that it goes by. */
  readonly host?: string;
  readonly names?: readonly string[];
  readonly page?: ServedPage;
  readonly origins?: readonly string[];
  /** How long the token of a viewer holds: an hour. */
  readonly viewerSeconds?: number;
  /** How long after the first of them it is renewed: 30 days. */
  readonly viewerRenewableSeconds?: number;
  /** How long the link to a session holds: 7 days; longer while the session waits for an answer, at most `linkMaxSeconds`. */
  readonly linkSeconds?: number;
  /** 30 days. */
  readonly linkMaxSeconds?: number;
  /** Streams and sockets that may be open. */
  readonly connections?: Partial<ConnectionLimits>;
  readonly http?: Pick<HttpOptions, 'limits' | 'rates' | 'metricsToken'>;
  readonly sockets?: Pick<SocketsOptions, 'limits' | 'steadyNow'>;
  /** Other protocols, asked in this order before the paths of the host. */
  readonly faces?: readonly FaceDefinition[];
  /** Where it is recorded which call led to which; absent: nowhere. */
  readonly tracer?: Tracer;
  readonly logger?: OperatorLog;
  readonly now?: () => number;
}

export interface SharedLog {
  /** `fold` names how sessions are folded, `keys` the keys without telling them: hosts in which they differ do not go together. */
  open(host: { readonly fold: string; readonly keys: string; readonly parseLong: ParseLong }): Promise<SessionLog>;
  /** Where the others reach this host. Absent: where it listens. */
  readonly address?: string;
}

export interface Host {
  readonly sessions: Sessions;
  readonly credentials: Credentials;
  readonly metrics: Metrics;
  /** Who did what. */
  readonly audit: AuditTrail;
  /** What whoever runs the host may order. */
  readonly operator: OperatorActs;
  /** What is never stored nor shown; more can be added. */
  readonly secrets: Pick<KnownSecrets, 'add'>;
  /** The file with the first agent's key, where there is one. */
  readonly keyFile: string | undefined;
  fetch(request: Request, client: Client): Promise<Response>;
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer, client?: Client): void;
  /** What goes when its time is over. */
  readonly retention: Pick<Retention, 'due' | 'run'>;
  /** Reads all that is stored. */
  verify(): Promise<LogReport>;
  /** Where people reach it, once it is known: addresses for viewers begin with it. */
  setPublicUrl(url: string): void;
  listen(options: Omit<ListenOptions, 'http' | 'upgrade'>): Promise<Listening>;
  /** Takes nothing new, finishes what is under way, tells everybody, closes the log. */
  stop(patienceMs?: number): Promise<void>;
}

const PATIENCE_MS = 5000;
const PROBE_MS = 1000;
const SAVE_TIME_MS = 60_000;
const NEWS_MS = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const HOOK_FAILED = 'A hook of a catalog failed; what it was asked for is not admitted and not shown.';
/** Longer than anything lives that was signed with `token.key`: a token of an interrupt waits for up to a year. */
const SIGNED_MS = 366 * DAY_MS;
const RETAIN_MS = 60 * 60 * 1000;
const FORGET_KEYS_MS = DAY_MS;
const CONNECTIONS: ConnectionLimits = { perClient: 1000, total: 20_000 };

export async function createHost(options: HostOptions): Promise<Host> {
  const { folder, acceptLoss = false, keys = {}, shared } = options;
  const isExpected = folder !== undefined && (await isInUse(folder));
  const secrets =
    folder === undefined ? createSecretsInMemory(keys) : await openSecrets(folder, acceptLoss || !isExpected, keys);
  const log =
    options.log ??
    (await shared?.open({ fold: STATE_VERSION, keys: nameOfKeys(secrets), parseLong })) ??
    (await openEmbeddedLog(options, isExpected));
  try {
    return await HostInProcess.open(options, log, secrets);
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** The oldest of each: it is the same for hosts of which one has made a new key. */
function nameOfKeys({ token, seal }: Secrets): string {
  const hash = createHash('sha256').update('vitrine keys');
  for (const ring of [token, seal]) hash.update(ring.keys().at(-1) as Uint8Array);
  return hash.digest('base64url');
}

/** An entry may be as long as a message: whoever reads it from the log keeps nobody from a turn. */
const parseLong: ParseLong = (text) => parseInTurns(text, HOST_JSON_BOUNDS);

function openEmbeddedLog(
  { folder = ':memory:', acceptLoss = false, logger }: HostOptions,
  isExpected: boolean,
): Promise<SessionLog> {
  const onNotice = (notice: string) => logger?.warn({ folder }, notice);
  return openSqliteLog(folder, { acceptLoss, isExpected, onNotice, parseLong });
}

class HostInProcess implements Host {
  readonly sessions: AllSessions;
  readonly credentials: Credentials;
  readonly metrics: Metrics;
  readonly audit: AuditTrail;
  readonly retention: Retention;
  readonly #retaining: NodeJS.Timeout | undefined;
  #disk: DiskAlarm | undefined;
  readonly verify: () => Promise<LogReport>;
  readonly secrets: KnownSecrets;
  readonly operator: OperatorActs;
  readonly keyFile: string | undefined;
  readonly #log: SessionLog;
  readonly #shared: HostOptions['shared'];
  readonly #nodes: Nodes | undefined;
  readonly #http: Http;
  readonly #sockets: Sockets;
  readonly #faces: readonly HostFace[];
  readonly #logger: OperatorLog;
  readonly #listening: Listening[] = [];
  readonly #savingTime: NodeJS.Timeout;
  readonly #forgettingKeys: NodeJS.Timeout;
  #tellingNews: NodeJS.Timeout | undefined;
  #publicUrl: string;
  #isReady = true;
  /** The last commit was stored. */
  #canStore = true;
  #stopped: Promise<void> | undefined;

  static async open(options: HostOptions, log: SessionLog, secrets: Secrets): Promise<HostInProcess> {
    const now = options.now ?? (() => log.now());
    const steadyNow = options.now === undefined ? () => performance.now() : neverBack(options.now);
    let opened: ((error: unknown) => void) | undefined;
    let nodes: Nodes | undefined;
    const known = createSecrets(options.secrets);
    const credentials = await openCredentials({
      ...{ log, now, steadyNow, secrets: secrets.token.keys, storeFailed: (error: unknown) => opened?.(error) },
      takeCodeElsewhere: async (code) => nodes?.takeCodeElsewhere(code),
      hidesIn: (text) => known.redact(text) !== text,
      ...livesOf(options),
    });
    await forgetKeys(log, secrets, credentials.now());
    const { folder, logger } = options;
    const failed = (error: unknown) => logger?.error({ err: error }, 'A line of the audit waits to be stored.');
    const audit = await AuditTrail.open({ log, now, failed, isShared: options.shared !== undefined });
    const keyFile = folder === undefined ? undefined : await ensureDevAgent(credentials, folder);
    const host = new HostInProcess({ ...options, now, steadyNow, known }, log, secrets, credentials, audit, keyFile);
    opened = (error) => host.#awaitStore(error);
    nodes = host.#nodes;
    await host.sessions.start();
    await host.retention
      .resume()
      .catch((error: unknown) => logger?.error({ err: error }, 'An erasure waits for a start.'));
    await Promise.all(host.#faces.map((face) => face.ready?.()));
    return host;
  }

  constructor(
    options: ClockedOptions,
    log: SessionLog,
    secrets: Secrets,
    credentials: Credentials,
    audit: AuditTrail,
    keyFile: string | undefined,
  ) {
    const { host = '127.0.0.1', names = [], page, origins } = options;
    const logger = options.logger ?? createLogger({ level: 'silent' });
    const metrics = createMetrics({ process: true });
    this.#log = log;
    this.#logger = logger;
    this.credentials = credentials;
    this.audit = audit;
    this.metrics = metrics;
    this.keyFile = keyFile;
    const guards: PortGuard[] = [];
    const handlers: DialectHandler[] = [];
    const { known } = options;
    this.secrets = known;
    hideInLog(logger, known);
    const seals = { current: sealerOf(secrets) };
    this.#shared = options.shared;
    let shareRate: ShareRate | undefined;
    if (options.shared !== undefined) {
      const handOver = (session: string): Promise<void> => this.sessions.handOver(session);
      const answerCalls = ({ session, from, calls }: SentCalls) => this.sessions.answerCalls(session, from, calls);
      const listening = () => this.sessions.listening();
      const news = new PeerNews({ steadyNow: options.steadyNow, listening });
      this.#nodes = new Nodes({
        ...{ keys: secrets.token.keys, news, handOver, answerCalls },
        others: () => log.nodes(),
        giveUp: (node) => log.giveUp(node),
        takeOperatorCode: (code) => credentials.takeOperatorCode(code),
      });
      shareRate = (name, rate) => news.share(name, rate);
    }
    const context = contextOf(options, log, seals, metrics, logger, {
      audit,
      peers: this.#nodes,
      guards,
      handlers,
      known,
      storeFailed: (error) => this.#awaitStore(error),
    });
    this.verify = () => verifyLog(context);
    this.sessions = new AllSessions(context);
    this.retention = new Retention({
      ...{ log, sessions: this.sessions, audit, now: options.now },
      ...defined({ policy: options.retention, erased: options.erased }),
    });
    this.#retaining = this.#retain(options.retention);
    if (options.folder !== undefined)
      this.#disk = new DiskAlarm({
        folder: options.folder,
        metrics,
        logger,
        ...defined({ percent: options.diskAlarmPercent }),
      });
    this.operator = createOperatorActs({
      retention: this.retention,
      ...defined({ keyFile }),
      ...{ sessions: this.sessions, credentials, logger, keys: secrets, audit, store: { log, folder: options.folder } },
      keyChanged: () => {
        seals.current = sealerOf(secrets);
      },
    });
    this.#savingTime = setInterval(() => void credentials.flush().catch(ignore), SAVE_TIME_MS).unref();
    this.#forgettingKeys = setInterval(() => {
      forgetKeys(log, secrets, credentials.now()).then(
        () => {
          seals.current = sealerOf(secrets);
        },
        (error: unknown) => logger.error({ err: error }, 'Former keys cannot be forgotten.'),
      );
    }, FORGET_KEYS_MS).unref();
    this.#publicUrl = `http://${host}`;
    const connections = new Connections({ ...CONNECTIONS, ...options.connections });
    const limits = { ...HTTP_LIMITS, ...options.http?.limits };
    const streams = new OpenStreams({ credentials, connections, limits, metrics });
    const presence = new Presence();
    const fileQuota = new FileQuota(limits.sessionFileBytes);
    const shared = {
      ...{ sessions: this.sessions, credentials, names: hostNames(host, names) },
      ...{ logger, metrics, connections, presence, operator: this.operator, audit },
      now: () => credentials.now(),
      ...defined({ origins, shareRate, tracer: options.tracer }),
    };
    this.#faces = (options.faces ?? []).map(({ name, create }) =>
      create(
        createPorts({
          ...{ name, context, sessions: this.sessions, credentials, fileQuota, connections, streams, guards, handlers },
          ...defined({ shareRate }),
          secrets: secrets.token.keys,
          redact: (value) => known.counted(value),
          publicUrl: () => this.#publicUrl,
          failed: (what, error) => {
            metrics.count('failures', 1, { in: 'face' });
            logger.error({ err: error, face: name }, what);
          },
        }),
      ),
    );
    this.#http = createHttp({
      ...shared,
      faces: this.#faces,
      ...{ fileQuota, streams },
      ...options.http,
      publicUrl: () => this.#publicUrl,
      isReady: () => this.#isReady && this.#checkStore(),
      ...defined({ signIn: options.signIn && this.#signIn(options.signIn, () => seals.current) }),
      alarms: () => this.#disk?.alarms ?? [],
      keep: (session, keepMs) => log.writeRecords([{ kind: KEEP_KIND, key: session, session, value: keepMs }]),
      ...defined({ page }),
    });
    this.#sockets = createSockets({ ...shared, ...options.sockets, faces: this.#faces });
  }

  #signIn(options: SignInOptions, sealer: () => Sealer): SignIn {
    return new SignIn({ options, sealer, credentials: this.credentials, publicUrl: () => this.#publicUrl });
  }

  /** Every hour: what is over may stay for so long at most. */
  #retain(policy: RetentionPolicy | undefined): NodeJS.Timeout | undefined {
    const failed = (error: unknown) => this.#logger.error({ err: error }, 'Sessions whose time is over stay.');
    return setInterval(
      () => void this.retention.run().catch(failed),
      policy === undefined ? DAY_MS : RETAIN_MS,
    ).unref();
  }

  fetch(request: Request, client: Client): Promise<Response> {
    return this.#nodes?.answer(request) ?? this.#http.fetch(request, client);
  }

  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer, client?: Client): void {
    this.#sockets.upgrade(incoming, socket, head, client);
  }

  setPublicUrl(url: string): void {
    this.#publicUrl = url.replace(/\/+$/, '');
  }

  async listen(options: Omit<ListenOptions, 'http' | 'upgrade'>): Promise<Listening> {
    const listening = await listen({
      ...options,
      http: this,
      upgrade: (...upgrade) => this.#sockets.upgrade(...upgrade),
    });
    this.#listening.push(listening);
    this.setPublicUrl(listening.url);
    if (this.#shared !== undefined) await this.#meetOthers(this.#shared.address ?? listening.url);
    return listening;
  }

  async #meetOthers(address: string): Promise<void> {
    await this.#log.announce(address);
    clearInterval(this.#tellingNews);
    // What cannot be told now is told a second later.
    this.#tellingNews = setInterval(() => void this.#nodes?.tellNews(address).catch(ignore), NEWS_MS).unref();
  }

  /** Asks the log: it may be that nobody has written since its disk is gone. */
  async #checkStore(): Promise<boolean> {
    if (!this.#canStore) return false;
    try {
      await this.#log.check();
    } catch (error) {
      this.#awaitStore(error);
    }
    return this.#canStore;
  }

  /** Not ready until the store takes something again; asked by us, because nobody may send anything meanwhile. */
  #awaitStore(error: unknown): void {
    if (!this.#canStore || this.#stopped !== undefined) return;
    this.#canStore = false;
    this.#logger.error({ err: error }, 'The store takes nothing: the host is not ready.');
    const probe = (): void => {
      if (this.#stopped !== undefined) return;
      this.#probe().then(
        () => {
          this.#canStore = true;
          this.#logger.warn('The store takes entries again: the host is ready.');
        },
        () => setTimeout(probe, PROBE_MS).unref(),
      );
    };
    setTimeout(probe, PROBE_MS).unref();
  }

  /** What holds in memory alone is stored first: nobody calls this host ready before. */
  async #probe(): Promise<void> {
    await this.credentials.flush();
    await this.audit.flush();
    await this.#log.writeRecords([{ kind: 'probe', key: 'store', value: true }]);
  }

  stop(patienceMs: number = PATIENCE_MS): Promise<void> {
    this.#stopped ??= this.#stop(patienceMs);
    return this.#stopped;
  }

  async #stop(patienceMs: number): Promise<void> {
    this.#isReady = false;
    const closed = this.#listening.map((listening) => listening.close(patienceMs));
    // Whoever was connected here goes on at another host, which should not wait for this one.
    const letGo = this.#nodes === undefined ? undefined : this.sessions.letGo();
    // What came in is answered before the sessions take nothing more.
    await Promise.all([this.#http.drain(patienceMs), this.#sockets.stop(patienceMs), letGo]);
    await Promise.all(this.#listening.map((listening) => listening.drained()));
    this.#http.stop();
    await this.sessions.stop();
    await Promise.all(this.#faces.map((face) => face.stop?.(patienceMs)));
    await Promise.all(closed);
    clearInterval(this.#tellingNews);
    clearInterval(this.#savingTime);
    clearInterval(this.#forgettingKeys);
    clearInterval(this.#retaining);
    this.#disk?.stop();
    await this.credentials.flush().catch(ignore);
    await this.audit.flush().catch(ignore);
    await this.#log.close();
  }
}

type ClockedOptions = HostOptions & {
  readonly now: () => number;
  readonly steadyNow: () => number;
  readonly known: KnownSecrets;
};

/** A clock that was given is the only one there is; where it is set back, no time passes. */
function neverBack(now: () => number): () => number {
  let last = now();
  let passed = 0;
  return () => {
    const at = now();
    passed += Math.max(0, at - last);
    last = at;
    return passed;
  };
}

function sealerOf({ seal }: Secrets): Sealer {
  const [newest, ...former] = seal.keys();
  return createSealer(newest as Uint8Array, former);
}

/** Former keys on which nothing rests any more. Marks of calls, under the sealing key, are a day old at most. */
async function forgetKeys(log: SessionLog, { token, seal }: Secrets, now: number): Promise<void> {
  await token.forget(({ replacedAt }) => now < replacedAt + SIGNED_MS);
  if (seal.keys().length === 1) return;
  const used = await sealKeysInUse({ log });
  await seal.forget(({ key, replacedAt }) => now < replacedAt + DAY_MS || used.has(sealKeyIdOf(key)));
}

function livesOf(options: HostOptions): Partial<ViewerLives> & OperatorLives {
  const { viewerSeconds, viewerRenewableSeconds, linkSeconds, linkMaxSeconds } = options;
  const viewers = defined({ viewerSeconds, viewerRenewableSeconds, linkSeconds, linkMaxSeconds });
  return { ...viewers, ...operatorLivesOf(options) };
}

function quotaOf(options: QuotaOptions, log: SessionLog, steadyNow: () => number, logger: OperatorLog): AgentQuota {
  return new AgentQuota(options, log, steadyNow, (agent, used, limit) =>
    logger.warn({ agent, used, limit }, 'An agent has used its quota.'),
  );
}

function ignore(): void {}

interface Shared {
  readonly audit: AuditTrail;
  readonly guards: readonly PortGuard[];
  readonly handlers: readonly DialectHandler[];
  readonly known: KnownSecrets;
  readonly peers: Nodes | undefined;
  readonly storeFailed: (error: unknown) => void;
}

function contextOf(
  options: ClockedOptions,
  log: SessionLog,
  seals: { readonly current: Sealer },
  metrics: Metrics,
  logger: OperatorLog,
  { audit, guards, handlers, known, peers, storeFailed }: Shared,
): SessionContext {
  const recentMemory = new RecentMemory(options.recentBytes);
  metrics.read('recentBytes', () => recentMemory.bytes);
  metrics.read('maxRecentBytes', () => recentMemory.maxBytes);
  return {
    log,
    catalogs: knownCatalogs(options.catalogs, (where, error) => logger.error({ err: error, where }, HOOK_FAILED)),
    limits: options.limits ?? HOST_LIMITS,
    admission: options.admission ?? 'enforce',
    now: options.now,
    steadyNow: options.steadyNow,
    ...defined({ actWindowMs: options.actWindowMs, peers, tracer: options.tracer }),
    recentMemory,
    ...{ audit, guards, handlers },
    ...defined({ quota: options.quota && quotaOf(options.quota, log, options.steadyNow, logger) }),
    redact: (value) => known.redact(value),
    redactSteps: (value) => known.redactSteps(value),
    get hidesAnything() {
      return known.size > 0;
    },
    tail: (text) => known.tail(text),
    hidesIn: (bytes) => known.areIn(bytes),
    seal: (value, session) => seals.current.seal(session, value),
    unseal: (text, session) => seals.current.open(session, text),
    mark: (text, session, like) => seals.current.mark(session, text, like),
    meter: {
      committed: (entries, milliseconds, role) => {
        metrics.count('entriesCommitted', entries, { role });
        metrics.observe('commitSeconds', milliseconds / 1000);
      },
      refused: (messages) => metrics.count('messagesRefused', messages, { role: 'agent' }),
      event: (outcome) => metrics.count('events', 1, { outcome: outcome === 'checked' ? 'admitted' : outcome }),
      slowViewer: () => metrics.count('slowViewers', 1),
      loaded: (sessions) => metrics.add('sessions', sessions),
      present: (viewers) => metrics.add('viewers', viewers),
    },
    notes: {
      storeFailed,
      refusal: (session, from, issues) => logger.info({ session, from, issues }, 'refused'),
      failure: (what, error) => {
        metrics.count('failures', 1, { in: 'sessions' });
        logger.error({ err: error }, what);
      },
    },
  };
}
