// Hosts of the command line that share a PostgreSQL, for the tests of many hosts: each group on a database of its own.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { TestPostgres } from './postgres.ts';
import { newFolder, Serving } from './serving.ts';

export const env = {
  VITRINE_TOKEN_KEY: randomBytes(32).toString('base64'),
  VITRINE_SEAL_KEY: randomBytes(32).toString('base64'),
};

let count = 0;

/** The address of a database that nobody uses. */
export async function newDatabase(postgres: Pick<TestPostgres, 'url'>): Promise<string> {
  const name = `hosts_${++count}`;
  await query(postgres.url, `CREATE DATABASE ${name}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Statements beside the hosts, as an operator would send them. */
export async function query(
  url: string,
  sql: string,
  ...values: readonly unknown[]
): Promise<readonly { readonly [name: string]: unknown }[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** How often a session was given to a host. */
export async function leasesGiven(database: string): Promise<number> {
  const [row] = await query(database, 'SELECT last_value FROM vitrine.epochs');
  return Number(row?.last_value);
}

/** One that can be killed: a process of its own. */
export async function spawnHost(
  database: string,
  args: readonly string[] = [],
): Promise<Pick<Serving, 'url' | 'call'> & { readonly pid: number; kill(signal?: NodeJS.Signals): Promise<void> }> {
  const program = fileURLToPath(new URL('../bin/vitrine.js', import.meta.url));
  const all = ['serve', '--port', '0', '--data', newFolder(), '--database-url', database, ...args];
  const child = spawn(process.execPath, [program, ...all], { env: { ...process.env, ...env }, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    child.stdout.on('data', (text) => {
      const told = /https?:\/\/[^/#\s]+/.exec(String(text))?.[0];
      if (told !== undefined) resolve(told);
    });
  });
  const kill = (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    child.kill(signal);
    return ended;
  };
  return { url, call: Serving.prototype.call, pid: child.pid ?? 0, kill };
}

export const set = (value: unknown) => ({ vitrine: 1, body: [{ op: 'set', surface: 'main', path: '/value', value }] });
export const opened = { vitrine: 1, body: [{ op: 'open', surface: 'main', catalog: basic10.id, data: {} }] };

export async function openSession(
  host: Pick<Serving, 'call'>,
  key: string,
): Promise<{ session: string; viewerToken: string }> {
  const answer = await host.call('/sessions', { body: { dialect: 'vitrine' }, token: key });
  return (await answer.json()) as never;
}

export async function send(host: Pick<Serving, 'call'>, key: string, session: string, body: unknown, once?: string) {
  const options = { body, token: key, ...(once === undefined ? {} : { once }) };
  const answer = await host.call(`/sessions/${session}/messages`, options);
  return { status: answer.status, ...((await answer.json()) as { accepted?: number; seq?: number; code?: string }) };
}

/** Until a condition holds; the test's own limit ends it otherwise. */
export async function until(holds: () => boolean | Promise<boolean>, everyMs = 10): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, everyMs));
}
