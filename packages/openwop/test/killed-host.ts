// A host with the face as a process that a test starts and kills. It runs what was built.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface HostProcess {
  readonly url: string;
  readonly key: string;
  /** SIGKILL: it can do nothing more. */
  kill(): Promise<void>;
}

export async function startHost(folder: string): Promise<HostProcess> {
  const script = fileURLToPath(new URL('./children/serve.mjs', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [string];
  return { ...(JSON.parse(line) as { url: string; key: string }), kill };
}
