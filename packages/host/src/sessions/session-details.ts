// What a list tells of a session beside its row: whether it waits for a person, and what its agent said last.

import { defined, type Entry, isOp, marked, type TrustMarked, untracked, type View } from '@vitrine/core/internal';

export interface SessionDetails {
  readonly waiting: boolean;
  readonly words?: string;
  /** The words came from somebody who is not trusted. */
  readonly wordsTrust?: 'untrusted';
}

interface LastWords extends TrustMarked<object> {
  readonly text: string;
}

/** Of a session that is not in memory, as many of its last entries are read. */
export const DETAIL_ENTRIES = 16;
const MAX_WORDS = 200;

/** A session that has ended waits for nobody. */
export function detailsOfView(view: View, isClosed: boolean): SessionDetails {
  return untracked(() => {
    const lastWords = view.talk.findLast(({ by }) => by === 'agent');
    const asked = [...view.asks.values()].at(-1);
    const words = asked === undefined ? lastWords : marked({ text: asked.prompt }, asked.trust ?? 'trusted');
    return detailsFrom(!isClosed && (view.asks.size > 0 || view.turn === 'input'), words);
  });
}

/** The same of the last entries; a question that is older than these is not seen. */
export function detailsOfEntries(entries: readonly Entry[], isClosed: boolean): SessionDetails {
  const asks = new Map<string, LastWords>();
  let lastWords: LastWords | undefined;
  let isInput = false;
  for (const { body, trust } of entries)
    for (const part of body) {
      if (isOp(part) && part.op === 'ask') asks.set(part.ask, marked({ text: part.prompt }, trust));
      else if ('ask' in part && typeof part.ask === 'string') asks.delete(part.ask);
      if (isOp(part) && part.op === 'say') lastWords = marked({ text: part.text }, trust);
      if (isOp(part) && part.op === 'turn') isInput = part.state === 'input';
    }
  return detailsFrom(!isClosed && (asks.size > 0 || isInput), [...asks.values()].at(-1) ?? lastWords);
}

function detailsFrom(waiting: boolean, words: LastWords | undefined): SessionDetails {
  return { waiting, ...defined({ words: words?.text.slice(0, MAX_WORDS), wordsTrust: words?.trust }) };
}
