// Secrets that are more than letters: digits alone, which numbers hold too, and quotes and backslashes, which JSON spells
// otherwise. Whatever is sent with them, what is recorded can be read, and no other run suffers from it.

import { CREATE, envelope, envelope2, payload2, put, question, text2 } from './documents.ts';
import type { Ledger, Scenario } from './ledger.ts';
import { type Answer, type Body, baseOf, type Major, type Wop, type WopRun } from './wop.ts';
import { SECRETS } from './world.ts';

const [, , PIN, ODD] = SECRETS;
const NUMBER = Number(PIN.value);
const PIN_MARK = `[REDACTED:${PIN.id}]`;
const ODD_MARK = `[REDACTED:${ODD.id}]`;

/** However often it was quoted. */
function holdsSecret(value: unknown): boolean {
  const text = JSON.stringify(value).replaceAll('\\', '');
  return [PIN, ODD].some((one) => text.includes(one.value.replaceAll('\\', '')));
}

const isNamed = ({ status, body }: Answer): boolean =>
  status === 400 && body.details?.code === 'VITRINE_NAME_SECRET' && !holdsSecret(body);

const wait = (run: WopRun, more: object = {}): Promise<Answer> =>
  run.post('/interrupts', { nodeId: 'wait', kind: 'custom', data: { customKind: 'x' }, ...more });

/** Of the last event. */
const lastOf = async (run: WopRun): Promise<Body> => (await run.events()).at(-1);

async function said(run: WopRun, check: Ledger): Promise<void> {
  const metric = await run.post('/events', { type: 'node.metric', payload: { bytes: NUMBER } });
  check.equal('an event with such a number is recorded', metric.status, 201);
  check.equal('with its marker', (await lastOf(run)).payload, { bytes: PIN_MARK });
  await run.post('/events', {
    type: 'node.done',
    nodeId: ODD.value,
    causationId: ODD.value,
    payload: { x: ODD.value },
  });
  const { nodeId, causationId, payload } = await lastOf(run);
  check.equal('names of events have markers', [nodeId, causationId, payload.x], [ODD_MARK, ODD_MARK, ODD_MARK]);
  const asked = { questions: [{ id: 'q', question: '?', context: { n: NUMBER } }] };
  const { body } = await run.emit(question({ payload: asked }));
  const { n } = body.redactedPayload?.questions[0].context ?? {};
  check.equal('a number in a payload is its marker', [n, body.redactionCount], [PIN_MARK, 1]);
}

async function waited(run: WopRun, check: Ledger): Promise<void> {
  const asked = { kind: 'clarification', data: { questions: [{ id: ODD.value, question: '?' }] } };
  const names = [
    await wait(run, { nodeId: `n-${PIN.value}` }),
    await wait(run, { key: ODD.value }),
    await wait(run, { resumeSchema: { enum: [ODD.value] } }),
    await wait(run, asked),
  ];
  check.equal('a name of an interrupt refuses by name', names.map(isNamed), Array(4).fill(true));
  await wait(run, { nodeId: 'free' });
  const free = await run.resume({ code: NUMBER }, 'free');
  check.equal('a number that resumes is its marker', free.body.resumeValue, { code: PIN_MARK });
  await wait(run, { nodeId: 'typed', resumeSchema: { properties: { code: { type: 'number' } } } });
  const typed = await run.resume({ code: NUMBER }, 'typed');
  check.holds('where a number was declared it is refused by name', isNamed(typed), typed);
  check.equal('and another number resumes', (await run.resume({ code: 7 }, 'typed')).body.resumeValue, { code: 7 });
}

async function refused(run: WopRun, check: Ledger): Promise<void> {
  const calls = [
    await run.post('/envelopes', { [ODD.value]: 1 }),
    await run.post('/envelopes', { [`${'x'.repeat(50)}${ODD.value}`]: 1 }),
    await run.emit(envelope({ a: 1 }, { type: `x.${ODD.value}` })),
    await run.emit(envelope({ a: 1 }, { type: `${'x'.repeat(50)}${PIN.value}` })),
    await run.press(ODD.value, ODD.value, { [ODD.value]: 1 }, 'free'),
  ];
  check.equal(
    'no refusal spells it',
    calls.map(({ body }) => holdsSecret(body)),
    calls.map(() => false),
  );
}

async function afterwards(wop: Wop, run: WopRun, check: Ledger): Promise<void> {
  const other = await wop.run(run.major);
  await wait(other, { timeoutMs: 1000 });
  const { lastSequence } = (await other.get('/events/poll?timeout=0')).body;
  wop.pass(2000);
  const { body } = await other.get(`/events/poll?timeout=10&afterSequence=${lastSequence}`);
  check.equal('time passes for other runs', body.events?.[0]?.type, 'vitrine.interrupt-expired');
  const { body: listed } = await wop.get(`${baseOf(run.major)}/runs?workflowId=scenario`);
  check.holds('the run is listed', JSON.stringify(listed).includes(run.id), listed);
  const everything = [await run.events(), await run.get(), (await wop.get(`/sessions/${run.session}/snapshot`)).body];
  check.holds('nothing that is told holds one', !holdsSecret(everything), everything);
  check.holds('nor does the log', !holdsSecret(wop.log()) && wop.log() !== '', 'the log');
}

function oddSecrets(major: Major): Scenario {
  return {
    name: `a2ui-surface-no-secret-rendering, digits and quotes, major ${major}`,
    assertions: 13,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run = await wop.run(major);
      await said(run, check);
      await waited(run, check);
      await refused(run, check);
      await afterwards(wop, run, check);
    },
  };
}

const onSurfaces: Scenario = {
  name: 'a2ui-surface-no-secret-rendering, digits and quotes, on a surface',
  assertions: 4,
  async run(hosts, check) {
    const wop = await hosts.at('production');
    const run = await wop.run(2);
    await run.gate();
    const data = { updateDataModel: { path: '/n', value: { n: NUMBER, q: ODD.value } } };
    await run.emit(
      envelope2(payload2('data', CREATE, put(text2('root', { path: '/n/n' })), data), { nodeId: 'other' }),
    );
    check.equal('data have markers', (await run.surfaces())?.data?.data, { n: { n: PIN_MARK, q: ODD_MARK } });
    const field = { id: 'root', component: 'TextField', label: 'x', value: { path: '/x' } };
    const refusals = [
      await run.emit(envelope2(payload2('a', CREATE, put({ ...text2('root'), weight: NUMBER })))),
      await run.emit(envelope2(payload2('b', CREATE, put({ ...field, validationRegexp: `^${PIN.value}$` })))),
    ];
    check.equal(
      'a number and a pattern of a component are refused by name',
      refusals.map(({ body }) => [JSON.stringify(body).includes('VITRINE_NAME_SECRET'), holdsSecret(body)]),
      [
        [true, false],
        [true, false],
      ],
    );
    const components = [
      { id: 'root', component: 'Column', children: ['pin', 'accept'] },
      { ...field, id: 'pin', variant: 'number', value: { path: '/pin' } },
      { id: 'accept', component: 'Button', child: 'yes', action: { event: { name: 'resume' } } },
      text2('yes'),
    ];
    await run.emit(envelope2(payload2('form', CREATE, put(...components)), { nodeId: 'gate' }));
    const typed = await run.press('form', 'accept', { '/pin': PIN.value });
    check.holds('one that is typed as a number resumes nothing', isNamed(typed), typed);
    const { body } = await run.press('form', 'accept', { '/pin': 7 });
    check.equal('another number does', body.resumeValue?.pin, 7);
  },
};

export const ODD_SECRETS: readonly Scenario[] = [oddSecrets(1), oddSecrets(2), onSurfaces];
