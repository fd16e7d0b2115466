// What the host counts, in a registry of its own. Sessions, guards and transports call `count`, `add`, `read` and `observe`
// with names of the tables below. No label ever names a session, an agent or a viewer: /metrics needs no credential.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const COUNTERS = {
  entriesCommitted: {
    name: 'vitrine_entries_committed_total',
    help: 'Entries that are durable, by who wrote them.',
    labels: ['role'],
  },
  messagesRefused: {
    name: 'vitrine_messages_refused_total',
    help: 'Messages that became no entry, by who sent them.',
    labels: ['role'],
  },
  events: {
    name: 'vitrine_events_total',
    help: 'Events of viewers: admitted, unchecked (not all of it could be judged), reported (let pass by the setting), refused.',
    labels: ['outcome'],
  },
  bytesSent: { name: 'vitrine_bytes_sent_total', help: 'Bytes sent to viewers, by transport.', labels: ['transport'] },
  slowViewers: {
    name: 'vitrine_slow_viewers_total',
    help: 'Times that the queue of a viewer was full.',
    labels: [],
  },
  rateRefusals: { name: 'vitrine_rate_refusals_total', help: 'Calls refused for coming too fast.', labels: ['by'] },
  requests: { name: 'vitrine_http_requests_total', help: 'Requests answered.', labels: ['route', 'status'] },
  failures: {
    name: 'vitrine_failures_total',
    help: 'Faults of the host itself, by where they showed.',
    labels: ['in'],
  },
} as const;

const GAUGES = {
  viewers: { name: 'vitrine_viewers', help: 'Viewers that are attached to a session.', labels: [] },
  sockets: { name: 'vitrine_sockets', help: 'Open WebSockets.', labels: ['role'] },
  streams: { name: 'vitrine_http_streams', help: 'Open SSE streams.', labels: ['role'] },
  sessions: { name: 'vitrine_sessions_loaded', help: 'Sessions in memory.', labels: [] },
} as const;

/** Gauges of which somebody knows the value, and tells it when it is asked for. */
const READ_GAUGES = {
  recentBytes: {
    name: 'vitrine_recent_bytes',
    help: 'Bytes that all sessions keep of what they sent lately, beside their states.',
  },
  diskFreeBytes: { name: 'vitrine_disk_free_bytes', help: 'Bytes that the disk of the data folder has left.' },
  diskBytes: { name: 'vitrine_disk_bytes', help: 'Bytes that the disk of the data folder has.' },
  maxRecentBytes: { name: 'vitrine_recent_bytes_max', help: 'The bound of vitrine_recent_bytes.' },
} as const;

const HISTOGRAMS = {
  commitSeconds: {
    name: 'vitrine_commit_seconds',
    help: 'From a message that was read to its entry being durable.',
    labels: [],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
  },
  requestSeconds: {
    name: 'vitrine_http_request_seconds',
    help: 'From a request to the head of its answer.',
    labels: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  },
} as const;

/** The values that labels take; a label that is not here takes any text of ours. */
interface LabelValues {
  readonly role: 'agent' | 'viewer' | 'operator' | 'host';
  readonly outcome: 'admitted' | 'unchecked' | 'reported' | 'refused';
  readonly transport: 'sse' | 'socket';
  readonly by: 'agent' | 'session' | 'viewer' | 'address';
  readonly in: 'http' | 'socket' | 'sessions' | 'face';
}

type MetricLabels<Names extends readonly string[]> = {
  readonly [name in Names[number]]: name extends keyof LabelValues ? LabelValues[name] : string;
};
/** Labels are an argument only where the metric has some. */
type LabelArguments<Names extends readonly string[]> = Names extends readonly [] ? [] : [labels: MetricLabels<Names>];

type Counters = typeof COUNTERS;
type Gauges = typeof GAUGES;
type Histograms = typeof HISTOGRAMS;

export interface Metrics {
  /** `metrics.count('events', 1, {outcome: 'refused'})` */
  count<N extends keyof Counters>(name: N, by: number, ...labels: LabelArguments<Counters[N]['labels']>): void;
  /** `metrics.add('viewers', -1)` */
  add<N extends keyof Gauges>(name: N, by: number, ...labels: LabelArguments<Gauges[N]['labels']>): void;
  /** `metrics.read('recentBytes', () => memory.bytes)`: asked whenever /metrics is. */
  read(name: keyof typeof READ_GAUGES, value: () => number): void;
  /** `metrics.observe('commitSeconds', 0.003)` */
  observe<N extends keyof Histograms>(
    name: N,
    seconds: number,
    ...labels: LabelArguments<Histograms[N]['labels']>
  ): void;
  /** The same as values, for whoever tells them otherwise. */
  values(): Promise<readonly MetricValues[]>;
  /** What /metrics answers. */
  text(): Promise<string>;
  readonly contentType: string;
}

export interface MetricValues {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly values: readonly {
    readonly value: number;
    readonly labels: { readonly [name: string]: string | number | undefined };
    /** Of a histogram: its name with `_bucket`, `_sum` or `_count`. */
    readonly metricName?: string;
  }[];
}

export interface MetricsOptions {
  /** Memory, event loop and garbage collection of the process as well. */
  readonly process?: boolean;
}

export function createMetrics(options: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counters = each(
    COUNTERS,
    ({ name, help, labels }) => new Counter({ name, help, labelNames: labels, registers }),
  );
  const gauges = each(GAUGES, ({ name, help, labels }) => new Gauge({ name, help, labelNames: labels, registers }));
  const histograms = each(
    HISTOGRAMS,
    ({ name, help, labels, buckets }) =>
      new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers }),
  );
  if (options.process === true) collectDefaultMetrics({ register: registry });
  return {
    count: (name, by, ...[labels]) => counters[name].inc(labels ?? {}, by),
    add: (name, by, ...[labels]) => gauges[name].inc(labels ?? {}, by),
    read: (name, value) => {
      const { name: title, help } = READ_GAUGES[name];
      new Gauge({
        ...{ name: title, help, registers },
        collect() {
          this.set(value());
        },
      });
    },
    observe: (name, seconds, ...[labels]) => histograms[name].observe(labels ?? {}, seconds),
    // Its types say of `type` that it is a number.
    values: async () => (await registry.getMetricsAsJSON()) as readonly object[] as readonly MetricValues[],
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function each<Table extends object, Made>(
  table: Table,
  make: (row: Table[keyof Table]) => Made,
): { readonly [name in keyof Table]: Made } {
  const made = Object.entries(table).map(([name, row]) => [name, make(row as Table[keyof Table])] as const);
  return Object.fromEntries(made) as { [name in keyof Table]: Made };
}
