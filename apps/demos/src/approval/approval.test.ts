import { describe, expect, it } from 'vitest';
import { Stage } from '../../test/stage.ts';
import { approvalDemo } from './approval.ts';

const open = () => new Stage(approvalDemo);

describe('the approval demo', () => {
  it('asks, rolls out with progress, and tells the result', () => {
    const stage = open();
    stage.press('start');
    expect([...stage.fold.asks.values()]).toMatchObject([{ severity: 'critical', want: { kind: 'confirm' } }]);
    expect(approvalDemo.pause?.(stage.state)).toBeUndefined();
    stage.answer(true);
    const [task] = stage.fold.tasks.values();
    expect(task).toMatchObject({ value: 0, total: 100 });
    while (approvalDemo.pause?.(stage.state) !== undefined) stage.tick();
    expect(stage.fold.tasks.size).toBe(0);
    expect(stage.text()).toContain('2.14 is live');
    expect(stage.toasts).toEqual(['2.14 is live.']);
    expect([...stage.buttons().keys()].sort()).toEqual(['again', 'undo']);
    stage.press('again');
    expect(stage.text()).toContain('Release 2.14 of the shop');
  });

  it('does nothing when it is denied or taken back', () => {
    const stage = open();
    stage.press('start');
    stage.answer(false);
    expect(stage.state.phase).toBe('plan');
    stage.press('start');
    stage.press('withdraw');
    expect([stage.fold.asks.size, stage.state.phase]).toEqual([0, 'plan']);
  });

  it('stops when its task is cancelled, and goes on where it was when it is only interrupted', () => {
    const stage = open();
    stage.press('start');
    stage.answer(true);
    for (let i = 0; i < 5; i++) stage.tick();
    expect(approvalDemo.resume(stage.data())).toEqual({ phase: 'deploying', progress: 20, run: 2 });
    stage.cancel();
    expect(stage.fold.tasks.size).toBe(0);
    expect(stage.text()).toContain('2.14 is not live');
    stage.press('again');
  });

  it('notes what people want changed', () => {
    const stage = open();
    stage.press('comment');
    stage.answer('Wait until Monday.');
    expect(stage.text()).toContain('Remark: Wait until Monday.');
    stage.press('comment');
    stage.answer('');
    expect(stage.toasts.at(-1)).toBe('Nothing was noted.');
  });

  it('rolls back only after a second question', () => {
    const stage = open();
    stage.press('start');
    stage.answer(true);
    while (approvalDemo.pause?.(stage.state) !== undefined) stage.tick();
    stage.press('undo');
    stage.press('withdraw');
    stage.press('undo');
    stage.answer(false);
    expect(stage.text()).toContain('2.14 is live');
    stage.press('undo');
    stage.answer(true);
    expect(stage.text()).toContain('2.14 is not live');
  });

  it('takes answers, cancellations and presses only where they belong', () => {
    const stage = open();
    expect(stage.hear({ kind: 'answer', ask: 'release-1', value: true })).toBe(false);
    expect(stage.hear({ kind: 'answer', ask: 'other', value: true })).toBe(false);
    expect(stage.hear({ kind: 'cancel', task: 'rollout-1' })).toBe(false);
    expect(stage.hear({ kind: 'action', surface: 'plan', name: 'undo', context: {} })).toBe(false);
  });
});
