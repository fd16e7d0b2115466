import { expect, test } from 'vitest';
import { AgentchainsError } from './errors.ts';
import { errorText, readFrame, resultText } from './json-rpc.ts';

const first = (text: string) => readFrame(text, 60).messages[0];

test.each<[string, string, number, string | undefined]>([
  ['{', 'RPC-22 what is no JSON', -32700, 'null'],
  ['', 'nothing', -32700, 'null'],
  ['[]', 'an empty batch', -32600, 'null'],
  ['1', 'a number', -32600, 'null'],
  ['"x"', 'a text', -32600, 'null'],
  ['null', 'null', -32600, 'null'],
  ['{}', 'an empty object', -32600, undefined],
  ['{"jsonrpc":"2.0","id":3}', 'no method', -32600, '3'],
  ['{"jsonrpc":"2.0","method":7,"id":3}', 'a method that is no text', -32600, '3'],
  ['{"method":"ping","id":4}', 'no version', -32600, '4'],
  ['{"jsonrpc":"1.0","method":"ping","id":4}', 'another version', -32600, '4'],
  ['{"jsonrpc":2,"method":"ping","id":4}', 'a version that is a number', -32600, '4'],
  ['{"jsonrpc":"2.0","method":"ping","params":[1],"id":5}', 'params as a list', -32602, '5'],
  ['{"jsonrpc":"2.0","method":"ping","params":"x","id":5}', 'params as a text', -32602, '5'],
  [`{"jsonrpc":"2.0","method":"ping","id":"${'x'.repeat(2000)}"}`, 'an id without measure', -32600, 'null'],
])('[AF8] %s is refused: %s', (text, _what, code, id) => {
  const message = first(text);
  expect(message).toMatchObject({ kind: 'wrong', error: { code } });
  expect(message).toHaveProperty('id', id ?? 'null');
});

test('[AF9] params that are wrong in a notification stay unanswered', () => {
  expect(first('{"jsonrpc":"2.0","method":"ping","params":[1]}')).not.toHaveProperty('id');
});

test('[AF8] nesting without measure is no JSON or no id, and never throws', () => {
  for (const depth of [10_000, 400_000]) {
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(first(`{"jsonrpc":"2.0","method":"ping","id":${deep}}`)).toMatchObject({ kind: 'wrong', id: 'null' });
  }
});

test.each(['null', '"1"', '1', '1.5', 'true', '[1,"a"]', '{"a":{"b":null}}'])(
  '[AF9] RPC-27 RPC-28 the id %s is kept as it is',
  (id) => {
    expect(first(`{"jsonrpc":"2.0","method":"ping","id":${id}}`)).toEqual({
      kind: 'call',
      call: { method: 'ping', params: {}, id },
    });
  },
);

test('[AF9] a message without id is a notification, and params may be left out or null', () => {
  const call = { kind: 'call', call: { method: 'ping', params: {} } };
  expect(first('{"jsonrpc":"2.0","method":"ping"}')).toEqual(call);
  expect(first('{"jsonrpc":"2.0","method":"ping","params":null}')).toEqual(call);
});

test('[AF9] an answer to something that was never asked wants none', () => {
  expect(first('{"jsonrpc":"2.0","id":1,"result":{}}')).toEqual({ kind: 'answer' });
  expect(first('{"jsonrpc":"2.0","id":1,"error":{}}')).toEqual({ kind: 'answer' });
});

test('[AF9] a batch is read one by one, and refused as one when it is too long', () => {
  const ping = '{"jsonrpc":"2.0","method":"ping","id":1}';
  expect(readFrame(`[${ping},1,${ping}]`, 3)).toMatchObject({
    isBatch: true,
    messages: [{ kind: 'call' }, { kind: 'wrong', error: { code: -32600 } }, { kind: 'call' }],
  });
  expect(readFrame(`[${ping},${ping},${ping},${ping}]`, 3)).toMatchObject({
    isBatch: false,
    messages: [{ kind: 'wrong', error: { code: -32600 }, id: 'null' }],
  });
});

test('[AF9] RPC-25 RPC-26 answers have the envelope and nothing more', () => {
  expect(resultText('"a"', { ok: true })).toBe('{"jsonrpc":"2.0","id":"a","result":{"ok":true}}');
  expect(errorText('null', new AgentchainsError('parse'))).toBe(
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
  );
});
