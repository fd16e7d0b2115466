// What the operator reads: one JSON object a line, by pino. Whatever a line was made of, it goes through
// log-redaction.ts as a whole, so that no credential is ever printed.

import { type DestinationStream, type Logger, pino } from 'pino';
import { redactLine } from './log-redaction.ts';

export type OperatorLog = Logger;
export type LogLevel = 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Absent: standard output. */
  readonly stream?: DestinationStream;
}

export function createLogger({ level, stream }: LoggerOptions): OperatorLog {
  const { err } = pino.stdSerializers;
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err, error: err, reason: err, cause: err },
    hooks: { logMethod: writeAnyway, streamWrite: redactLine },
  };
  return stream === undefined ? pino(options) : pino(options, stream);
}

/** A value that throws when it is looked at must not throw into whoever reports it. */
function writeAnyway(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn): void {
  try {
    method.apply(this, args);
  } catch {
    method.call(this, 'A log line could not be written.');
  }
}
