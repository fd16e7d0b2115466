// What the flags of `vitrine serve` say, read and judged. Each can stand in the environment instead: --allow-media is
// VITRINE_ALLOW_MEDIA. What is typed wins.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { A2aOptions } from '@vitrine/a2a';
import type { AgUiOptions } from '@vitrine/ag-ui';
import { tokenMinutesOf } from '@vitrine/agentchains';
import { defined, parseJson } from '@vitrine/core/internal';
import {
  type HostOptions,
  isLoopback,
  type LogLevel,
  pagePolicy,
  type QuotaOptions,
  type RetentionPolicy,
  readDuration,
  readSecrets,
} from '@vitrine/host';
import { readSettings } from '@vitrine/openwop';
import type { CatalogFile } from '../catalog-file/read-catalog-file.ts';
import { readCatalogFiles } from '../catalog-file/read-catalog-files.ts';
import type { CommandArguments } from '../command.ts';
import { CallError } from '../errors.ts';
import { DATA_FOLDER } from '../host-flags.ts';
import type { Io } from '../io.ts';
import { fileProblem } from '../read-input.ts';
import type { OidcOptions } from '../sign-in/oidc-provider.ts';
import { type AppOptions, readApps } from './app-options.ts';
import { ServeSettings } from './given.ts';
import { LIMIT_SETTINGS, type LimitGroup } from './limit-settings.ts';
import { ADMISSIONS, LEVELS } from './serve-flags.ts';
import { type DatabaseAddress, readKeys } from './shared-log.ts';
import { readCollector, type TelemetryOptions } from './telemetry.ts';

export interface ServeOptions {
  /** 0: any that is free. */
  readonly port: number;
  /** Nobody has named the port: one behind it will do. */
  readonly isAnyPort: boolean;
  readonly host: string;
  readonly folder: string;
  /** The PostgreSQL that is used in the place of the folder, and where other hosts reach this one. */
  readonly database?: DatabaseAddress;
  readonly keys: NonNullable<HostOptions['keys']>;
  /** Start with less than was acknowledged. */
  readonly acceptLoss: boolean;
  readonly demo: boolean;
  /** Whether to show the page in a browser; undefined: when somebody came to look. */
  readonly open: boolean | undefined;
  /** With what they hold, and nothing wrong in them. */
  readonly catalogs: readonly CatalogFile[];
  readonly allowMedia: readonly string[];
  readonly origins: readonly string[];
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
  readonly trustProxy: boolean;
  readonly allowPlain: boolean;
  /** Where people reach it, when that is not where it listens. */
  readonly publicUrl?: URL;
  readonly admission: NonNullable<HostOptions['admission']>;
  /** How long what was shown may be acted on once it is over. */
  readonly actWindowMs?: number;
  /** Bytes that all sessions keep together of what they sent lately. */
  readonly recentBytes?: number;
  readonly secrets: NonNullable<HostOptions['secrets']>;
  /** What scrapers on other machines show. */
  readonly metricsToken?: string;
  /** The doors of the conformance suite of OpenWOP are open. */
  readonly openwopSeams: boolean;
  readonly openwop: ReturnType<typeof readSettings>;
  readonly a2a: A2aOptions;
  readonly agUi: AgUiOptions;
  readonly apps: AppOptions;
  readonly mcp: { readonly files?: string; readonly remote: boolean; readonly approvals: boolean };
  readonly logLevel: LogLevel;
  readonly telemetry?: TelemetryOptions;
  readonly signIn?: { readonly oidc: OidcOptions; readonly isForViewers: boolean };
  readonly retention: RetentionPolicy;
  readonly diskAlarmPercent?: number;
  readonly quota?: QuotaOptions;
  /** Limits and rates that were said to be other than usual. */
  readonly limits: Partial<Record<LimitGroup, object>>;
  /** How long tokens and links of viewers and operators hold. */
  readonly lives: Pick<HostOptions, (typeof LIVES)[keyof typeof LIVES]['name']>;
}

export async function readServeOptions(call: CommandArguments, io: Io): Promise<ServeOptions> {
  const settings = new ServeSettings(call, io);
  const host = settings.text('host') ?? '127.0.0.1';
  const tls = await readTls(settings, io);
  const [trustProxy, allowPlain] = [settings.isOn('trust-proxy'), settings.isOn('allow-plain')];
  if (tls === undefined && !trustProxy && !allowPlain && !isLoopback(host)) {
    throw new CallError(
      `"${host}" can be reached from other machines: give --tls-cert and --tls-key, or --trust-proxy, or --allow-plain.`,
    );
  }
  assertStreamTokens(io);
  const publicUrl = readPublicUrl(settings);
  const metricsToken = await readMetricsToken(settings, io);
  const actWindowMs = readActWindow(settings);
  const recentBytes = readSize(settings, 'recent-memory', RECENT_SIZES);
  const isShared = trustProxy || ![host, publicUrl?.hostname ?? host].every(isLoopback);
  return {
    port: readPort(settings, 'port') ?? 8787,
    isAnyPort: readPort(settings, 'port') === undefined,
    host,
    folder: resolve(io.cwd, settings.text('data') ?? DATA_FOLDER),
    ...defined({ database: readDatabase(settings) }),
    keys: readKeys(io),
    acceptLoss: settings.isOn('accept-loss'),
    demo: settings.isOn('demo'),
    open: settings.isOn('no-open') ? false : settings.isOn('open') || undefined,
    catalogs: await readCatalogFiles(settings.list('catalog'), io),
    allowMedia: readMedia(settings),
    origins: readOrigins(settings),
    trustProxy,
    allowPlain,
    admission: settings.choice('admission', ADMISSIONS) ?? 'enforce',
    secrets: await readSecretFile(settings, io),
    openwopSeams: readSeams(settings, host),
    openwop: await readOpenwop(settings, io),
    a2a: readA2a(settings, isShared, { host, ...defined({ tls }) }),
    agUi: readAgUi(settings, isShared),
    apps: await readApps(settings, io),
    mcp: readMcp(settings, io),
    logLevel: settings.choice('log-level', LEVELS) ?? 'warn',
    ...defined({ metricsToken }),
    ...defined({ signIn: await readSignIn(settings, io) }),
    ...defined({ telemetry: readTelemetry(settings) }),
    retention: readRetention(settings),
    ...defined({ quota: readQuota(settings) }),
    ...defined({ diskAlarmPercent: readPercent(settings, 'disk-alarm') }),
    limits: readLimits(settings),
    lives: readLives(settings),
    ...defined({ tls, publicUrl, actWindowMs, recentBytes }),
  };
}

function readTelemetry(settings: ServeSettings): TelemetryOptions | undefined {
  const endpoint = settings.text('otlp');
  const tracePercent = readPercent(settings, 'trace-percent', 100) ?? 10;
  return endpoint === undefined
    ? undefined
    : { endpoint: readCollector(settings.name('otlp'), endpoint), tracePercent };
}

function readDatabase(settings: ServeSettings): ServeOptions['database'] {
  const [url, address] = [settings.text('database-url'), settings.text('node-address')];
  if (url === undefined) {
    if (address !== undefined) throw new CallError(`${settings.name('node-address')} needs --database-url too.`);
    return undefined;
  }
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    // Not repeated: it may hold a password.
    throw new CallError(`${settings.name('database-url')} is an address such as postgres://user@host/database.`);
  if (address !== undefined && (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)))
    throw new CallError(
      `${settings.name('node-address')} is an address such as http://10.0.0.1:8787, not "${address}".`,
    );
  return { url, ...defined({ address: address?.replace(/\/+$/, '') }) };
}

const MAX_ACT_WINDOW_SECONDS = 24 * 60 * 60;

function readActWindow(settings: ServeSettings): number | undefined {
  const text = settings.text('act-window');
  if (text === undefined) return undefined;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= MAX_ACT_WINDOW_SECONDS) return seconds * 1000;
  throw new CallError(`${settings.name('act-window')} is a number of seconds from 0 to 86400, not "${text}".`);
}

const OF_AN_ISSUER = ['oidc-client-id', 'oidc-client-secret', 'oidc-operators', 'oidc-viewers', 'oidc-name'];

async function readSignIn(settings: ServeSettings, io: Io): Promise<ServeOptions['signIn']> {
  const [issuer, clientId] = [settings.text('oidc-issuer'), settings.text('oidc-client-id')];
  const isForViewers = settings.isOn('sign-in');
  if (issuer === undefined) {
    const alone = OF_AN_ISSUER.find((flag) => settings.source(flag) !== undefined);
    if (isForViewers || alone !== undefined)
      throw new CallError(`${settings.name(alone ?? 'sign-in')} needs --oidc-issuer too.`);
    return undefined;
  }
  if (clientId === undefined) throw new CallError(`${settings.name('oidc-issuer')} needs --oidc-client-id too.`);
  const secretFile = settings.text('oidc-client-secret');
  const clientSecret = secretFile === undefined ? undefined : (await read(secretFile, io)).toString('utf8').trim();
  const rules = { operators: readClaim(settings, 'oidc-operators'), viewers: readClaim(settings, 'oidc-viewers') };
  const named = { clientSecret, nameClaim: settings.text('oidc-name') };
  return { oidc: { issuer: readIssuer(settings, issuer), clientId, ...defined({ ...rules, ...named }) }, isForViewers };
}

function readIssuer(settings: ServeSettings, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url;
  throw new CallError(`${settings.name('oidc-issuer')} is an https address, or http on this machine, not "${text}".`);
}

function readClaim(settings: ServeSettings, flag: string): OidcOptions['operators'] {
  const text = settings.text(flag);
  if (text === undefined) return undefined;
  const [, claim, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (claim === undefined || value === undefined)
    throw new CallError(`${settings.name(flag)} is a claim and its value such as groups=operators, not "${text}".`);
  return { claim, value };
}

function readPercent(settings: ServeSettings, flag: string, most = 99): number | undefined {
  const text = settings.text(flag);
  if (text === undefined) return undefined;
  const percent = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (percent > 0 && percent <= most) return percent;
  throw new CallError(`${settings.name(flag)} is a number from 1 to ${most}, not "${text}".`);
}

function readRetention(settings: ServeSettings): RetentionPolicy {
  const keep = settings.text('keep');
  const agents = readByAgent(settings, 'keep-agent', (time) =>
    readKeep(settings, 'keep-agent', time, 'NAME=30d, NAME=12h or NAME=45m'),
  );
  return {
    ...defined({ keepMs: keep === undefined ? undefined : readKeep(settings, 'keep', keep, '30d, 12h or 45m') }),
    agents,
  };
}

/** Of NAME=VALUE each value by its agent. No agent has another name: what was meant for one would hold for nobody. */
function readByAgent(
  settings: ServeSettings,
  flag: string,
  readValue: (text: string) => number,
): { readonly [agent: string]: number } {
  const values = settings.list(flag).map((text) => {
    const [, agent, value = ''] = /^([^=]+)=(.*)$/.exec(text) ?? [];
    if (agent !== undefined && !AGENT_NAME.test(agent))
      throw new CallError(`${settings.name(flag)} begins with the name of an agent, not "${agent}".`);
    return [agent ?? '', readValue(value)] as const;
  });
  return Object.fromEntries(values);
}

function readKeep(settings: ServeSettings, flag: string, text: string, example: string): number {
  const keepMs = readDuration(text);
  if (keepMs !== undefined) return keepMs;
  throw new CallError(
    `${settings.name(flag)} is a time such as ${example}, not "${text}"; without it nothing is erased.`,
  );
}

const QUOTA_SIZES: SizeRange = { least: '1k', most: '1023g', example: '2g' };

function readQuota(settings: ServeSettings): QuotaOptions | undefined {
  const bytes = readSize(settings, 'quota', QUOTA_SIZES);
  const agents = readByAgent(settings, 'quota-agent', (size) =>
    sizeOf(settings.name('quota-agent'), size, { ...QUOTA_SIZES, example: 'NAME=2g' }),
  );
  if (bytes === undefined && Object.keys(agents).length === 0) return undefined;
  return { ...defined({ bytes }), agents };
}

const MAX_LIMIT = 2 ** 40;
/** A timer of Node that is set to more ends at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const TIMED = { Ms: 1, Seconds: 1000, Minutes: 60_000, Hours: 3_600_000 };

function mostOf(path: readonly string[], usual: string): number {
  const [, unitMs] = Object.entries(TIMED).find(([unit]) => path.at(-1)?.endsWith(unit)) ?? [];
  return unitMs === undefined ? MAX_LIMIT : Math.max(Number(usual), Math.floor(MAX_TIMER_MS / unitMs));
}

function readLimits(settings: ServeSettings): ServeOptions['limits'] {
  const groups: { [group in LimitGroup]?: { [name: string]: unknown } } = {};
  for (const { name, group, path, usual } of LIMIT_SETTINGS) {
    const text = settings.text(name);
    if (text === undefined) continue;
    const value = toBytes(text);
    const most = mostOf(path, usual);
    if (!(value >= 1 && value <= most)) {
      const range = value > most ? ` to ${most}` : '';
      throw new CallError(
        `${settings.name(name)} is a whole number from 1${range}, such as 500 or 64k, not "${text}".`,
      );
    }
    const [first = '', second] = path;
    groups[group] ??= {};
    const within = groups[group];
    if (second === undefined) within[first] = value;
    else within[first] = { ...usualOf(group, first), ...(within[first] as object), [second]: value };
  }
  return groups;
}

/** Of a pace both numbers are given, where one of them is another. */
function usualOf(group: LimitGroup, first: string): object {
  const pair = LIMIT_SETTINGS.filter((setting) => setting.group === group && setting.path[0] === first);
  return Object.fromEntries(pair.map(({ path, usual }) => [path.at(-1), Number(usual)]));
}

const LIVES = {
  'viewer-minutes': { name: 'viewerSeconds', seconds: 60, most: 24 * 60 },
  'viewer-days': { name: 'viewerRenewableSeconds', seconds: 86_400, most: 365 },
  'link-days': { name: 'linkSeconds', seconds: 86_400, most: 365 },
  'link-max-days': { name: 'linkMaxSeconds', seconds: 86_400, most: 365 },
  'operator-code-minutes': { name: 'operatorCodeSeconds', seconds: 60, most: 24 * 60 },
  'operator-hours': { name: 'operatorSeconds', seconds: 3600, most: 24 * 365 },
  'operator-days': { name: 'operatorNearSeconds', seconds: 86_400, most: 365 },
} as const;

function readLives(settings: ServeSettings): ServeOptions['lives'] {
  const lives: { [name: string]: number } = {};
  for (const [flag, { name, seconds, most }] of Object.entries(LIVES)) {
    const text = settings.text(flag);
    if (text === undefined) continue;
    const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
    if (count < 1 || count > most)
      throw new CallError(`${settings.name(flag)} is a number from 1 to ${most}, not "${text}".`);
    lives[name] = count * seconds;
  }
  for (const [flag, longer] of NESTED_LIVES) assertWithin(settings, flag, longer);
  return lives;
}

/** A link ends with the longest that any may hold, and all of them with their family. */
const NESTED_LIVES = [
  ['link-days', 'link-max-days'],
  ['link-days', 'viewer-days'],
  ['link-max-days', 'viewer-days'],
] as const;
const USUAL_MAX_DAYS = 30;

/** What was asked for would silently be cut short by the other. */
function assertWithin(settings: ServeSettings, flag: string, longer: string): void {
  const [days, maxDays] = [Number(settings.text(flag) ?? 0), Number(settings.text(longer) ?? USUAL_MAX_DAYS)];
  if (days > maxDays)
    throw new CallError(
      `${settings.name(flag)} (${days}) is longer than ${nameOf(settings, longer)} (${maxDays}). Give a longer one too.`,
    );
}

function nameOf(settings: ServeSettings, flag: string): string {
  return settings.text(flag) === undefined ? `--${flag}` : settings.name(flag);
}

const AGENT_NAME = /^[a-z0-9_-]{1,64}$/;

/** The agent that clients mean who name none, and whether those of this machine need no credential. */
function readDoor(settings: ServeSettings, face: 'a2a' | 'ag-ui', isShared: boolean) {
  const defaultAgent = settings.text(`${face}-agent`);
  const isOpen = settings.isOn(`${face}-open`);
  if (defaultAgent !== undefined && !AGENT_NAME.test(defaultAgent))
    throw new CallError(`${settings.name(`${face}-agent`)} is the name of an agent, not "${defaultAgent}".`);
  if (isOpen && isShared)
    throw new CallError(`--${face}-open is for this machine alone: leave --host, --public-url and --trust-proxy out.`);
  return { isOpen, ...defined({ defaultAgent }) };
}

function readAgUi(settings: ServeSettings, isShared: boolean): AgUiOptions {
  return readDoor(settings, 'ag-ui', isShared);
}

/** `isShared`: other machines may reach the host. gRPC listens where the host does, under its certificate. */
function readA2a(settings: ServeSettings, isShared: boolean, here: Pick<ServeOptions, 'host' | 'tls'>): A2aOptions {
  const grpcPort = readPort(settings, 'a2a-grpc');
  return {
    ...readDoor(settings, 'a2a', isShared),
    ...defined({ grpc: grpcPort === undefined ? undefined : { ...here, port: grpcPort } }),
  };
}

const BYTES = /^(\d{1,13})([kmg]?)$/i;

interface SizeRange {
  readonly least: string;
  readonly most: string;
  readonly example: string;
}

const RECENT_SIZES: SizeRange = { least: '1m', most: '64g', example: '256m' };

function readSize(settings: ServeSettings, flag: string, range: SizeRange): number | undefined {
  const text = settings.text(flag);
  return text === undefined ? undefined : sizeOf(settings.name(flag), text, range);
}

function sizeOf(name: string, text: string, { least, most, example }: SizeRange): number {
  const bytes = toBytes(text);
  if (bytes >= toBytes(least) && bytes <= toBytes(most)) return bytes;
  throw new CallError(`${name} is a size from ${least} to ${most}, such as ${example}, not "${text}".`);
}

/** NaN: it is no size. */
function toBytes(text: string): number {
  const [, digits, unit = ''] = BYTES.exec(text) ?? [];
  return Number(digits) * 1024 ** ['', 'k', 'm', 'g'].indexOf(unit.toLowerCase());
}

function readMcp(settings: ServeSettings, io: Io): ServeOptions['mcp'] {
  const files = settings.text('mcp-files');
  return {
    remote: settings.isOn('mcp-remote'),
    approvals: settings.isOn('mcp-approvals'),
    ...defined({ files: files === undefined ? undefined : resolve(io.cwd, files) }),
  };
}

/** The one variable that is named by a protocol; its face reads it. */
function assertStreamTokens({ env }: Io): void {
  try {
    tokenMinutesOf(env.STREAM_TOKEN_EXPIRE_MINUTES);
  } catch (error) {
    throw new CallError((error as RangeError).message);
  }
}

function readPort(settings: ServeSettings, name: 'port' | 'a2a-grpc'): number | undefined {
  const text = settings.text(name);
  if (text === undefined) return undefined;
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : -1;
  if (port >= 0 && port <= 65_535) return port;
  throw new CallError(`${settings.name(name)} is a number from 0 to 65535, not "${text}".`);
}

function readMedia(settings: ServeSettings): readonly string[] {
  const hosts = settings.list('allow-media');
  try {
    pagePolicy({ allowMedia: hosts });
  } catch (error) {
    throw new CallError(`${settings.name('allow-media')}: ${(error as Error).message}`);
  }
  return hosts;
}

/** Written as a browser writes them: a scheme, a name, a port that is not the usual one. */
function readOrigins(settings: ServeSettings): readonly string[] {
  const origins = settings.list('allow-origin');
  for (const origin of origins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw new CallError(`${settings.name('allow-origin')} is an origin such as https://app.example, not "${origin}".`);
  }
  return origins;
}

/** Whoever reaches them can put anything before people. */
function readSeams(settings: ServeSettings, host: string): boolean {
  const isOn = settings.isOn('openwop-seams');
  if (isOn && !isLoopback(host)) throw new CallError('--openwop-seams is for this machine alone: leave --host out.');
  return isOn;
}

function readPublicUrl(settings: ServeSettings): URL | undefined {
  const text = settings.text('public-url');
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new CallError(`${settings.name('public-url')} is an http or https address, not "${text}".`);
}

async function readTls(settings: ServeSettings, io: Io): Promise<ServeOptions['tls']> {
  const [cert, key] = [settings.text('tls-cert'), settings.text('tls-key')];
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new CallError('--tls-cert and --tls-key go together.');
  return { cert: await read(cert, io), key: await read(key, io) };
}

async function readSecretFile(settings: ServeSettings, io: Io): Promise<ServeOptions['secrets']> {
  const file = settings.text('secrets');
  if (file === undefined) return [];
  try {
    return readSecrets((await read(file, io)).toString('utf8'));
  } catch (error) {
    throw error instanceof RangeError ? new CallError(`${settings.name('secrets')}: ${error.message}`) : error;
  }
}

const METRICS_TOKEN = /^[\x21-\x2b\x2d-\x7e]{16,256}$/;

async function readMetricsToken(settings: ServeSettings, io: Io): Promise<string | undefined> {
  const file = settings.text('metrics-token');
  if (file === undefined) return undefined;
  const token = (await read(file, io)).toString('utf8').trim();
  if (METRICS_TOKEN.test(token)) return token;
  throw new CallError(
    `${settings.name('metrics-token')}: the file holds 16 to 256 letters, digits and marks, no blanks.`,
  );
}

async function readOpenwop(settings: ServeSettings, io: Io): Promise<ServeOptions['openwop']> {
  const file = settings.text('openwop-settings');
  if (file === undefined) return {};
  try {
    const parsed = parseJson((await read(file, io)).toString('utf8'));
    if (!parsed.ok) throw new RangeError(parsed.issue.message);
    return readSettings(parsed.value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CallError(`${settings.name('openwop-settings')}: ${error.message}`);
  }
}

function read(file: string, io: Io): Promise<Buffer> {
  return readFile(resolve(io.cwd, file)).catch((error: unknown) => {
    throw new CallError(fileProblem(file, error));
  });
}
