// `vitrine agent add|list|rotate|revoke`: who may open sessions. Works on the data folder, or through the server that
// holds it.

import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { JsonObject } from '@vitrine/core';
import { type AgentScope, suggestion } from '@vitrine/core/internal';
import type { AgentRow } from '@vitrine/host';
import type { Command, CommandArguments } from '../command.ts';
import { confirm, YES_FLAG } from '../confirm.ts';
import { CallError } from '../errors.ts';
import { dataFolder, KEY_FILE } from '../host-flags.ts';
import type { ExitCode, Io } from '../io.ts';
import { plain } from '../say.ts';
import type { AgentOrder } from '../serving/agent-orders.ts';

export interface AgentCommandOptions {
  readonly order: AgentOrder;
  readonly folder: string;
  readonly json: boolean;
}

const ORDERS = ['add', 'list', 'rotate', 'revoke'] as const;

/** Ends with 1 when there is no such agent, or one already. */
export async function agent({ order, folder, json }: AgentCommandOptions, io: Io): Promise<ExitCode> {
  // The host is loaded only where it is needed: other commands start without its libraries.
  const { giveOrder } = await import('../serving/give-order.ts');
  const answer = await giveOrder(order, folder, io);
  const kept = order.order === 'rotate' ? await keepKey(folder, order.agent, String(answer.key)) : undefined;
  if (json) await io.stdout.write(`${JSON.stringify(describe(order, answer), null, 2)}\n`);
  else await io.stdout.write(words(order, answer));
  if (!json && order.order === 'add') await io.stderr.write('vitrine: this key is shown once; keep it.\n');
  await warnPending(answer, io);
  if (kept !== undefined) await io.stderr.write(`vitrine: the new key stands in ${plain(kept)} as well.\n`);
  return 0;
}

/** Of a revocation that the running host could not store yet. */
export async function warnPending(answer: JsonObject, io: Io): Promise<void> {
  if (answer.durable !== false) return;
  await io.stderr.write(
    'vitrine: VITRINE_REVOCATION_PENDING: it holds in the running host, and is stored as soon as its store takes it.\n',
  );
}

/** The file that commands look for a key in must not hold one that has ended. */
async function keepKey(folder: string, name: string, key: string): Promise<string | undefined> {
  const path = join(folder, KEY_FILE);
  const before = await readFile(path, 'utf8').catch(() => '');
  // The secret behind the name has a fixed length, so no other name fits.
  if (!before.startsWith(`vk_${name}_`) || before.trim().length !== key.length) return undefined;
  await writeFile(path, `${key}\n`, { mode: 0o600 });
  await chmod(path, 0o600);
  return path;
}

function describe(order: AgentOrder, answer: JsonObject): JsonObject {
  return order.order === 'list' ? answer : { agent: order.agent, ...answer };
}

function words(order: AgentOrder, answer: JsonObject): string {
  if (order.order === 'list') return (answer.agents as unknown as readonly AgentRow[]).map(row).join('');
  return order.order === 'revoke' ? `${plain(order.agent)} is revoked\n` : `${plain(String(answer.key))}\n`;
}

function row({ agent: name, trust, createdAt, rotatedAt, revokedAt, expiresAt, scopes }: AgentRow): string {
  const since = rotatedAt === undefined ? `since ${createdAt}` : `since ${createdAt}, key of ${rotatedAt}`;
  const until = expiresAt === undefined ? '' : `, until ${expiresAt}`;
  const only = scopes === undefined ? '' : `, may ${scopes.join(' and ')} only`;
  return `${plain(name)}  ${trust}  ${since}${until}${only}${revokedAt === undefined ? '' : `, revoked ${revokedAt}`}\n`;
}

function readOrder(call: CommandArguments): AgentOrder {
  const [word = '', name] = call.operands;
  const order = ORDERS.find((candidate) => candidate === word);
  if (order === undefined)
    throw new CallError(
      `"vitrine agent" is followed by ${ORDERS.join(', ')}, not "${word}".${suggestion(word, ORDERS)}`,
    );
  if (order !== 'add' && call.has('untrusted')) throw new CallError('--untrusted goes with "vitrine agent add".');
  if (order === 'list') {
    if (name !== undefined) throw new CallError('"vitrine agent list" takes no name.');
    return { order };
  }
  if (name === undefined) throw new CallError(`"vitrine agent ${order}" needs the NAME of an agent.`);
  const own = { ...readExpiry(call, order), ...readScopes(call, order) };
  if (order === 'revoke') return { order, agent: name };
  if (order === 'rotate') return { order, agent: name, ...own };
  return { order, agent: name, trust: call.has('untrusted') ? 'untrusted' : 'trusted', ...own };
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 3650;

function readExpiry(call: CommandArguments, order: string): { readonly expiresAt?: string } {
  const text = call.get('days');
  if (text === undefined) return {};
  if (order === 'revoke') throw new CallError('--days goes with "vitrine agent add" and "rotate".');
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MAX_DAYS) throw new CallError(`--days is a number from 1 to ${MAX_DAYS}, not "${text}".`);
  return { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() };
}

const SCOPES: readonly AgentScope[] = ['open', 'send', 'read', 'link'];

function readScopes(call: CommandArguments, order: string): Pick<AgentRow, 'scopes'> {
  const text = call.get('scopes');
  if (text === undefined) return {};
  if (order === 'revoke') throw new CallError('--scopes goes with "vitrine agent add" and "rotate".');
  const named = text.split(/[\s,]+/).filter((scope) => scope !== '');
  const unknown = named.find((scope) => !SCOPES.some((known) => known === scope));
  if (named.length === 0 || unknown !== undefined)
    throw new CallError(`--scopes are some of ${SCOPES.join(', ')}, not "${unknown ?? text}".`);
  return { scopes: SCOPES.filter((scope) => named.includes(scope)) };
}

export const agentCommand: Command = {
  name: 'agent',
  operands: ['add|list|rotate|revoke', '[NAME]'],
  description: 'Say who may open sessions; keys are shown once.',
  examples: [
    ['vitrine agent add shop', 'prints the key of a new agent, once'],
    ['vitrine agent add bot --days 7 --scopes open,send', 'for a week, to open sessions and send'],
    ['vitrine agent rotate shop', 'a new key; the old one ends'],
  ],
  flags: [
    { name: 'untrusted', description: 'What this agent shows can approve nothing and loads nothing.' },
    { name: 'days', value: 'N', description: 'The key ends after so many days (never).' },
    {
      name: 'scopes',
      value: 'SCOPES',
      description: 'The key may do no more than these: open, send, read, link (all, at every face).',
    },
    { name: 'data', value: 'FOLDER', description: 'Of the host with this folder (VITRINE_DATA, else .vitrine).' },
    YES_FLAG,
    { name: 'json', description: 'Print {agent, key} or {agents}.' },
  ],
  run: async (call, io) => {
    const order = readOrder(call);
    if (order.order === 'rotate')
      await confirm(call, io, `This ends the key of "${order.agent}", which gets a new one.`);
    if (order.order === 'revoke')
      await confirm(call, io, `This ends the key of "${order.agent}" and all made under it.`);
    return agent({ order, folder: resolve(io.cwd, dataFolder(call, io)), json: call.has('json') }, io);
  },
};
