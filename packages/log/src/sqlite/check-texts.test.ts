// A byte that is another makes a text of none, in a table with rowids or without; a library that read it would end the process.

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/contract.ts';
import { driversHere } from '../../test/crash-image.ts';
import { append, create, expectCode, range } from '../../test/samples.ts';
import { checkTexts } from './check-texts.ts';
import { Database } from './database.ts';
import { openDriver } from './driver.ts';
import { openSqliteLog } from './open-sqlite-log.ts';
import { migrate } from './schema.ts';

const BAD = "CAST(x'61ff' AS TEXT)";

describe.each(await driversHere())('%s', (driver) => {
  test.each([
    ['a title', `UPDATE sessions SET title = ${BAD}`],
    ['a record', `UPDATE records SET text = ${BAD} WHERE key = '150'`],
    ['a number that became a text', `UPDATE records SET sid = ${BAD} WHERE key = '3'`],
    ['bytes that became a text', `UPDATE records SET bytes = ${BAD} WHERE key = '3'`],
    ['an entry', `UPDATE entries SET text = ${BAD}`],
    ['a claim', `INSERT INTO claims (scope, claim, sid, seq) VALUES (1, ${BAD}, 1, 1)`],
    ['two halves of a letter', "UPDATE sessions SET title = CAST(x'c3' AS TEXT), dialect = CAST(x'a9' AS TEXT)"],
  ])('[LG68] %s that is no text is found when the log is opened', async (_, damage) => {
    const folder = temporaryFolder();
    const log = await openSqliteLog(folder, { driver });
    const session = await create(log, { title: 'äöü €', dialect: 'a2ui-0.9' });
    await append(log, session, ['ä']);
    await log.writeRecords(range(200).map((n) => ({ kind: 'k', key: String(n), value: n })));
    await log.checkWhole?.();
    await log.close();
    const database = await openDriver(join(folder, 'sessions.db'), driver);
    database.exec(damage);
    database.close();
    await expectCode(openSqliteLog(folder, { driver }), 'VITRINE_LOG_DAMAGED');
  });

  test('[LG68] texts of rows behind the first that are looked at together are too', async () => {
    const db = new Database(await openDriver(':memory:', driver));
    migrate(db);
    for (const n of range(129)) db.run('INSERT INTO claims (scope, claim, sid, seq) VALUES (1, ?, 1, 1)', `c${n}`);
    checkTexts(db);
    db.exec(`INSERT INTO claims (scope, claim, sid, seq) VALUES (2, ${BAD}, 1, 1)`);
    expect(() => checkTexts(db)).toThrow('a text of claims is none');
    db.close();
  });
});
