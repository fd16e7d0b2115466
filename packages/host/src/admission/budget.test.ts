import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { EvaluationBudget, type Issue, type Json, type JsonObject } from '@vitrine/core/internal';
import { dialectById } from '@vitrine/dialects';
import { describe, expect, test } from 'vitest';
import { button, column, label, NOW, press, Stage, said } from '../../test/admission-stage.ts';
import { type Act, GROWING_ACTS, HONEST_ACTS, REPEATED_PATTERNS, STALLING_ACTS } from '../../test/hostile-acts.ts';
import { openBench } from '../../test/sessions.ts';
import { admitSteps } from './admit.ts';

const MIB = 1024 * 1024;

/** Shows what the agent shows, does what the viewer does, and measures what the log holds of it. */
async function done(act: Act) {
  const bench = await openBench();
  const session = await bench.open({ dialect: 'vitrine' });
  for (const value of act.shown)
    expect(await session.ingestMessages({ text: { value } })).toMatchObject({ accepted: 1 });
  const after = session.head;
  const dialect = act.dialect === undefined ? undefined : dialectById(act.dialect);
  const answer = await session.ingestEvents({
    text: { value: act.sent },
    viewer: 'v',
    ...(dialect === undefined ? {} : { dialect }),
  });
  let stored = 0;
  for await (const entry of bench.log.read(session.id, after)) stored += Buffer.byteLength(JSON.stringify(entry));
  return { answer, stored };
}

const codesOf = (issues: readonly Issue[]): readonly string[] => issues.map(({ code }) => code);

describe('an act that would make too much', () => {
  test.each(GROWING_ACTS)('[AD30] $name: is refused by name, and nothing is stored', async (act) => {
    const { answer, stored } = await done(act);
    expect(codesOf(answer.issues)).toEqual(['VITRINE_LIMIT_EVALUATION']);
    expect(answer.issues[0]).toMatchObject({ fault: 'viewer', severity: 'error' });
    expect([answer.accepted, stored]).toEqual([0, 0]);
  });
});

describe('a call of many messages', () => {
  test('[AD32] shares the bytes of one: what is over is refused by name, what fits is taken', async () => {
    const bench = await openBench();
    const session = await bench.open({ dialect: 'vitrine' });
    const context = Object.fromEntries(Array.from({ length: 3 }, (_, i) => [`k${i}`, { path: '/a' }]));
    const action = { event: { name: 'buy', context } };
    const components = [
      { id: 'root', type: 'Button', props: { child: 'l', action } },
      { id: 'l', type: 'Text', props: { text: 'Buy' } },
    ];
    const data = { a: 'x'.repeat(100_000) };
    const open = { op: 'open', surface: 's', catalog: basic09.id, root: 'root', components, data };
    expect(await session.ingestMessages({ text: { value: { vitrine: 1, body: [open] } as never } })).toMatchObject({
      accepted: 1,
    });
    const press = {
      vitrine: 1,
      body: [{ event: 'action', surface: 's', source: 'root', name: 'buy', context: {}, checked: false }],
    };
    const call = { text: { value: Array(20).fill(press) as never }, viewer: 'v' };
    const answer = await session.ingestEvents(call);
    expect([answer.accepted, answer.issues[0]?.message]).toEqual([3, expect.stringContaining('bytes')]);
    expect(new Set(codesOf(answer.issues))).toEqual(new Set(['VITRINE_LIMIT_EVALUATION']));
    expect((await session.ingestEvents(call)).accepted).toBe(3);
  });
});

describe('an act that would take too long', () => {
  test.each(STALLING_ACTS)('[AD31] $name: is refused by name', async (act) => {
    const { answer, stored } = await done(act);
    expect(codesOf(answer.issues)).toEqual(['VITRINE_LIMIT_EVALUATION']);
    expect([answer.accepted, stored]).toEqual([0, 0]);
  });
});

describe('an honest act', () => {
  test.each(HONEST_ACTS)('[AD31] $name: is admitted', async (act) => {
    const { answer, stored } = await done(act);
    expect(answer).toMatchObject({ accepted: 1 });
    expect(codesOf(answer.issues).filter((code) => code.includes('LIMIT'))).toEqual([]);
    expect(stored).toBeLessThan(MIB + 64 * 1024);
  });
});

describe('what is counted', () => {
  const stage = (act: Act): Stage => new Stage().do(...bodyOf(act.shown[0] as JsonObject));
  const bodyOf = (message: JsonObject) => message.body as never[];
  const judge = (act: Act, budget: EvaluationBudget) =>
    stage(act).admit(bodyOf(act.sent as JsonObject), { budget, ...writesOf(act.sent as JsonObject) });
  const writesOf = ({ writes }: JsonObject) => (writes === undefined ? {} : { writes: writes as never[] });
  const limits = new Stage().fold.limits;

  test('[AD31] the same pattern over the same text is one run of it', () => {
    const budget = new EvaluationBudget(limits);
    judge(REPEATED_PATTERNS, budget);
    // A step for each character, and the calls.
    expect(budget.steps).toBeGreaterThan(MIB - 2);
    expect(budget.steps).toBeLessThan(MIB + 3000 * 200);
  });

  test('[AD31] nothing goes on far behind the last step', () => {
    for (const act of [...GROWING_ACTS, ...STALLING_ACTS].filter(({ dialect }) => dialect === undefined)) {
      const budget = new EvaluationBudget(limits);
      const { steps, bytes } = ((_) => budget)(judge(act, budget));
      expect([act.name, steps < 2 * limits.evaluationSteps, bytes]).toEqual([act.name, true, 0]);
    }
  });

  test('[SE90] a long context is judged a member a step', () => {
    const context = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, { path: `/k${i}` }]));
    const pressed = new Stage().show([column('root', 'buy'), button('buy', 'buy', context), label]);
    const steps = admitSteps(pressed.fold, {
      ...{ events: [press('buy', 'buy')], dialect: 'vitrine', viewer: 'v', mode: 'enforce', now: NOW },
    });
    let count = 0;
    let next = steps.next();
    for (; next.done !== true; next = steps.next()) count++;
    expect([next.value.ok, count > 2000]).toEqual([true, true]);
  });

  test('[AD30] a budget that is spent at one state is spent at the next', () => {
    const budget = new EvaluationBudget(limits);
    budget.work(limits.evaluationSteps + 1);
    const admission = new Stage()
      .show([column('root', 'buy'), button('buy', 'buy'), label])
      .admit(press('buy', 'buy'), { budget });
    expect(said(admission)).toEqual(['refused', 'LIMIT_EVALUATION']);
  });

  test('[AD30] a host that only reports refuses it too', () => {
    const act = GROWING_ACTS[0] as Act;
    const admission = stage(act).admit(bodyOf(act.sent as JsonObject), { mode: 'report' });
    expect(said(admission)).toEqual(['refused', 'LIMIT_EVALUATION']);
  });

  test('[AD31] an answer is judged within the budget, its options included', () => {
    const options = Array.from({ length: 4000 }, (_, i) => ({ label: `o${i}`, value: { i } }));
    const asked = new Stage().ask({ kind: 'select', options, multiple: true } as never);
    const answer = (value: Json) => asked.admit({ event: 'answer', ask: 'q', value } as never);
    expect(said(answer(options.map(({ value }) => value)))).toEqual(['refused', 'LIMIT_EVALUATION']);
    expect(said(answer([{ i: 1 }, { i: 2 }, { i: 3999 }]))).toEqual(['checked']);
    const costly = new Stage().ask({ kind: 'text', pattern: '(a|b)*a(a|b){400}c' } as never);
    const text = Array.from({ length: 300_000 }, (_, i) => ((i * i * 7 + i) % 11 < 5 ? 'a' : 'b')).join('');
    expect(said(costly.admit({ event: 'answer', ask: 'q', value: text } as never))).toEqual([
      'refused',
      'LIMIT_EVALUATION',
    ]);
  });
});
