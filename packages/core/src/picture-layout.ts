// Blocks of lines and how they are put together: beside each other, in a box, behind a mark. Knows nothing of components.

import { columns, pad } from './picture-text.ts';

/** Lines of a picture, none with a line break. */
export type TextBlock = readonly string[];

/** A line that becomes as wide as what it stands in. No text can hold it: pictures have no control characters. */
export const RULE = '\u0000';
/** A block that becomes as high as its neighbours. */
export const BAR: TextBlock = ['│'];

const GAP = 2;
const SHORTEST_RULE = 8;

export function widthOf(block: TextBlock): number {
  return block.reduce((widest, line) => Math.max(widest, line === RULE ? 1 : columns(line)), 0);
}

/** Rules drawn out to the width of the block. */
export function settle(block: TextBlock, width: number): TextBlock {
  if (!block.includes(RULE)) return block;
  const rule = '─'.repeat(Math.min(width, Math.max(widthOf(block), SHORTEST_RULE)));
  return block.map((line) => (line === RULE ? rule : line));
}

export function box(block: TextBlock, title = ''): TextBlock {
  const inner = Math.max(widthOf(block), columns(title) + 1, SHORTEST_RULE);
  const head = title === '' ? '' : `─ ${title} `;
  return [
    `┌${pad(head, inner + 2, '─')}┐`,
    ...block.map((line) => (line === RULE ? `├${'─'.repeat(inner + 2)}┤` : `│ ${pad(line, inner)} │`)),
    `└${'─'.repeat(inner + 2)}┘`,
  ];
}

/** `first` before the first line, as much blank before the others. */
export function hang(first: string, block: TextBlock, width: number): TextBlock {
  const blank = ' '.repeat(columns(first));
  return settle(block, width - blank.length).map((line, i) => `${i === 0 ? first : blank}${line}`);
}

/**
 * Blocks side by side as long as they fit, else in further rows. `draw` is asked once per block, with the room that is
 * left; a second try at another width would double the work at every level of nesting.
 */
export function flow(count: number, width: number, draw: (index: number, room: number) => TextBlock): TextBlock {
  const lines: string[] = [];
  let row: TextBlock[] = [];
  let used = 0;
  for (let i = 0; i < count; i++) {
    const left = width - used - GAP;
    const beside = row.length > 0 && left >= NARROWEST;
    const block = draw(i, beside ? left : width);
    if (block.length === 0) continue;
    const needed = widthOf(block);
    if (row.length > 0 && needed > left) {
      lines.push(...sideBySide(row));
      row = [];
      used = 0;
    }
    used += (row.length > 0 ? GAP : 0) + needed;
    row.push(block);
  }
  return [...lines, ...sideBySide(row)];
}

/** Text is not squeezed into less. */
const NARROWEST = 20;

function sideBySide(blocks: readonly TextBlock[]): TextBlock {
  const [first] = blocks;
  if (first === undefined || blocks.length === 1) return first ?? [];
  const height = blocks.reduce((highest, block) => Math.max(highest, block.length), 0);
  const parts = blocks.map((block) => {
    const width = widthOf(block);
    const settled = settle(block, width);
    return { width, at: (line: number) => (block === BAR ? BAR[0] : settled[line]) ?? '' };
  });
  return Array.from({ length: height }, (_, line) =>
    parts.map(({ width, at }) => pad(at(line), width)).join(' '.repeat(GAP)),
  );
}
