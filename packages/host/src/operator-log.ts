// What the operator reads: one JSON object a line, by pino. Whatever a line was made of, it goes through
// log-redaction.ts as a whole, so that no credential and no secret that the host was told is
// ever printed.

import { defined, type Json, type Tracer } from '@vitrine/core/internal';
import { type DestinationStream, type Logger, pino } from 'pino';
import { redactLine } from './log-redaction.ts';

export type OperatorLog = Logger;
export type LogLevel = 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Absent: standard output. */
  readonly stream?: DestinationStream;
  /** Lines bear the trace that they belong to. */
  readonly tracer?: Pick<Tracer, 'current'>;
}

/** What lines must lose beside credentials, by the log. */
const HIDING = new WeakMap<OperatorLog, Set<Hides>>();

interface Hides {
  redact<T>(value: T): T;
}

/** From now on no line of a log of `createLogger` holds what this hides. */
export function hideInLog(log: OperatorLog, secrets: Hides): void {
  HIDING.get(log)?.add(secrets);
}

export function createLogger({ level, stream, tracer }: LoggerOptions): OperatorLog {
  const { err } = pino.stdSerializers;
  const hiding = new Set<Hides>();
  const hide = (value: Json): Json => [...hiding].reduce((hidden, secrets) => secrets.redact(hidden), value);
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    ...defined({ mixin: tracer && (() => traceIds(tracer)) }),
    serializers: { err, error: err, reason: err, cause: err },
    hooks: { logMethod: writeAnyway, streamWrite: (line: string) => redactLine(line, hide) },
  };
  const log = stream === undefined ? pino(options) : pino(options, stream);
  HIDING.set(log, hiding);
  return log;
}

/** By the names that collectors look for. */
function traceIds(tracer: Pick<Tracer, 'current'>): { readonly trace_id?: string; readonly span_id?: string } {
  const [, trace_id, span_id] = tracer.current()?.split('-') ?? [];
  return defined({ trace_id, span_id });
}

/** A value that throws when it is looked at must not throw into whoever reports it. */
function writeAnyway(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn): void {
  try {
    method.apply(this, args);
  } catch {
    method.call(this, 'A log line could not be written.');
  }
}
