// Envelopes that come by A2A, with the SDK of A2A at both ends: from an agent elsewhere into a run of ours, and from an
// agent of ours to a client of A2A. The same admission, with the same events in the same run.

import { formById, writeParts } from '@vitrine/a2a';
import { connectAgent } from '@vitrine/client';
import { client10, type TestClient } from '../../../packages/a2a/test/stage.ts';
import {
  ALL_1,
  CREATE,
  envelope,
  envelope2,
  form2,
  META,
  payload1,
  payload2,
  put,
  question,
  text2,
} from './documents.ts';
import { bridged } from './elsewhere.ts';
import type { Scenario } from './ledger.ts';
import { type Body, type Major, type Wop, WopRun } from './wop.ts';
import { SECRETS } from './world.ts';

const [VAULT] = SECRETS;
const TRUSTED = { ...META, contentTrust: 'trusted' };
const REASON = 'untrusted_content_blocks_approval';
const FORM = formById('v0.9');

function surface(major: Major, words: string, more: object = {}): Body {
  if (major === 1) return envelope(payload1({ component: 'text', text: words }), { nodeId: 'n', ...more });
  const messages = [{ createSurface: { catalogId: form2().catalogId } }, put(text2('root', words))];
  return envelope2(payload2('n', ...messages), { nodeId: 'n', ...more });
}
const gateForm = (major: Major): Body =>
  major === 1 ? envelope(ALL_1, { nodeId: 'gate' }) : envelope2(form2('gate'), { nodeId: 'gate' });
const foreign = (major: Major): Body => (major === 1 ? envelope(form2()) : envelope2(ALL_1));
/** Refused, and of the other generation: it must not decide which one the session speaks. */
const early = (major: Major): Body =>
  major === 1
    ? envelope2(payload2('n', CREATE, put({ id: 'root', component: 'Image', url: 'x' })))
    : envelope(payload1({ component: 'iframe', src: 'x' }));
/** As an agent says it that names no MIME type, and as one does that names that of A2UI. */
const part = (data: Body): Body => ({ data });
const named = (data: Body): Body => ({ data, metadata: { mimeType: FORM.mimeType } });

function fromElsewhere(major: Major): Scenario {
  return {
    name: `from an agent elsewhere, by A2A, major ${major}`,
    assertions: 14,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run = await wop.run(major);
      const agent = await bridged(run);
      try {
        const first = surface(major, `Hidden: ${VAULT.value}`, { meta: TRUSTED });
        check.equal('an envelope is taken', await agent.answers(part(first)), []);
        const events = await run.events();
        const [recorded] = events.slice(-1);
        const said = JSON.stringify(recorded?.payload.envelope);
        check.holds('as an event of the run, redacted', said?.includes('Hidden: [REDACTED:vault]') === true, events);
        check.equal('not trusted, whatever it says', recorded?.contentTrust, 'untrusted');
        const refused = async (name: string, reason: string, ...parts: readonly Body[]) => {
          const told = await agent.answers(...parts);
          check.holds(name, told.join().includes(`${reason}: `), told);
        };
        await refused('what is invalid is told by name', 'envelope_invalid', part(foreign(major)));
        const later = named(surface(major, 'x', { schemaVersion: 9 }));
        await refused('an unknown version is told by name', 'unknown_schema_version', later);
        const other = question({ correlationId: first.correlationId });
        await refused('another type under its name is a conflict', 'envelope_correlation_conflict', part(other));
        check.equal('nothing of these is recorded', await run.events(), events);
        const kind = major === 1 ? 'capability_required' : 'unknown_envelope_kind';
        await refused('an unadvertised kind is told by name', kind, part(envelope({}, { type: 'ui.other' })));
        const stored = major === 1 ? 'vitrine.envelope-stored' : 'vitrine.envelope-refused';
        const kept = (await run.events()).find(({ type }) => type === stored);
        check.equal('and kept unseen, or told in the run', kept?.contentTrust, 'untrusted');
        await run.gate();
        await agent.answers({ text: 'Words too' }, part(gateForm(major)));
        const attempts = [await run.resume({ action: 'accept' }), await run.press('gate', 'accept')];
        const why = attempts.map(({ status, body }) => [status, body.details?.reason]);
        check.equal('it advances no approval', why, Array(2).fill([403, REASON]));
        const mine = major === 1 ? surface(1, 'mine') : envelope2(payload2('n', put(text2('root', 'mine'))));
        await run.emit({ ...mine, meta: TRUSTED });
        const mineRecorded = (await run.events()).at(-1);
        check.equal('what the run says later is not trusted either', mineRecorded?.contentTrust, 'untrusted');
        check.holds(
          'words are told to the operator',
          agent.reports.join().includes('no place for words'),
          agent.reports,
        );
        const { body: fork } = await run.post(':fork', { mode: 'replay', fromSeq: (await run.events()).length - 1 });
        const forked = new WopRun(wop, major, fork.runId, fork.session);
        check.equal('nor is a fork of the run', (await forked.own()).contentTrust, 'untrusted');
        const person = await run.resume({ action: 'accept' }, 'gate', await run.viewerToken());
        check.equal('a person decides, apart from it', person.status, 200);
      } finally {
        await agent.close();
      }
    },
  };
}

interface Sent {
  readonly session: string;
  readonly accepted: number;
  readonly told: readonly string[];
}

/** An agent of the host that answers whatever a client of A2A says with these envelopes. */
async function speaker(wop: Wop, answers: readonly Body[]) {
  const { body } = await wop.post('/a2a/dev/credentials', { name: 'scenario' });
  const client = await client10(`${wop.url}/a2a/dev/.well-known/agent-card.json`, body.token);
  const host = connectAgent({ url: wop.url, key: wop.key });
  let heard: (sent: Sent) => void = () => undefined;
  const first = new Promise<Sent>((resolve) => {
    heard = resolve;
  });
  host.on('say', async ({ session, event }) => {
    if (event.text !== 'Show it') return;
    const { accepted, issues } = await session.send(answers);
    heard({ session: session.id, accepted, told: issues.map(({ message }) => message.split(':')[0] as string) });
  });
  return { client, first, close: () => host.close() };
}

async function press(client: TestClient, contextId: string, sourceComponentId: string, name: string) {
  const action = { name, surfaceId: 'gate', sourceComponentId, timestamp: META.ts, context: {} };
  const parts = writeParts(FORM, [{ version: 'v0.9', action }], { protocol: '1.0' });
  return client.send({ parts: [...parts], contextId }, [FORM.uri]);
}

function toClient(major: Major): Scenario {
  return {
    name: `to a client, by A2A, major ${major}`,
    assertions: 7,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const hidden = surface(major, `Hidden: ${VAULT.value}`);
      const answers = [early(major), surface(major, 'later', { schemaVersion: 9 }), hidden, gateForm(major)];
      const { client, first, close } = await speaker(wop, answers);
      try {
        const heard = await client.send({ parts: [{ text: 'Show it' }] }, [FORM.uri]);
        const { session, ...sent } = await first;
        const reasons = ['envelope_invalid', 'unknown_schema_version'];
        check.equal('the agent is told by name what is refused', sent, { accepted: 2, told: reasons });
        const shown = JSON.stringify(heard.messages);
        check.holds(
          'the client is shown what was admitted, redacted',
          shown.includes('Hidden: [REDACTED:vault]'),
          shown,
        );
        check.holds('and nothing else', !shown.includes('later') && !shown.includes(VAULT.value), shown);
        const run = new WopRun(wop, major, major === 1 ? session : `dev/${session}`, session);
        const types = await run.types();
        check.equal('both are events of the run', types.length, 2);
        await run.gate();
        const button = buttonIn(heard.messages, 'accept');
        await run.post('/events', { type: 'node.completed', nodeId: 'mcp', contentTrust: 'untrusted' });
        const pressed = await press(client, heard.contextId, button, 'resume');
        check.equal('a press in a tainted run advances no approval', pressed.state, 'TASK_STATE_REJECTED');
        check.equal('and says so', JSON.stringify(pressed.issues).includes('VITRINE_ASK_UNTRUSTED'), true);
        check.equal('the run waits', await run.status(), 'waiting-approval');
      } finally {
        close();
      }
    },
  };
}

/** What the client calls the button. */
function buttonIn(messages: readonly Body[], id: string): string {
  const components = messages.flatMap((message) => message.updateComponents?.components ?? []);
  return components.find((one) => one.component === 'Button' && String(one.id).includes(id))?.id ?? 'none';
}

export const A2A_ROAD: readonly Scenario[] = ([1, 2] as const).flatMap((major) => [
  fromElsewhere(major),
  toClient(major),
]);
