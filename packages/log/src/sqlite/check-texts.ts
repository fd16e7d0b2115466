// Whether every text of a database is text. SQLite keeps whatever bytes it was given, or a failing disk made of them; libsql ends the
// process when it reads such a text, and other libraries read another one in its place.

import { isUtf8 } from 'node:buffer';
import type { Database } from './database.ts';
import { toBytes } from './driver.ts';

/** Rows that are looked at together: a library takes longer to hand out many short texts than one long one. */
const ROWS = 64;

interface CheckedTable {
  readonly name: string;
  readonly columns: string;
  /** 1: it has no rowid. */
  readonly wr: number;
}

interface RowTexts {
  readonly place: number;
  readonly rows: number;
  readonly texts: Uint8Array | ArrayBuffer | null;
}

/** Throws where one is none. */
export function checkTexts(db: Database): void {
  const tables = db.all<CheckedTable>(
    `SELECT t.name, t.wr, group_concat(c.name) AS columns FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
     WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' GROUP BY t.name`,
  );
  for (const table of tables) checkTable(db, table);
}

function checkTable(db: Database, { name, columns, wr }: CheckedTable): void {
  // By what stands there, not by what was declared: a byte that says so may be the one that is another.
  const texts = columns.split(',').map((column) => `CASE typeof(${column}) WHEN 'text' THEN ${column} ELSE '' END`);
  // Between two texts stands what is no part of a longer letter, so that none is completed by its neighbour.
  const text = texts.join(' || char(10) || ');
  const [place, next] = wr === 0 ? ['rowid', 'WHERE rowid > ? ORDER BY rowid'] : ['0', 'LIMIT -1 OFFSET ?'];
  const rows = `SELECT ${place} AS place, ${text} AS text FROM ${name} ${next}`;
  const sql = `SELECT max(place) AS place, count(*) AS rows, CAST(group_concat(text, char(10)) AS BLOB) AS texts
    FROM (SELECT * FROM (${rows}) LIMIT ${ROWS})`;
  for (let at = 0, isMore = true; isMore; ) {
    const found = db.get<RowTexts>(sql, at);
    if (found?.texts && !isUtf8(toBytes(found.texts)))
      throw new Error(`database disk image is malformed: a text of ${name} is none`);
    isMore = found?.rows === ROWS;
    at = wr === 0 ? (found?.place ?? 0) : at + ROWS;
  }
}
