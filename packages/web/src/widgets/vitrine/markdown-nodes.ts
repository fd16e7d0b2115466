// Markdown as nodes, in a chunk of its own with the lexer. Markup in the text is shown as it is written; addresses have
// been checked before an element gets one.

import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { make } from '../../dom.ts';
import { followWords } from '../../markdown/basic-markdown.ts';
import { shown } from '../../shown-text.ts';
import type { Labels } from './labels.ts';
import { resolved, words } from './markdown-text.ts';

/** What the page lets the text do. */
export interface Hands {
  words(): Labels;
  /** The address that a link may have; undefined where it may have none. */
  link(url: string): string | undefined;
  /** An element for a picture, or the words that stand for it. */
  image(url: string, alt: string): Node;
  /** The host that a link leads to, where it is not the page's own. */
  host(url: string): string | undefined;
}

/** Longer paragraphs are shown as plain text: emphasis takes time that grows with the square of their length. */
const MAX_INLINE_LENGTH = 6000;
const MAX_DEPTH = 24;
/** Rows of a table that are laid out together, and how many it takes for that to be worth it. */
const GROUP = 50;
const GROUP_ABOVE_ROWS = 200;
const MAX_ROWS = 1000;
const ROLES = [
  ['thead, tbody', 'rowgroup'],
  ['tr', 'row'],
  ['th', 'columnheader'],
  ['td', 'cell'],
] as const;

/** Tokens of one piece of text. `links`: definitions of the pieces before it, to which its own are added. */
export function readMarkdown(text: string, links: Tokens.Def[]): readonly Token[] {
  const lexer = new Lexer({ gfm: true, breaks: false });
  for (const { tag, href, title } of links) lexer.tokens.links[tag] ??= { href, title };
  const tokens = lexer.blockTokens(text, []);
  for (const { src, tokens: into } of lexer.inlineQueue) {
    if (src.length <= MAX_INLINE_LENGTH) lexer.inlineTokens(src, into);
    else into.push({ type: 'text', raw: src, text: src, escaped: false });
  }
  return tokens;
}

/** The nodes of one token of the top level. */
export function blockNodes(token: Token, hands: Hands): Node[] {
  return new Builder(hands).block(token, 0);
}

class Builder {
  readonly #hands: Hands;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  block(read: Token, depth: number): Node[] {
    const token = read as MarkedToken;
    if (depth > MAX_DEPTH) return [paragraph(token.raw)];
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'hr':
        return [document.createElement('hr')];
      case 'heading':
        return [this.#filled(`h${Math.min(Math.max(token.depth, 1), 6)}`, token.tokens, depth)];
      case 'paragraph':
        return [this.#filled('p', token.tokens, depth)];
      case 'code':
        return [codeBlock(token, this.#hands.words())];
      case 'blockquote':
        return [this.#holding('blockquote', token.tokens, depth)];
      case 'list':
        return [this.#list(token, depth)];
      case 'table':
        return [this.#table(token, depth)];
      case 'html':
        return [paragraph(token.raw)];
      // Text directly in an item of a tight list.
      case 'text':
        return this.inline(token.tokens ?? [token], depth);
      default:
        return this.inline([token], depth);
    }
  }

  inline(tokens: readonly Token[], depth: number): Node[] {
    return tokens.flatMap((token) => this.#phrase(token, depth + 1));
  }

  #phrase(read: Token, depth: number): Node[] {
    const token = read as MarkedToken;
    if (depth > MAX_DEPTH) return [words(token.raw)];
    switch (token.type) {
      case 'strong':
      case 'em':
      case 'del':
        return [this.#filled(token.type, token.tokens, depth)];
      case 'codespan': {
        const code = document.createElement('code');
        code.append(words(token.text));
        return [code];
      }
      case 'br':
        return [document.createElement('br')];
      case 'link':
        return this.#link(token, depth);
      case 'image':
        return [this.#hands.image(resolved(token.href), resolved(token.text))];
      case 'checkbox':
        return [checkbox(token.checked, this.#hands.words())];
      case 'text':
        return token.tokens === undefined ? [words(resolved(token.text))] : this.inline(token.tokens, depth);
      case 'escape':
        return [words(token.text)];
      default:
        return [words(token.raw)];
    }
  }

  /** Where it leads stands behind it, unless its own words say so. */
  #link(token: Tokens.Link, depth: number): Node[] {
    const label = this.inline(token.tokens, depth);
    const url = this.#hands.link(token.autolink === true ? token.href : resolved(token.href));
    if (url === undefined) return label;
    const link = make('a', 'link');
    link.href = url;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    link.referrerPolicy = 'no-referrer';
    link.append(...label);
    if (link.textContent?.trim() === '') link.append(words(url));
    const host = this.#hands.host(url);
    if (host === undefined || saysHost(link.textContent ?? '', host)) return [link];
    const where = make('span', 'link-host');
    where.textContent = ` (${host})`;
    link.append(where);
    return [link];
  }

  #list(token: Tokens.List, depth: number): Element {
    const list = document.createElement(token.ordered ? 'ol' : 'ul');
    if (token.ordered && typeof token.start === 'number' && token.start !== 1)
      list.setAttribute('start', String(token.start));
    for (const item of token.items) {
      const entry = document.createElement('li');
      if (item.task) entry.className = 'task-item';
      entry.append(...item.tokens.flatMap((one) => this.block(one, depth + 1)));
      if (item.task && entry.querySelector('input') === null)
        entry.prepend(checkbox(item.checked === true, this.#hands.words()));
      list.append(entry);
    }
    followWords(list);
    return list;
  }

  #table(token: Tokens.Table, depth: number): Element {
    const table = make('table', 'table');
    const head = table.createTHead().insertRow();
    for (const cell of token.header) {
      const header = document.createElement('th');
      header.scope = 'col';
      this.#cell(header, cell, depth);
      head.append(header);
    }
    this.#rows(table, token, depth);
    const scroller = make('div', 'scroller wide');
    scroller.tabIndex = 0;
    scroller.setAttribute('role', 'region');
    scroller.setAttribute('aria-label', this.#hands.words().table);
    scroller.append(table);
    return scroller;
  }

  #rows(table: HTMLTableElement, { header, rows: all }: Tokens.Table, depth: number): void {
    const rows = all.slice(0, MAX_ROWS);
    if (all.length > MAX_ROWS) {
      const note = table.createCaption();
      note.className = 'table-caption caption';
      note.textContent = this.#hands.words().leftOut(all.length - MAX_ROWS, 'rows');
    }
    for (let from = 0; from < rows.length; from += GROUP) {
      const body = document.createElement('tbody');
      for (const row of rows.slice(from, from + GROUP)) {
        const line = body.insertRow();
        for (const cell of row) this.#cell(line.insertCell(), cell, depth);
      }
      table.append(body);
    }
    if (rows.length <= GROUP_ABOVE_ROWS) return;
    table.className = 'table large';
    table.style.setProperty('--_columns', `repeat(${header.length}, minmax(8rem, 1fr))`);
    table.style.setProperty('--_least', `${header.length * 8}rem`);
    // Laid out as grids it is no table any more, unless it is labels to be one.
    for (const [selector, role] of ROLES)
      for (const element of table.querySelectorAll(selector)) element.setAttribute('role', role);
    table.setAttribute('role', 'table');
  }

  #cell(element: HTMLElement, cell: Tokens.TableCell, depth: number): void {
    if (cell.align === 'right') element.className = 'number';
    else if (cell.align === 'center') element.className = 'centre';
    element.append(...this.inline(cell.tokens, depth));
  }

  #filled(tag: string, tokens: readonly Token[], depth: number): Element {
    const element = document.createElement(tag);
    element.append(...this.inline(tokens, depth));
    return element;
  }

  #holding(tag: string, tokens: readonly Token[], depth: number): Element {
    const element = document.createElement(tag);
    element.append(...tokens.flatMap((token) => this.block(token, depth + 1)));
    if (tag === 'blockquote') followWords(element);
    return element;
  }
}

function paragraph(text: string): Element {
  const element = document.createElement('p');
  element.className = 'as-written';
  element.append(words(text.trimEnd()));
  return element;
}

function codeBlock({ text }: Tokens.Code, labels: Labels): Element {
  const pre = document.createElement('pre');
  const code = document.createElement('code');
  pre.tabIndex = 0;
  pre.setAttribute('role', 'region');
  pre.setAttribute('aria-label', labels.code);
  code.append(text.split('\t').map(shown).join('\t'));
  pre.append(code);
  return pre;
}

function checkbox(checked: boolean, labels: Labels): Element {
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.disabled = true;
  box.checked = checked;
  box.setAttribute('aria-label', checked ? labels.checked : labels.unchecked);
  return box;
}

/** The words of the link are its address, or begin with its host. */
function saysHost(label: string, host: string): boolean {
  const labels = label
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '');
  return labels === host || labels.startsWith(`${host}/`);
}

export { VitrineSurface } from '../../first-load.ts';
