// `vitrine audit [--verify] [--jsonl]`: who did what on a host, and whether nobody changed that since. Works on the data
// folder, or through the server that holds it.

import { resolve } from 'node:path';
import type { JsonObject } from '@vitrine/core';
import type { AuditLine, AuditReport } from '@vitrine/host';
import type { Command } from '../command.ts';
import { DATA_FLAG, dataFolder } from '../host-flags.ts';
import type { ExitCode, Io } from '../io.ts';
import { plain } from '../say.ts';

export interface AuditOptions {
  readonly folder: string;
  readonly verify: boolean;
  readonly jsonl: boolean;
}

export async function audit({ folder, verify, jsonl }: AuditOptions, io: Io): Promise<ExitCode> {
  // The host is loaded only where it is needed: other commands start without its libraries.
  const { giveOrder } = await import('../serving/give-order.ts');
  if (verify) return tellReport((await giveOrder({ order: 'audit-verify' }, folder, io)) as unknown as AuditReport, io);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: JsonObject = await giveOrder({ order: 'audit', after }, folder, io);
    const lines = page.lines as unknown as readonly AuditLine[];
    await io.stdout.write(lines.map((line) => (jsonl ? `${JSON.stringify(line)}\n` : words(line))).join(''));
    after = typeof page.next === 'string' ? page.next : undefined;
  }
  return 0;
}

async function tellReport({ ok, lines, erased, chains, problems }: AuditReport, io: Io): Promise<ExitCode> {
  for (const problem of problems) await io.stderr.write(`vitrine: ${plain(problem)}\n`);
  const heads = Object.entries(chains).map(([chain, { n, hash }]) => `  ${plain(`${chain} ${n} ${hash}`)}\n`);
  const found = ok ? 'the audit is whole' : 'the audit is not whole';
  await io.stdout.write(`${found}: ${lines} lines, details of ${erased} erased; it ends with\n${heads.join('')}`);
  return ok ? 0 : 1;
}

function words({ at, act, role, agent, session, details }: AuditLine): string {
  const who = agent === undefined ? role : `${role} ${agent}`;
  const about = details === undefined ? '' : `  ${JSON.stringify(details)}`;
  const where = session === undefined ? '' : `  ${session}`;
  return `${plain(`${at}  ${who}  ${act}${where}${about}`)}\n`;
}

export const auditCommand: Command = {
  name: 'audit',
  operands: [],
  description: 'Print who opened, saw, answered, revoked and erased what; or find out whether that was changed.',
  examples: [
    ['vitrine audit', 'the last that was done'],
    ['vitrine audit --verify', 'whether anything of it was changed'],
  ],
  flags: [
    {
      name: 'verify',
      description: 'Follow every chain of hashes; ends with 1 when something was changed or is missing.',
    },
    { name: 'jsonl', description: 'Print one JSON object a line.' },
    DATA_FLAG,
  ],
  run: (call, io) =>
    audit({ folder: resolve(io.cwd, dataFolder(call, io)), verify: call.has('verify'), jsonl: call.has('jsonl') }, io),
};
