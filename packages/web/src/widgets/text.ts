// Text: a heading, a caption or a paragraph. Its small safe Markdown becomes nodes, never markup. A class and not a
// function with closures: most of what a surface shows is text.

import { type TreeNode, toText } from '@vitrine/core/page';
import { make } from '../dom.ts';
import { LazyCode } from '../lazy-code.ts';
import type { BlockList, phrases, showBlocks } from '../markdown/basic-markdown.ts';
import type { LongText } from '../markdown/long-text.ts';
import { isLong, mayBeMarkdown, oneText } from '../markdown/text-kind.ts';
import { brief, shown } from '../shown-text.ts';
import { type Drawing, needing, type Ui, type Widget } from '../widget.ts';

const HEADING = /^h[1-6]$/;

/** What shows texts that are more than a few plain lines. */
interface TextCode {
  readonly phrases: typeof phrases;
  readonly showBlocks: typeof showBlocks;
  readonly LongText: typeof LongText;
}

/** Most texts need none of it. */
export const lazyTexts = new LazyCode<TextCode>();

type TextSource = (node: TreeNode, ui: Ui) => string;

/** `hint`: the property that says what the text is for. `source`: what it says, where that is more than its `text`. */
export function textWidget(hint: 'variant' | 'usageHint', source: TextSource = sentText): Widget {
  return needing(lazyTexts, (ui, node) => new TextDrawing(ui, node, hint, source));
}

export function sentText(node: TreeNode): string {
  return toText(node.get('text') as string | undefined);
}

class TextDrawing implements Drawing {
  dom!: HTMLElement;
  readonly #ui: Ui;
  readonly #node: TreeNode;
  readonly #hint: string;
  readonly #source: TextSource;
  #last: string | undefined;
  #kind: string | undefined;
  /** What the element shows beyond one text node. */
  #blocks: BlockList = [];
  #long: LongText | undefined;

  constructor(ui: Ui, node: TreeNode, hint: string, source: TextSource) {
    this.#ui = ui;
    this.#node = node;
    this.#hint = hint;
    this.#source = source;
  }

  draw(): void {
    const kind = kindOf(this.#node, this.#hint);
    const source = this.#source(this.#node, this.#ui);
    if (source === this.#last && kind === this.#kind && this.#long === undefined) return;
    const isPhrase = this.#ui.inline || isHeading(kind);
    const plain = this.#node.catalog?.plainText === true;
    const isMany = !isPhrase && isLong(source);
    const words = isMany ? '' : isPhrase ? brief(source) : shown(source);
    const isMarked = !plain && mayBeMarkdown(words);
    const found = isMany || isMarked ? lazyTexts.value(this.#ui.stage) : undefined;
    const code = typeof found === 'object' ? found : undefined;
    // Until its code has come it is shown as it was sent.
    this.#last = found === 'waiting' ? undefined : source;
    const long = isMany && code !== undefined;
    // A paragraph may not hold paragraphs.
    const tag = this.#ui.inline ? 'span' : isHeading(kind) ? (kind as 'h1') : isMany || isMarked ? 'div' : 'p';
    if (this.dom?.localName !== tag || kind !== this.#kind || long !== (this.#long !== undefined)) {
      this.#swap(tag, kind);
      this.#long = long ? new code.LongText(this.dom, plain) : undefined;
    }
    if (this.#long !== undefined) this.#long.show(source, this.#ui.stage.words.more);
    else if (!isMarked || code === undefined) oneText(this.dom, isMany ? brief(source) : words);
    else if (isPhrase) this.dom.replaceChildren(...code.phrases(words));
    else this.#blocks = code.showBlocks(this.dom, words, this.#blocks);
  }

  #swap(tag: 'span' | 'h1' | 'div' | 'p', kind: string): void {
    this.#kind = kind;
    this.#blocks = [];
    this.dom = make(tag, kind === 'body' ? 'text' : `text ${kind}`);
    this.#ui.swap(this.dom);
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
