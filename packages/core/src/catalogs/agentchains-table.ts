// What a table of AgentChains shows: columns, and rows as cells in their order, whether rows came as objects or as lists.

import { isObject, type Json } from '../json.ts';
import { dataOf, listOf, member, optional, shown } from './agentchains-read.ts';
import { type TableColumn, type TableContent, tableCells, tableColumns } from './vitrine-content.ts';

export function readTable(source: unknown): TableContent {
  const data = dataOf(source);
  const rows = listOf(member(data, 'rows'));
  const headers = listOf(member(data, 'headers', 'columns'));
  const columns = headers.length > 0 ? headers.map(readHeader) : tableColumns([], rows[0]);
  return {
    ...optional('title', data, 'title'),
    ...optional('caption', data, 'caption'),
    columns,
    rows: rows.map((row) => tableCells(row, columns)),
  };
}

/** Plain texts for headers let every column be sorted. */
function readHeader(header: Json, index: number): TableColumn {
  if (!isObject(header)) return { key: shown(header) || String(index), label: shown(header), sortable: true };
  const key = shown(member(header, 'key', 'name')) || String(index);
  return { key, label: shown(member(header, 'label', 'title')) || key, sortable: member(header, 'sortable') === true };
}
