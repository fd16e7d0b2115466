import { describe, expect, it } from 'vitest';
import { eventWords } from './event-words.ts';

describe('an event in words', () => {
  it.each([
    [{ userAction: { name: 'next', surfaceId: 's', sourceComponentId: 'b', context: {} } }, 'next on s/b'],
    [
      { version: 'v0.9', action: { name: 'book', surfaceId: 's', sourceComponentId: 'b', context: { guests: 2 } } },
      'book on s/b {"guests":2}',
    ],
    [{ version: 'v0.9', error: { code: 'X', message: 'No', surfaceId: 's' } }, 'error X: No'],
    [
      {
        vitrine: 1,
        body: [
          { event: 'join', viewer: 'v' },
          { event: 'answer', ask: 'q', value: true },
        ],
      },
      'v joins; answer to q: true',
    ],
    [
      {
        vitrine: 1,
        body: [
          { event: 'cancel', task: 't' },
          { event: 'leave', viewer: 'v' },
        ],
      },
      'cancel t; v leaves',
    ],
    [{ vitrine: 1, body: [{ event: 'say', text: 'hi' }] }, '{"event":"say","text":"hi"}'],
    [{ other: 1 }, '{"other":1}'],
  ])('%j', (event, words) => expect(eventWords(event)).toBe(words));
});
