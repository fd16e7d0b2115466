// The agents that the demos are. They confirm every event of their agent, and a confirmation erases sealed values: under a
// key that somebody else uses they would take what is not theirs. Their keys stand in the data folder.

import { randomBytes } from 'node:crypto';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '@vitrine/host';

/** `concierge`: the one that is reached over A2A. */
export type DemoAgent = 'demo' | 'concierge';

/** Where the key stands, or why there is none. */
export type DemoKey = { readonly file: string } | { readonly problem: string };

export async function ensureDemoAgent(
  credentials: Credentials,
  folder: string,
  name: DemoAgent = 'demo',
): Promise<DemoKey> {
  const file = join(folder, `${name}.key`);
  const written = await readFile(file, 'utf8').catch(() => undefined);
  if (written !== undefined && (await isKeyOf(name, credentials, written.trim()))) {
    await chmod(file, 0o600);
    return { file };
  }
  const row = (await credentials.agents()).find(({ agent }) => agent === name);
  if (row?.revokedAt !== undefined)
    return {
      problem: `the agent "${name}" was revoked; "vitrine agent rotate ${name}" gives it a new key`,
    };
  // Somebody's own agent may be called so: its key is not ours to end.
  if (row !== undefined && written === undefined)
    return { problem: `the key of the agent "${name}" is not in ${name}.key of the data folder` };
  // A file without a key that holds says that another one may be made, whenever a run ends between the two.
  await replace(file, '');
  const { key } = await (row === undefined ? credentials.addAgent(name) : credentials.rotateAgent(name));
  await replace(file, `${key}\n`);
  return { file };
}

async function isKeyOf(name: DemoAgent, credentials: Credentials, key: string): Promise<boolean> {
  try {
    const caller = await credentials.identify(key);
    return caller.role === 'agent' && caller.agent === name;
  } catch {
    return false;
  }
}

async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, file);
}
