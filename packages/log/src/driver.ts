// What a driver of the log stands on beside the interface: `@vitrine/log/driver`.

export type {
  ClaimRow,
  CursorRow,
  EntryRow,
  FeedBounds,
  LogRow,
  RecordRow,
  SessionRow,
  SnapshotRow,
} from './copy-log.ts';
export * from './entry-reader.ts';
export { assertReached, compacted, messageOf, UNFINISHED_SENTENCE } from './log-error.ts';
export * from './runs.ts';
export * from './stored.ts';
export { toText, toTime } from './stored-text.ts';
