// What a page has instead of a host: a fold that takes an agent's messages, in the dialects that it is given. What it took
// is a view that any element can show.

import { type Catalog, Catalogs, type Issue, type Json, type Trust, type View } from '@vitrine/core/page';
import { PageFold } from '@vitrine/core/page-fold';
import { type DialectReader, MessageIntake, type Receipt } from '@vitrine/dialects';
import { lazyFunctions } from '@vitrine/web/surface';

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
  /** Hear what was found later: a template or a pattern that came before the code that judges it. */
  readonly listeners: Set<(problem: Issue) => void> = new Set();
  readonly #fold: PageFold;
  readonly #intake: MessageIntake;
  /** What the receipts have said. */
  readonly #reported = new Set<string>();
  #isWaiting = false;

  constructor({ dialects, catalogs, trust = 'trusted' }: MessageSourceOptions) {
    this.#fold = new PageFold({ catalogs: new Catalogs(catalogs) });
    this.view = this.#fold;
    this.#intake = new MessageIntake(this.#fold, { dialects, trust });
  }

  /** A message, or a list of them. One bad message never stops the next: what is wrong stands in its receipt. */
  push(messages: Json | object): readonly Receipt[] {
    const receipts = this.#intake.value(messages);
    if (this.#fold.hasUnjudged) {
      for (const { issues } of receipts) for (const problem of issues) this.#isNew(problem);
      this.#judgeLater();
    }
    return receipts;
  }

  /** The page fetches that code as soon as there is time. */
  #judgeLater(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const recheck = (): void => {
      for (const problem of this.#fold.recheck())
        if (this.#isNew(problem)) for (const tell of this.listeners) tell(problem);
      this.#reported.clear();
    };
    lazyFunctions.arrived.then(recheck, () => undefined);
  }

  #isNew({ code, message }: Issue): boolean {
    const { size } = this.#reported;
    return this.#reported.add(`${code} ${message}`).size > size;
  }
}
