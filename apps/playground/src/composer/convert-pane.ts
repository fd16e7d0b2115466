// The document in another dialect, beside it, and what that dialect has no words for.

import { Catalogs, type Json } from '@vitrine/core/page';
import type { DialectId } from '@vitrine/dialects';
import { knownCatalogs } from '../page/catalogs.ts';
import { allDialects } from '../page/dialects.ts';
import { byId, el, replaceRows, setText } from '../page/element.ts';
import type { Editor } from './editor.ts';
import { printMessages } from './print-json.ts';

export class ConvertPane {
  readonly #editor: Editor;
  readonly #target = byId('convert-to', HTMLSelectElement);
  readonly #losses = byId('losses', HTMLElement);
  readonly #summary = byId('loss-count', HTMLElement);
  #messages: readonly Json[] = [];
  #text = '';

  /** `take`: the person wants to go on with the result. */
  constructor(editor: Editor, take: (text: string) => void) {
    this.#editor = editor;
    this.#target.addEventListener('change', () => void this.#draw());
    byId('convert-take', HTMLElement).addEventListener('click', () => this.#text !== '' && take(this.#text));
  }

  update(messages: readonly Json[]): void {
    this.#messages = messages;
    void this.#draw();
  }

  async #draw(): Promise<void> {
    const { convert, DIALECT_IDS, dialectById } = await allDialects();
    if (this.#target.childElementCount === 0)
      this.#target.append(...DIALECT_IDS.map((id) => el('option', { selected: id === 'a2ui-1.0' }, id)));
    const to = dialectById(this.#target.value as DialectId);
    if (to === undefined) return;
    const catalogs = knownCatalogs();
    const capabilities = { catalogs: catalogs.map(({ id }) => id) };
    const { messages, losses } = convert(this.#messages, to, { catalogs: new Catalogs(catalogs), capabilities });
    this.#text = printMessages(messages);
    this.#editor.write(this.#text);
    const unique = [...new Set(losses.map(({ what }) => what))];
    setText(
      this.#summary,
      unique.length === 0 ? 'Nothing is lost.' : unique.length === 1 ? '1 loss' : `${unique.length} losses`,
    );
    replaceRows(this.#losses, ...unique.map((message) => el('li', {}, message)));
  }
}
