// aiEnvelope.*: schemaDrift, contractRefusal, capBreached, universalKinds; by options of the seam, and on the
// public API of hosts that are set so.

import { ALL_1, envelope, envelope2, form2, question, SURFACE } from './documents.ts';
import type { Scenario } from './ledger.ts';

const drift: Scenario = {
  name: 'aiEnvelope.schemaDrift, by options of the seam',
  assertions: 4,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const floor = { schemaVersionFloor: { 'clarification.request': 3 } };
    const sent = (schemaVersion: number) => question({ schemaVersion });
    check.equal('the version itself passes', (await wop.accept(sent(3), floor)).body.status, 'accepted');
    check.equal('above it is unknown', (await wop.accept(sent(4), floor)).body.reason, 'unknown_schema_version');
    check.equal('below it passes', (await wop.accept(sent(2), floor)).body.status, 'accepted');
    const strict = { ...floor, envelopeStrictness: 'strict' };
    check.equal('strictly it does not', (await wop.accept(sent(2), strict)).body.reason, 'unknown_schema_version');
  },
};

const driftTold: Scenario = {
  name: 'aiEnvelope.schemaDrift, told in the run',
  assertions: 2,
  async run(hosts, check) {
    const run = await (await hosts.at('production')).run(2);
    check.equal('an older version passes', (await run.emit(envelope(form2()))).status, 201);
    const told = (await run.events()).filter(({ payload }) =>
      /envelope_schema_version_drift/.test(payload.message ?? ''),
    );
    check.equal(
      'the drift is told',
      told.map(({ type }) => type),
      ['log.appended'],
    );
  },
};

const contracts: Scenario = {
  name: 'aiEnvelope.contractRefusal',
  assertions: 7,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const runId = hosts.newName();
    const projectTo = { runId, nodeId: 'n' };
    const nodeAllowedKinds = ['clarification.request'];
    const { body } = await wop.accept(envelope(ALL_1), { nodeAllowedKinds, projectTo });
    check.equal('it is gated', [body.status, body.allowedKinds], ['gated', nodeAllowedKinds]);
    const events = async () => (await wop.get(`/v1/host/sample/test/runs/${runId}/events`)).body.events;
    const [failed] = await events();
    check.equal(
      'its node has failed',
      [failed?.type, failed?.payload.error.code],
      ['node.failed', 'envelope_contract_violation'],
    );
    await wop.accept(envelope(ALL_1), { nodeAllowedKinds, projectTo: { ...projectTo, refusalMode: 'log' } });
    const last = (await events()).at(-1);
    check.equal('or it is only told', [last?.type, last?.payload.level], ['log.appended', 'warn']);
    const run = await wop.run(1, { contracts: { n: nodeAllowedKinds } });
    const refused = await run.emit(envelope(ALL_1, { nodeId: 'n' }));
    check.equal(
      'by contract of a run',
      [refused.body.status, refused.body.reason],
      ['gated', 'envelope_contract_violation'],
    );
    check.holds('its node has failed there too', (await run.types()).includes('node.failed'), await run.types());
    const other = await run.emit(envelope(ALL_1, { nodeId: 'm' }));
    check.equal('another node may', other.body.status, 'accepted');
    check.equal('the run goes on', (await run.post('/complete')).body.status, 'completed');
  },
};

const caps: Scenario = {
  name: 'aiEnvelope.capBreached',
  assertions: 8,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const full = { current: 1, cap: 1 };
    const schema = envelope({}, { type: 'schema.request', schemaVersion: 0 });
    const sent = { envelopesPerTurn: question(), clarificationRounds: question(), schemaRounds: schema };
    const kinds: { readonly [counter: string]: string } = {
      envelopesPerTurn: 'envelopes',
      clarificationRounds: 'clarification',
      schemaRounds: 'schema',
    };
    for (const [counter, one] of Object.entries(sent)) {
      const { body } = await wop.accept(one, { counters: { [counter]: full } });
      check.equal(`${counter} is a cap`, [body.status, body.capKind], ['breached', kinds[counter]]);
    }
    const capped = await hosts.at('capped');
    check.equal('caps are advertised', (await capped.discover(1)).limits, {
      clarificationRounds: 1,
      schemaRounds: 1,
      envelopesPerTurn: 2,
    });
    const run = await capped.run(1);
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await run.emit(envelope(ALL_1, { nodeId: 'n' }))).body.status);
    check.equal('what is advertised holds', statuses, ['accepted', 'accepted', 'breached']);
    check.holds('it is told', (await run.types()).includes('cap.breached'), await run.types());
    await run.gate();
    await run.resume({ action: 'accept' });
    const next = await run.emit(envelope(ALL_1, { nodeId: 'n' }));
    check.equal('a turn later it goes on', next.body.status, 'accepted');
    const later = await capped.run(2);
    for (const one of ['a', 'b']) await later.emit(envelope2(form2(one)));
    check.equal('major 2 refuses by 429', (await later.emit(envelope2(form2('c')))).status, 429);
  },
};

const universal: Scenario = {
  name: 'aiEnvelope.universalKinds',
  assertions: 10,
  async run(hosts, check) {
    const bare = await hosts.at('bare');
    for (const major of [1, 2] as const) {
      const run = await bare.run(major);
      for (const type of ['clarification.request', 'schema.request', 'schema.response', 'error']) {
        const { body } = await run.emit(envelope({}, { type, schemaVersion: 0 }));
        check.equal(`${type} passes everywhere, major ${major}`, body.status, 'accepted');
      }
      const { body } = await run.emit(envelope({}, { type: SURFACE }));
      check.holds(`the surface does not, major ${major}`, body.status !== 'accepted', body);
    }
  },
};

export const AI_ENVELOPES: readonly Scenario[] = [drift, driftTold, contracts, caps, universal];
