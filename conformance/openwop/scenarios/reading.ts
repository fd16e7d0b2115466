// Whoever reads a run reads all of it: pages say how far they go, a stream ends where the run does, an export is whole.

import type { Scenario } from './ledger.ts';
import type { Body, Major } from './wop.ts';

const MANY = 640;

function pages(major: Major): Scenario {
  return {
    name: `a long run is read to its end, major ${major}`,
    assertions: 9,
    async run(hosts, check) {
      const wop = await hosts.at('plain');
      const run = await wop.run(major);
      const told = { type: 'node.started', payload: {} };
      for (let i = 0; i < MANY; i += 40) await Promise.all(Array.from({ length: 40 }, () => run.post('/events', told)));
      await run.post('/complete');
      const { body: first } = await run.get('/events/poll?timeout=0');
      const count = first.events.length;
      check.holds('a page does not hold all', count < MANY, count);
      check.equal('it says how far it goes', first.lastSequence, first.events.at(-1).sequence);
      check.equal('more is to come', [first.status, first.isTerminal], ['completed', false]);
      const { body: second } = await run.get(`/events/poll?timeout=0&afterSequence=${first.lastSequence}`);
      const all: readonly Body[] = [...first.events, ...second.events];
      const whole = Array.from({ length: MANY + 2 }, (_, sequence) => sequence);
      check.equal(
        'the next page has the rest',
        all.map(({ sequence }) => sequence),
        whole,
      );
      check.equal('and is the last', [second.lastSequence, second.isTerminal], [MANY + 1, true]);
      const seams = major === 1 ? '/v1/host/sample' : '/conformance/seams/sample';
      const { body: read } = await wop.get(`${seams}/test/runs/${encodeURIComponent(run.id)}/events`);
      check.equal('the events of a run are all of them', read.events, all);
      const { body: exported } = await wop.post(`${seams}/test/debug-bundle/export`, { runId: run.id });
      check.equal('an export too', exported.bundle.events, all);
      for (const [name, last] of [
        ['the last one', MANY + 1],
        ['one that never was', MANY + 100],
      ] as const) {
        const headers = { accept: 'text/event-stream', 'last-event-id': String(last) };
        const { status, body } = await wop.get(`${run.path}/events`, headers);
        check.equal(`a stream behind ${name} ends at once`, [status, body], [200, undefined]);
      }
    },
  };
}

export const READINGS: readonly Scenario[] = [pages(1), pages(2)];
