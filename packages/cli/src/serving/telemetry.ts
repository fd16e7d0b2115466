// Traces and metrics to a collector of OpenTelemetry, over OTLP. Its packages are optional peers, loaded here and nowhere else.
// What the collector does not take in time is dropped and told in the log; nobody waits for it.

import { openTelemetryTracer, type Tracer } from '@vitrine/core/internal';
import type { Metrics, OperatorLog } from '@vitrine/host';
import { CallError, CommandError } from '../errors.ts';
import { producerOf } from './otlp-metrics.ts';

export interface TelemetryOptions {
  /** Where a collector takes OTLP over HTTP, such as http://127.0.0.1:4318. */
  readonly endpoint: string;
  /** Of the calls that bring no trace so many in a hundred are recorded. */
  readonly tracePercent: number;
}

/** Where traces and metrics go. `name` is what said so. */
export function readCollector(name: string, text: string): string {
  const endpoint = text.replace(/\/+$/, '');
  if (URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)) return endpoint;
  throw new CallError(`${name} is an address such as http://127.0.0.1:4318, not "${text}".`);
}

export interface Telemetry {
  readonly tracer: Tracer;
  /** Sends what these count too. */
  watch(metrics: Metrics): void;
  /** Sends what is left, but waits for no collector. */
  stop(): Promise<void>;
}

const STOP_MS = 1000;
const SEND_MS = 5000;
const METRICS_MS = 15_000;
const PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-metrics-otlp-http',
];

let running: { readonly telemetry: Promise<Telemetry>; users: number } | undefined;

/** Of a process, one: `vitrine connect` may serve too. Over when all have stopped it. */
export async function startTelemetry(
  options: TelemetryOptions,
  logger?: () => Pick<OperatorLog, 'warn'> | undefined,
): Promise<Telemetry> {
  running ??= { telemetry: start(options, logger), users: 0 };
  const mine = running;
  mine.users++;
  const telemetry = await mine.telemetry.catch((error: unknown) => {
    running = undefined;
    throw error;
  });
  const stop = async (): Promise<void> => {
    if (--mine.users > 0) return;
    running = undefined;
    await telemetry.stop();
  };
  return { ...telemetry, stop };
}

async function start(
  { endpoint, tracePercent }: TelemetryOptions,
  logger: () => Pick<OperatorLog, 'warn'> | undefined = () => undefined,
): Promise<Telemetry> {
  const { api, resources, traces, meters, traceOtlp, metricOtlp } = await loadSdk();
  const tell = (message: string) =>
    void logger()?.warn({ collector: new URL(endpoint).host, message }, 'OpenTelemetry');
  api.diag.setLogger(
    { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win, as everywhere.
  const resource = resources
    .resourceFromAttributes({ 'service.name': 'vitrine' })
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const to = (signal: string) => ({ url: `${endpoint}/v1/${signal}`, timeoutMillis: SEND_MS });
  const provider = new traces.NodeTracerProvider({
    resource,
    sampler: new traces.ParentBasedSampler({ root: new traces.TraceIdRatioBasedSampler(tracePercent / 100) }),
    spanProcessors: [
      new traces.BatchSpanProcessor(new traceOtlp.OTLPTraceExporter(to('traces')), {
        exportTimeoutMillis: SEND_MS,
        maxQueueSize: 8192,
      }),
    ],
  });
  provider.register();
  const ends: (() => Promise<void>)[] = [() => provider.shutdown()];
  return {
    tracer: openTelemetryTracer(api),
    watch: (metrics) => {
      const reader = new meters.PeriodicExportingMetricReader({
        exporter: new metricOtlp.OTLPMetricExporter(to('metrics')),
        exportIntervalMillis: METRICS_MS,
        exportTimeoutMillis: SEND_MS,
        metricProducers: [producerOf(metrics, resource)],
      });
      const meter = new meters.MeterProvider({ resource, readers: [reader] });
      ends.push(() => meter.shutdown());
    },
    stop: async () => {
      const late = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref());
      await Promise.race([Promise.allSettled(ends.map((end) => end())), late]);
      for (const part of [api.trace, api.context, api.propagation, api.diag]) part.disable();
    },
  };
}

async function loadSdk() {
  try {
    const [api, resources, traces, meters, traceOtlp, metricOtlp] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/exporter-metrics-otlp-http'),
    ]);
    return { api, resources, traces, meters, traceOtlp, metricOtlp };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CommandError(`--otlp needs packages beside this one (docs/operations.md): ${PACKAGES.join(' ')}.`);
  }
}

function ignore(): void {}
