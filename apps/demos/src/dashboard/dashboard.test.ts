import { describe, expect, it } from 'vitest';
import { Stage } from '../../test/stage.ts';
import { dashboardDemo } from './dashboard.ts';

const open = () => new Stage(dashboardDemo);

describe('the dashboard demo', () => {
  it('moves numbers, list and text second by second, and bounds them', () => {
    const stage = open();
    const before = stage.text();
    for (let i = 0; i < 200; i++) stage.tick();
    expect(stage.text()).not.toBe(before);
    expect(stage.state.n).toBe(220);
    expect(stage.state.orders).toHaveLength(6);
    expect(stage.state.rates).toHaveLength(20);
    const notes = stage.data().get('dashboard')?.notes;
    expect(String(notes).length).toBeGreaterThan(5);
    expect(String(notes).length).toBeLessThan(600);
  });

  it('writes the same seconds again after it was stopped', () => {
    const [one, two] = [open(), open()];
    for (let i = 0; i < 9; i++) one.tick();
    for (let i = 0; i < 4; i++) two.tick();
    const resumed = dashboardDemo.resume(two.data());
    expect(resumed).toEqual(two.state);
    for (let i = 0; i < 5; i++) two.tick();
    expect(two.state).toEqual(one.state);
  });

  it('pauses and starts, as the person saw it', () => {
    const stage = open();
    expect(dashboardDemo.pause?.(stage.state)).toBe(1000);
    stage.press('toggle');
    expect(dashboardDemo.pause?.(stage.state)).toBeUndefined();
    expect(stage.text()).toContain('Start');
    // A second person who still saw it run wanted it to stop as well.
    stage.hear({ kind: 'action', surface: 'dashboard', name: 'toggle', context: { running: true } });
    expect(stage.state.running).toBe(false);
    stage.press('toggle');
    expect(stage.text()).toContain('Pause');
  });

  it('says what was done apart from the sentence that it is in', () => {
    const stage = open();
    for (let i = 0; i < 3; i++) stage.tick();
    const before = String(stage.data().get('dashboard')?.notes);
    stage.press('rush');
    expect(stage.data().get('dashboard')).toMatchObject({ notes: before, news: 'The newsletter is on its way.' });
    stage.tick();
    expect(String(stage.data().get('dashboard')?.notes).startsWith(before)).toBe(true);
  });

  it('has a rush that ends', () => {
    const stage = open();
    stage.tick();
    const calm = stage.state.rates.at(-1) ?? 0;
    stage.press('rush');
    stage.tick();
    expect(stage.state.rates.at(-1)).toBeGreaterThan(calm + 40);
    for (let i = 0; i < 25; i++) stage.tick();
    expect(stage.state.rates.at(-1)).toBeLessThan(80);
  });

  it('shows an order and refunds it once', () => {
    const stage = open();
    expect(stage.buttons().has('refund')).toBe(false);
    stage.choose('look', { id: stage.state.orders[0]?.id ?? '' });
    expect(stage.text()).toContain(`Order ${stage.state.chosen}`);
    stage.press('refund');
    expect(stage.text()).toContain('refunded');
    expect(stage.buttons().has('refund')).toBe(false);
    expect(stage.hear({ kind: 'action', surface: 'dashboard', name: 'refund', context: { id: 'R-1' } })).toBe(false);
    stage.hear({ kind: 'action', surface: 'dashboard', name: 'look', context: { id: ['x'] } });
    expect(stage.text()).toContain('No order chosen');
  });

  it('can be cleared', () => {
    const stage = open();
    stage.press('clear');
    expect(stage.state).toMatchObject({ orders: [], revenue: 0 });
    stage.tick();
  });
});
