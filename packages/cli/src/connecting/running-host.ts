// The host that a remote agent is shown by: one that runs, or one that is started for it when none does.

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandArguments } from '../command.ts';
import { Silence } from '../host-call.ts';
import type { ExitCode, Io } from '../io.ts';
import { readServeOptions } from '../serving/serve-options.ts';

export interface RunningHost {
  /** Ends one that was started here; one that ran before runs on. */
  stop(): Promise<ExitCode>;
}

const LOOK_MS = 100;

export async function ensureHost(url: string, isNamed: boolean, call: CommandArguments, io: Io): Promise<RunningHost> {
  if (await answers(url)) return { stop: () => Promise.resolve(0) };
  if (isNamed) throw new Silence(`nobody answers at ${url}; is "vitrine serve" running there?`);
  const options = await readServeOptions(call, io);
  const { serve } = await import('../serving/serve.ts');
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const inner = { ...io, stopped: () => stopped };
  const ended = serve({ ...options, port: Number(new URL(url).port || 80) }, inner);
  let isOver = false;
  const over = ended.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  while (!isOver && !(await answers(url))) await wait(LOOK_MS);
  if (isOver) await over;
  return {
    stop: () => {
      stop();
      return ended;
    },
  };
}

/** Where a host can be started: at the address, or on another port where somebody else's host is. */
export async function freeAddress(url: string): Promise<string> {
  if (!(await answers(url))) return url;
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return `http://127.0.0.1:${port}`;
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
