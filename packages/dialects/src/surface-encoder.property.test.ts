// Invariant 3: joining at n and encoding n+1…m shows the same as joining at m, in every dialect, whatever the surfaces
// speak; and whatever is written is valid by the published schema.

import type { Fold, Json, Op, Trust } from '@vitrine/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentchainsSession } from '../test/agentchains-streams.ts';
import { Reader, schemaProblems } from '../test/emitted.ts';
import { createFold } from '../test/fixtures.ts';
import { type Protocol, type Session, session } from '../test/op-streams.ts';
import { openwopSession } from '../test/openwop-streams.ts';
import { saidIn } from '../test/said.ts';
import { shownIn } from '../test/shown.ts';
import { a2ui08 } from './a2ui-0.8/codec.ts';
import { a2ui09 } from './a2ui-0.9/codec.ts';
import { a2ui10 } from './a2ui-1.0/codec.ts';
import { agentchainsDialect } from './agentchains/codec.ts';
import type { Dialect, Encoded } from './dialect.ts';
import { openwop1Dialect } from './openwop-1/codec.ts';
import { openwop2Dialect } from './openwop-2/codec.ts';
import { vitrine } from './vitrine/codec.ts';

const protocols: readonly (Protocol | 'agentchains' | 'openwop-1' | 'openwop-2')[] = [
  ...(['0.8', '0.9', '1.0', 'agentchains', 'openwop-1', 'openwop-2'] as const),
];
const targets: readonly Dialect[] = [
  ...[a2ui08, a2ui09, a2ui10, agentchainsDialect, openwop1Dialect, openwop2Dialect, vitrine],
];
const pairs = protocols.flatMap((protocol) => targets.map((target) => ({ protocol, target })));
/** Each draws a whole session for each of 42 pairs of dialects; `npm run test:deep` draws more. */
const RUNS = Math.ceil(50 * Number(process.env.VITRINE_PROPERTY_FACTOR ?? 1 / 3));

type Trusting = 'trusted' | 'untrusted' | 'mixed';

/** Of the entry at a position. Mixed: what was there before it became untrusted must be sent anew. */
function trustAt(trusting: Trusting, position: number): Trust {
  return trusting === 'mixed' ? (position % 3 === 2 ? 'untrusted' : 'trusted') : trusting;
}

/** Applies what the fold accepts, and gives a reader that joined after `joinAt` entries. */
function follow(
  entries: Session,
  joinAt: number,
  target: Dialect,
  trusting: Trusting,
): { source: Fold; reader: Reader; written: Json[]; lost: string[] } {
  const source = createFold();
  const reader = new Reader(target);
  const written: Json[] = [];
  const lost: string[] = [];
  const take = ({ wire: messages, losses }: Encoded): void => {
    lost.push(...losses.map(({ what }) => what));
    const sent = throughText(messages);
    written.push(...sent);
    reader.read(sent);
  };
  let memory: unknown;
  for (let i = 0; i <= entries.length; i++) {
    if (i === joinAt) {
      const joined = target.join(source);
      memory = joined.memory;
      take(joined);
    }
    const body = entries[i] as readonly Op[] | undefined;
    const trust = trustAt(trusting, i);
    if (body === undefined || !source.accept({ body }, trust).ok || i < joinAt) continue;
    take(target.encode({ body, trust }, source, memory));
  }
  return { source, reader, written, lost };
}

/** A reader that joins after `joinAt` entries and then reads what is encoded for one who was there from the first. */
function followAnother(
  entries: Session,
  joinAt: number,
  target: Dialect,
  trusting: Trusting,
): { source: Fold; reader: Reader } {
  const source = createFold();
  const reader = new Reader(target);
  const { memory } = target.join(source);
  for (let i = 0; i <= entries.length; i++) {
    if (i === joinAt) reader.read(throughText(target.join(source).wire));
    const body = entries[i] as readonly Op[] | undefined;
    const trust = trustAt(trusting, i);
    if (body === undefined || !source.accept({ body }, trust).ok) continue;
    const { wire } = target.encode({ body, trust }, source, memory);
    if (i >= joinAt) reader.read(throughText(wire));
  }
  return { source, reader };
}

/** As on a wire: nothing may be shared. */
function throughText(wire: readonly Json[]): Json[] {
  return JSON.parse(JSON.stringify(wire)) as Json[];
}

/** What is entered into a form of AgentChains is its viewer's own, so of these only what they ask for is compared. */
function seenIn(fold: Fold, target: Dialect): unknown {
  if (target !== agentchainsDialect) return shownIn(fold);
  return JSON.parse(JSON.stringify(shownIn(fold)), (key, value) => (key === 'submit' ? 'sent' : value)) as unknown;
}

/** Losses after which other words may stand there; all others leave the words alone. */
const OTHER_WORDS =
  /for each item|sent without it|read from the item|icon|heading|counterpart|description is|slider|tabs|as its words|secret/;

function sessionsOf(protocol: (typeof protocols)[number]): ReturnType<typeof session> {
  if (protocol === 'agentchains') return agentchainsSession();
  if (protocol === 'openwop-1') return openwopSession(1);
  return protocol === 'openwop-2' ? openwopSession(2) : session(protocol);
}

describe.each(pairs)('surfaces of $protocol for a reader of $target.id', ({ protocol, target }) => {
  const sessions = sessionsOf(protocol);

  it('are shown the same to whoever joined early and whoever joined late, in valid messages', () => {
    fc.assert(
      fc.property(
        sessions,
        fc.nat({ max: 6 }),
        fc.constantFrom<Trusting>('trusted', 'untrusted', 'mixed'),
        (entries, joinAt, trust) => {
          const early = follow(entries, Math.min(joinAt, entries.length), target, trust);
          const late = follow(entries, entries.length, target, trust);
          expect(schemaProblems(target.id, [...early.written, ...late.written])).toEqual([]);
          expect(seenIn(early.reader.fold, target)).toEqual(seenIn(late.reader.fold, target));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('are shown the same to whoever joins later and is then sent what others are sent', () => {
    fc.assert(
      fc.property(
        sessions,
        fc.nat({ max: 6 }),
        fc.constantFrom<Trusting>('trusted', 'mixed'),
        (entries, joinAt, trust) => {
          const { source, reader } = followAnother(entries, Math.min(joinAt, entries.length), target, trust);
          const late = new Reader(target).read(throughText(target.join(source).wire));
          expect(seenIn(reader.fold, target)).toEqual(seenIn(late.fold, target));
        },
      ),
      { numRuns: RUNS },
    );
  });
});

// Components of AgentChains hold their words in data, where `saidIn` does not look.
const a2uiPairs = pairs.flatMap(({ protocol, target }) =>
  protocol === 'agentchains' || protocol === 'openwop-1' || protocol === 'openwop-2' ? [] : [{ protocol, target }],
);

describe.each(a2uiPairs)('surfaces of $protocol for a reader of $target.id', ({ protocol, target }) => {
  it('say the same words, unless a loss tells why not', () => {
    fc.assert(
      fc.property(session(protocol), (entries) => {
        const { source, reader, lost } = follow(entries, 0, target, 'trusted');
        if (lost.some((what) => OTHER_WORDS.test(what))) return;
        expect(saidIn(reader.fold)).toEqual(saidIn(source));
      }),
      { numRuns: RUNS },
    );
  });
});
