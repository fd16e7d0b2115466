// Answers in Express as models write them: prose, then one block with a list of cards, their buttons and their data. What the
// reader makes of one is its measure: JSON.parse of the same messages.

import type { Catalog } from '@vitrine/core';
import { express } from '@vitrine/formats';

export interface ExpressAnswer {
  readonly text: string;
  /** The messages that streaming makes of it, one list. */
  readonly json: string;
  readonly messages: number;
}

const PER_CARD = 4;

/** An answer of so many components, in cards of four. */
export function expressAnswerOf(components: number, catalogs: readonly Catalog[]): ExpressAnswer {
  const cards = Math.ceil((components - 2) / PER_CARD);
  const block = [
    'surface("offers")',
    'root = Column([title, list])',
    'title = Text("## Offers")',
    `list = List([${Array.from({ length: cards }, (_, i) => `card${i}`).join(', ')}])`,
    ...Array.from({ length: cards }, (_, i) => card(i)),
  ].join('\n');
  const text = `Here are the offers that I found.\n\n<a2ui>\n${block}\n</a2ui>\n\nTell me which one you like.`;
  const reader = express.createReader({ catalogs });
  const parts = [...reader.push(text), ...reader.end()];
  const messages = parts.flatMap((part) => (part.part === 'message' ? [part.message] : []));
  if (parts.some(({ part }) => part === 'refused' || part === 'repair')) throw new Error('The answer has faults.');
  return { text, json: JSON.stringify(messages), messages: messages.length };
}

function card(i: number): string {
  return [
    ...(i % 4 === 3 ? [data(i)] : []),
    `card${i} = Card(column${i})`,
    `column${i} = Column([title${i}, book${i}], "start", "stretch")`,
    `title${i} = Text("Offer ${i}: two nights, breakfast included", "h3")`,
    `book${i} = Button(Text("Book"), "primary", Event("book", {offer: ${i}, price: $/offers/o${i}/price, code: "A-${i}"}))`,
  ].join('\n');
}

function data(i: number): string {
  const places = Array.from(
    { length: 8 },
    (_, k) => `{name: "Place ${i}-${k}", price: ${80 + k}, stars: 4.5, open: true}`,
  );
  return `$/offers/o${i} = [${places.join(', ')}]`;
}
