import { register } from 'prom-client';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('[HT35] Counters, gauges and histograms are written as Prometheus reads them', async () => {
  const metrics = createMetrics();
  metrics.count('entriesCommitted', 3, { role: 'agent' });
  metrics.count('events', 1, { outcome: 'refused' });
  metrics.add('viewers', 2);
  metrics.add('viewers', -1);
  metrics.observe('commitSeconds', 0.003);
  const text = await metrics.text();
  expect(metrics.contentType).toContain('text/plain');
  expect(text).toContain('vitrine_entries_committed_total{role="agent"} 3');
  expect(text).toContain('vitrine_events_total{outcome="refused"} 1');
  expect(text).toMatch(/^vitrine_viewers 1$/m);
  expect(text).toContain('vitrine_commit_seconds_bucket{le="0.005"} 1');
});

test('[HT35] Two hosts in one process count for themselves, and the registry of the process is left alone', async () => {
  const one = createMetrics();
  const two = createMetrics();
  one.count('rateRefusals', 1, { by: 'agent' });
  expect(await two.text()).not.toContain('vitrine_rate_refusals_total{');
  expect(register.getMetricsAsArray()).toEqual([]);
});

test('[HT35] What the process itself uses is counted where it is asked for', async () => {
  expect(await createMetrics().text()).not.toContain('process_resident_memory_bytes');
  expect(await createMetrics({ process: true }).text()).toContain('process_resident_memory_bytes');
});
