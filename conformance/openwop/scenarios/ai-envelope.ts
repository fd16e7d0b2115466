// aiEnvelope.*: schemaDrift, contractRefusal, capBreached, universalKinds; by options of the seam, and on the
// public API of hosts that are set so.

import { ALL_1, envelope, envelope2, form2, question, SURFACE } from './documents.ts';
import type { Scenario } from './ledger.ts';
import type { Answer, Body, Major, WopRun } from './wop.ts';
import type { HostName } from './world.ts';

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
    check.equal('it is gated, and told what may be sent', [body.status, body.allowedKinds], ['gated', UNIVERSAL]);
    const events = async () => (await wop.get(`/v1/host/sample/test/runs/${runId}/events`)).body.events;
    const [failed] = await events();
    check.equal(
      'its node has failed',
      [failed?.type, failed?.payload.error.code, failed?.payload.error.details],
      ['node.failed', 'envelope_contract_violation', { refusedType: SURFACE, acceptedTypes: UNIVERSAL }],
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
  assertions: 12,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const full = { current: 1, cap: 1 };
    const schema = envelope(VALID['schema.request'], { type: 'schema.request' });
    const sent = { envelopesPerTurn: question(), clarificationRounds: question(), schemaRounds: schema };
    const kinds: { readonly [counter: string]: string } = {
      envelopesPerTurn: 'envelopes',
      clarificationRounds: 'clarification',
      schemaRounds: 'schema',
    };
    for (const [counter, one] of Object.entries(sent)) {
      const { body } = await wop.accept(one, { counters: { [counter]: full } });
      check.equal(`${counter} is a cap`, [body.status, body.capKind], ['breached', kinds[counter]]);
      check.holds(`${counter} is named with its cap`, body.reason?.includes(`${counter} 1`), body.reason);
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
    check.equal('it is told, and its node has failed', (await run.types()).slice(-2), ['cap.breached', 'node.failed']);
    await run.gate();
    await run.resume({ action: 'accept' });
    const next = await run.emit(envelope(ALL_1, { nodeId: 'n' }));
    check.equal('a turn later it goes on', next.body.status, 'accepted');
    const later = await capped.run(2);
    for (const one of ['a', 'b']) await later.emit(envelope2(form2(one)));
    const { status, body } = await later.emit(envelope2(form2('c')));
    check.equal('major 2 refuses by 429', [status, body.error], [429, 'rate_limited']);
    check.equal('and names both', [body.details.limit, body.details.cap], ['envelopesPerTurn', 2]);
  },
};

/** In production, whatever is advertised, and where the suite can choose an envelope. */
function universal(host: HostName, major: Major, emit: (run: WopRun, envelope: Body) => Promise<Answer>): Scenario {
  return {
    name: `aiEnvelope.universalKinds, ${host}, major ${major}`,
    assertions: 31,
    async run(hosts, check) {
      const run = await (await hosts.at(host)).run(major);
      const sent = async (type: string, payload: unknown) => (await emit(run, envelope(payload, { type }))).body;
      for (const [type, payload] of Object.entries(VALID)) {
        for (const wrong of [{}, 42, null, [], { ...payload, more: 1 }]) {
          const { status, reason, error, details } = await sent(type, wrong);
          const named = `${type} does not take ${JSON.stringify(wrong)}`;
          check.holds(named, status !== 'accepted' && (reason ?? error) === 'envelope_invalid' && details, {
            reason,
            error,
          });
        }
        check.equal(`${type} passes`, (await sent(type, payload)).status, 'accepted');
      }
      const events = (await run.events()).filter(({ type }) => type !== 'run.started');
      check.equal('each is told in its own words', events.map(wordsOf), [
        'clarification.requested clarification',
        'interrupt.requested clarification',
        'log.appended debug',
        'log.appended debug',
        'log.appended error',
      ]);
      const key = events[0]?.causationId;
      check.equal('the question is waited for', [await run.status(), events[1]?.payload.key], ['waiting-input', key]);
      const answers = { answers: [{ id: 'q', answer: 'This.' }] };
      check.equal('and can be answered', (await run.resume(answers, 'clarification')).status, 200);
      check.holds('no node has failed', !(await run.types()).includes('node.failed'));
      const unknown = await sent('schema.request', { envelopeType: 'vendor.acme.chart' });
      check.equal('of an unknown kind there is no schema', unknown.reason ?? unknown.error, 'unknown_envelope_kind');
      const surface = await sent(SURFACE, { any: 1 });
      check.holds('a surface is not universal', surface.status !== 'accepted', surface);
      const schema = `/schemas/envelopes/clarification.request.schema.json`;
      check.equal('its schema is served', (await run.wop.get(schema)).body.required, ['questions']);
    },
  };
}

const wordsOf = ({ type, payload: { level, kind } }: Body): string => `${type} ${level ?? kind}`;

const VALID: { readonly [kind: string]: object } = {
  'clarification.request': { questions: [{ id: 'q', question: 'Which?', context: { any: 'thing' } }] },
  'schema.request': { envelopeType: 'clarification.request', reason: 'I am not sure.' },
  'schema.response': { envelopeType: 'clarification.request', ack: true },
  error: { code: 'validation_failed', message: 'I cannot.', details: { requestedKind: 'x' } },
};
const UNIVERSAL = Object.keys(VALID);

export const AI_ENVELOPES: readonly Scenario[] = [
  ...[drift, driftTold, contracts, caps],
  ...([1, 2] as const).flatMap((major) =>
    (['production', 'bare'] as const).map((host) => universal(host, major, (run, sent) => run.emit(sent))),
  ),
  universal('plain', 1, ({ wop, id }, sent) =>
    wop.accept(sent, { projectTo: { runId: id }, hostSupportedEnvelopes: [SURFACE] }),
  ),
  universal('plain', 2, ({ wop, id: runId }, sent) =>
    wop.post('/conformance/seams/sample/a2ui/emit-surface', { runId, envelope: sent }),
  ),
];
