// A stream as each dialect's agent would say it, and as each dialect's viewer is told it: the wire entry by entry, the wire
// for who joins at the end, what could not be said, and what is then on the screen. Entry by entry a stream is told as it was
// sent; how it is told by other agents, the demos show through a host.

import { Catalogs, drawText, Fold, type Issue, type Json, Tree } from '@vitrine/core';
import { allCatalogs } from '@vitrine/core/catalogs/all';
import { DIALECTS, type Dialect, type Encoded, Intake, type Loss } from '@vitrine/dialects';
import type { Cases } from './cases.ts';
import type { SourceStream } from './streams.ts';
import { START } from './world.ts';

const NOW = new Date(START).toISOString();
const catalogs = new Catalogs(allCatalogs);

/** `share`: one of so many is told by agents of every dialect. */
export function playDialects(cases: Cases, streams: readonly SourceStream[], share = 1): void {
  for (const [i, { name, messages, isRetold }] of streams.entries()) {
    const sent = passage(messages);
    keep(cases, `dialects/${name}/as sent`, sent);
    if (isRetold !== true || i % share !== 0) continue;
    for (const dialect of DIALECTS) {
      const told = sent.told.get(dialect) as Told;
      keep(cases, `dialects/${name}/by ${dialect.id}`, passage(told.wire, dialect, false));
    }
  }
}

interface Told {
  readonly wire: Json[];
  readonly losses: Loss[];
  readonly joined: Encoded;
}

interface Passage {
  readonly issues: readonly Issue[];
  readonly fold: Fold;
  readonly told: ReadonlyMap<Dialect, Told>;
}

function passage(messages: readonly Json[], from?: Dialect, isFollowed = true): Passage {
  const fold = new Fold({ catalogs });
  const intake = new Intake(fold, { dialects: DIALECTS, now: NOW, ...(from === undefined ? {} : { dialect: from }) });
  const viewers = DIALECTS.map((dialect) => {
    const { wire, losses, memory } = dialect.join(fold, undefined, { now: NOW });
    return { dialect, memory, wire: [...wire], losses: [...losses] };
  });
  const issues: Issue[] = [];
  for (const message of messages) {
    const receipt = intake.message(message);
    issues.push(...receipt.issues);
    if (receipt.entry === undefined || !isFollowed) continue;
    for (const { dialect, memory, wire, losses } of viewers) {
      const said = dialect.encode({ ...receipt.entry, at: NOW }, fold, memory);
      const carried = dialect.carry?.(message, said) ?? said;
      wire.push(...carried.wire);
      losses.push(...carried.losses);
    }
  }
  const told = viewers.map(({ dialect, wire, losses }) => {
    const joined = dialect.join(fold, undefined, { now: NOW });
    return [dialect, { wire, losses, joined: { wire: joined.wire, losses: joined.losses } }] as const;
  });
  return { issues, fold, told: new Map(told) };
}

function keep(cases: Cases, name: string, { issues, fold, told }: Passage): void {
  const pictures = [...fold.surfaces.values()].map((surface) => `${surface.id}\n${drawText(new Tree(surface, fold))}`);
  cases.set(`${name} > view`, [lines(issues), JSON.stringify(fold.snapshot()), ...pictures, ''].join('\n'));
  for (const [{ id }, { wire, losses, joined }] of told)
    cases.set(
      `${name} > ${id}`,
      [
        'wire',
        lines(wire),
        'losses',
        lines(losses),
        'join',
        lines(joined.wire),
        'losses',
        lines(joined.losses),
        '',
      ].join('\n'),
    );
}

function lines(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join('\n');
}
