// What a table of AgentChains shows: columns, and rows as cells in their order, whether rows came as objects or as lists.

import { isArray, isObject, type Json } from '../json.ts';
import { dataOf, listOf, member, optional, shown } from './agentchains-read.ts';

export interface TableColumn {
  readonly key: string;
  readonly label: string;
  readonly sortable: boolean;
}
export type TableCell = string | number | boolean | null;
export interface TableContent {
  readonly title?: string;
  readonly caption?: string;
  readonly columns: readonly TableColumn[];
  /** Cells in the order of the columns. */
  readonly rows: readonly (readonly TableCell[])[];
}

export function readTable(given: unknown): TableContent {
  const data = dataOf(given);
  const columns = tableColumns(data);
  return {
    ...optional('title', data, 'title'),
    ...optional('caption', data, 'caption'),
    columns,
    rows: listOf(member(data, 'rows')).map((row) => tableCells(row, columns)),
  };
}

/** From the headers, or from the first row where there are none. Plain texts for headers let every column be sorted. */
export function tableColumns(given: unknown): readonly TableColumn[] {
  const data = dataOf(given);
  const headers = listOf(member(data, 'headers', 'columns'));
  if (headers.length > 0) return headers.map(readHeader);
  const first = listOf(member(data, 'rows'))[0];
  if (isArray(first)) return first.map((_, i) => ({ key: String(i), label: '', sortable: false }));
  return isObject(first) ? Object.keys(first).map((key) => ({ key, label: key, sortable: false })) : [];
}

function readHeader(header: Json, index: number): TableColumn {
  if (!isObject(header)) return { key: shown(header) || String(index), label: shown(header), sortable: true };
  const key = shown(member(header, 'key', 'name')) || String(index);
  return { key, label: shown(member(header, 'label', 'title')) || key, sortable: member(header, 'sortable') === true };
}

/** One row, for whoever draws rows one by one. */
export function tableCells(row: Json, columns: readonly TableColumn[]): readonly TableCell[] {
  return columns.map(({ key }, i) => {
    const cell = isArray(row) ? row[i] : isObject(row) ? member(row, key) : i === 0 ? row : undefined;
    if (cell === undefined) return null;
    return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell;
  });
}
