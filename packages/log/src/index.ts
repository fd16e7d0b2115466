// What @vitrine/log offers: the interface, its errors and the embedded driver.

export { type CopyOptions, type CopyResult, copyLog, type LogRows, type WritableLogRows } from './copy-log.ts';
export { storeEntrySteps } from './entry-steps.ts';
export {
  ENTRY_VERSION,
  type EntryToStore,
  type ParseLong,
  readEntry,
  type StoredEntry,
  storeEntry,
  type Upcasters,
} from './entry-text.ts';
export { type LogCode, LogError, type LogErrorDetails, type LogLoss } from './log-error.ts';
export * from './session-log.ts';
export { type BackupManifest, readBackup, restoreBackup, writeBackup } from './sqlite/backup-file.ts';
export type { DriverName } from './sqlite/driver.ts';
export { openSqliteLog, type SqliteLogOptions } from './sqlite/open-sqlite-log.ts';
export { openSqliteRows } from './sqlite/sqlite-rows.ts';
export { newSessionId } from './stored.ts';
