// Envelopes among the messages of a session, as the command line and other faces send them, and as the SDK for agents does:
// the same admission, with the same events in the same run.

import { connectAgent } from '@vitrine/agent';
import { ALL_1, envelope, envelope2, form2, META, payload1, payload2, put, question, text2 } from './documents.ts';
import type { Scenario } from './ledger.ts';
import type { Body, Major, WopRun } from './wop.ts';
import { SECRETS } from './world.ts';

const [VAULT] = SECRETS;

function surface(major: Major, words: string, more: object = {}): Body {
  if (major === 1) return envelope(payload1({ component: 'text', text: words }), { nodeId: 'n', ...more });
  const messages = [{ createSurface: { catalogId: form2().catalogId } }, put(text2('root', words))];
  return envelope2(payload2('n', ...messages), { nodeId: 'n', ...more });
}

function sent(major: Major): Scenario {
  return {
    name: `among the messages of a session, major ${major}`,
    assertions: 11,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run: WopRun = await wop.run(major);
      const say = async (message: Body) => (await wop.post(`/sessions/${run.session}/messages`, message)).body;
      const first = surface(major, `Hidden: ${VAULT.value}`);
      check.equal('an envelope is taken', (await say(first)).accepted, 1);
      const events = await run.events();
      const recorded = events.at(-1)?.payload.envelope;
      check.holds('as an event of the run', JSON.stringify(recorded).includes('Hidden: [REDACTED:vault]'), events);
      check.equal('the same again is taken', (await say({ ...first, envelopeId: 'again' })).accepted, 1);
      check.equal('and nothing is made of it', await run.events(), events);
      const other = await say(question({ correlationId: first.correlationId }));
      check.equal('another type is a conflict', [other.accepted, other.issues[0]?.code], [0, 'VITRINE_LOG_CLAIMED']);
      const later = await say(surface(major, 'x', { schemaVersion: 9 }));
      check.equal('an unknown version', [later.accepted, later.issues[0]?.code], [0, 'VITRINE_MESSAGE_VERSION']);
      const foreign = await say(major === 1 ? envelope2(form2()) : envelope2(ALL_1));
      check.equal('a body of the other version', foreign.accepted, 0);
      const neutral = await say({ vitrine: 1, body: [{ op: 'say', text: 'x' }] });
      check.equal('nothing but envelopes goes in', neutral.accepted, 0);
      check.equal('nothing of these is recorded', await run.events(), events);
      await run.post('/events', { type: 'node.completed', nodeId: 'mcp', contentTrust: 'untrusted' });
      const meta = { ...META, contentTrust: 'trusted' };
      const tainted =
        major === 1
          ? surface(1, 'later', { meta })
          : envelope2(payload2('n', put(text2('root', 'later'))), { nodeId: 'n', meta });
      check.equal('a later one is taken', (await say(tainted)).accepted, 1);
      check.equal('and not trusted', (await run.events()).at(-1)?.contentTrust, 'untrusted');
    },
  };
}

function bySdk(major: Major): Scenario {
  return {
    name: `by the SDK for agents, major ${major}`,
    assertions: 8,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run: WopRun = await wop.run(major);
      const agent = connectAgent({ url: wop.url, key: wop.key });
      const session = agent.session(run.session);
      const told = async (message: Body): Promise<string> => {
        const { accepted, issues } = await session.send(message);
        return accepted === 1 ? 'accepted' : String(issues[0]?.message.split(':')[0]);
      };
      try {
        const first = surface(major, `Hidden: ${VAULT.value}`);
        check.equal('an envelope is taken', await told(first), 'accepted');
        const events = await run.events();
        check.holds('redacted', JSON.stringify(events.at(-1)).includes('Hidden: [REDACTED:vault]'), events);
        check.equal('and trusted', events.at(-1)?.contentTrust, 'trusted');
        const bad = { ...surface(major, 'x'), surprise: 1 };
        check.equal('what is invalid', await told(bad), 'envelope_invalid');
        check.equal('a version', await told(surface(major, 'x', { schemaVersion: 9 })), 'unknown_schema_version');
        const other = question({ correlationId: first.correlationId });
        check.equal('a conflict', await told(other), 'envelope_correlation_conflict');
        const words = await session.say('x').then(
          () => 'taken',
          ({ name }: Error) => name,
        );
        check.equal('nothing but envelopes goes in', words, 'RefusedError');
        check.equal('nothing of these is recorded', await run.events(), events);
      } finally {
        agent.close();
      }
    },
  };
}

export const SESSION_ROAD: readonly Scenario[] = [sent(1), sent(2), bySdk(1), bySdk(2)];
