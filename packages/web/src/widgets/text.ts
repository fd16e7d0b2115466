// Text: a heading, a caption or a paragraph. Its small safe Markdown becomes nodes, never markup. A class and not a
// function with closures: most of what a surface shows is text.

import { type TreeNode, toText } from '@vitrine/core';
import { make } from '../dom.ts';
import { mayBeMarkdown, NOTHING, oneText, phrases, type Shown, showBlocks } from '../markdown/basic-markdown.ts';
import { isLong, LongText } from '../markdown/long-text.ts';
import { brief, shown } from '../shown-text.ts';
import type { Drawing, Ui, Widget } from '../widget.ts';

const HEADING = /^h[1-5]$/;

/** `hint`: the property that says what the text is for. */
export function textWidget(hint: 'variant' | 'usageHint'): Widget {
  return (ui, node) => new TextDrawing(ui, node, hint);
}

class TextDrawing implements Drawing {
  dom!: HTMLElement;
  readonly #ui: Ui;
  readonly #node: TreeNode;
  readonly #hint: string;
  #last: string | undefined;
  #kind: string | undefined;
  /** What the element shows beyond one text node. */
  #blocks: Shown = NOTHING;
  #long: LongText | undefined;

  constructor(ui: Ui, node: TreeNode, hint: string) {
    this.#ui = ui;
    this.#node = node;
    this.#hint = hint;
  }

  draw(): void {
    const kind = kindOf(this.#node, this.#hint);
    const given = toText(this.#node.get('text') as string | undefined);
    if (given === this.#last && kind === this.#kind && this.#long === undefined) return;
    this.#last = given;
    if (kind !== this.#kind) {
      this.#kind = kind;
      this.#swap('p');
    }
    const plain = this.#node.catalog?.plainText === true;
    if (this.#ui.inline || isHeading(kind)) this.#phrase(given, plain);
    else if (isLong(given)) this.#showLong(given, plain);
    else this.#show(shown(given), plain);
  }

  #phrase(given: string, plain: boolean): void {
    const text = brief(given);
    if (plain || !mayBeMarkdown(text)) oneText(this.dom, text);
    else this.dom.replaceChildren(...phrases(text));
  }

  #show(text: string, plain: boolean): void {
    if (plain || !mayBeMarkdown(text)) {
      if (this.#long !== undefined || this.dom.localName !== 'p') this.#swap('p');
      return oneText(this.dom, text);
    }
    // A paragraph may not hold paragraphs.
    if (this.#long !== undefined || this.dom.localName !== 'div') this.#swap('div');
    this.#blocks = showBlocks(this.dom, text, this.#blocks);
  }

  #showLong(given: string, plain: boolean): void {
    if (this.#long === undefined) {
      this.#swap('div');
      this.#long = new LongText(this.dom, plain);
    }
    this.#long.show(given, this.#ui.stage.words.more);
  }

  #swap(tag: 'p' | 'div'): void {
    this.#blocks = NOTHING;
    this.#long = undefined;
    this.dom = this.#element(tag);
    this.#ui.swap(this.dom);
  }

  #element(tag: 'p' | 'div'): HTMLElement {
    const kind = this.#kind as string;
    const name = kind === 'body' ? 'text' : `text ${kind}`;
    return make(this.#ui.inline ? 'span' : isHeading(kind) ? (kind as 'h1') : tag, name);
  }
}

/** Of what `kindOf` gives. */
function isHeading(kind: string): boolean {
  return kind[0] === 'h';
}

function kindOf(node: TreeNode, hint: string): string {
  const kind = node.get(hint);
  return typeof kind === 'string' && (kind === 'caption' || HEADING.test(kind)) ? kind : 'body';
}
