import type { Json, JsonObject } from '@vitrine/core';
import type { FacePorts, Outcome } from '@vitrine/core/internal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  create,
  envelope,
  envelope2,
  payload1,
  payload2,
  put,
  RULES,
  RULES_2,
  set,
  TestRun,
  text,
} from '../../test/envelopes.ts';
import { openPort } from '../../test/stage.ts';
import type { Interrupt } from '../interrupts/interrupt.ts';
import { mayAdvance, resumeProblem, resumeValueOf, type SubmittedAction } from '../interrupts/resume-value.ts';
import { judgeSubmission } from './submission.ts';

const AT = '2026-11-15T10:00:00Z';
const OPTIONS = [
  { value: 'n', label: 'North' },
  { value: 's', label: 'South' },
];
const button = (id: string, target = 'resume'): JsonObject => ({
  component: 'action.button',
  id,
  label: id,
  action: { target },
});
const FORM = payload1(
  { component: 'field.text', id: 'ship', label: 'Ship', required: true },
  { component: 'field.date', id: 'from', label: 'From' },
  { component: 'field.select', id: 'pier', label: 'Pier', options: OPTIONS },
  { component: 'field.checkbox', id: 'tug', label: 'Tug', default: true },
  { component: 'field.text', id: 'action', label: 'What now?' },
  ...['accept', 'reject', 'other'].map((id) => button(id)),
  button('talk', 'exchange'),
);
type Asked = Pick<Interrupt, 'kind' | 'data'>;
const interrupt = (kind: string, data: JsonObject = {}): Asked => ({ kind, data });
const asking = (...ids: readonly string[]): Asked =>
  interrupt('clarification', { questions: ids.map((id) => ({ id, question: id })) });

let host: { stop(patienceMs: number): Promise<void> };
let port: FacePorts;

beforeAll(async () => {
  ({ host, port } = await openPort());
});
afterAll(() => host.stop(1000));

/** A session of a real host that shows what an envelope says. */
async function shown(payload: JsonObject, more: JsonObject = {}): Promise<string> {
  const isFirst = 'surface' in payload;
  const outcome = new TestRun(isFirst ? RULES : RULES_2).emit((isFirst ? envelope : envelope2)(payload, more));
  if (outcome.status !== 'accepted') throw new Error(JSON.stringify(outcome));
  return (await port.sessions.open({ agent: 'dev', entries: [outcome.entry] })).session;
}

async function press(session: string, source: string, values: JsonObject = {}): Promise<Outcome<SubmittedAction>> {
  const view = await port.sessions.view(session);
  const [surfaceId = ''] = view.surfaces.keys();
  return judgeSubmission(port, session, view, { surfaceId, sourceComponentId: source, values });
}

/** What resumes an interrupt, or the code of what is wrong. */
async function submit(
  session: Promise<string> | string,
  source: string,
  values: JsonObject,
  kind: string | Asked = 'custom',
): Promise<Json> {
  const pressed = await press(await session, source, values);
  if (!pressed.ok) return pressed.issues.map(({ code }) => code.replace('VITRINE_', '')).join();
  const resumed = resumeValueOf(pressed.value, typeof kind === 'string' ? interrupt(kind) : kind, AT);
  return 'value' in resumed ? resumed.value : resumed.problem;
}

describe('generation 1', () => {
  let run = '';
  beforeAll(async () => {
    run = await shown(FORM);
  });
  const filled = { ship: 'Ida', from: '2026-02-28', pier: 'n', tug: false };

  test('[OA16] each kind of interrupt has its shape', async () => {
    expect(await submit(run, 'accept', filled, 'approval')).toEqual({
      action: 'accept',
      decidedAt: AT,
      values: filled,
    });
    expect(await submit(run, 'other', filled)).toEqual({ action: 'other', values: filled });
    const asked = asking('pier', 'ship');
    expect(await submit(run, 'other', filled, asked)).toEqual({
      answers: [
        { id: 'pier', answer: 'n' },
        { id: 'ship', answer: 'Ida' },
      ],
    });
    expect(await submit(run, 'talk', filled, 'conversation.exchange')).toEqual({
      operation: 'exchange',
      turn: { content: { action: 'talk', values: filled } },
    });
  });

  test('[OA16] a target that the kind does not take, and a word that is no answer, are refused', async () => {
    expect(await submit(run, 'talk', filled)).toMatch(/takes no exchange/);
    expect(await submit(run, 'accept', filled, 'conversation.exchange')).toMatch(/takes no resume/);
    expect(await submit(run, 'other', filled, 'approval')).toMatch(/"other" is no answer/);
    const few = interrupt('approval', { actions: ['reject'] });
    expect(await submit(run, 'accept', filled, few)).toMatch(/it takes reject/);
    const asked = asking('from', 'unknown');
    expect(await submit(run, 'other', filled, asked)).toMatch(/"unknown" is not answered/);
  });

  test('[OA16] approve and deny are words for accept and reject', async () => {
    const words = shown(payload1(button('approve'), button('deny')));
    expect(await submit(words, 'approve', {}, 'approval')).toEqual({ action: 'accept', decidedAt: AT });
    expect(await submit(words, 'deny', {}, 'approval')).toEqual({ action: 'reject', decidedAt: AT });
  });

  test('[OA17] a field named action cannot stand in for the button', async () => {
    const entered = { ...filled, action: 'accept' };
    expect(await submit(run, 'reject', entered, 'approval')).toEqual({
      action: 'reject',
      decidedAt: AT,
      values: entered,
    });
    expect(await submit(run, 'reject', entered)).toEqual({ action: 'reject', values: entered });
  });

  test('[OA15] what was not entered has its default', async () => {
    expect(await submit(run, 'other', { ship: 'Ida' })).toEqual({
      action: 'other',
      values: { ship: 'Ida', tug: true },
    });
  });

  test.each<[string, JsonObject, string]>([
    ['a field that must be filled is not', { from: '2026-01-01' }, 'EVENT_CHECK'],
    ['a field that must be filled is emptied', { ship: '' }, 'EVENT_CHECK'],
    ['an option is not offered', { ship: 'x', pier: 'w' }, 'WRITE_VALUE'],
    ['a date does not exist', { ship: 'x', from: '2026-02-30' }, 'WRITE_VALUE'],
    ['a box is a text', { ship: 'x', tug: 'on' }, 'WRITE_VALUE'],
    ['a text is a number', { ship: 4 }, 'WRITE_VALUE'],
    ['there is no such field', { ship: 'x', hull: 1 }, 'WRITE_REFUSED'],
    ['a button is written', { ship: 'x', accept: 1 }, 'WRITE_REFUSED'],
    ['a name is inherited', { ship: 'x', toString: 'y' }, 'WRITE_REFUSED'],
    ['a key is reserved', JSON.parse('{"ship": "x", "__proto__": {"a": 1}}') as JsonObject, 'POINTER_RESERVED'],
  ])('[OA15] refused where %s', async (_name, values, problem) => {
    expect(await submit(run, 'other', values)).toBe(problem);
  });

  test('[OA14] a surface that is not shown, and a field in the place of a button, are refused', async () => {
    expect(await submit(run, 'ship', { ship: 'x' })).toBe('EVENT_SOURCE');
    expect(await submit(run, 'gone', { ship: 'x' })).toBe('EVENT_SOURCE');
    const elsewhere = { surfaceId: 'nowhere', sourceComponentId: 'other' };
    const view = await port.sessions.view(run);
    expect(await judgeSubmission(port, run, view, elsewhere)).toMatchObject({
      ...{ ok: false, issues: [{ code: 'VITRINE_SURFACE_UNKNOWN' }] },
    });
  });

  test('[OA14] the surface must be whole', async () => {
    const part = shown(FORM, { partial: true });
    expect(await submit(part, 'other', { ship: 'x' })).toBe('SURFACE_PARTIAL');
  });

  test('[OA14] judging a submission leaves the surface as it is', async () => {
    const state = async () => JSON.stringify((await port.sessions.view(run)).surfaces.get('surface')?.data.snapshot());
    const before = await state();
    expect(await submit(run, 'other', filled)).toMatchObject({ values: filled });
    expect(await state()).toBe(before);
  });
});

describe('generation 2', () => {
  const required = (path: string): Json => [
    { message: 'Fill it.', condition: { call: 'required', args: { value: { path } } } },
  ];
  const press2 = (id: string, event: JsonObject): JsonObject => ({
    id,
    component: 'Button',
    child: 'w',
    action: { event },
  });
  const FORM_2 = payload2(
    create,
    put(
      {
        id: 'root',
        component: 'Column',
        children: ['name', 'count', 'pier', 'when', 'ok', 'plain', 'bound', 'accept'],
      },
      {
        id: 'name',
        component: 'TextField',
        label: 'Name',
        value: { path: '/name' },
        checks: required('/name'),
        validationRegexp: '^[A-Z]',
      },
      { id: 'count', component: 'TextField', label: 'n', value: { path: '/count' }, variant: 'number' },
      { id: 'pier', component: 'ChoicePicker', label: 'Pier', options: OPTIONS, value: { path: '/pier' } },
      { id: 'when', component: 'DateTimeInput', label: 'When', value: { path: '/when' }, enableDate: true },
      { id: 'ok', component: 'CheckBox', label: 'Ok', value: { path: '/ok' } },
      text('w'),
      press2('plain', { name: 'resume', context: { who: { path: '/name' }, n: { path: '/count' }, fixed: 'x' } }),
      press2('bound', { name: 'resume', context: { action: { path: '/name' } } }),
      press2('accept', { name: 'resume' }),
      press2('lost', { name: 'resume' }),
    ),
    set('/name', 'Ida'),
  );
  let run = '';
  beforeAll(async () => {
    run = await shown(FORM_2);
  });

  test('[OA16] the context is what the surface says, with what was entered', async () => {
    const context = { who: 'Bo', n: 12, fixed: 'x' };
    expect(await submit(run, 'plain', { '/count': '12', '/name': 'Bo' })).toEqual(context);
  });

  test('[OA17] a context that reads action from data does not name the button', async () => {
    expect(await submit(run, 'bound', { '/name': 'Accept' }, 'approval')).toMatch(/is no answer/);
    expect(await submit(run, 'bound', { '/name': 'Accept' })).toEqual({ action: 'Accept' });
    const literal = shown(
      payload2(create, put(press2('root', { name: 'resume', context: { action: 'reject' } }), text('w'))),
    );
    expect(await submit(literal, 'root', {}, 'approval')).toEqual({ action: 'reject', decidedAt: AT });
  });

  test('[OA16] a form that was converted from generation 1 resumes with what it would have', async () => {
    const context = { action: 'accept', values: { path: '/values' } };
    const field = { id: 'f', component: 'TextField', label: 'Ship', value: { path: '/values/ship' } };
    const row = { id: 'root', component: 'Row', children: ['f', 'go'] };
    const converted = shown(payload2(create, put(row, field, press2('go', { name: 'resume', context }), text('w'))));
    const values = { '/values/ship': 'Ida' };
    const answers = [{ id: 'ship', answer: 'Ida' }];
    expect(await submit(converted, 'go', values, 'clarification')).toEqual({ answers });
    expect(await submit(converted, 'go', values, 'custom')).toEqual({ action: 'accept', values: { ship: 'Ida' } });
  });

  test('[OA16] without a context all data are sent', async () => {
    expect(await submit(run, 'accept', { '/ok': true }, 'approval')).toEqual({
      action: 'accept',
      decidedAt: AT,
      name: 'Ida',
      ok: true,
    });
    expect(await submit(run, 'accept', { '/ok': true })).toEqual({ name: 'Ida', ok: true });
    const list = shown(payload2(create, put(press2('root', { name: 'resume' }), text('w')), set('/', ['a', 1])));
    expect(await submit(list, 'root', {})).toEqual(['a', 1]);
  });

  test('[OA16] what is submitted is told as it is, also where it looks like a finding of ours', async () => {
    const context = { code: 'c', severity: 'error', message: 'm', problem: 'p', value: 1 };
    const odd = shown(payload2(create, put(press2('root', { name: 'resume', context }), text('w'))));
    expect(await submit(odd, 'root', {})).toEqual(context);
    const turn = shown(payload2(create, put(press2('root', { name: 'exchange', context }), text('w'))));
    expect(await submit(turn, 'root', {}, 'conversation.exchange')).toEqual({
      operation: 'exchange',
      turn: { content: context },
    });
  });

  test('[OA16] [OA17] a context says what its button does not, and nothing else than what it does', async () => {
    const data = set('/', { word: 'accept', action: 'accept', answers: [{ id: 'q', answer: 'x' }] });
    const pressed = (id: string, event: JsonObject, kind: 'approval' | 'clarification' = 'approval') => {
      const row = { id: 'root', component: 'Row', children: [id] };
      return submit(shown(payload2(create, put(row, press2(id, event), text('w')), data)), id, {}, kind);
    };
    const bound = { name: 'resume', context: { action: { path: '/word' }, note: 'n' } };
    expect(await pressed('send', bound)).toEqual({ action: 'accept', decidedAt: AT, note: 'n' });
    const held = { action: 'accept', note: 'n' };
    expect(await pressed('reject', bound)).toEqual({ action: 'reject', decidedAt: AT, values: held });
    expect(await pressed('reject', { name: 'resume' })).toMatchObject({ action: 'reject', values: { word: 'accept' } });
    const answers = { name: 'resume', context: { answers: { path: '/answers' } } };
    expect(await pressed('send', answers, 'clarification')).toEqual({ answers: [{ id: 'q', answer: 'x' }] });
  });

  test.each<[string, string, JsonObject, string]>([
    ['a button is not reachable', 'lost', {}, 'EVENT_SOURCE'],
    ['a text is pressed', 'w', {}, 'EVENT_SOURCE'],
    ['a field that must be filled is emptied', 'plain', { '/name': '' }, 'EVENT_CHECK'],
    ['the form is not the one that is wanted', 'plain', { '/name': 'ida' }, 'EVENT_CHECK'],
    ['a number is not whole', 'plain', { '/count': '-' }, 'EVENT_CHECK'],
    ['a number is none', 'plain', { '/count': 'x' }, 'WRITE_VALUE'],
    ['an option is not offered', 'plain', { '/pier': ['w'] }, 'WRITE_VALUE'],
    ['two are chosen of one', 'plain', { '/pier': ['n', 's'] }, 'WRITE_VALUE'],
    ['a date is none', 'plain', { '/when': 'soon' }, 'WRITE_VALUE'],
    ['a box is a text', 'plain', { '/ok': 'yes' }, 'WRITE_VALUE'],
    ['nothing is bound there', 'plain', { '/secret': 1 }, 'WRITE_REFUSED'],
    ['the whole model is written', 'plain', { '/': {} }, 'WRITE_REFUSED'],
  ])('[OA15] refused where %s', async (_name, source, values, problem) => {
    expect(await submit(run, source, values)).toBe(problem);
  });
});

describe('trust', () => {
  test('[OA18] who may answer', () => {
    for (const who of ['surface', 'caller', 'person'] as const) {
      expect(mayAdvance('approval', false, who, true)).toBe(true);
      expect(mayAdvance('clarification', true, who, true)).toBe(true);
      expect(mayAdvance('approval', true, who, true)).toBe(false);
      expect(mayAdvance('approval', true, who, false)).toBe(who === 'person');
    }
  });
});

test.each<[Asked, Json, boolean]>([
  [interrupt('approval'), { action: 'accept' }, true],
  [interrupt('approval'), { action: 'edit-accept', decidedAt: AT }, true],
  [interrupt('approval'), { action: 'approve' }, false],
  [interrupt('approval', { actions: ['reject'] }), { action: 'accept' }, false],
  [interrupt('approval'), 'accept', false],
  [interrupt('clarification'), { answers: [{ id: 'a', answer: null }] }, true],
  [asking('a'), { answers: [] }, false],
  [interrupt('clarification'), { answers: [{ id: 'a' }] }, false],
  [interrupt('clarification'), { a: 1 }, false],
  [interrupt('custom'), 7, true],
  [interrupt('conversation.exchange'), { turn: { content: 'x' } }, true],
])('[OA16] of a value that came without a surface: %j %j %s', (open, value, fits) => {
  expect(resumeProblem(value, open) === undefined).toBe(fits);
});
