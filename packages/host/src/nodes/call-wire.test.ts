import { vitrine } from '@vitrine/dialects';
import { expect, test } from 'vitest';
import type { CallReply, SessionCall } from '../sessions/session-call.ts';
import { MAX_CALL_BYTES, readCalls, readReplies, writeCalls, writeReplies } from './call-wire.ts';

const sent = (calls: readonly SessionCall[]) => ({ session: 's', from: 'n', calls });

test('calls arrive as they were sent, in their order, whatever their texts hold', async () => {
  const calls: SessionCall[] = [
    { call: 'messages', input: { text: '{"a":"\n\u{1f600}"}\n{"b":2}', key: 'k', trust: 'untrusted' } },
    { call: 'messages', input: { text: '' } },
    { call: 'messages', input: { text: { value: [{ a: '\ud800' }, 'b'] }, length: 12, dialect: vitrine } },
    { call: 'presence', event: { event: 'leave', viewer: 'v' } },
    {
      call: 'events',
      input: {
        ...{ text: '[]', viewer: 'v', basis: 3, confirmed: 2, writes: [{ surface: 's', path: '/a', value: 1 }] },
        elsewhere: { ranges: [{ from: 1, to: 3 }], confirmed: 2, hello: { viewer: 'v', locale: 'de' } },
      },
    },
  ];
  expect(await readCalls((await writeCalls(sent(calls))) ?? '')).toEqual(sent(calls));
});

test('what only its caller can use does not travel', async () => {
  const input = { text: '[]', viewer: 'v', made: { bytes: 1 }, confirm: () => undefined, commit: () => undefined };
  const body = await writeCalls(sent([{ call: 'events', input }]));
  expect(await readCalls(body ?? '')).toEqual(sent([{ call: 'events', input: { text: '[]', viewer: 'v' } }]));
});

test('calls that are too long are not written', async () => {
  expect(await writeCalls(sent([{ call: 'messages', input: { text: 'x'.repeat(MAX_CALL_BYTES) } }]))).toBeUndefined();
});

test.each([
  ['nothing', ''],
  ['no line', '{"session":"s","from":"n","calls":[]}'],
  ['no JSON', 'session\n'],
  ['no session', '{"from":"n","calls":[]}\n'],
  ['a call of another version', '{"session":"s","from":"n","calls":[{"call":"close","chars":0}]}\n'],
  [
    'a dialect of another version',
    '{"session":"s","from":"n","calls":[{"call":"messages","input":{"dialect":"x"}}]}\n',
  ],
  ['a length below zero', '{"session":"s","from":"n","calls":[{"call":"messages","input":{},"chars":-1}]}\n'],
  [
    'less than it says',
    '{"session":"s","from":"n","calls":[{"call":"messages","input":{},"isText":true,"chars":9}]}\nx',
  ],
  ['more than it says', '{"session":"s","from":"n","calls":[]}\nx'],
  ['a value that is none', '{"session":"s","from":"n","calls":[{"call":"messages","input":{},"chars":1}]}\n{'],
  ['events of nobody', '{"session":"s","from":"n","calls":[{"call":"events","input":{},"isText":true}]}\n'],
])('%s is not read', async (_, body) => {
  expect(await readCalls(body)).toBeUndefined();
});

test('replies arrive as they were, one for each call', async () => {
  const replies: CallReply[] = [
    { answer: { accepted: 1, seq: 2, issues: [], seqs: [undefined, 2], dialect: 'a2ui-0.9', confirmed: 1 } },
    { refusal: { code: 'VITRINE_RATE', message: 'Wait.', details: { retryAfter: 1 } } },
    { isDone: false },
    { isDone: 'unknown' },
  ];
  expect(await readReplies(writeReplies(replies), 4)).toEqual(replies);
});

test('a reply that is missing or cannot be read leaves open what became of its call', async () => {
  for (const text of ['', '{}', '[1]', '[{}]']) expect(await readReplies(text, 1)).toEqual([{ isDone: 'unknown' }]);
});
