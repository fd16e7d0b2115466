// Code: source code with its language, highlighted once the highlighter is there, and a button that copies
// it. What is long, or of a language that nobody here knows, stays plain.

import type { CodeContent } from '@vitrine/core/catalogs/vitrine';
import type { TreeNode } from '@vitrine/core/page';
import { make, text } from '../../dom.ts';
import { LazyCode } from '../../lazy-code.ts';
import { shown } from '../../shown-text.ts';
import { type Drawing, needing, type Ui, type Widget } from '../../widget.ts';
import { type CodeChunk, codeChunks, codePieces } from './code-chunks.ts';
import { labelsOf } from './labels.ts';
import { announce, OptionalLine } from './parts.ts';
import { Scroller } from './scroller.ts';

/** Longer code is not highlighted. */
const MAX_HIGHLIGHTED_LENGTH = 50_000;
/** More parts than these are left out by the browser while they are far from the screen. */
const MAX_LAID_OUT_PARTS = 4;
/** Characters of one piece of it. */
const PIECE = 20_000;
/** Time for highlighting in one frame, and what a part may take: code that takes longer is left plain from there on. */
const FRAME_MS = 8;
const SLOW_MS = 25;
const COPIED_MS = 2000;
const PLAIN = new Set(['text', 'plain', 'plaintext', 'txt', 'none']);

const codeTokens = new LazyCode(() => import('./code-tokens.ts'));
type Highlighter = typeof import('./code-tokens.ts');

export function codeWidget(read: (node: TreeNode) => CodeContent): Widget {
  return needing(codeTokens, (ui, node) => new Code(ui, () => read(node)));
}

interface CodePart {
  readonly element: HTMLElement;
  text: string;
  /** The language that it was highlighted as, or nothing. */
  as: string;
}

class Code implements Drawing {
  readonly dom = make('figure', 'code');
  readonly #ui: Ui;
  readonly #read: () => CodeContent;
  readonly #head = make('figcaption', 'code-head');
  readonly #language = make('span', 'code-language');
  readonly #title = new OptionalLine(
    this.#head,
    () => make('span', 'code-title'),
    () => this.#language,
  );
  readonly #copy = make('button', 'button borderless copy');
  readonly #code = make('code', 'code-text');
  readonly #scroller: Scroller;
  readonly #parts: CodePart[] = [];
  #source = '';
  #slow = false;
  #copied: ReturnType<typeof setTimeout> | undefined;

  constructor(ui: Ui, read: () => CodeContent) {
    this.#ui = ui;
    this.#read = read;
    this.#copy.type = 'button';
    this.#copy.addEventListener('click', () => void this.#copyAll());
    this.#head.append(this.#language, this.#copy);
    const pre = make('pre', 'code-box');
    pre.append(this.#code);
    this.#scroller = new Scroller(
      'code-scroller',
      pre,
      () => this.#title.element?.textContent ?? labelsOf(ui.stage).code,
    );
    this.dom.append(this.#head, this.#scroller.dom);
  }

  draw(): void {
    const content = this.#read();
    const language = content.language.trim().toLowerCase();
    const source = visible(content.code);
    this.#title.say(content.title);
    text(this.#language, shown(content.language.slice(0, 40)));
    if (this.#copied === undefined) text(this.#copy, labelsOf(this.#ui.stage).copy);
    if (!source.startsWith(this.#source)) this.#slow = false;
    this.#source = source;
    const isLong = source.length > MAX_HIGHLIGHTED_LENGTH;
    const chunks: readonly CodeChunk[] = isLong
      ? codePieces(source, PIECE).map((piece) => ({ text: piece, plain: true }))
      : codeChunks(source);
    this.#write(chunks, isLong ? 'code-piece' : chunks.length > MAX_LAID_OUT_PARTS ? 'code-part far' : 'code-part');
    const lib = isLong || this.#slow || PLAIN.has(language) ? 'failed' : codeTokens.value(this.#ui.stage);
    if (typeof lib !== 'string' && !this.#highlight(chunks, lib, language)) this.#ui.schedule();
  }

  dispose(): void {
    this.#scroller.dispose();
    clearTimeout(this.#copied);
  }

  /** The whole text is there at once; what was highlighted and has not changed stays. */
  #write(chunks: readonly CodeChunk[], look: string): void {
    const same = this.#parts[0]?.element.className === look;
    while (this.#parts.length > (same ? chunks.length : 0)) this.#parts.pop()?.element.remove();
    for (const [i, chunk] of chunks.entries()) {
      let part = this.#parts[i];
      if (part === undefined) {
        part = { element: make('span', look), text: '', as: '' };
        this.#parts.push(part);
        this.#code.append(part.element);
      }
      if (part.text === chunk.text) continue;
      // What was highlighted goes on as it is until its turn comes again.
      if (part.text !== '' && chunk.text.startsWith(part.text)) part.element.append(chunk.text.slice(part.text.length));
      else part.element.textContent = chunk.text;
      part.text = chunk.text;
      part.as = '';
    }
  }

  /** False when there is more to do in another frame. */
  #highlight(chunks: readonly CodeChunk[], lib: Highlighter, language: string): boolean {
    const end = performance.now() + FRAME_MS;
    for (const [i, { text: source, plain }] of chunks.entries()) {
      const part = this.#parts[i] as CodePart;
      if (plain || part.as === language) continue;
      const began = performance.now();
      if (began > end) return false;
      part.element.replaceChildren(lib.highlight(source, language) ?? source);
      part.as = language;
      if (i > 0 && performance.now() - began > SLOW_MS) {
        this.#slow = true;
        return true;
      }
    }
    return true;
  }

  async #copyAll(): Promise<void> {
    const labels = labelsOf(this.#ui.stage);
    let isCopied = true;
    try {
      // What was seen, and nothing that was made visible or left out.
      await navigator.clipboard.writeText(this.#source);
    } catch {
      isCopied = false;
    }
    text(this.#copy, isCopied ? labels.copied : labels.notCopied);
    announce(this.dom, isCopied ? labels.codeCopied : labels.codeNotCopied);
    clearTimeout(this.#copied);
    this.#copied = setTimeout(() => {
      this.#copied = undefined;
      this.#ui.schedule();
    }, COPIED_MS);
  }
}

/** As `shown` does it, but tabs stay: they are part of code. */
function visible(source: string): string {
  return source.includes('\t') ? source.split('\t').map(shown).join('\t') : shown(source);
}
