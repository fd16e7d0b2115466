// The agent that the demos are. They confirm every event of their agent, and a confirmation erases sealed values: under a
// key that somebody else uses they would take what is not theirs. Its key stands in the data folder.

import { randomBytes } from 'node:crypto';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '@vitrine/host';

const DEMO_AGENT = 'demo';
const FILE = 'demo.key';

/** Where the key stands, or why there is none. */
export type DemoKey = { readonly file: string } | { readonly problem: string };

export async function ensureDemoAgent(credentials: Credentials, folder: string): Promise<DemoKey> {
  const file = join(folder, FILE);
  const written = await readFile(file, 'utf8').catch(() => undefined);
  if (written !== undefined && (await isDemoKey(credentials, written.trim()))) {
    await chmod(file, 0o600);
    return { file };
  }
  const row = (await credentials.agents()).find(({ agent }) => agent === DEMO_AGENT);
  if (row?.revokedAt !== undefined)
    return {
      problem: `the agent "${DEMO_AGENT}" was revoked; "vitrine agent rotate ${DEMO_AGENT}" gives it a new key`,
    };
  // Somebody's own agent may be called so: its key is not ours to end.
  if (row !== undefined && written === undefined)
    return { problem: `the key of the agent "${DEMO_AGENT}" is not in ${FILE} of the data folder` };
  // A file without a key that holds says that another one may be made, whenever a run ends between the two.
  await replace(file, '');
  const { key } = await (row === undefined ? credentials.addAgent(DEMO_AGENT) : credentials.rotateAgent(DEMO_AGENT));
  await replace(file, `${key}\n`);
  return { file };
}

async function isDemoKey(credentials: Credentials, key: string): Promise<boolean> {
  try {
    const caller = await credentials.identify(key);
    return caller.role === 'agent' && caller.agent === DEMO_AGENT;
  } catch {
    return false;
  }
}

async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, file);
}
