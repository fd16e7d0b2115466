// What the host counts for /metrics, as OpenTelemetry has it: one registry, told twice.

import type { Resource } from '@opentelemetry/resources';
import type { CollectionResult, DataPoint, Histogram, MetricData, MetricProducer } from '@opentelemetry/sdk-metrics';
import type { Metrics } from '@vitrine/host';

type CountedMetric = Awaited<ReturnType<Metrics['values']>>[number];
type CountedValue = CountedMetric['values'][number];

/** Numbers of the SDK's enumerations: its package is loaded only where something is sent. */
const [HISTOGRAM, GAUGE, SUM] = [0, 2, 3] as const;
const CUMULATIVE = 1;
const DOUBLE = 1;

export function producerOf(metrics: Metrics, resource: Resource): MetricProducer {
  const startTime = toHrTime(Date.now());
  return {
    collect: async (): Promise<CollectionResult> => {
      const times = { startTime, endTime: toHrTime(Date.now()) };
      const counted = (await metrics.values()).map((metric) => toMetricData(metric, times));
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'vitrine' }, metrics: counted }] },
        errors: [],
      };
    },
  };
}

type Times = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

function toMetricData({ name, help, type, values }: CountedMetric, times: Times): MetricData {
  const shared = {
    descriptor: { name, description: help, unit: name.endsWith('_seconds') ? 's' : '', valueType: DOUBLE },
    aggregationTemporality: CUMULATIVE,
  };
  if (type === 'histogram') return { ...shared, dataPointType: HISTOGRAM, dataPoints: histograms(name, values, times) };
  const dataPoints = values.map(({ value, labels }) => ({ ...times, value, attributes: { ...labels } }));
  return type === 'counter'
    ? { ...shared, dataPointType: SUM, isMonotonic: true, dataPoints }
    : { ...shared, dataPointType: GAUGE, dataPoints };
}

/** One for each set of labels; buckets of /metrics count all that is below them, those of OTLP what is inside. */
function histograms(name: string, values: readonly CountedValue[], times: Times): DataPoint<Histogram>[] {
  const bySet = new Map<
    string,
    { labels: CountedValue['labels']; upTo: number[]; boundaries: number[]; sum: number; count: number }
  >();
  for (const {
    metricName,
    labels: { le, ...labels },
    value,
  } of values) {
    const key = JSON.stringify(labels);
    const set = bySet.get(key) ?? { labels, upTo: [], boundaries: [], sum: 0, count: 0 };
    bySet.set(key, set);
    if (metricName === `${name}_sum`) set.sum = value;
    else if (metricName === `${name}_count`) set.count = value;
    else if (typeof le === 'number') {
      set.boundaries.push(le);
      set.upTo.push(value);
    }
  }
  return [...bySet.values()].map(({ labels, upTo, boundaries, sum, count }) => {
    const counts = [...upTo, count].map((all, index) => all - (upTo[index - 1] ?? 0));
    return { ...times, attributes: { ...labels }, value: { buckets: { boundaries, counts }, sum, count } };
  });
}

function toHrTime(ms: number): [number, number] {
  return [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];
}
