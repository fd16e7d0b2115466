// A text too long to be laid out at once: a bounded piece of it, and a control that adds the next. Every piece is a block
// of its own, so that adding one does not lay out the others again.

import { make } from '../dom.ts';
import { shown } from '../shown-text.ts';
import { addMarkdownStyles } from '../styles/markdown.ts';
import { type BlockList, NOTHING, showBlocks } from './basic-markdown.ts';
import { endOfPiece, mayBeMarkdown, oneText } from './text-kind.ts';

export class LongText {
  readonly #container: Element;
  readonly #plain: boolean;
  readonly #more = make('button', 'more button');
  readonly #drawn: { readonly element: HTMLElement; text: string; blocks: BlockList }[] = [];
  #wanted = 1;
  #text = '';

  constructor(container: Element, plain: boolean) {
    this.#container = container;
    this.#plain = plain;
    addMarkdownStyles();
    this.#more.type = 'button';
    this.#more.addEventListener('click', () => {
      this.#wanted++;
      this.show(this.#text, this.#more.textContent);
    });
    container.append(this.#more);
  }

  /** `more`: the words of the control. */
  show(text: string, more: string): void {
    this.#text = text;
    if (this.#more.textContent !== more) this.#more.textContent = more;
    const { found, more: isMore } = pieces(text, this.#wanted);
    while (this.#drawn.length > found.length) this.#drawn.pop()?.element.remove();
    for (const [i, piece] of found.entries()) this.#write(i, piece);
    if (isMore && !this.#more.isConnected) this.#container.append(this.#more);
    if (!isMore) this.#leave();
  }

  #write(at: number, text: string): void {
    this.#drawn[at] ??= { element: this.#piece(), text: '', blocks: NOTHING };
    const piece = this.#drawn[at];
    if (piece.text === text) return;
    piece.text = text;
    const seen = shown(text);
    if (this.#plain || !mayBeMarkdown(seen)) {
      piece.blocks = NOTHING;
      oneText(piece.element, seen);
    } else piece.blocks = showBlocks(piece.element, seen, piece.blocks);
  }

  #piece(): HTMLElement {
    const element = make('div', 'piece');
    this.#more.before(element);
    return element;
  }

  /** Nothing is left to ask for. Who has just asked goes on where the last piece begins. */
  #leave(): void {
    const last = this.#drawn.at(-1)?.element;
    const root = this.#more.getRootNode() as Document | ShadowRoot;
    if (last !== undefined && root.activeElement === this.#more) {
      last.tabIndex = -1;
      last.focus({ preventScroll: true });
    }
    this.#more.remove();
  }
}

/** The first `count` pieces, and whether there are more. A text that grows keeps the pieces it has, but for the last. */
export function pieces(text: string, count: number): { readonly found: readonly string[]; readonly more: boolean } {
  const found: string[] = [];
  let at = 0;
  while (found.length < count && at < text.length) {
    const end = endOfPiece(text, at);
    found.push(text.slice(at, end));
    at = end;
  }
  return { found, more: at < text.length };
}
