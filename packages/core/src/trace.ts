// Traces: what a host, a face or an agent is given to say which call led to which (W3C Trace Context). Nobody who is given no
// Tracer pays for one. `openTelemetryTracer` makes one of the API that the program has loaded; nothing here imports it, so
// that a page which shows a session does not carry it.

export interface TraceAttributes {
  readonly [name: string]: string | number | boolean | undefined;
}

export interface TraceOptions {
  /** Absent: internal. */
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer' | undefined;
  /** The traceparent of what it is part of. Absent: what is under way here. */
  readonly parent?: string | undefined;
  /** The traceparent of what else led to it. */
  readonly link?: string | undefined;
  readonly attributes?: TraceAttributes | undefined;
  /** The call brought it. Absent: as what is under way here. */
  readonly isBrought?: boolean;
}

export interface TraceSpan {
  /** For whoever goes on with it elsewhere. */
  readonly traceparent: string;
  end(attributes?: TraceAttributes, name?: string): void;
  /** It met this, and is over. */
  fail(error: unknown): void;
}

export interface Tracer {
  /** The traceparent of what is under way here. Undefined: nothing is. */
  current(): string | undefined;
  /** Whether it came with a call from elsewhere. */
  isBrought(): boolean;
  /** Does something as part of this trace. */
  within<T>(traceparent: string, work: () => T, isBrought?: boolean): T;
  begin(name: string, options?: TraceOptions): TraceSpan;
}

/** Trace Context §3.2.2: version, trace, parent, flags. A later version may have more behind it. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const MAX_LENGTH = 200;

/** Undefined: it is none, and whoever reads it begins a trace of its own, as the standard says. */
export function readTraceparent(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MAX_LENGTH && TRACEPARENT.test(value) ? value : undefined;
}

/** Whether somebody records it. */
export function isSampled(traceparent: string): boolean {
  // The flags stand at a fixed place, and every entry asks.
  return (Number.parseInt(traceparent.slice(53, 55), 16) & 1) === 1;
}

/** Does something as a span; over when what it gives is. */
export function traced<T>(
  tracer: Tracer | undefined,
  name: string,
  options: TraceOptions,
  work: (span: TraceSpan | undefined) => Promise<T>,
  endWith: (result: T) => TraceAttributes = () => ({}),
): Promise<T> {
  if (tracer === undefined) return work(undefined);
  const span = tracer.begin(name, options);
  const run = async (): Promise<T> => {
    try {
      const result = await work(span);
      span.end(endWith(result));
      return result;
    } catch (error) {
      span.fail(error);
      throw error;
    }
  };
  return tracer.within(span.traceparent, run, options.isBrought);
}

interface OtelSpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly isRemote?: boolean;
}

interface OtelSpan {
  spanContext(): OtelSpanContext;
  setAttributes(attributes: { readonly [name: string]: string | number | boolean | undefined }): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  updateName(name: string): unknown;
  end(): void;
}

interface OtelSpanOptions {
  readonly kind: number;
  readonly attributes: { readonly [name: string]: string | number | boolean | undefined };
  readonly links: { readonly context: OtelSpanContext }[];
}

/** What is used of `@opentelemetry/api`, 1.x. */
export interface OpenTelemetryApi<Context> {
  readonly ROOT_CONTEXT: Context;
  readonly context: { active(): Context; with<T>(context: Context, work: () => T): T };
  readonly trace: {
    getTracer(name: string): { startSpan(name: string, options: OtelSpanOptions, context: Context): OtelSpan };
    getSpanContext(context: Context): OtelSpanContext | undefined;
    setSpanContext(context: Context, span: OtelSpanContext): Context;
  };
}

const KINDS = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 } as const;
const STATUS_ERROR = 2;

/** `openTelemetryTracer(await import('@opentelemetry/api'))`; spans go where the program has registered. */
export function openTelemetryTracer<Context>(api: OpenTelemetryApi<Context>): Tracer {
  const { context, trace, ROOT_CONTEXT } = api;
  const tracer = trace.getTracer('vitrine');
  const isBrought = (): boolean => trace.getSpanContext(context.active())?.isRemote === true;
  const under = (traceparent: string, isRemote: boolean): Context => {
    const span = toSpanContext(traceparent);
    return span === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...span, isRemote });
  };
  return {
    current: () => toTraceparent(trace.getSpanContext(context.active())),
    isBrought,
    within: (traceparent, work, brought = isBrought()) => context.with(under(traceparent, brought), work),
    begin: (name, { kind, parent, link, attributes = {} } = {}) => {
      const linked = toSpanContext(link);
      const options = {
        kind: KINDS[kind ?? 'internal'],
        attributes,
        links: linked === undefined ? [] : [{ context: linked }],
      };
      return asTraceSpan(
        tracer.startSpan(name, options, parent === undefined ? context.active() : under(parent, true)),
      );
    },
  };
}

function asTraceSpan(span: OtelSpan): TraceSpan {
  return {
    traceparent: toTraceparent(span.spanContext()) ?? '',
    end: (attributes, name) => {
      if (attributes !== undefined) span.setAttributes(attributes);
      if (name !== undefined) span.updateName(name);
      span.end();
    },
    fail: (error) => {
      // Its name alone: what an error says may hold what somebody sent.
      const { code, name } = error as { readonly code?: string; readonly name?: string };
      span.setStatus({ code: STATUS_ERROR, message: code ?? name ?? 'Error' });
      span.end();
    },
  };
}

function toTraceparent(span: OtelSpanContext | undefined): string | undefined {
  if (span === undefined) return undefined;
  const { traceId, spanId, traceFlags } = span;
  return `00-${traceId}-${spanId}-${(traceFlags & 1) === 1 ? '01' : '00'}`;
}

function toSpanContext(traceparent: string | undefined): OtelSpanContext | undefined {
  const [, traceId, spanId, flags] = (traceparent !== undefined && TRACEPARENT.exec(traceparent)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}
