// One signal as one piece of a surface, for a caller who keeps no state: a card or a line with its texts in it. Its ids say
// what it is of, so that the caller's own layout can name it; what adds to a text cannot be said so.

import type { Op } from '@vitrine/core';
import { type CardVocabulary, cardComponents, openRun, STATUS, text } from './cards.ts';
import { type MappingOptions, mappingOf } from './mapping.ts';
import type { SignalLike } from './signal.ts';

/** Opens the surface, or puts components into it. Undefined: not shown, or not without what came before. */
export function loosePiece(
  signal: SignalLike,
  surface: string,
  words: CardVocabulary,
  options: MappingOptions,
): Op | undefined {
  const mapping = mappingOf(signal, options);
  if (mapping === undefined) return undefined;
  if (mapping.begins === true) return openRun(surface, words);
  const { card, status } = mapping;
  if (card !== undefined && card !== '' && mapping.append === undefined) {
    const components = cardComponents(looseId(card), (field) => mapping[field] ?? '', words);
    return { op: 'put', surface, components };
  }
  if (status === undefined) return undefined;
  return { op: 'put', surface, components: [text(STATUS, status, 'caption', words)] };
}

function looseId(card: string): string {
  return card.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 100);
}
