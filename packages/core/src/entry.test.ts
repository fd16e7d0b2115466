import { expect, test } from 'vitest';
import { mayDecline, type Want } from './entry.ts';

test.each<[Want, boolean]>([
  [{ kind: 'text' }, true],
  [{ kind: 'text', minLength: 0 }, true],
  [{ kind: 'text', minLength: 1 }, false],
  [{ kind: 'text', minLength: 3, required: false }, true],
  [{ kind: 'text', required: true }, false],
  [{ kind: 'number' }, true],
  [{ kind: 'number', required: true }, false],
  [{ kind: 'select', options: [], required: true }, false],
  [{ kind: 'date', required: true }, false],
  [{ kind: 'file' }, true],
  [{ kind: 'file', required: true }, false],
  [{ kind: 'confirm' }, false],
])('[AG23] %j may be declined: %s', (want, may) => {
  expect(mayDecline(want)).toBe(may);
});
