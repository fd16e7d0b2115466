// What a page has instead of a host: a fold that takes an agent's messages, in the dialects that it is given. What it took
// is a view that any element can show.

import { Fold } from '@vitrine/core/fold';
import { type Catalog, Catalogs, type Json, type Trust, type View } from '@vitrine/core/page';
import { type DialectReader, MessageIntake, type Receipt } from '@vitrine/dialects';

export interface MessageSourceOptions {
  /** Those that may be read: `a2ui09Reader` of `@vitrine/dialects/a2ui-0.9/reader`, and so on. */
  readonly dialects: readonly DialectReader[];
  /** Those that may be shown. */
  readonly catalogs: Iterable<Catalog>;
  /** Whether what is pushed may act: `trusted` when not said. An untrusted surface causes no request and opens no link. */
  readonly trust?: Trust;
}

export class MessageSource {
  readonly view: View;
  readonly #intake: MessageIntake;

  constructor({ dialects, catalogs, trust = 'trusted' }: MessageSourceOptions) {
    const fold = new Fold({ catalogs: new Catalogs(catalogs) });
    this.view = fold;
    this.#intake = new MessageIntake(fold, { dialects, trust });
  }

  /** A message, or a list of them. One bad message never stops the next: what is wrong stands in its receipt. */
  push(messages: Json | object): readonly Receipt[] {
    return this.#intake.value(messages);
  }
}
