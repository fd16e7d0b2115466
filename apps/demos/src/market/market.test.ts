import { describe, expect, it } from 'vitest';
import { Stage } from '../../test/stage.ts';
import { readDemoEvents } from '../demo-events.ts';
import { marketDemo } from './market.ts';

const open = () => new Stage(marketDemo);
const press = (stage: ReturnType<typeof open>, name: string) =>
  stage.hear({ kind: 'action', surface: 'market', name, context: { action: name } });

function search(stage: ReturnType<typeof open>): void {
  expect(press(stage, 'search')).toBe(true);
  stage.answer('harbours');
  while (marketDemo.pause?.(stage.state) !== undefined) stage.tick();
}

const order = {
  kind: 'action',
  surface: 'order',
  name: 'submit',
  context: { offer: 'Bird calls, labelled', copies: 3 },
};

describe('the market demo', () => {
  it('asks, searches with progress, shows what it found, and buys what is confirmed', () => {
    const stage = open();
    search(stage);
    expect(stage.fold.tasks.size).toBe(0);
    expect([...stage.fold.surfaces.keys()].sort()).toEqual(['demand', 'market', 'offers', 'order', 'way']);
    expect(stage.hear(order as never)).toBe(true);
    expect([...stage.fold.asks.values()]).toMatchObject([{ severity: 'warning', want: { kind: 'confirm' } }]);
    stage.answer(true);
    expect(stage.state.phase).toBe('bought');
    expect([...stage.fold.surfaces.keys()]).toContain('sample');
    expect(stage.toasts.at(-1)).toContain('3 × Bird calls, labelled');
    expect(press(stage, 'restart')).toBe(true);
    expect([...stage.fold.surfaces.keys()].sort()).toEqual(['market', 'way']);
  });

  it('buys nothing that is not confirmed', () => {
    const stage = open();
    search(stage);
    stage.hear(order as never);
    stage.answer(false);
    expect(stage.state.phase).toBe('choosing');
    expect(stage.toasts.at(-1)).toContain('Nothing was bought');
    expect(stage.hear(order as never)).toBe(true);
  });

  it('goes back to the order when nobody confirms it in time', () => {
    const stage = open();
    search(stage);
    stage.hear(order as never);
    const [ask] = stage.fold.asks.keys();
    const end = (code: string, at: string) =>
      readDemoEvents({ jsonrpc: '2.0', id: null, error: { data: { code, at } } });
    const [over] = end('VITRINE_ASK_LAPSED', `/asks/${ask}`);
    expect(over).toEqual({ kind: 'answer', ask, value: null });
    expect(stage.hear(over as never)).toBe(true);
    expect(stage.state.phase).toBe('choosing');
    expect([end('VITRINE_RATE', `/asks/${ask}`), end('VITRINE_ASK_LAPSED', '/surfaces/x')]).toEqual([[], []]);
  });

  it('stops when its search is cancelled, and goes on where it was when it is only interrupted', () => {
    const stage = open();
    press(stage, 'search');
    stage.answer('harbours');
    stage.tick();
    expect(marketDemo.resume(stage.data())).toMatchObject({ phase: 'searching', progress: 10, query: 'harbours' });
    stage.cancel();
    expect([stage.fold.tasks.size, stage.state.phase]).toEqual([0, 'welcome']);
  });

  it('takes presses, answers and orders only where they belong', () => {
    const stage = open();
    expect(press(stage, 'restart')).toBe(false);
    expect(stage.hear(order as never)).toBe(false);
    expect(stage.hear({ kind: 'answer', ask: 'what-1', value: 'x' })).toBe(false);
    expect(stage.hear({ kind: 'cancel', task: 'search-1' })).toBe(false);
    search(stage);
    expect(stage.hear({ ...order, context: { offer: 'none' } } as never)).toBe(false);
  });

  it('hears what AgentChains tells', () => {
    const tell = (method: string, params: object) => readDemoEvents({ jsonrpc: '2.0', method, params } as never);
    expect(tell('user.approve', { request_id: 'k', approved: true })).toEqual([
      { kind: 'answer', ask: 'k', value: true },
    ]);
    expect(tell('user.respond', { request_id: 'r', value: 'x' })).toEqual([{ kind: 'answer', ask: 'r', value: 'x' }]);
    expect(tell('user.respond', { request_id: 'r', value: null })).toEqual([{ kind: 'answer', ask: 'r', value: null }]);
    expect(tell('user.cancel', { task_id: 't' })).toEqual([{ kind: 'cancel', task: 't' }]);
    expect(tell('user.respond', { request_id: 'market', value: { action: 'search' } })).toEqual([
      { kind: 'action', surface: 'market', name: 'search', context: { action: 'search' } },
    ]);
    expect(tell('a2ui.init', {})).toEqual([]);
  });
});
