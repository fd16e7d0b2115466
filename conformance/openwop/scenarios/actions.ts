// a2ui-action-confinement over HTTP: a press resumes or exchanges with the interrupt of its surface, says which button was
// pressed and what its fields hold, and nothing else comes of it.

import {
  button1,
  button2,
  CREATE,
  envelope,
  envelope2,
  FORM_2,
  form2,
  payload1,
  payload2,
  put,
  SELECT,
} from './documents.ts';
import type { Scenario } from './ledger.ts';
import type { Answer, Body, Major, WopRun } from './wop.ts';

const refusal = ({ status, body }: Answer): readonly unknown[] => [status, body.error];
const INVALID = [400, 'validation_error'];

/** A form with a field that is named like the place of the button. */
function formOf(major: Major, nodeId = 'gate', more: object = {}): Body {
  if (major === 2) {
    const action = { id: 'sly', component: 'TextField', label: 'Sly', value: { path: '/action' } };
    const column = { id: 'root', component: 'Column', children: ['note', 'size', 'sly', 'accept', 'reject', 'ask'] };
    const messages = [CREATE, FORM_2, put(column, action, ...button2('ask', { name: 'exchange' }))];
    return envelope2(payload2('gate', ...messages), { nodeId, ...more });
  }
  const fields = [
    { component: 'field.text', id: 'note', label: 'Note' },
    { component: 'field.text', id: 'action', label: 'Sly' },
    SELECT,
  ];
  const buttons = [button1('accept'), button1('reject'), button1('ask', 'exchange')];
  return envelope(payload1(...fields, ...buttons), { nodeId, ...more });
}
const named = (major: Major, values: { readonly [name: string]: unknown }): object =>
  major === 1 ? values : Object.fromEntries(Object.entries(values).map(([name, value]) => [`/${name}`, value]));

function confined(major: Major): Scenario {
  return {
    name: `a2ui-action-confinement, major ${major}`,
    assertions: 12,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run = await wop.run(major);
      await run.gate();
      await run.emit(formOf(major));
      const press = (button: string, values: object = {}) => run.press('gate', button, named(major, { ...values }));
      const before = await run.events();
      check.equal('a button that is not there', refusal(await press('delete-all')), INVALID);
      const hidden = major === 2 ? 'hidden' : 'note';
      check.equal('a button that is not shown', refusal(await press(hidden)), INVALID);
      const size = major === 1 ? 'huge' : ['huge'];
      check.equal('a value outside its options', refusal(await press('accept', { size })), INVALID);
      check.equal('a value of another type', refusal(await press('accept', { note: 7 })), INVALID);
      check.equal('a value without a field', refusal(await press('accept', { admin: 'x' })), INVALID);
      check.equal('an exchange with an approval', refusal(await press('ask')), INVALID);
      check.equal('a surface that is not there', refusal(await run.press('elsewhere', 'accept')), INVALID);
      const sent = { surfaceId: 'gate', sourceComponentId: 'accept', url: 'https://elsewhere.example' };
      check.equal('a target of elsewhere', refusal(await run.post('/interrupts/gate', { submission: sent })), INVALID);
      check.equal('nothing came of it', await run.events(), before);
      check.equal('the run waits', await run.status(), 'waiting-approval');
      const picked = major === 1 ? 'l' : ['l'];
      const { status, body } = await press('reject', { action: 'accept', note: 'no', size: picked });
      check.equal('a field is not the button', [status, body.resumeValue?.action], [200, 'reject']);
      check.equal('its values are beside it', body.resumeValue?.values, { action: 'accept', note: 'no', size: picked });
    },
  };
}

async function waiting(run: WopRun, kind: string, data: object, nodeId: string): Promise<void> {
  await run.post('/interrupts', { nodeId, kind, data });
}

function mapped(major: Major): Scenario {
  return {
    name: `each kind of interrupt gets its own shape, major ${major}`,
    assertions: 6,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run = await wop.run(major);
      const surface = (nodeId: string) => (major === 1 ? nodeId : 'gate');
      const resumed = async (nodeId: string, button: string, values: object) =>
        (await run.press(surface(nodeId), button, named(major, { ...values }), nodeId)).body;
      const questions = [{ id: 'note', question: 'What is to be noted?' }];
      await waiting(run, 'clarification', { questions }, 'one');
      await run.emit(formOf(major, 'one'));
      check.equal('it waits for input', await run.status(), 'waiting-input');
      const answers = (await resumed('one', 'accept', { note: 'this' })).resumeValue;
      check.equal('a clarification gets answers', answers, { answers: [{ id: 'note', answer: 'this' }] });
      if (major === 2) await run.emit(envelope2(payload2('gate', { deleteSurface: {} }), { nodeId: 'one' }));
      await waiting(run, 'conversation.exchange', { conversationId: 'c', prompt: 'And?' }, 'two');
      await run.emit(formOf(major, 'two'));
      const refused = await resumed('two', 'accept', {});
      check.equal('a conversation takes no resume', refused.error, 'validation_error');
      const { operation, turn } = (await resumed('two', 'ask', { note: 'more' })).resumeValue ?? {};
      const content = (note: string, action: string) => (major === 1 ? { action, values: { note } } : { note });
      check.equal('a conversation gets a turn', operation, 'exchange');
      check.equal('with what was entered', turn?.content, content('more', 'ask'));
      if (major === 2) await run.emit(envelope2(payload2('gate', { deleteSurface: {} }), { nodeId: 'two' }));
      await waiting(run, 'custom', { customKind: 'pick' }, 'three');
      await run.emit(formOf(major, 'three'));
      const custom = (await resumed('three', 'accept', { note: 'x' })).resumeValue;
      check.equal('another kind gets what was submitted', custom, content('x', 'accept'));
    },
  };
}

/** RFC 0209 §C.10. */
const submitted: Scenario = {
  name: 'the resolved context is the resume value, major 2',
  assertions: 5,
  async run(hosts, check) {
    const wop = await hosts.at('production');
    const resumed = async (kind: string, data: object, event: object, button = 'send') => {
      const run = await wop.run(2);
      await waiting(run, kind, data, 'gate');
      const column = { id: 'root', component: 'Column', children: ['note', 'size', button] };
      const messages = [CREATE, FORM_2, put(column, ...button2(button, event))];
      await run.emit(envelope2(payload2('gate', ...messages), { nodeId: 'gate' }));
      return (await run.press('gate', button, { '/note': 'n' })).body.resumeValue;
    };
    const context = { who: { path: '/note' }, code: 'c', severity: 3 };
    const wanted = { who: 'n', code: 'c', severity: 3 };
    const custom = { customKind: 'x' };
    check.equal('of a resume', await resumed('custom', custom, { name: 'resume', context }), wanted);
    check.equal('all data without one', await resumed('custom', custom, { name: 'resume' }), { note: 'n' });
    const talk = { conversationId: 'c', prompt: 'And?' };
    const turn = { operation: 'exchange', turn: { content: wanted } };
    check.equal('of an exchange', await resumed('conversation.exchange', talk, { name: 'exchange', context }), turn);
    const approval = { title: '?', actions: ['accept', 'reject'] };
    const decided = await resumed('approval', approval, { name: 'resume', context: { ...context, action: 'reject' } });
    check.equal(
      'of an approval, with its time',
      { ...decided, decidedAt: '' },
      { action: 'reject', decidedAt: '', ...wanted },
    );
    const pressed = await resumed('approval', approval, { name: 'resume', context }, 'accept');
    check.equal('and with what the button is called', pressed?.action, 'accept');
  },
};

function bound(major: Major): Scenario {
  return {
    name: `a surface is bound to its interrupt, major ${major}`,
    assertions: 5,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run = await wop.run(major);
      await run.gate('gate');
      const other = await run.gate('other');
      await run.emit(formOf(major, 'gate'));
      const foreign = await run.press('gate', 'accept', {}, 'other');
      check.equal('it does not resume another one', refusal(foreign), INVALID);
      check.equal('nor a node that never waited', refusal(await run.press('gate', 'accept', {}, 'nowhere')), [
        404,
        'not_found',
      ]);
      const named = major === 1 ? envelope(payload1(button1('accept'))) : envelope2(form2('surface'));
      await run.emit(named, { interruptId: other.interruptId });
      const elsewhere = await run.press('surface', 'accept', {}, 'gate');
      check.equal('bound by name it is bound', refusal(elsewhere), INVALID);
      check.equal('to that one alone', (await run.press('surface', 'accept', {}, 'other')).status, 200);
      const states = (await run.own()).interrupts.map(({ nodeId, state }: Body) => `${nodeId} ${state}`);
      check.equal('the first still waits', states, ['gate open', 'other resolved']);
    },
  };
}

function typed(major: Major): Scenario {
  return {
    name: `what is only typed is not recorded, major ${major}`,
    assertions: 3,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run = await wop.run(major);
      await run.gate();
      await run.emit(formOf(major));
      const before = (await wop.get(`/sessions/${run.session}/snapshot`)).body;
      const path = major === 1 ? '/values/note' : '/note';
      const event = { event: 'input', surface: 'gate', path, value: 'typed only' };
      const sent = { vitrine: 1, body: [event] };
      const token = await run.viewerToken();
      const told = await wop.call('POST', `/sessions/${run.session}/events?dialect=vitrine`, sent, { key: token });
      check.equal('it is not taken', told.body.accepted, 0);
      const after = (await wop.get(`/sessions/${run.session}/snapshot`)).body;
      check.equal('the surface is as it was', after.surfaces, before.surfaces);
      check.holds('no event tells of it', !JSON.stringify(await run.events()).includes('typed only'));
    },
  };
}

function streamed(major: Major): Scenario {
  const partial = (index: number, total: number) => ({ partial: { isPartial: index + 1 !== total, index, total } });
  return {
    name: `nothing can be pressed while chunks are to come, major ${major}`,
    assertions: 6,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run = await wop.run(major);
      await run.gate();
      const first = formOf(major, 'gate', partial(0, 2));
      check.equal('a chunk is taken', (await run.emit(first)).body.status, 'accepted');
      check.equal('it is shown', Object.keys(await run.surfaces()), ['gate']);
      check.equal('it cannot be pressed', refusal(await run.press('gate', 'accept')), INVALID);
      const payload = major === 1 ? first.payload : payload2('gate', put(...button2('more')));
      const gap = await run.emit({ ...first, payload, ...partial(2, 4) });
      check.holds('a gap is refused', gap.body.status !== 'accepted', gap.body);
      const last = await run.emit({ ...first, payload, ...partial(1, 2) });
      check.equal('the last chunk is taken', last.body.status, 'accepted');
      check.equal('then it can', (await run.press('gate', 'accept')).status, 200);
    },
  };
}

function brokenOff(major: Major): Scenario {
  return {
    name: `a stream that dies says so, major ${major}`,
    assertions: 3,
    async run(hosts, check) {
      const wop = await hosts.at('production');
      const run = await wop.run(major);
      await run.gate();
      await run.emit(formOf(major, 'gate', { partial: true }));
      wop.pass(31_000);
      const { events } = (await run.get('/events/poll?timeout=5&afterSequence=2')).body;
      check.equal('it is told', events[0]?.type, 'vitrine.surface-broken-off');
      check.equal('it cannot be pressed', refusal(await run.press('gate', 'accept')), INVALID);
      check.equal('the run waits', await run.status(), 'waiting-approval');
    },
  };
}

export const ACTIONS: readonly Scenario[] = [
  ...([1, 2] as const).flatMap((major) => [confined, mapped, bound, typed, streamed, brokenOff].map((of) => of(major))),
  submitted,
];
