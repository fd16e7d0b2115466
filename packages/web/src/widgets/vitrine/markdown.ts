// Markdown: text with all of GitHub's Markdown, as nodes. A text that grows keeps the nodes of what stays the
// same; a long one is drawn in slices. Reading it is left to markdown-nodes.ts, which is fetched when it is needed.

import type { MarkdownContent } from '@vitrine/core/catalogs/vitrine';
import { checkLink, isSameOrigin } from '@vitrine/core/later';
import type { TreeNode } from '@vitrine/core/page';
import type { Token, Tokens } from 'marked';
import { make } from '../../dom.ts';
import { LazyCode } from '../../lazy-code.ts';
import { LongText } from '../../markdown/long-text.ts';
import { brief, shown } from '../../shown-text.ts';
import { type Drawing, needing, type Ui, type Widget } from '../../widget.ts';
import { addressOf } from '../media.ts';
import { labelsOf } from './labels.ts';
import type { Hands } from './markdown-nodes.ts';
import { flatten, markdownPieces } from './markdown-pieces.ts';
import { titleOf } from './parts.ts';

/** What comes behind is shown as plain text, a part at a time. */
const MAX_MARKDOWN_LENGTH = 200_000;

/** Time for it in one frame. */
const FRAME_MS = 12;

const markdownReader = new LazyCode(() => import('./markdown-nodes.ts'));
type MarkdownNodes = typeof import('./markdown-nodes.ts');

export function markdownWidget(read: (node: TreeNode) => MarkdownContent): Widget {
  return needing(markdownReader, (ui, node) => new Markdown(ui, () => read(node)));
}

interface MarkdownPiece {
  readonly element: HTMLElement;
  source: string;
  tokens: readonly Token[];
  /** How many of the tokens are drawn, and the nodes of each. */
  nodes: Node[][];
  defs: readonly Tokens.Def[];
  /** Definitions of a piece before it have changed: any of its links may lead elsewhere now. */
  stale: boolean;
}

class Markdown implements Drawing {
  readonly dom = make('section', 'markdown');
  readonly #ui: Ui;
  readonly #content: () => MarkdownContent;
  readonly #title = titleOf(this.dom);
  readonly #body = make('div', 'prose');
  readonly #hands: Hands;
  readonly #pieces: MarkdownPiece[] = [];
  #plain: string | undefined;
  #rest: { readonly element: HTMLElement; readonly long: LongText } | undefined;

  constructor(ui: Ui, content: () => MarkdownContent) {
    this.#ui = ui;
    this.#content = content;
    this.#hands = handsOf(ui);
    this.dom.append(this.#body);
  }

  draw(): void {
    const content = this.#content();
    this.#title.say(content.title);
    const lib = content.markdown === '' ? 'waiting' : markdownReader.value(this.#ui.stage);
    const text = content.markdown.replace(/\r\n?/g, '\n');
    if (typeof lib === 'string') return this.#showPlain(text);
    if (this.#plain !== undefined) {
      this.#plain = undefined;
      this.#body.replaceChildren();
    }
    if (!this.#show(text.slice(0, MAX_MARKDOWN_LENGTH), lib)) this.#ui.schedule();
    this.#showRest(text.slice(MAX_MARKDOWN_LENGTH));
  }

  /** Until it can be read, and where it cannot, the text is there as it was written. */
  #showPlain(text: string): void {
    if (this.#plain === text) return;
    this.#plain = text;
    this.#pieces.length = 0;
    this.#rest = undefined;
    const plain = make('p', 'as-written');
    plain.textContent = shown(text.slice(0, 20_000));
    this.#body.replaceChildren(...(text === '' ? [] : [plain]));
  }

  /** False when time ran out: the rest comes with the next drawing. */
  #show(text: string, lib: MarkdownNodes): boolean {
    const sources = markdownPieces(text);
    while (this.#pieces.length > sources.length) this.#pieces.pop()?.element.remove();
    const defs: Tokens.Def[] = [];
    const end = performance.now() + FRAME_MS;
    for (const [i, source] of sources.entries()) {
      let piece = this.#pieces[i];
      if (piece?.source !== source || piece.stale) {
        if (performance.now() > end) return false;
        piece ??= this.#add();
        if (this.#read(piece, source, defs, lib)) for (const later of this.#pieces.slice(i + 1)) later.stale = true;
      }
      defs.push(...piece.defs);
      if (!this.#drawPiece(piece, lib, end)) return false;
    }
    return true;
  }

  #add(): MarkdownPiece {
    const piece: MarkdownPiece = {
      element: make('div', 'prose-piece'),
      source: '',
      tokens: [],
      nodes: [],
      defs: [],
      stale: false,
    };
    this.#pieces.push(piece);
    const last = this.#rest?.element ?? null;
    this.#body.insertBefore(piece.element, last);
    return piece;
  }

  /** True when its definitions are others than before. */
  #read(piece: MarkdownPiece, source: string, defs: Tokens.Def[], lib: MarkdownNodes): boolean {
    piece.source = source;
    let tokens: readonly Token[];
    try {
      tokens = lib.readMarkdown(flatten(source), defs);
    } catch {
      // Deeper nested than the parser can go.
      tokens = [{ type: 'html', raw: source, text: source, pre: false, block: true }];
    }
    const now = tokens.filter((token): token is Tokens.Def => token.type === 'def');
    // A definition may change any paragraph before it.
    const differs = sayingOf(now) !== sayingOf(piece.defs);
    const keeps = !differs && !piece.stale;
    let same = 0;
    while (keeps && same < piece.nodes.length && tokens[same]?.raw === piece.tokens[same]?.raw) same++;
    for (const nodes of piece.nodes.splice(same)) for (const node of nodes) node.parentNode?.removeChild(node);
    piece.tokens = tokens;
    piece.defs = now;
    piece.stale = false;
    return differs;
  }

  #drawPiece(piece: MarkdownPiece, lib: MarkdownNodes, end: number): boolean {
    while (piece.nodes.length < piece.tokens.length) {
      const made = lib.blockNodes(piece.tokens[piece.nodes.length] as Token, this.#hands);
      piece.element.append(...made);
      piece.nodes.push(made);
      if (piece.nodes.length < piece.tokens.length && performance.now() > end) return false;
    }
    return true;
  }

  #showRest(rest: string): void {
    if (rest === '') {
      this.#rest?.element.remove();
      this.#rest = undefined;
      return;
    }
    if (this.#rest === undefined) {
      const element = make('div', 'text');
      this.#body.append(element);
      this.#rest = { element, long: new LongText(element, true) };
    }
    this.#rest.long.show(rest, this.#ui.stage.words.more);
  }
}

/** What they define; the empty lines behind them say nothing. */
function sayingOf(defs: readonly Tokens.Def[]): string {
  return defs.map(({ raw }) => raw.trimEnd()).join('\n');
}

function handsOf(ui: Ui): Hands {
  const { stage } = ui;
  const refused = new Set<string>();
  return {
    words: () => labelsOf(stage),
    link: (url) => {
      const checked = checkLink(url, stage.urls);
      if (checked.ok) return checked.value;
      if (!refused.has(url) && refused.size < 100) {
        refused.add(url);
        for (const problem of checked.issues) stage.report(problem);
      }
      return undefined;
    },
    host: (url) => (isSameOrigin(url, location.href) ? undefined : new URL(url).host),
    image: (url, alt) => {
      const { url: allowed } = addressOf(stage, url, 'image');
      const words = brief(alt);
      if (allowed === undefined) {
        const instead = make('span', 'no-picture');
        instead.textContent = words || stage.words.image;
        return instead;
      }
      const picture = make('img', 'picture');
      picture.loading = 'lazy';
      picture.decoding = 'async';
      picture.referrerPolicy = 'no-referrer';
      picture.alt = words;
      picture.src = allowed;
      return picture;
    },
  };
}
