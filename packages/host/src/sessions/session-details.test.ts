import type { Entry, Op, ViewerEvent } from '@vitrine/core';
import { expect, test } from 'vitest';
import { detailsOfEntries } from './session-details.ts';

const entries = (...bodies: readonly (readonly (Op | ViewerEvent)[])[]) => bodies.map((body) => ({ body })) as Entry[];
const ask = (id: string): Op => ({ op: 'ask', ask: id, want: { kind: 'confirm' }, prompt: `${id}?` });

test('[HT66] A session waits while one of its questions is open, or its agent waits for input', () => {
  expect(detailsOfEntries(entries([ask('a')], [ask('b')]), false)).toEqual({ waiting: true, words: 'b?' });
  const answered: ViewerEvent = { event: 'answer', ask: 'a', value: true };
  expect(detailsOfEntries(entries([{ op: 'say', text: 'Hi' }], [ask('a')], [answered]), false)).toEqual({
    waiting: false,
    words: 'Hi',
  });
  expect(detailsOfEntries(entries([{ op: 'turn', state: 'input' }]), false)).toEqual({ waiting: true });
  for (const body of [[{ op: 'say', text: 'a?' }], [ask('a')]] as const) {
    const elsewhere = [{ body, trust: 'untrusted' }] as unknown as readonly Entry[];
    expect(detailsOfEntries(elsewhere, false)).toMatchObject({ words: 'a?', wordsTrust: 'untrusted' });
  }
  expect(
    detailsOfEntries(entries([{ op: 'turn', state: 'input' }], [{ op: 'turn', state: 'working' }]), false),
  ).toEqual({ waiting: false });
  expect(detailsOfEntries(entries([ask('a')]), true).waiting).toBe(false);
  expect(detailsOfEntries(entries([{ op: 'say', text: 'x'.repeat(1000) }]), false).words).toHaveLength(200);
});
