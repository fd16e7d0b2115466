// A log on a disk that can be full: what is written then is refused as SQLite refuses it.

import { LogError, openSqliteLog, type SessionLog } from '@vitrine/log';

export async function openLogOnDisk(folder: string, disk: { readonly isFull: boolean }): Promise<SessionLog> {
  return new Proxy(await openSqliteLog(folder), {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      return (...args: unknown[]) =>
        disk.isFull && (name === 'writeRecords' || name === 'commit')
          ? Promise.reject(new LogError('VITRINE_LOG_FAILED', 'The disk is full.'))
          : (found.apply(target, args) as unknown);
    },
  });
}
