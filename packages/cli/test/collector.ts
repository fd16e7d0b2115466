// A collector of OpenTelemetry that keeps what is sent to it, over HTTP as JSON.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links?: readonly { readonly traceId: string }[];
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly boolValue?: boolean };
  }[];
}

interface CollectedMetric {
  readonly name: string;
  readonly sum?: { readonly dataPoints: readonly object[] };
  readonly gauge?: { readonly dataPoints: readonly object[] };
  readonly histogram?: {
    readonly dataPoints: readonly { readonly bucketCounts: readonly number[]; readonly count: number }[];
  };
}

export interface Collector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  readonly metrics: CollectedMetric[];
  /** How often something was sent. */
  readonly calls: string[];
}

/** `hangs`: it takes what is sent and never answers. */
export async function startCollector(hangs = false): Promise<Collector> {
  const collector: Collector = { url: '', spans: [], metrics: [], calls: [] };
  const server = createServer(async (incoming, answer) => {
    const body = Buffer.concat(await incoming.toArray()).toString();
    collector.calls.push(incoming.url ?? '');
    if (hangs) return;
    const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(body);
    for (const { scopeSpans } of resourceSpans) for (const { spans } of scopeSpans) collector.spans.push(...spans);
    for (const { scopeMetrics } of resourceMetrics)
      for (const { metrics } of scopeMetrics) collector.metrics.push(...metrics);
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return Object.assign(collector, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** The names of a trace, each behind those that it is part of: `a > b > c`. */
export function pathsOf(spans: readonly CollectedSpan[], traceId: string): readonly string[] {
  const own = new Map(spans.filter((span) => span.traceId === traceId).map((span) => [span.spanId, span]));
  const pathOf = ({ name, parentSpanId = '' }: CollectedSpan): string => {
    const parent = own.get(parentSpanId);
    return parent === undefined ? name : `${pathOf(parent)} > ${name}`;
  };
  return [...own.values()].map(pathOf);
}
