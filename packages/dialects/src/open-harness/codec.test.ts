import { Catalogs, drawText, Fold, type Json, Tree } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convert } from '../convert.ts';
import { DIALECTS, detect, dialectById } from '../detect.ts';
import { Intake } from '../intake.ts';
import { openHarness } from './codec.ts';

const signal = (name: string, payload: Json, id = name): Json => ({
  id,
  name,
  payload,
  timestamp: '2026-01-15T10:00:00.000Z',
});
const fold = (): Fold => new Fold({ catalogs: new Catalogs([basic09]) });

describe('the dialect open-harness', () => {
  it('[HD1] it is recognised by the structure of a signal, of either generation', () => {
    expect(detect(signal('text:delta', {}))).toBe(openHarness);
    expect(detect({ id: 'e', name: 'text:delta', payload: {}, timestamp: 1768471200000 })).toBe(openHarness);
    expect(dialectById('open-harness')).toBe(openHarness);
  });

  it('[HD1] signals become one surface', () => {
    const state = fold();
    const intake = new Intake(state, { dialects: DIALECTS });
    const receipts = [
      signal('workflow:start', {}),
      signal('text:delta', { content: 'Hi' }),
      signal('text:delta', { content: ' you' }),
    ].map((one) => intake.message(one));
    expect(receipts.map(({ ok }) => ok)).toEqual([true, true, true]);
    const surface = state.surfaces.get('main');
    expect(surface === undefined ? '' : drawText(new Tree(surface, state))).toContain('Hi you');
  });

  it('[HD2] a signal that nothing shows is a warning, and the next is read', () => {
    const intake = new Intake(fold(), { dialects: DIALECTS });
    const unmapped = intake.message(signal('state:x:changed', {}));
    expect(unmapped).toMatchObject({ ok: true, issues: [{ code: 'VITRINE_SIGNAL_UNMAPPED', severity: 'warning' }] });
    expect(unmapped.entry).toBeUndefined();
    expect(intake.message(signal('text:delta', { content: 'x' })).ok).toBe(true);
  });

  it('[HD2] a signal that adds nothing is taken without a word', () => {
    const intake = new Intake(fold(), { dialects: DIALECTS });
    intake.message(signal('tool:call', { id: 't', name: 'search', input: 'x' }));
    for (const idle of [
      signal('input:received', { id: 'nobody', value: 'yes' }),
      signal('input:requested', {}),
      signal('text:delta', { content: '' }),
    ]) {
      const { ok, issues, entry } = intake.message(idle);
      expect([ok, issues, entry]).toEqual([true, [], undefined]);
    }
  });

  it('[HD4] an answer is as the later core reads it: an event with a UUID, and the value as a text', () => {
    const at = '2026-01-15T10:00:00.000Z';
    const received = (value: Json) => openHarness.encodeEvent({ event: 'answer', ask: 'q', value }, fold(), at).wire[0];
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    for (const [value, payload] of [
      [true, { id: 'q', value: 'yes', approved: true }],
      [false, { id: 'q', value: 'no', approved: false }],
      ['red', { id: 'q', value: 'red' }],
      [['red', 'blue'], { id: 'q', value: 'red, blue' }],
      [7, { id: 'q', value: '7' }],
      [null, { id: 'q', value: '' }],
    ] as const) {
      expect(received(value)).toMatchObject({ id: expect.stringMatching(uuid), payload, timestamp: at });
      expect((received(value) as { payload: object }).payload).toEqual(payload);
    }
    expect(received(true)).toEqual(received(true));
    expect((received(true) as { id: string }).id).not.toBe((received(false) as { id: string }).id);
  });

  it('[HD4] and reads back as the answer that it was', () => {
    const state = fold();
    state.accept({ body: [{ op: 'ask', ask: 'q', want: { kind: 'confirm' }, prompt: 'Deploy?' }] });
    state.accept({ body: [{ op: 'ask', ask: 'w', want: { kind: 'text' }, prompt: 'Why?' }] });
    const read = (payload: Json) => openHarness.decode(signal('input:received', payload), state, 'viewer');
    for (const [payload, value] of [
      [{ id: 'q', value: 'yes' }, true],
      [{ id: 'q', value: 'no' }, false],
      [{ id: 'q', value: 'no', approved: true }, true],
      [{ id: 'w', value: 'yes' }, 'yes'],
    ] as const)
      expect(read(payload)).toMatchObject({ ok: true, value: { body: [{ event: 'answer', value }] } });
  });

  it('[HD1] it converts into the other dialects without a loss of text', () => {
    for (const id of ['a2ui-0.8', 'a2ui-0.9', 'a2ui-1.0', 'agentchains', 'vitrine']) {
      const to = dialectById(id);
      if (to === undefined) throw new Error(id);
      const { messages, issues } = convert([signal('text:complete', { content: 'kept words' })], to);
      expect(issues).toEqual([]);
      expect(JSON.stringify(messages)).toContain('kept words');
    }
  });

  it('[HD3] what a person did is signals', () => {
    const at = '2026-01-15T10:00:00.000Z';
    const names = (event: Parameters<typeof openHarness.encodeEvent>[0]) =>
      openHarness.encodeEvent(event, fold(), at).wire.map((wire) => (wire as { name: string }).name);
    const action = { event: 'action', surface: 's', source: 'b', name: 'go!', context: {}, checked: true } as const;
    expect(names(action)).toEqual(['user:action', 'user:action:go_']);
    expect(names({ event: 'say', text: 'hello' })).toEqual(['user:text']);
    expect(names({ event: 'answer', ask: 'q', value: true })).toEqual(['input:received']);
    expect(openHarness.encodeEvent({ event: 'leave', viewer: 'v' }, fold(), at)).toMatchObject({
      wire: [],
      losses: [{}],
    });
  });

  it('[HD3] a person who speaks signals is heard', () => {
    const decode = (name: string, payload: Json) => openHarness.decode(signal(name, payload), fold(), 'viewer');
    expect(decode('user:text', { content: 'hi' })).toMatchObject({
      ok: true,
      value: { body: [{ event: 'say', text: 'hi' }] },
    });
    expect(decode('input:received', { id: 'q', approved: false })).toMatchObject({
      value: { body: [{ event: 'answer', ask: 'q', value: false }] },
    });
    expect(decode('user:action', { name: 'go', surfaceId: 's', sourceComponentId: 'b' })).toMatchObject({ ok: true });
    for (const [name, payload] of [
      ['user:action', {}],
      ['user:text', {}],
      ['text:delta', { content: 'x' }],
      ['user:text', 1],
    ] as const)
      expect(decode(name, payload)).toMatchObject({ ok: false });
  });

  it('[HD2] no message throws', () => {
    const names = fc.constantFrom(
      'workflow:start',
      'text:delta',
      'tool:call',
      'tool:result',
      'input:requested',
      'harness:end',
      'x',
    );
    const wire = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          id: fc.jsonValue(),
          name: names,
          payload: fc.jsonValue(),
          timestamp: fc.oneof(fc.string(), fc.double()),
          source: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    );
    const intake = new Intake(fold(), { dialects: [openHarness] });
    fc.assert(
      fc.property(wire, (message) => {
        const { ok, issues } = intake.message(message as Json);
        expect(ok || issues.length > 0).toBe(true);
      }),
    );
  });
});
