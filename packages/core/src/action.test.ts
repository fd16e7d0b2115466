import { describe, expect, it } from 'vitest';
import { createStage } from '../test/stage.ts';
import { dispatchAction, readAction } from './action.ts';
import { Scope } from './binding.ts';
import type { Action } from './entry.ts';
import type { Json, JsonObject } from './json.ts';
import { watch } from './reactive.ts';

function stand(data: JsonObject = {}, at: readonly string[] = [], index?: number) {
  const stage = createStage();
  stage.set('/', data);
  const scope = new Scope(stage.surface, stage.fold.env, at, index);
  return { stage, press: (action: Json) => dispatchAction(readAction(action) as Action, scope) };
}

describe('actions', () => {
  it('[AC1] the context of an event is evaluated when it is dispatched, over the data of that moment', () => {
    const { stage, press } = stand({ name: 'Ada', list: [1] });
    const action = {
      event: {
        name: 'save',
        context: { name: { path: '/name' }, all: { path: '/list' }, n: 1, o: { x: { path: '/name' } } },
      },
    };
    stage.set('/name', 'Grace');
    const sent = press(action);
    stage.set('/name', 'late');
    stage.must({ op: 'append', surface: 's', path: '/list', value: [2] });
    expect(sent).toEqual({
      kind: 'event',
      name: 'save',
      context: { name: 'Grace', all: [1], n: 1, o: { x: 'Grace' } },
      issues: [],
    });
    expect(press({ event: { name: 'bare' } })).toEqual({ kind: 'event', name: 'bare', context: {}, issues: [] });
  });

  it('[AC1] what is sent shares nothing with the data', () => {
    const { stage, press } = stand({ list: [{ n: 1 }] });
    const sent = press({ event: { name: 'a', context: { list: { path: '/list' } } } });
    if (sent.kind === 'event') (sent.context.list as { n: number }[])[0] = { n: 9 };
    expect(stage.surface.data.get('/list/0/n')).toBe(1);
  });

  it('[AC2] what fails in a context value is reported and sent as null', () => {
    const { press, stage } = stand();
    const sent = press({
      event: {
        name: 'a',
        context: { f: { call: 'fails' }, u: { call: 'none' }, m: { path: '/none' }, p: { call: 'remote' }, ok: 1 },
      },
    });
    expect(sent).toMatchObject({ kind: 'event', context: { f: null, u: null, m: null, p: null, ok: 1 } });
    expect(sent.issues.map(({ code }) => code)).toEqual(['VITRINE_FUNCTION_FAILED', 'VITRINE_FUNCTION_UNKNOWN']);
    expect(stage.reported).toEqual([]);
  });

  it('[AC3] a call runs once, as a gesture, and sends no event', () => {
    const { press } = stand({ url: 'https://a.example' });
    expect(press({ functionCall: { call: 'visit', args: { url: { path: '/url' } } } })).toEqual({
      kind: 'call',
      name: 'visit',
      effects: [{ kind: 'open-url', url: 'https://a.example' }],
      issues: [],
    });
    expect(press({ functionCall: { call: 'fails' } })).toMatchObject({
      kind: 'call',
      effects: [],
      issues: [{ code: 'VITRINE_FUNCTION_FAILED' }],
    });
  });

  it('[AC4] the context of an event cannot act', () => {
    const { press } = stand();
    const sent = press({ event: { name: 'a', context: { x: { call: 'visit', args: { url: 'https://a.example' } } } } });
    expect(sent).toMatchObject({ kind: 'event', context: { x: null }, issues: [{ code: 'VITRINE_FUNCTION_CALLER' }] });
  });

  it('[AC5] every accepted spelling is read, an event before a call', () => {
    expect(readAction({ event: { name: 'a' } })).toEqual({ event: { name: 'a' } });
    expect(readAction({ name: 'a', context: { x: 1 } })).toEqual({ event: { name: 'a', context: { x: 1 } } });
    expect(readAction({ functionCall: { call: 'f' } })).toEqual({ functionCall: { call: 'f' } });
    expect(readAction({ call: 'f', args: {} })).toEqual({ functionCall: { call: 'f', args: {} } });
    expect(readAction({ event: { name: 'a' }, functionCall: { call: 'f' } })).toEqual({ event: { name: 'a' } });
    expect(readAction({ event: { name: 'a', context: 'x' } })).toEqual({ event: { name: 'a' } });
    for (const none of [
      undefined,
      null,
      'x',
      [],
      {},
      { event: {} },
      { event: { name: 5 } },
      { functionCall: 'f' },
      { functionCall: {} },
    ]) {
      expect(readAction(none as Json)).toBeUndefined();
    }
  });

  it('[AC6] the message of an event is evaluated to text', () => {
    const { press } = stand({ n: 3 });
    const message = { call: 'formatString', args: { value: 'I chose ${/n}' } };
    expect(press({ event: { name: 'a', message } })).toMatchObject({ message: 'I chose 3' });
    expect(press({ event: { name: 'a', message: { path: '/n' } } })).toMatchObject({ message: '3' });
  });

  it('[AC7] relative paths and @index are those of the item', () => {
    const { press } = stand({ people: [{ name: 'Ada' }, { name: 'Lin' }] }, ['people', '1'], 1);
    expect(press({ event: { name: 'a', context: { name: { path: 'name' }, at: { call: '@index' } } } })).toMatchObject({
      context: { name: 'Lin', at: 1 },
    });
  });

  it('[AC8] pressing does not change what others observe', () => {
    const { stage, press } = stand({ n: 1 });
    let runs = 0;
    watch(() => {
      runs++;
      stage.surface.data.get('/n');
    });
    press({ event: { name: 'a', context: { n: { path: '/n' } } } });
    expect(runs).toBe(1);
  });
});
