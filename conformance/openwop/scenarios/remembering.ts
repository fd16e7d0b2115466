// What a run remembers of envelopes: nothing takes the place of an answer, a refusal is told once, and every chunk of a
// stream has an answer of its own.

import { ALL_1, button1, CREATE, envelope, envelope2, form2, payload1, payload2, put, text2 } from './documents.ts';
import type { Scenario } from './ledger.ts';
import type { Body, Major } from './wop.ts';

const SENT: { readonly [major in Major]: (more?: object) => Body } = {
  1: (more) => envelope(ALL_1, { nodeId: 'n', ...more }),
  2: (more) => envelope2(form2(), { nodeId: 'n', ...more }),
};
const OTHER: { readonly [major in Major]: Body } = { 1: payload1(button1('other')), 2: form2('other') };
const UNKNOWN = { type: 'example.unknown', schemaVersion: 0 };

/** Both majors give the outcome, of a refusal its name. */
const reasonOf = ({ body }: { readonly body: Body }): string => body.reason ?? body.error;

function kept(major: Major): Scenario {
  return {
    name: `nothing takes the place of an answer, major ${major}`,
    assertions: 6,
    async run(hosts, check) {
      const run = await (await hosts.at('production')).run(major);
      const sent = SENT[major]();
      const first = await run.emit(sent);
      check.equal('the first is accepted', first.body.status, 'accepted');
      const before = await run.events();
      const stranger = await run.emit({ ...sent, ...UNKNOWN });
      check.equal('a kind that nobody advertised is a conflict', reasonOf(stranger), 'envelope_correlation_conflict');
      check.equal('nothing of it is kept', await run.events(), before);
      check.equal('the first answer stands', await run.emit(sent), first);
      const { correlationId } = SENT[major]();
      const strange = { ...SENT[major]({ correlationId }), ...UNKNOWN };
      const unknown = major === 1 ? 'capability_required' : 'unknown_envelope_kind';
      check.equal('one that came first is refused by its own name', reasonOf(await run.emit(strange)), unknown);
      const later = await run.emit({ ...strange, payload: { other: true } });
      check.equal('with another payload it is a conflict', reasonOf(later), 'envelope_correlation_conflict');
    },
  };
}

function refusedOnce(major: Major): Scenario {
  return {
    name: `a refusal is told once, major ${major}`,
    assertions: 8,
    async run(hosts, check) {
      const run = await (await hosts.at('production')).run(major, { contracts: { n: ['clarification.request'] } });
      const broken = SENT[major]();
      const first = await run.emit(broken);
      const violation = 'envelope_contract_violation';
      check.equal('a contract is broken', reasonOf(first), major === 1 ? violation : `vitrine.${violation}`);
      check.equal('again it is the same refusal', await run.emit({ ...broken, envelopeId: 'again' }), first);
      const failed = (await run.types()).filter((type) => type === 'node.failed');
      check.equal('the node has failed once', failed.length, 1);
      const changed = await run.emit({ ...broken, payload: OTHER[major] });
      check.equal('another payload is a conflict', reasonOf(changed), 'envelope_correlation_conflict');
      const strange = { ...SENT[major]({ nodeId: 'free' }), ...UNKNOWN };
      const unknown = await run.emit(strange);
      const name = major === 1 ? 'capability_required' : 'unknown_envelope_kind';
      check.equal('a kind is unknown', reasonOf(unknown), name);
      const before = await run.events();
      check.equal('again that is the same refusal', await run.emit({ ...strange, envelopeId: 'again' }), unknown);
      check.equal('nothing is told again', await run.events(), before);
      const byMessages = await run.wop.post(`/sessions/${run.session}/messages`, strange);
      check.equal('nor is it accepted by another road', byMessages.body.accepted, 0);
    },
  };
}

const ROOT = put({ id: 'root', component: 'Column', children: ['a', 'b'] });
const CHUNKS: { readonly [major in Major]: readonly Body[] } = {
  1: [1, 2, 3].map((count) =>
    payload1(...['One', 'Two', 'Three'].slice(0, count).map((text) => ({ component: 'text', text }))),
  ),
  2: [payload2('s', CREATE, ROOT), payload2('s', put(text2('a'))), payload2('s', put(text2('b')))],
};

function chunks(major: Major): Scenario {
  return {
    name: `every chunk has its answer, major ${major}`,
    assertions: 9,
    async run(hosts, check) {
      const run = await (await hosts.at('production')).run(major);
      const { correlationId } = SENT[major]();
      const sent = CHUNKS[major].map((payload, index) => {
        const partial = { isPartial: index < 2, index, total: 3 };
        return { ...SENT[major]({ correlationId, partial }), payload };
      });
      const [zero, one, two] = sent;
      const first = [await run.emit(zero), await run.emit(one)];
      check.equal(
        'they are accepted',
        first.map(({ body }) => body.status),
        ['accepted', 'accepted'],
      );
      const [before, shown] = [await run.events(), await run.surfaces()];
      check.equal('chunk 0 again is its own answer', await run.emit(zero), first[0]);
      check.equal('chunk 1 again is its own', await run.emit(one), first[1]);
      check.equal('nothing is recorded', await run.events(), before);
      check.equal('the surface does not go back', await run.surfaces(), shown);
      const changed = await run.emit({ ...one, payload: CHUNKS[major][2] });
      check.equal('another chunk 1 is a conflict', reasonOf(changed), 'envelope_correlation_conflict');
      const last = await run.emit(two);
      check.equal('the last one ends it', last.body.status, 'accepted');
      const again = [await run.emit(zero), await run.emit(one), await run.emit(two)];
      check.equal('then each is answered still', again, [...first, last]);
      const late = { ...one, partial: { isPartial: true, index: 3, total: 5 }, payload: CHUNKS[major][1] };
      check.equal('nothing follows the end', reasonOf(await run.emit(late)), 'envelope_correlation_conflict');
    },
  };
}

export const MEMORIES: readonly Scenario[] = [kept(1), kept(2), refusedOnce(1), refusedOnce(2), chunks(1), chunks(2)];
