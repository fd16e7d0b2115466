import { expect, test } from 'vitest';
import { createSecrets, readSecrets } from './redact.ts';

test('[SE38] a file names secrets, or they are numbered', () => {
  expect(readSecrets('# mine\n\nplain-secret\nstripe = sk_live_123456\na=b=c-123\n')).toEqual([
    { id: 'secret-1', value: 'plain-secret' },
    { id: 'stripe', value: 'sk_live_123456' },
    { id: 'secret-3', value: 'a=b=c-123' },
  ]);
  expect(() => readSecrets('x = abc')).toThrow(RangeError);
});

test('[SE38] each is replaced by its own marker, the longest first, in keys too, and counted', () => {
  const secrets = createSecrets([
    { id: 'short', value: 'abcdef' },
    { id: 'long', value: 'abcdefghij' },
  ]);
  const value = { t: 'abcdefghij and abcdef', abcdef: ['abcdef', 7, null], safe: { x: 'y' } };
  const { value: hidden, count } = secrets.counted(value);
  expect(hidden).toEqual({
    t: '[REDACTED:long] and [REDACTED:short]',
    '[REDACTED:short]': ['[REDACTED:short]', 7, null],
    safe: { x: 'y' },
  });
  expect(count).toBe(4);
  expect((hidden as typeof value).safe).toBe(value.safe);
});

test('[SE38] more can be named later; what is too short or has no name is refused', () => {
  const secrets = createSecrets();
  const value = { t: 'later-secret' };
  expect(secrets.redact(value)).toBe(value);
  secrets.add({ id: 'l', value: 'later-secret' });
  expect([secrets.size, secrets.redact(value)]).toEqual([1, { t: '[REDACTED:l]' }]);
  secrets.add({ id: 'again', value: 'later-secret' });
  expect([secrets.size, secrets.redact('later-secret')]).toEqual([1, '[REDACTED:again]']);
  expect(() => secrets.add('abc')).toThrow(RangeError);
  expect(() => secrets.add({ id: 'no name', value: 'abcdefgh' })).toThrow(RangeError);
});

test('[SE38] what is kept stays JSON, and is as it came where it holds none', () => {
  const { redact } = createSecrets([
    { id: 'pin', value: '482913' },
    { id: 'odd', value: 'qu"ote\\99xx' },
  ]);
  const kept = { a: 1, bytes: 1482913, text: 'x qu"ote\\99xx' };
  expect(redact(kept)).toEqual({ a: 1, bytes: '1[REDACTED:pin]', text: 'x [REDACTED:odd]' });
  const plain = { a: 1 };
  expect(redact(plain)).toBe(plain);
  expect(redact('no JSON: 482913')).toBe('no JSON: [REDACTED:pin]');
});
