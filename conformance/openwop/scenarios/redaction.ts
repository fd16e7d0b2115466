// aiEnvelope.redaction and a2ui-surface-no-secret-rendering: what a host was told to hide is its marker wherever it stands.

import { CREATE, envelope, envelope2, payload1, payload2, put, question, text2 } from './documents.ts';
import type { Scenario } from './ledger.ts';
import type { Body, Major } from './wop.ts';
import { SECRETS } from './world.ts';

const [VAULT, MAIL] = SECRETS;
const WORDS = `${VAULT.value} and ${MAIL.value} and ${VAULT.value}`;
const HIDDEN = '[REDACTED:vault] and [REDACTED:mail] and [REDACTED:vault]';
const holdsSecret = (value: unknown): boolean => SECRETS.some((one) => JSON.stringify(value).includes(one.value));

const redactionBySeam: Scenario = {
  name: 'aiEnvelope.redaction, by options of the seam',
  assertions: 5,
  async run(hosts, check) {
    const wop = await hosts.at('plain');
    const byokCanaries = [
      { value: 'canary-one-1111', secretId: 'one' },
      { value: 'canary-two-2222', secretId: 'two' },
    ];
    const leaking = 'canary-one-1111 canary-two-2222 canary-one-1111';
    const sent = question({ payload: { questions: [{ id: 'q', question: leaking }] } });
    const { body } = await wop.accept(sent, { byokCanaries });
    check.equal('it is accepted', body.status, 'accepted');
    const said = body.redactedPayload?.questions[0].question;
    check.equal('each secret has its own marker', said, '[REDACTED:one] [REDACTED:two] [REDACTED:one]');
    check.equal('and is counted', body.redactionCount, 3);
    const surface = envelope(payload1({ component: 'text', text: leaking }));
    const { body: shown } = await wop.accept(surface, { byokCanaries });
    check.holds(
      'a surface is redacted too',
      shown.redactionCount === 3 && !JSON.stringify(shown).includes('canary-'),
      shown,
    );
    const { body: refused } = await wop.accept({ ...sent, more: 'canary-one-1111' }, { byokCanaries });
    check.holds(
      'a refusal never echoes',
      refused.status === 'invalid' && !JSON.stringify(refused).includes('canary-'),
      refused,
    );
  },
};

function surfaceWith(major: Major, words: string): Body {
  return major === 1
    ? envelope(
        payload1(
          { component: 'text', text: words },
          { component: 'field.text', id: 'note', label: 'Note' },
          { component: 'action.button', id: 'accept', label: 'Yes', action: { target: 'resume' } },
        ),
        { nodeId: 'gate' },
      )
    : envelope2(
        payload2(
          'form',
          CREATE,
          put(
            { id: 'root', component: 'Column', children: ['words', 'note', 'accept'] },
            text2('words', words),
            { id: 'note', component: 'TextField', label: 'Note', value: { path: '/note' } },
            { id: 'accept', component: 'Button', child: 'yes', action: { event: { name: 'resume' } } },
            text2('yes'),
          ),
        ),
        { nodeId: 'gate' },
      );
}

function redaction(major: Major): Scenario {
  return {
    name: `a2ui-surface-no-secret-rendering, major ${major}`,
    assertions: 9,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run = await wop.run(major);
      await run.gate();
      const { body } = await run.emit(surfaceWith(major, WORDS));
      check.equal('secrets are counted', body.redactionCount, 3);
      const recorded = (await run.events()).find(({ payload }) => payload.envelope !== undefined);
      check.holds('what is recorded has markers', JSON.stringify(recorded).includes(HIDDEN), recorded);
      check.holds(
        'what is shown has markers',
        JSON.stringify(await run.surfaces()).includes(HIDDEN),
        await run.surfaces(),
      );
      const values = major === 1 ? { note: WORDS } : { '/note': WORDS };
      const { body: resumed } = await run.press(major === 1 ? 'gate' : 'form', 'accept', values);
      const { values: apart = resumed.resumeValue } = resumed.resumeValue ?? {};
      check.equal('what resumes is redacted', apart?.note, HIDDEN);
      const { body: refused } = await run.emit({ ...surfaceWith(major, 'x'), more: WORDS });
      check.holds(
        'a refusal never echoes',
        !holdsSecret(refused) && JSON.stringify(refused).includes('envelope_invalid'),
        refused,
      );
      const calls = [
        await run.post('/envelopes', { [VAULT.value]: 1 }),
        await run.press(VAULT.value, VAULT.value, { [VAULT.value]: 1 }),
        await run.post('/interrupts', { nodeId: 'other', kind: VAULT.value }),
        await run.post('/events', { type: VAULT.value }),
        await run.resume({ action: VAULT.value }),
        await wop.get(`${run.path}-${VAULT.value}`),
      ];
      check.equal(
        'no refused call echoes either',
        calls.map(({ status, body: said }) => [status >= 400, holdsSecret(said)]),
        Array(6).fill([true, false]),
      );
      const everything = [
        await run.events(),
        await run.get(),
        (await wop.get(`/sessions/${run.session}/snapshot`)).body,
      ];
      check.holds('nothing that is told holds a secret', !holdsSecret(everything), everything);
      check.holds('nor does the log', !holdsSecret(wop.log()) && wop.log() !== '', 'the log');
      await run.post('/complete', { outputs: { said: WORDS } });
      check.holds('nor does the end', !holdsSecret((await run.get()).body), (await run.get()).body);
    },
  };
}

export const REDACTIONS: readonly Scenario[] = [redactionBySeam, redaction(1), redaction(2)];
