// Which surface is whose: what is not trusted blocks the approval that it could be taken for, whatever it was sent for, and
// a surface answers what it was sent for and nothing that came later.

import { ALL_1, envelope, envelope2, form2, META, UNTRUSTED } from './documents.ts';
import type { Scenario } from './ledger.ts';
import { type Body, baseOf, type Major, SEAM, type WopRun } from './wop.ts';

const REASON = 'untrusted_content_blocks_approval';
const BLOCKED = [403, REASON];

function formOf(major: Major, more: object = {}): Body {
  return major === 1 ? envelope(ALL_1, more) : envelope2(form2(), more);
}

async function approved(run: WopRun): Promise<readonly unknown[]> {
  const { status, body } = await run.resume({ action: 'accept' });
  return [status, body.details?.reason];
}

async function prompts(run: WopRun): Promise<readonly string[]> {
  const { asks } = (await run.wop.get(`/sessions/${run.session}/snapshot`)).body;
  return Object.values(asks as Body).map(({ prompt }: Body) => prompt);
}

function dodged(major: Major): Scenario {
  return {
    name: `a binding is no way around the trust of a surface, major ${major}`,
    assertions: 8,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const early = await wop.run(major);
      await early.emit(formOf(major, { meta: UNTRUSTED }));
      await early.gate();
      check.equal('shown before the approval, for no node', await approved(early), BLOCKED);
      const [prompt = ''] = await prompts(early);
      check.holds('a person is told why', /not trusted/.test(prompt), prompt);
      const spent = await wop.run(major);
      await spent.emit(formOf(major, { meta: UNTRUSTED }));
      await spent.post('/interrupts', { nodeId: 'any', kind: 'custom', data: { customKind: 'any' } });
      await spent.resume({}, 'any');
      await spent.gate();
      check.equal('behind something else that was answered', await approved(spent), BLOCKED);
      const two = await wop.run(major);
      await two.gate('gate');
      await two.gate('other');
      await two.emit(formOf(major, { meta: UNTRUSTED }));
      check.equal('for one of two', await approved(two), BLOCKED);
      await two.resume({ action: 'reject' }, 'other', await two.viewerToken());
      check.equal('for the one that is left', await approved(two), BLOCKED);
      const named = await wop.run(major);
      await named.gate('gate');
      const other = await named.gate('other');
      const before = await named.events();
      const sent = await named.emit(formOf(major, { nodeId: 'gate', meta: UNTRUSTED }), {
        interruptId: other.interruptId,
      });
      check.equal('sent by one node for another', [sent.status, sent.body.error], [400, 'validation_error']);
      check.equal('nothing came of it', await named.events(), before);
      check.equal('where all is trusted it is approved', await approved(named), [200, undefined]);
    },
  };
}

function reused(major: Major): Scenario {
  return {
    name: `a surface answers nothing that it was not sent for, major ${major}`,
    assertions: 8,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run = await wop.run(major);
      const surface = major === 1 ? 'gate' : 'form';
      const first = await run.gate('gate', { key: 'first' });
      await run.emit(formOf(major, { nodeId: 'gate' }), { interruptId: first.interruptId });
      check.equal('it answers its own', (await run.press(surface, 'accept')).status, 200);
      await run.gate('gate', { key: 'second', data: { title: 'Delete everything?', actions: ['accept', 'reject'] } });
      check.equal('the host asks the next one', await prompts(run), ['Delete everything?']);
      check.equal('which it does not answer', (await run.press(surface, 'accept')).status, 400);
      check.equal('the run waits', await run.status(), 'waiting-approval');
      const again =
        major === 1
          ? formOf(1, { nodeId: 'gate' })
          : envelope2({ ...form2(), messages: form2().messages.slice(1) }, { nodeId: 'gate' });
      await run.emit(again);
      check.equal('sent again it takes its place', await prompts(run), []);
      check.equal('and answers it', (await run.press(surface, 'accept')).status, 200);
      const early = await wop.run(major);
      await early.emit(formOf(major));
      await early.gate('gate', { key: 'first' });
      const shown = major === 1 ? 'surface' : 'form';
      check.equal('sent before, it answers the first', (await early.press(shown, 'accept')).status, 200);
      await early.gate('gate', { key: 'second' });
      check.equal('and no later one', (await early.press(shown, 'accept')).status, 400);
    },
  };
}

const ACCEPT_2 = '/conformance/seams/sample/envelope/accept';

const seamNames: Scenario = {
  name: 'a seam takes no name of a run away',
  assertions: 5,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const run = await wop.run(2);
    const into = (runId: string) => wop.post(ACCEPT_2, { envelope: formOf(2), projectTo: { runId } });
    check.equal('an envelope is accepted', (await into(run.id)).body.status, 'accepted');
    check.equal('into the run of that name', Object.keys(await run.surfaces()), ['form']);
    check.equal('which has its name', (await run.own()).session, run.session);
    const other = await wop.run(1);
    check.equal('one of the other major is not found', (await into(other.id)).status, 404);
    check.equal('and is still there', (await other.get()).body.session, other.session);
  },
};

const seamTrust: Scenario = {
  name: 'an option of a seam does not raise the trust of a run',
  assertions: 3,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const trusted = { ...META, contentTrust: 'trusted' };
    const trustIn = async (run: WopRun, options: object): Promise<unknown> => {
      const sent = formOf(1, { nodeId: 'gate', meta: trusted });
      const { body } = await wop.accept(sent, { projectTo: { runId: run.id }, ...options });
      return body.normalizedMeta?.contentTrust;
    };
    const tainted = await wop.run(1);
    await tainted.post('/events', { type: 'node.completed', nodeId: 'mcp', contentTrust: 'untrusted' });
    check.equal('a run', await trustIn(tainted, { runTrustBoundary: 'trusted' }), 'untrusted');
    const shown = await wop.run(1);
    await SEAM.emit(shown, formOf(1, { nodeId: 'gate', meta: UNTRUSTED }));
    await SEAM.emit(shown, envelope({ ...ALL_1, surface: { components: [] } }, { nodeId: 'gate' }));
    check.equal('a surface that was removed', await trustIn(shown, {}), 'untrusted');
    check.equal('whatever is said of the run', await trustIn(shown, { runTrustBoundary: 'trusted' }), 'untrusted');
  },
};

function capped(major: Major): Scenario {
  return {
    name: `a session that nobody opened as a run has the same caps, major ${major}`,
    assertions: 3,
    async run(hosts, check) {
      const wop = await hosts.at('capped');
      const { session } = (await wop.post('/sessions', { dialect: `openwop-${major}` })).body;
      const id = major === 1 ? session : (await wop.get(`${baseOf(major)}/runs`)).body.runs[0].runId;
      const path = `${baseOf(major)}/runs/${encodeURIComponent(id)}/envelopes`;
      const emit = (nodeId: string) =>
        wop.post(path, { envelope: major === 1 ? formOf(1, { nodeId }) : envelope2(form2(nodeId), { nodeId }) });
      const said = [await emit('a'), await emit('b'), await emit('c')].map(({ body }) => body);
      check.equal(
        'two are accepted',
        said.slice(0, 2).map(({ status }) => status),
        ['accepted', 'accepted'],
      );
      check.holds('the third is not', JSON.stringify(said[2]).includes('breached'), said[2]);
      const { body } = await wop.post(`/sessions/${session}/messages`, formOf(major, { nodeId: 'd' }));
      check.equal('nor by the road of the session', body.accepted, 0);
    },
  };
}

export const BINDINGS: readonly Scenario[] = [
  seamNames,
  seamTrust,
  ...([1, 2] as const).flatMap((major) => [dodged(major), reused(major), capped(major)]),
];
