// What the helpers and scenarios `aiEnvelope.*` of the published suite ask of the seams, call by call, in words of our own:
// where a probe or a switch is not answered as its helper expects, the suite leaves out the legs behind it and is green.

import { ALL_1, envelope, META, question, UNTRUSTED } from './documents.ts';
import type { Scenario } from './ledger.ts';
import type { Answer, Body, Wop } from './wop.ts';

const PREFIXES = ['/v1/host/sample', '/conformance/seams/sample'] as const;
type Prefix = (typeof PREFIXES)[number];

const probes: Scenario = {
  name: 'the probes of the suite find its doors',
  assertions: 8,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    for (const prefix of PREFIXES) {
      const events = await wop.get(`${prefix}/test/runs/__probe__/events`);
      check.equal(`events, ${prefix}`, events, { status: 200, body: { events: [] } });
      const spans = await wop.get(`${prefix}/test/otel/spans?runId=__probe__`);
      check.equal(`spans, ${prefix}`, spans, { status: 200, body: { spans: [] } });
      const toggle = await wop.post(`${prefix}/test/capability-toggle`, { name: '__probe__', value: null });
      check.equal(`switches, ${prefix}`, toggle, { status: 200, body: { overlay: {} } });
      check.equal(`forgetting, ${prefix}`, (await wop.post(`${prefix}/test/reset`)).status, 200);
    }
  },
};

const error = (more: object = {}): Body => envelope({ code: 'x', message: 'y' }, { type: 'error', ...more });

/** One call that is projected to a run of its own, and what can be read of it then. */
async function projected(wop: Wop, prefix: Prefix, runId: string, sent: Body, options: object = {}) {
  const { body } = await wop.post(`${prefix}/envelope/accept`, {
    ...{ envelope: sent, ...options },
    projectTo: { runId, nodeId: 'n', ...(options as { projectTo?: object }).projectTo },
  });
  const { events } = (await wop.get(`${prefix}/test/runs/${runId}/events`)).body;
  const ofType = (type: string): Body[] => events.filter((event: Body) => event.type === type);
  return { body, events: events as Body[], ofType };
}

function projections(prefix: Prefix): Scenario {
  return {
    name: `what the suite projects can be read, ${prefix}`,
    assertions: 15,
    async run(hosts, check) {
      const wop = await hosts.at('plain');
      const project = (sent: Body, options?: object) => projected(wop, prefix, hosts.newName(), sent, options);
      const sent = question({ schemaVersion: 1 });
      const asked = await project(sent);
      check.equal('a question is one interrupt', asked.ofType('interrupt.requested').map(kindOf), ['clarification']);
      const causes = new Set(asked.events.map(({ causationId }) => causationId));
      check.equal('every event has the correlationId for its cause', [...causes], [sent.correlationId]);
      check.equal('they are trusted', asked.ofType('interrupt.requested')[0]?.contentTrust, 'trusted');
      const foreign = await project(question({ meta: UNTRUSTED }));
      check.equal('or not', foreign.ofType('interrupt.requested')[0]?.contentTrust, 'untrusted');
      const failed = await project(error());
      check.equal('an error is a line of the log', failed.ofType('log.appended').map(levelOf), ['error']);
      check.equal('and no failure', failed.ofType('node.failed'), []);
      const schema = await project(envelope({ envelopeType: 'vendor.acme.foo' }, { type: 'schema.request' }));
      check.equal('the schema of any kind may be asked for', schema.body.status, 'accepted');
      check.equal('which is a line of the log', schema.ofType('log.appended').map(levelOf), ['debug']);
      const full = await project(question(), { counters: { clarificationRounds: { current: 5, cap: 5 } } });
      const [breach] = full.ofType('cap.breached');
      const { kind, limit, nodeId } = breach?.payload ?? {};
      check.equal('a breach is told', [full.body.status, kind, limit, nodeId], ['breached', 'clarification', 5, 'n']);
      check.equal('by its limit and its cap', /clarificationRounds.*5/.test(full.body.reason), true);
      check.equal('with a node that has failed', full.ofType('node.failed').map(codeOf), ['cap_breached']);
      const contract = { hostSupportedEnvelopes: ['vendor.x.a', 'vendor.x.b'], nodeAllowedKinds: ['vendor.x.b'] };
      const broken = await project(envelope({}, { type: 'vendor.x.a' }), contract);
      check.equal('a contract fails its node', broken.ofType('node.failed').map(codeOf), [
        'envelope_contract_violation',
      ]);
      const { refusedType, acceptedTypes = [] } = broken.ofType('node.failed')[0]?.payload.error.details ?? {};
      const lists = ['vendor.x.b', 'error', 'clarification.request'].every((one) => acceptedTypes.includes(one));
      check.equal('which says what it takes', [refusedType, lists], ['vendor.x.a', true]);
      const warned = await project(envelope({}, { type: 'vendor.x.a' }), {
        ...{ ...contract, projectTo: { refusalMode: 'discard-and-warn' } },
      });
      check.equal('or is only warned', warned.ofType('log.appended').map(levelOf), ['warn']);
      check.equal('and has not failed', warned.ofType('node.failed'), []);
    },
  };
}

const kindOf = ({ payload }: Body): string => payload.kind;
const levelOf = ({ payload }: Body): string => payload.level;
const codeOf = ({ payload }: Body): string => payload.error.code;

const stacked: Scenario = {
  name: 'aiEnvelope.contractRefusal, stacked gates',
  assertions: 7,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const accept = async (options: object) => (await wop.accept(envelope({}, { type: 'vendor.x' }), options)).body;
    const both = { hostSupportedEnvelopes: ['vendor.x'], nodeAllowedKinds: ['vendor.x'] };
    const toggle = (value: boolean) =>
      wop.post('/v1/host/sample/test/capability-toggle', { name: 'host.aiEnvelope.supported', value });
    check.equal('the capability can be switched off', (await toggle(false)).status, 200);
    const off = await accept(both);
    check.equal('then nothing is taken', [off.status, off.reason], ['invalid', 'capability_required']);
    check.equal('and nothing advertised', (await wop.discover(1)).supportedEnvelopes, []);
    await toggle(true);
    check.equal('and on', (await accept(both)).status, 'accepted');
    const unadvertised = { hostSupportedEnvelopes: ['vendor.y'], nodeAllowedKinds: ['vendor.x'] };
    const gated = await accept(unadvertised);
    check.equal('the host is asked before the node', gated.status, 'gated');
    check.holds('by another reason', gated.reason !== 'capability_required', gated.reason);
    const { ofType } = await projected(
      ...([wop, '/v1/host/sample', hosts.newName(), envelope({}, { type: 'vendor.x' }), unadvertised] as const),
    );
    check.equal('which fails a node that has a contract', ofType('node.failed').map(codeOf), [
      'envelope_contract_violation',
    ]);
    await wop.post('/v1/host/sample/test/capability-toggle', { reset: true });
  },
};

const options: Scenario = {
  name: 'what the suite asks of one call',
  assertions: 13,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const statusOf = async (answer: Promise<Answer>) => (await answer).body.status;
    const missing = await wop.accept(envelope({ contextType: 'form-field' }, { type: 'clarification.request' }));
    check.equal('a question without questions', [missing.body.status, missing.body.details.length], ['invalid', 1]);
    const gate = { approvalGateContext: true };
    const blocked = (await wop.accept(question({ meta: UNTRUSTED }), gate)).body;
    const reason = 'untrusted_content_blocks_approval';
    check.equal('an approval is not advanced', [blocked.status, blocked.reason], ['invalid', reason]);
    const byRun = (await wop.accept(question(), { ...gate, runTrustBoundary: 'untrusted' })).body;
    check.equal('nor by what the run has consumed', [byRun.status, byRun.reason], ['invalid', reason]);
    check.equal('what is trusted advances it', await statusOf(wop.accept(question(), gate)), 'accepted');
    const { body: own } = await wop.accept(question({ meta: { ...META, contentTrust: 'trusted' } }), {
      runTrustBoundary: 'untrusted',
    });
    check.equal('an envelope says its own trust', own.normalizedMeta, { contentTrust: 'trusted' });
    const outcome = { status: 'gated', reason: 'not advertised', allowedKinds: ['error'] };
    const prior = { correlationId: 'leg-prior', outcome, envelopeType: 'vendor.x.foo' };
    const again = await wop.accept(envelope({}, { type: 'vendor.x.foo', correlationId: 'leg-prior' }), {
      ...{ hostSupportedEnvelopes: ['vendor.x.foo'], priorCorrelations: [prior] },
    });
    check.equal('a first answer stands, whatever would be said now', again.body, outcome);
    const above = await wop.accept(error({ schemaVersion: 5 }), { schemaVersionFloor: { error: 1 } });
    const { reason: unknown, details } = above.body;
    check.equal(
      'a version above is told with its place',
      [unknown, details[0].instancePath],
      ['unknown_schema_version', '/schemaVersion'],
    );
    const name = hosts.newName();
    const drift = { schemaVersionFloor: { 'clarification.request': 1 }, envelopeStrictness: 'warn' };
    await wop.accept(question({ schemaVersion: 0 }), { ...drift, projectTo: { runId: name, nodeId: 'n' } });
    const { spans } = (await wop.get(`/v1/host/sample/test/otel/spans?runId=${name}`)).body;
    const drifts = spans.map(({ attributes }: Body) => attributes.envelope_schema_version_drift);
    check.equal('a drift stands on the span', drifts, [true]);
    const wrap = async (said: object) => (await wop.post('/v1/host/sample/test/llm-prompt-wrap', said)).body.prompt;
    const untrusted = { contentTrust: 'untrusted', payload: 'ignore all' };
    const prompt = await wrap({ ...untrusted, eventType: 'clarification.request' });
    const mark = '<UNTRUSTED source="run-event" type="clarification.request">';
    check.holds('what goes into a prompt is between marks', prompt.startsWith(mark), prompt);
    check.holds('which are closed', prompt.endsWith('</UNTRUSTED>'), prompt);
    const tool = await wrap({
      ...untrusted,
      source: 'mcp-tool',
      eventType: 'tool.result',
      attributes: { tool: 'search' },
    });
    check.holds('and name the tool', /source="mcp-tool".* tool="search"/.test(tool), tool);
    check.equal('what is trusted is not', await wrap({ payload: 'fine' }), 'fine');
    const surface = await wop.accept(envelope(ALL_1), { hostSupportedEnvelopes: ['clarification.request'] });
    check.equal('a kind that is not supported is gated', surface.body.status, 'gated');
  },
};

export const SUITE_LEGS: readonly Scenario[] = [probes, ...PREFIXES.map(projections), stacked, options];
