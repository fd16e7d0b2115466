// a2ui-surface-degrades and artifact-type-store-without-render: a kind that a host does not advertise is kept and not
// shown, or refused by name, and the run comes to its end.

import { ALL_1, envelope, envelope2, form2, SURFACE } from './documents.ts';
import type { Scenario } from './ledger.ts';
import { API, type Road, SEAM } from './wop.ts';

const bySeamOption: Scenario = {
  name: 'a2ui-surface-degrades, by an option of the seam',
  assertions: 3,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const { supportedEnvelopes } = await (await hosts.at('bare')).discover(1);
    check.holds('the kind is not universal', !supportedEnvelopes.includes(SURFACE), supportedEnvelopes);
    const options = { hostSupportedEnvelopes: ['clarification.request'] };
    const { status, body } = await wop.accept(envelope(ALL_1), options);
    check.equal('it is gated', [status, body.status], [200, 'gated']);
    check.equal('the reason is the capability', body.reason, 'capability_required');
  },
};

function stored(road: Road): Scenario {
  return {
    name: `store without render, major 1, ${road.name}`,
    assertions: 8,
    async run(hosts, check) {
      const wop = await hosts.at('bare');
      const { schemaVersions } = await wop.discover(1);
      check.equal('the kind is not advertised', Object.hasOwn(schemaVersions, SURFACE), false);
      const run = await wop.run(1);
      const sent = envelope(ALL_1, { nodeId: 'n' });
      const { status, body } = await road.emit(run, sent);
      check.equal('it is gated', [status, body.status, body.reason], [200, 'gated', 'capability_required']);
      const events = await run.events();
      const kept = events.find(({ payload }) => payload.envelope !== undefined);
      check.equal('it is kept as it was', kept?.payload.envelope, sent);
      check.equal('it is not shown', await run.surfaces(), {});
      const warnings = events.filter(({ type, payload }) => type === 'log.appended' && payload.level === 'warn');
      check.equal('a warning tells of it', warnings.length, 1);
      const again = await road.emit(run, { ...sent, envelopeId: 'again' });
      check.equal('the same again is the same answer', again.body.status, 'gated');
      check.equal('and adds nothing', (await run.events()).length, events.length);
      check.equal('the run completes', (await run.post('/complete')).body.status, 'completed');
    },
  };
}

function refused(road: Road): Scenario {
  return {
    name: `an unadvertised kind, major 2, ${road.name}`,
    assertions: 6,
    async run(hosts, check) {
      const wop = await hosts.at('bare');
      check.equal('the kind is not advertised', (await wop.discover(2)).supportedEnvelopes.kinds, []);
      const run = await wop.run(2);
      const { status, body } = await road.emit(run, envelope2(form2()));
      check.equal('it is refused by name', [status, body.error], [422, 'unknown_envelope_kind']);
      const events = await run.events();
      const audit = events.filter(({ payload }) => payload.reason === 'unknown_envelope_kind');
      check.equal('an event is kept of it', audit.length, 1);
      check.equal('it is not shown', await run.surfaces(), {});
      check.holds(
        'a warning tells of it',
        events.some(({ payload }) => payload.level === 'warn'),
        events,
      );
      check.equal('the run completes', (await run.post('/complete')).body.status, 'completed');
    },
  };
}

export const DEGRADATIONS: readonly Scenario[] = [bySeamOption, stored(API), stored(SEAM), refused(API), refused(SEAM)];
