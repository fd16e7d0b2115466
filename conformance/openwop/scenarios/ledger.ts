// What a scenario has looked at, assertion by assertion. A scenario says beforehand how many it makes: one that skips an
// endpoint that is not there has made too few, and is red.

import { isDeepStrictEqual } from 'node:util';
import type { Hosts } from './world.ts';

export interface Line {
  readonly name: string;
  readonly ok: boolean;
  /** What was found where it does not hold. */
  readonly found?: string;
}

export class Ledger {
  readonly lines: Line[] = [];

  holds(name: string, ok: boolean, found?: unknown): void {
    this.lines.push(ok ? { name, ok } : { name, ok, found: JSON.stringify(found)?.slice(0, 800) ?? 'undefined' });
  }

  equal(name: string, found: unknown, wanted: unknown): void {
    this.holds(name, isDeepStrictEqual(found, wanted), { found, wanted });
  }

  get failures(): readonly Line[] {
    return this.lines.filter(({ ok }) => !ok);
  }
}

export interface Scenario {
  readonly name: string;
  /** How many assertions it makes. */
  readonly assertions: number;
  run(hosts: Pick<Hosts, 'at' | 'newName'>, check: Ledger): Promise<void>;
}
