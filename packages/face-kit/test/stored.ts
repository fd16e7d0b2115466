// What a host has stored, read when it is gone.

import { openSqliteLog } from '@vitrine/log';

type Log = Awaited<ReturnType<typeof openSqliteLog>>;

export async function readStored<T>(folder: string, read: (log: Log) => Promise<T>): Promise<T> {
  const log = await openSqliteLog(folder);
  try {
    return await read(log);
  } finally {
    await log.close();
  }
}
