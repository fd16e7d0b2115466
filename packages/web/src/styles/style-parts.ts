// A style sheet that is made once a page, of parts in a fixed order: some come with code that is fetched later, and what they
// say must not depend on when that was.

import { perDocument } from '../dom.ts';

export class StyleParts<Name extends string> {
  readonly #parts: Map<string, string>;
  readonly #made = new Set<CSSStyleSheet>();
  readonly #sheet = perDocument(() => {
    const made = new CSSStyleSheet();
    made.replaceSync(this.#css);
    this.#made.add(made);
    return made;
  });

  constructor(parts: { readonly [name in Name]: string }) {
    this.#parts = new Map(Object.entries(parts));
  }

  get sheet(): CSSStyleSheet {
    return this.#sheet();
  }

  /** A part that has come; once is enough. One of another name than the sheet was made with stands behind all others. */
  add(name: Name | `catalog-${string}`, css: string): void {
    if (this.#parts.get(name)) return;
    this.#parts.set(name, css);
    for (const one of this.#made) one.replaceSync(this.#css);
  }

  get #css(): string {
    return [...this.#parts.values()].join('');
  }
}
