// A driver that notes what it is told and can be made to fail, over the library that is there.

import { type Driver, openDriver, type SqlValue, type Statement } from '../src/sqlite/driver.ts';

export interface RecordingDriver {
  readonly driver: Driver;
  /** The statements that ran, in order, with their values. */
  readonly calls: string[];
  /** Statements that this answers `true` for fail instead. */
  failOn: (call: string) => boolean;
}

export async function recordingDriver(path = ':memory:'): Promise<RecordingDriver> {
  const real = await openDriver(path);
  const calls: string[] = [];
  const note = (sql: string, values: readonly SqlValue[] = []): void => {
    const call = [sql, ...values].join(' ');
    if (recording.failOn(call)) throw new Error('database or disk is full');
    calls.push(call);
  };
  const prepare = (sql: string): Statement => {
    const statement = real.prepare(sql);
    const noted =
      <T>(run: (...values: SqlValue[]) => T) =>
      (...values: SqlValue[]): T => {
        const failing = recording.failOn([sql, ...values].join(' '));
        if (failing) note(sql, values);
        const result = run.apply(statement, values);
        note(sql, values);
        return result;
      };
    return { run: noted(statement.run), get: noted(statement.get), all: noted(statement.all) };
  };
  const exec = (sql: string): void => {
    real.exec(sql);
    note(sql);
  };
  const recording: RecordingDriver = {
    driver: { prepare, exec, close: () => real.close() },
    calls,
    failOn: () => false,
  };
  return recording;
}
