import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
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
import { mayAdvance, type OpenInterrupt, resumeProblem } from './resume-value.ts';
import { judgeSubmission, type SubmissionContext, type SubmissionOutcome } from './submission.ts';

const AT = '2026-11-15T10:00:00Z';
const OPTIONS = [
  { value: 'n', label: 'North' },
  { value: 's', label: 'South' },
];
const press = (id: string, target = 'resume'): JsonObject => ({
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
  ...['accept', 'reject', 'other'].map((id) => press(id)),
  press('talk', 'exchange'),
);
const interrupt = (kind: OpenInterrupt['kind'], more: Partial<OpenInterrupt> = {}): OpenInterrupt => ({
  kind,
  nodeId: 'gate',
  ...more,
});

function runOf(payload: JsonObject, more: JsonObject = {}): TestRun {
  const isFirst = 'surface' in payload;
  const run = new TestRun(isFirst ? RULES : RULES_2);
  const outcome = run.emit((isFirst ? envelope : envelope2)(payload, more));
  if (outcome.status !== 'accepted') throw new Error(JSON.stringify(outcome));
  return run;
}

function submit(
  run: TestRun,
  source: string,
  values: JsonObject,
  kind: OpenInterrupt['kind'] | OpenInterrupt = 'custom',
  context: Partial<SubmissionContext> = {},
): SubmissionOutcome {
  const [surfaceId = ''] = run.fold.surfaces.keys();
  const given = { surfaceId, sourceComponentId: source, values };
  const open = typeof kind === 'string' ? interrupt(kind) : kind;
  return judgeSubmission(given, { view: run.fold, interrupt: open, at: AT, ...context });
}

function said(outcome: SubmissionOutcome): Json {
  if (outcome.ok) return outcome.resumeValue;
  const [issue] = outcome.issues;
  return `${outcome.reason} ${issue?.code.replace('VITRINE_', '')} ${issue?.at}`;
}

describe('generation 1', () => {
  const run = runOf(FORM);
  const filled = { ship: 'Ida', from: '2026-02-28', pier: 'n', tug: false };

  test('[OA16] each kind of interrupt has its shape', () => {
    expect(said(submit(run, 'accept', filled, 'approval'))).toEqual({
      action: 'accept',
      decidedAt: AT,
      values: filled,
    });
    expect(said(submit(run, 'other', filled))).toEqual({ action: 'other', values: filled });
    const asked = interrupt('clarification', { questions: ['pier', 'ship'] });
    expect(said(submit(run, 'other', filled, asked))).toEqual({
      answers: [
        { id: 'pier', answer: 'n' },
        { id: 'ship', answer: 'Ida' },
      ],
    });
    expect(said(submit(run, 'talk', filled, 'conversation'))).toEqual({
      operation: 'exchange',
      turn: { content: { action: 'talk', values: filled } },
    });
  });

  test('[OA16] a target that the kind does not take, and a word that is no answer, are refused', () => {
    expect(said(submit(run, 'talk', filled))).toBe('validation_error EVENT_NAME /sourceComponentId');
    expect(said(submit(run, 'accept', filled, 'conversation'))).toBe('validation_error EVENT_NAME /sourceComponentId');
    expect(said(submit(run, 'other', filled, 'approval'))).toBe('validation_error EVENT_NAME /sourceComponentId');
    const few = interrupt('approval', { actions: ['reject'] });
    expect(said(submit(run, 'accept', filled, few))).toBe('validation_error EVENT_NAME /sourceComponentId');
    const asked = interrupt('clarification', { questions: ['from', 'unknown'] });
    expect(said(submit(run, 'other', filled, asked))).toBe('validation_error ASK_VALUE /values');
  });

  test('[OA16] approve and deny are words for accept and reject', () => {
    const words = runOf(payload1(press('approve'), press('deny')));
    expect(said(submit(words, 'approve', {}, 'approval'))).toEqual({ action: 'accept', decidedAt: AT });
    expect(said(submit(words, 'deny', {}, 'approval'))).toEqual({ action: 'reject', decidedAt: AT });
  });

  test('[OA17] a field named action cannot stand in for the button', () => {
    const entered = { ...filled, action: 'accept' };
    expect(said(submit(run, 'reject', entered, 'approval'))).toEqual({
      action: 'reject',
      decidedAt: AT,
      values: entered,
    });
    expect(said(submit(run, 'reject', entered))).toEqual({ action: 'reject', values: entered });
  });

  test('[OA15] what was not entered has its default', () => {
    expect(submit(run, 'other', { ship: 'Ida' })).toMatchObject({ ok: true, values: { ship: 'Ida', tug: true } });
  });

  test.each<[string, JsonObject, string]>([
    ['a field that must be filled is not', { from: '2026-01-01' }, 'EVENT_CHECK /values/ship'],
    ['a field that must be filled is emptied', { ship: '' }, 'EVENT_CHECK /values/ship'],
    ['an option is not offered', { ship: 'x', pier: 'w' }, 'WRITE_VALUE /values/pier'],
    ['a date does not exist', { ship: 'x', from: '2026-02-30' }, 'WRITE_VALUE /values/from'],
    ['a box is a text', { ship: 'x', tug: 'on' }, 'WRITE_VALUE /values/tug'],
    ['a text is a number', { ship: 4 }, 'WRITE_VALUE /values/ship'],
    ['there is no such field', { ship: 'x', hull: 1 }, 'WRITE_REFUSED /values/hull'],
    ['a button is written', { ship: 'x', accept: 1 }, 'WRITE_REFUSED /values/accept'],
    ['a name is inherited', { ship: 'x', toString: 'y' }, 'WRITE_REFUSED /values/toString'],
    ['a key is reserved', JSON.parse('{"ship": "x", "__proto__": {"a": 1}}') as JsonObject, 'NAME_RESERVED /values'],
  ])('[OA15] refused where %s', (_name, values, problem) => {
    expect(said(submit(run, 'other', values))).toBe(`validation_error ${problem}`);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a list', []],
    ['no button', { surfaceId: 'surface', values: {} }],
    ['a number for a surface', { surfaceId: 1, sourceComponentId: 'x' }],
    ['values that are a list', { surfaceId: 'surface', sourceComponentId: 'other', values: [] }],
    ['something more', { surfaceId: 'surface', sourceComponentId: 'other', target: 'https://x.example' }],
    ['another surface', { surfaceId: 'nowhere', sourceComponentId: 'other' }],
    ['a field for a button', { surfaceId: 'surface', sourceComponentId: 'ship' }],
    ['a button that is not there', { surfaceId: 'surface', sourceComponentId: 'gone' }],
  ])('[OA14] %s is refused', (_name, given) => {
    const outcome = judgeSubmission(given, { view: run.fold, interrupt: interrupt('custom'), at: AT });
    expect(outcome).toMatchObject({ ok: false, reason: 'validation_error' });
  });

  test('[OA14] the surface must be whole', () => {
    const part = runOf(FORM, { partial: true });
    expect(said(submit(part, 'other', { ship: 'x' }))).toBe('validation_error SURFACE_PARTIAL /surfaceId');
  });

  test('[OA14] judging a submission leaves the surface as it is', () => {
    const before = JSON.stringify(run.fold.snapshot());
    submit(run, 'other', filled);
    expect(JSON.stringify(run.fold.snapshot())).toBe(before);
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
  const run = runOf(FORM_2);

  test('[OA16] the context is what the surface says, with what was entered', () => {
    const context = { who: 'Bo', n: 12, fixed: 'x' };
    expect(said(submit(run, 'plain', { '/count': '12', '/name': 'Bo' }))).toEqual(context);
  });

  test('[OA17] a context that reads action from data does not name the button', () => {
    expect(said(submit(run, 'bound', { '/name': 'Accept' }, 'approval'))).toMatch(/EVENT_NAME/);
    expect(said(submit(run, 'bound', { '/name': 'Accept' }))).toEqual({ action: 'Accept' });
    const literal = runOf(
      payload2(create, put(press2('root', { name: 'resume', context: { action: 'reject' } }), text('w'))),
    );
    expect(said(submit(literal, 'root', {}, 'approval'))).toEqual({ action: 'reject', decidedAt: AT });
  });

  test('[OA16] a form that was converted from generation 1 resumes with what it would have', () => {
    const context = { action: 'accept', values: { path: '/values' } };
    const field = { id: 'f', component: 'TextField', label: 'Ship', value: { path: '/values/ship' } };
    const row = { id: 'root', component: 'Row', children: ['f', 'go'] };
    const converted = runOf(payload2(create, put(row, field, press2('go', { name: 'resume', context }), text('w'))));
    const values = { '/values/ship': 'Ida' };
    const answers = [{ id: 'ship', answer: 'Ida' }];
    expect(said(submit(converted, 'go', values, 'clarification'))).toEqual({ answers });
    expect(said(submit(converted, 'go', values, 'custom'))).toEqual({ action: 'accept', values: { ship: 'Ida' } });
  });

  test('[OA16] without a context all data are sent', () => {
    expect(said(submit(run, 'accept', { '/ok': true }, 'approval'))).toEqual({
      action: 'accept',
      decidedAt: AT,
      name: 'Ida',
      ok: true,
    });
    expect(said(submit(run, 'accept', { '/ok': true }))).toEqual({ name: 'Ida', ok: true });
    const list = runOf(payload2(create, put(press2('root', { name: 'resume' }), text('w')), set('/', ['a', 1])));
    expect(said(submit(list, 'root', {}))).toEqual(['a', 1]);
  });

  test('[OA16] what is submitted is told as it is, also where it looks like a finding of ours', () => {
    const context = { code: 'c', severity: 'error', message: 'm', problem: 'p', value: 1 };
    const odd = runOf(payload2(create, put(press2('root', { name: 'resume', context }), text('w'))));
    expect(said(submit(odd, 'root', {}))).toEqual(context);
    const turn = runOf(payload2(create, put(press2('root', { name: 'exchange', context }), text('w'))));
    expect(said(submit(turn, 'root', {}, 'conversation'))).toEqual({
      operation: 'exchange',
      turn: { content: context },
    });
  });

  test('[OA16] [OA17] a context says what its button does not, and nothing else than what it does', () => {
    const data = set('/', { word: 'accept', action: 'accept', answers: [{ id: 'q', answer: 'x' }] });
    const pressed = (id: string, event: JsonObject, kind: 'approval' | 'clarification' = 'approval') => {
      const row = { id: 'root', component: 'Row', children: [id] };
      return said(submit(runOf(payload2(create, put(row, press2(id, event), text('w')), data)), id, {}, kind));
    };
    const bound = { name: 'resume', context: { action: { path: '/word' }, note: 'n' } };
    expect(pressed('send', bound)).toEqual({ action: 'accept', decidedAt: AT, note: 'n' });
    const held = { action: 'accept', note: 'n' };
    expect(pressed('reject', bound)).toEqual({ action: 'reject', decidedAt: AT, values: held });
    expect(pressed('reject', { name: 'resume' })).toMatchObject({ action: 'reject', values: { word: 'accept' } });
    const answers = { name: 'resume', context: { answers: { path: '/answers' } } };
    expect(pressed('send', answers, 'clarification')).toEqual({ answers: [{ id: 'q', answer: 'x' }] });
  });

  test.each<[string, string, JsonObject, string]>([
    ['a button is not reachable', 'lost', {}, 'EVENT_SOURCE /sourceComponentId'],
    ['a text is pressed', 'w', {}, 'EVENT_SOURCE /sourceComponentId'],
    ['a field that must be filled is emptied', 'plain', { '/name': '' }, 'EVENT_CHECK /values/~1name'],
    ['the form is not the one that is wanted', 'plain', { '/name': 'ida' }, 'EVENT_CHECK /values/~1name'],
    ['a number is not whole', 'plain', { '/count': '-' }, 'EVENT_CHECK /values/~1count'],
    ['a number is none', 'plain', { '/count': 'x' }, 'WRITE_VALUE /values/~1count'],
    ['an option is not offered', 'plain', { '/pier': ['w'] }, 'WRITE_VALUE /values/~1pier'],
    ['two are chosen of one', 'plain', { '/pier': ['n', 's'] }, 'WRITE_VALUE /values/~1pier'],
    ['a date is none', 'plain', { '/when': 'soon' }, 'WRITE_VALUE /values/~1when'],
    ['a box is a text', 'plain', { '/ok': 'yes' }, 'WRITE_VALUE /values/~1ok'],
    ['nothing is bound there', 'plain', { '/secret': 1 }, 'WRITE_REFUSED /values/~1secret'],
    ['the whole model is written', 'plain', { '/': {} }, 'WRITE_REFUSED /values/~1'],
  ])('[OA15] refused where %s', (_name, source, values, problem) => {
    expect(said(submit(run, source, values))).toBe(`validation_error ${problem}`);
  });
});

describe('trust', () => {
  const untrusted = { meta: { source: 'ai-generation', ts: AT, contentTrust: 'untrusted' } };

  test('[OA18] a press on an untrusted surface advances no approval', () => {
    const run = runOf(payload1(press('accept'), press('talk', 'exchange')), untrusted);
    expect(said(submit(run, 'accept', {}, 'approval'))).toBe(
      'untrusted_content_blocks_approval ASK_UNTRUSTED /surfaceId',
    );
    expect(submit(run, 'accept', {})).toMatchObject({ ok: true, trust: 'untrusted' });
    expect(submit(run, 'talk', {}, 'conversation')).toMatchObject({ ok: true, trust: 'untrusted' });
  });

  test('[OA18] who may answer', () => {
    for (const who of ['surface', 'caller', 'person'] as const) {
      expect(mayAdvance('approval', false, who, true)).toBe(true);
      expect(mayAdvance('clarification', true, who, true)).toBe(true);
      expect(mayAdvance('approval', true, who, true)).toBe(false);
      expect(mayAdvance('approval', true, who, false)).toBe(who === 'person');
    }
  });
});

test.each<[OpenInterrupt, Json, boolean]>([
  [interrupt('approval'), { action: 'accept' }, true],
  [interrupt('approval'), { action: 'edit-accept', decidedAt: AT }, true],
  [interrupt('approval'), { action: 'approve' }, false],
  [interrupt('approval', { actions: ['reject'] }), { action: 'accept' }, false],
  [interrupt('approval'), 'accept', false],
  [interrupt('clarification'), { answers: [{ id: 'a', answer: null }] }, true],
  [interrupt('clarification', { questions: ['a'] }), { answers: [] }, false],
  [interrupt('clarification'), { answers: [{ id: 'a' }] }, false],
  [interrupt('clarification'), { a: 1 }, false],
  [interrupt('custom'), 7, true],
  [interrupt('conversation'), { turn: { content: 'x' } }, true],
])('[OA16] of a value that came without a surface: %j %j %s', (open, value, fits) => {
  expect(resumeProblem(value, open) === undefined).toBe(fits);
});
