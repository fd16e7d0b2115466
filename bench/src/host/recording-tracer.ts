// A tracer that sends over OTLP, as `vitrine serve --otlp` has it, with its usual share of calls.

import * as api from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import { openTelemetryTracer, type Tracer } from '@vitrine/host';

export function recordingTracer(url: string): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis: 5000 });
  const options = { maxQueueSize: 8192, exportTimeoutMillis: 5000 };
  const sampler = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(0.1) });
  new NodeTracerProvider({ sampler, spanProcessors: [new BatchSpanProcessor(exporter, options)] }).register();
  return openTelemetryTracer(api);
}
