// The small safe subset of Markdown that a Text may hold, as nodes: never markup, links or pictures. Blocks that have not
// changed keep their nodes, so a text that grows costs its last block.

import { addMarkdownStyles } from '../styles/markdown.ts';
import { type Block, type Content, headingText, parseBlocks } from './blocks.ts';
import { type InlineMark, parseInline } from './inline.ts';

/**
 * Which side the marks of a list and the bar of a quotation stand at: that where their words begin. Without letters,
 * as in a list of numbers, it is the side of the page.
 */
export function followWords(element: HTMLElement): void {
  if (/\p{L}/u.test(element.textContent)) element.dir = 'auto';
}

/** The text as phrasing content, for places that take no blocks. */
export function phrases(text: string): (Element | string)[] {
  addMarkdownStyles();
  return inlineNodes(text.startsWith('#') ? headingText(text) : text);
}

/** What a container shows, to be compared with what it is to show. */
export type BlockList = readonly Block[];
export const NOTHING: BlockList = [];

/** The blocks of `text` become the children of `container`; `before` is what an earlier call returned for it. */
export function showBlocks(container: Element, text: string, before: BlockList): BlockList {
  addMarkdownStyles();
  const blocks = parseBlocks(text);
  let same = 0;
  while (same < blocks.length && blocks[same]?.source === before[same]?.source) same++;
  while (container.childNodes.length > same) container.lastChild?.remove();
  container.append(...blocks.slice(same).map(elementOf));
  return blocks;
}

function elementOf(part: Content | InlineMark): HTMLElement {
  const element = document.createElement(part.tag);
  if ('text' in part) element.append(...(part.tag === 'pre' ? [part.text] : inlineNodes(part.text)));
  else {
    if ('start' in part && part.start !== 1) element.setAttribute('start', String(part.start));
    for (const inner of part.of) {
      if (typeof inner === 'string') element.append(inner);
      else if (part.tag === 'li' && inner.tag === 'p') element.append(...inlineNodes(inner.text));
      else element.append(elementOf(inner));
    }
    if (part.tag === 'ul' || part.tag === 'ol' || part.tag === 'blockquote') followWords(element);
  }
  return element;
}

function inlineNodes(text: string): (Element | string)[] {
  return parseInline(text).map((part) => (typeof part === 'string' ? part : elementOf(part)));
}
