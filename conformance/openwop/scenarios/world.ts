// Real hosts on real ports, each with settings of its own. Nothing of the face is imported but what a host needs to
// mount it; whoever calls them is wop.ts.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type A2aLimits, a2aFaceWith } from '@vitrine/a2a';
import { createHost, createLogger, type Host } from '@vitrine/host';
import { mcpFaceWith } from '@vitrine/mcp';
import { faceWith, OPENWOP_SETTINGS, type OpenwopOptions } from '@vitrine/openwop';
import { openwopSeams } from '@vitrine/openwop-seams';
import { serveApprovals } from '../../../examples/openwop-approval/gate.mjs';
import { SURFACE, Wop } from './wop.ts';

export const SECRETS = [
  { id: 'vault', value: 'canary-vault-4711-xyz' },
  { id: 'mail', value: 'canary-mail-0815-abc' },
  // Too long for a time or a size to hold it by chance.
  { id: 'pin', value: '481516234291' },
  { id: 'odd', value: 'qu"ote\\99/xy~z' },
] as const;

const { majors } = OPENWOP_SETTINGS;

/** Every host has the seams but `production`, which has nothing that a user's host has not. */
const seams = openwopSeams;
const OPTIONS = {
  plain: { seams },
  production: {},
  strict: { seams, settings: { majors: { ...majors, 2: { ...majors[2], strictness: 'strict' } } } },
  floor1: { seams, settings: { majors: { ...majors, 2: { kinds: { [SURFACE]: 1 }, strictness: 'warn' } } } },
  bare: { seams, settings: { majors: { 1: { ...majors[1], kinds: {} }, 2: { ...majors[2], kinds: {} } } } },
  capped: { settings: { envelopesPerTurn: 2, clarificationRounds: 1, schemaRounds: 1 } },
  nobody: { settings: { taintedApprovals: 'nobody' } },
} as const satisfies { readonly [name: string]: OpenwopOptions };

export type HostName = keyof typeof OPTIONS;

/** Starts each host when it is first asked for. */
export class Hosts {
  readonly #a2a: Partial<A2aLimits>;
  readonly #opened = new Map<HostName, Promise<Opened>>();
  #runs = 0;

  constructor(a2a: Partial<A2aLimits> = {}) {
    this.#a2a = a2a;
  }

  async at(name: HostName): Promise<Wop> {
    const opened = this.#opened.get(name) ?? open(OPTIONS[name], this.#a2a);
    this.#opened.set(name, opened);
    return (await opened).wop;
  }

  /** A name that no run has had. */
  newName(): string {
    this.#runs++;
    return `scenario-${this.#runs}`;
  }

  async close(): Promise<void> {
    for (const opened of this.#opened.values()) await (await opened).close();
  }
}

interface Opened {
  readonly wop: Wop;
  close(): Promise<void>;
}

async function open(options: OpenwopOptions, a2a: Partial<A2aLimits>): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'openwop-scenario-'));
  const clock = { ahead: 0 };
  const ticks: (() => void)[] = [];
  const everySecond = (run: () => void) => {
    ticks.push(run);
    return () => undefined;
  };
  const log: string[] = [];
  const host: Host = await createHost({
    folder,
    // An agent that speaks OpenWOP never says that its turn ends: silence does. On a machine that has much to do, its
    // connection takes longer than a second.
    faces: [
      faceWith({ ...options, everySecond }),
      a2aFaceWith({ limits: { quietMs: 50, absentMs: 30_000, ...a2a } }),
      mcpFaceWith({}),
    ],
    secrets: SECRETS,
    now: () => Date.now() + clock.ahead,
    logger: createLogger({ level: 'debug', stream: { write: (line: string) => void log.push(line) } }),
  });
  const { url } = await host.listen({ host: '127.0.0.1', port: 0 });
  host.setPublicUrl(url);
  const key = (await readFile(join(folder, 'agent.key'), 'utf8')).trim();
  const over = new AbortController();
  const gate = serveApprovals({ url, key, over: over.signal });
  const pass = (ms: number) => {
    clock.ahead += ms;
    for (const run of ticks) run();
  };
  const close = async () => {
    over.abort();
    await gate;
    await host.stop(1000);
    await rm(folder, { recursive: true, force: true });
  };
  return { wop: new Wop(url, key, { pass, log: () => log.join('') }), close };
}
