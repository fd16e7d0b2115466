// a2ui-surface-replay and aiEnvelope.correlationReplay: one correlationId is one outcome, which is never made again, in
// the run, in a fork of it, and whoever asks.

import { ALL_1, button1, envelope, envelope2, form2, payload1, question } from './documents.ts';
import type { Scenario } from './ledger.ts';
import { type Answer, API, type Body, baseOf, type Major, type Road, SEAM } from './wop.ts';

const OF: { readonly [major in Major]: { sent: () => Body; other: Body } } = {
  1: { sent: () => envelope(ALL_1, { nodeId: 'n' }), other: payload1(button1('other')) },
  2: { sent: () => envelope2(form2('replayed'), { nodeId: 'n' }), other: form2('other') },
};

/** Both majors give the outcome, of a conflict its name. */
const reasonOf = ({ reason, error }: Body): string => reason ?? error;

function replay(major: Major, road: Road): Scenario {
  return {
    name: `a2ui-surface-replay, major ${major}, ${road.name}`,
    assertions: 10,
    async run(hosts, check) {
      const wop = await hosts.at('plain');
      check.holds('nothing refers outside', !/"\$ref":"(?!#)/.test(JSON.stringify(await wop.schema(major))));
      const run = await wop.run(major);
      const sent = OF[major].sent();
      const { body: first } = await road.emit(run, sent);
      check.equal('the first is accepted', first.status, 'accepted');
      const before = await run.events();
      const { body: again } = await road.emit(run, { ...sent, envelopeId: 'second' });
      check.equal('the envelopeId of the first stands', again.envelopeId, sent.envelopeId);
      check.equal('the outcome of the first stands', again.recordedEventIds, first.recordedEventIds);
      check.equal('nothing is made again', await run.events(), before);
      const type = 'clarification.request';
      const other = await road.emit(run, question({ correlationId: sent.correlationId }));
      check.equal(`another type (${type}) is a conflict`, reasonOf(other.body), 'envelope_correlation_conflict');
      const changed = await road.emit(run, { ...sent, payload: OF[major].other });
      check.equal('another payload is a conflict', reasonOf(changed.body), 'envelope_correlation_conflict');
      check.equal('neither leaves a trace', await run.events(), before);
      const pathOf = ({ runId }: Body) => `${baseOf(major)}/runs/${encodeURIComponent(runId)}/envelopes`;
      const { body: early } = await run.post(':fork', { mode: 'replay', fromSeq: before.length - 1 });
      const { body: anew } = await wop.post(pathOf(early), { envelope: { ...sent, envelopeId: 'third' } });
      check.equal('a fork before it does not know it', anew.envelopeId, 'third');
      await run.post('/events', { type: 'node.started', nodeId: 'n' });
      const { body: whole } = await run.post(':fork', { mode: 'replay', fromSeq: before.length });
      const { body: cached } = await wop.post(pathOf(whole), { envelope: { ...sent, envelopeId: 'third' } });
      check.equal('a fork behind it answers from memory', cached.envelopeId, sent.envelopeId);
    },
  };
}

const gatedToo: Scenario = {
  name: 'aiEnvelope.correlationReplay, by options of the seam',
  assertions: 5,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const outcome = { status: 'gated', reason: 'capability_required', envelopeId: 'the-first' };
    const prior = { correlationId: 'prior-1', envelopeType: 'clarification.request', outcome };
    const options = { priorCorrelations: [prior] };
    const { body } = await wop.accept(question({ correlationId: 'prior-1' }), options);
    check.equal('a gated outcome is returned from memory', body, outcome);
    const { body: other } = await wop.accept(envelope(ALL_1, { correlationId: 'prior-1' }), options);
    check.equal('another type is a conflict', other.reason, 'envelope_correlation_conflict');
    const kept = { persistedDedup: { runId: hosts.newName() } };
    const sent = question();
    const { body: first } = await wop.accept(sent, kept);
    const { body: second } = await wop.accept({ ...sent, envelopeId: 'later' }, kept);
    check.equal('a run that is named remembers', second, first);
    const { body: elsewhere } = await wop.accept(
      { ...sent, envelopeId: 'later' },
      { persistedDedup: { runId: hosts.newName() } },
    );
    check.equal('another run does not', elsewhere.envelopeId, 'later');
    const nameless = envelope(ALL_1);
    await wop.accept(nameless);
    const { body: conflict } = await wop.accept(question({ correlationId: nameless.correlationId }));
    check.equal('calls without a run share a memory', conflict.reason, 'envelope_correlation_conflict');
  },
};

function atOnce(major: Major): Scenario {
  return {
    name: `ten at once, major ${major}`,
    assertions: 5,
    async run(hosts, check) {
      const run = await (await hosts.at('production')).run(major);
      await run.gate();
      const sent = OF[major].sent();
      const ten = (work: (index: number) => Promise<Answer>) =>
        Promise.all(Array.from({ length: 10 }, (_, i) => work(i)));
      const same = await ten((i) => run.emit({ ...sent, envelopeId: `e${i}` }));
      check.equal('ten of the same are one outcome', new Set(same.map(({ body }) => JSON.stringify(body))).size, 1);
      const recorded = (await run.events()).filter(({ payload }) => payload.envelope !== undefined);
      check.equal('and one event', recorded.length, 1);
      const answers = await ten((i) => run.resume({ action: i % 2 === 0 ? 'accept' : 'reject' }));
      check.equal('of ten answers one counts', answers.filter(({ status }) => status === 200).length, 1);
      const refused = answers.filter(({ body }) => body.error === 'interrupt_already_resolved');
      check.equal('and nine are told so', refused.length, 9);
      check.equal('it is recorded once', (await run.types()).filter((type) => type === 'interrupt.resolved').length, 1);
    },
  };
}

export const REPLAYS: readonly Scenario[] = [
  replay(1, API),
  replay(1, SEAM),
  replay(2, API),
  replay(2, SEAM),
  gatedToo,
  atOnce(1),
  atOnce(2),
];
