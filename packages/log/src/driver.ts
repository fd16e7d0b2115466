// What a driver of the log stands on beside the interface: `@vitrine/log/driver`.

export * from './entry-reader.ts';
export { assertReached, compacted, messageOf } from './log-error.ts';
export * from './runs.ts';
export * from './stored.ts';
export { toText, toTime } from './stored-text.ts';
