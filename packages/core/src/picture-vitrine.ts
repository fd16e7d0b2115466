// How the components of the extension catalogs look in a picture made of characters.

import {
  chartContent,
  codeContent,
  markdownContent,
  progressContent,
  type StepStatus,
  stepsContent,
  type TableCell,
  tableContent,
} from './catalogs/vitrine-content.ts';
import { isObject } from './json.ts';
import { BAR_CELLS, bar, checked, drawMarkdown, labelOf, type Pen, type PictureDrawing } from './picture-basic.ts';
import { hang, type TextBlock } from './picture-layout.ts';
import { columns, cut, pad, wrap } from './picture-text.ts';
import type { TreeNode } from './tree-node.ts';

const GAP = '  ';
const MIN_COLUMN = 4;
const STEP_MARKS: { readonly [S in StepStatus]: string } = {
  pending: '○ ',
  active: '▸ ',
  completed: '✓ ',
  failed: '✗ ',
};

export const VITRINE_DRAWINGS: ReadonlyMap<string, PictureDrawing> = new Map<string, PictureDrawing>([
  ['Table', { needs: ['rows'], draw: drawTable }],
  ['Chart', { needs: ['series'], draw: drawChart }],
  ['Code', { needs: ['code'], draw: drawCode }],
  ['Markdown', { needs: ['text'], draw: drawWholeMarkdown }],
  ['Steps', { needs: ['steps'], draw: drawSteps }],
  ['Progress', { needs: ['max'], draw: drawProgress }],
  ['FileInput', { needs: ['value'], draw: checked(drawFile) }],
]);

function drawTable(node: TreeNode, _prop: string, width: number, pen: Pen): TextBlock {
  const { title, caption, columns: heads, rows } = tableContent(node);
  // The first cell of a row that can be chosen is its button.
  const isChosen = node.component?.props.action !== undefined && node.actionPlaces.length > 0;
  const shown = isChosen ? rows.map(([first = null, ...rest]) => [`[ ${first ?? ''} ]`, ...rest]) : rows;
  const labels = heads.map(({ label }) => label);
  return [...wrapped(title, width, pen), ...wrapped(caption, width, pen), ...grid(labels, shown, width, pen)];
}

function drawChart(node: TreeNode, _prop: string, width: number, pen: Pen): TextBlock {
  const { kind, title, xLabel = '', yLabel, categories, series } = chartContent(node);
  const rows = categories.map((category, i) => [category, ...series.map(({ values }) => values[i] ?? null)]);
  const head = title === undefined ? `[${kind} chart]` : `[${kind} chart: ${pen.text(title)}]`;
  const labels = [xLabel, ...series.map(({ name }) => name)];
  return [...wrap(head, width), ...wrapped(yLabel, width, pen), ...grid(labels, rows, width, pen)];
}

function drawCode(node: TreeNode, _prop: string, width: number, pen: Pen): TextBlock {
  const { title, language, code } = codeContent(node);
  const head = [title, language === 'text' ? undefined : `(${language})`].filter(Boolean).join(' ');
  return [...wrapped(head, width, pen), ...wrap(pen.text(code), width - 2).map((line) => `| ${line}`)];
}

function drawWholeMarkdown(node: TreeNode, _prop: string, width: number, pen: Pen): TextBlock {
  const { title, markdown } = markdownContent(node);
  return [...wrapped(title, width, pen), ...drawMarkdown(pen.text(markdown), width)];
}

function drawSteps(node: TreeNode, _prop: string, width: number, pen: Pen): TextBlock {
  const { title, steps } = stepsContent(node);
  const lines = steps.flatMap(({ label, status }) => hang(STEP_MARKS[status], wrap(pen.text(label), width - 2), width));
  return [...wrapped(title, width, pen), ...lines];
}

function drawProgress(node: TreeNode, _prop: string, width: number, pen: Pen): TextBlock {
  const { title, value, max } = progressContent(node);
  const label = title === undefined ? '' : `${pen.text(title)}: `;
  if (value === undefined) return wrap(`${label}${'▯'.repeat(BAR_CELLS)} …`, width);
  return wrap(`${label}${bar(value / max)} ${Math.round((100 * value) / max)}%`, width);
}

function drawFile(node: TreeNode, prop: string, width: number, pen: Pen): TextBlock {
  const value = node.get(prop);
  const name = isObject(value) ? pen.text(value.name) : '';
  return wrap(`${labelOf(node, pen)}[${name || 'file'}]`, width);
}

function wrapped(words: string | undefined, width: number, pen: Pen): TextBlock {
  return words === undefined || words === '' ? [] : wrap(pen.text(words), width);
}

/** Columns as wide as what they hold, all of them narrower where there is no room; numbers stand at the right. */
function grid(labels: readonly string[], rows: readonly (readonly TableCell[])[], width: number, pen: Pen): TextBlock {
  const hasHead = labels.some((label) => label !== '');
  const head = labels.map((label) => oneLine(label, pen));
  const lines = rows.map((row) => row.map((cell) => oneLine(cell === null ? '' : String(cell), pen)));
  const most = Math.max(
    MIN_COLUMN,
    Math.floor((width - GAP.length * (labels.length - 1)) / Math.max(1, labels.length)),
  );
  const widths = labels.map((_, c) => {
    const widest = lines.reduce((sum, line) => Math.max(sum, columns(line[c] ?? '')), columns(head[c] ?? ''));
    return Math.min(widest, most);
  });
  const write = (cells: readonly string[], row?: readonly TableCell[]): string =>
    widths
      .map((wide, c) => {
        const cell = cut(cells[c] ?? '', wide);
        return typeof row?.[c] === 'number' ? ' '.repeat(Math.max(0, wide - columns(cell))) + cell : pad(cell, wide);
      })
      .join(GAP);
  const rule = widths.map((wide) => '─'.repeat(wide)).join(GAP);
  const block = [...(hasHead ? [write(head), rule] : []), ...lines.map((line, i) => write(line, rows[i]))];
  // More columns than can stand side by side.
  return block.map((line) => (columns(line) > width ? cut(line, width) : line));
}

function oneLine(text: string, pen: Pen): string {
  return pen.text(text).replace(/\s+/g, ' ');
}
