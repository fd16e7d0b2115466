import { Catalogs, drawText, Fold, type Json, Tree } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convert } from '../convert.ts';
import { detect, dialectById } from '../detect.ts';
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
    const intake = new Intake(state);
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
    const intake = new Intake(fold());
    expect(intake.message(signal('state:x:changed', {}))).toMatchObject({
      ok: false,
      issues: [{ code: 'VITRINE_SIGNAL_UNMAPPED', severity: 'warning' }],
    });
    expect(intake.message(signal('text:delta', { content: 'x' })).ok).toBe(true);
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
    const intake = new Intake(fold(), { dialect: openHarness });
    fc.assert(
      fc.property(wire, (message) => {
        const { ok, issues } = intake.message(message as Json);
        expect(ok || issues.length > 0).toBe(true);
      }),
    );
  });
});
