import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('[OS2] settings are read from JSON, and what is not said stays as it is', () => {
  expect(
    readSettings({
      2: { kinds: { 'ui.a2ui-surface': 1 }, strictness: 'strict' },
      envelopesPerTurn: 5,
      taintedApprovals: 'nobody',
    }),
  ).toEqual({
    majors: {
      1: { kinds: { 'ui.a2ui-surface': 1 }, strictness: 'warn' },
      2: { kinds: { 'ui.a2ui-surface': 1 }, strictness: 'strict' },
    },
    envelopesPerTurn: 5,
    taintedApprovals: 'nobody',
  });
  expect(readSettings({ 1: { kinds: {} } }).majors?.[1].kinds).toEqual({});
});

test.each([
  [[]],
  [{ seams: true }],
  [{ 3: {} }],
  [{ 1: { kinds: { 'ui.a2ui-surface': 2 } } }],
  [{ 2: { kinds: { 'vendor.acme.chart': 1 } } }],
  [{ 2: { strictness: 'lax' } }],
  [{ 2: { floor: 1 } }],
  [{ 2: 'x' }],
  [{ envelopesPerTurn: 0 }],
  [{ taintedApprovals: 'anybody' }],
])('[OS2] %j is refused: what is not rendered cannot be advertised, and nothing is guessed', (value) => {
  expect(() => readSettings(value as never)).toThrow(RangeError);
});
