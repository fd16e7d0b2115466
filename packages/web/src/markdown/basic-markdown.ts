// The small safe subset of Markdown that a Text may hold, as nodes: never markup, links or pictures. Blocks that have not
// changed keep their nodes, so a text that grows costs its last block.

import { type Block, headingText, parseBlocks } from './blocks.ts';
import { type Inline, parseInline } from './inline.ts';

const MARKS = /[*_`\\]|~~|\]\(|^ {0,3}(?:#{1,6} |>|[-+] |\d{1,9}[.)] |---)|\n[ \t]*\n/m;

/** Whether the text could be more than plain text. Most texts could not. */
export function mayBeMarkdown(text: string): boolean {
  return MARKS.test(text);
}

/** The text as phrasing content, for places that take no blocks. */
export function phrases(text: string): Node[] {
  return inlineNodes(text.startsWith('#') ? headingText(text) : text);
}

/** What a container shows, to be compared with what it is to show. */
export type Shown = readonly Block[];
export const NOTHING: Shown = [];

/** The element holds this text and nothing else. */
export function oneText(element: Element, text: string): void {
  const only = element.firstChild;
  if (only instanceof Text && only.nextSibling === null) only.data = text;
  else element.textContent = text;
}

/** The blocks of `text` become the children of `container`; `before` is what an earlier call returned for it. */
export function showBlocks(container: Element, text: string, before: Shown): Shown {
  const blocks = parseBlocks(text);
  let same = 0;
  while (same < blocks.length && blocks[same]?.source === before[same]?.source) same++;
  while (container.childNodes.length > same) container.lastChild?.remove();
  for (const block of blocks.slice(same)) container.append(blockNode(block));
  return blocks;
}

function blockNode(block: Block): Node {
  const element = document.createElement(block.tag);
  switch (block.tag) {
    case 'hr':
      break;
    case 'pre':
      element.textContent = block.text;
      break;
    case 'blockquote':
      element.append(...block.of.map(blockNode));
      break;
    case 'ul':
    case 'ol':
      if (block.start !== 1) element.setAttribute('start', String(block.start));
      for (const item of block.items) {
        const entry = document.createElement('li');
        entry.append(...item.flatMap((part) => (part.tag === 'p' ? inlineNodes(part.text) : blockNode(part))));
        element.append(entry);
      }
      break;
    default:
      element.append(...inlineNodes(block.text));
  }
  return element;
}

function inlineNodes(text: string): Node[] {
  return parseInline(text).map(inlineNode);
}

function inlineNode(part: Inline): Node {
  if (typeof part === 'string') return document.createTextNode(part);
  const element = document.createElement(part.tag);
  for (const inner of part.of) element.append(inlineNode(inner));
  return element;
}
