import type { LogNode } from '@vitrine/log';
import { expect, test } from 'vitest';
import { CallLine, type CallSender } from './call-line.ts';
import type { CallReply, SessionCall, SessionCallAnswer } from './session-call.ts';

const call = (text: string, key?: string): SessionCall => ({
  call: 'messages',
  input: key === undefined ? { text } : { text, key },
});
const answer = (seq: number): SessionCallAnswer => ({ accepted: 1, seq, issues: [] });
const textOf = (one: SessionCall) => (one.call === 'presence' ? '' : one.input.text);

/** A line whose session another host writes until `holders` is empty, and what was done where. */
function lineWith(holders: string[], replies: (calls: readonly SessionCall[], holder: string) => readonly CallReply[]) {
  const done: string[] = [];
  let lookedAnew = 0;
  const sender: CallSender = {
    forward: async ({ node }, _session, calls) => {
      await undefined;
      const replied = replies(calls, node);
      done.push(`${node}: ${calls.map(textOf)}`);
      return replied;
    },
  };
  const leadership = {
    findHolder: async (isAnew: boolean): Promise<LogNode | undefined> => {
      if (isAnew) {
        lookedAnew++;
        holders.shift();
      }
      return holders[0] === undefined ? undefined : { node: holders[0], address: 'http://x' };
    },
    use: async <T>(work: () => T | Promise<T>): Promise<T> => work(),
  };
  const line = new CallLine('s', leadership, sender, () => undefined);
  const take = (one: SessionCall) =>
    line.take(one, async () => {
      done.push(`here: ${textOf(one)}`);
      return answer(0);
    });
  return { take, done, lookedAnew: () => lookedAnew };
}

test('calls that come while others are under way go together behind them, in their order', async () => {
  let seq = 0;
  const { take, done, lookedAnew } = lineWith(['other'], (calls) => calls.map(() => ({ answer: answer(++seq) })));
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((text) => take(call(text))));
  expect(answers.map((one) => one.seq)).toEqual([1, 2, 3, 4]);
  expect(done.join(' ')).toBe('other: a,b,c,d');
  expect(lookedAnew()).toBe(0);
});

test('a long call goes alone, and not more than a hundred at once', async () => {
  const { take, done } = lineWith(['other'], (calls) => calls.map(() => ({ answer: answer(1) })));
  const long = 'x'.repeat(1024 * 1024 + 1);
  await Promise.all([take(call('a')), take(call(long)), ...Array.from({ length: 150 }, () => take(call('b')))]);
  expect(done.map((one) => one.split(',').length)).toEqual([1, 1, 100, 50]);
});

test('what the other host did not do is done by the next, before what came later', async () => {
  let isFirst = true;
  const { take, done } = lineWith(['gone'], (calls) => {
    const replies = calls.map(
      (_, index): CallReply => (isFirst && index === 0 ? { answer: answer(7) } : { isDone: false }),
    );
    isFirst = false;
    return replies;
  });
  const answers = [take(call('a')), take(call('b')), take(call('c'))];
  expect((await Promise.all(answers)).map((one) => one.seq)).toEqual([7, 0, 0]);
  expect(done).toEqual(['gone: a,b,c', 'here: b', 'here: c']);
});

test('a call whose end nobody knows is made again under its key, and refused without one', async () => {
  const { take, done } = lineWith(['gone'], (calls) => calls.map(() => ({ isDone: 'unknown' })));
  const [plain, keyed] = await Promise.allSettled([take(call('plain')), take(call('keyed', 'k'))]);
  expect(plain).toMatchObject({ reason: { code: 'VITRINE_BUSY', message: expect.stringContaining('may be stored') } });
  expect(keyed).toMatchObject({ value: { seq: 0 } });
  expect(done).toEqual(['gone: plain,keyed', 'here: keyed']);
});

test('a refusal of the other host is that of the call; one that this host does not know says nothing', async () => {
  const refusal = { code: 'VITRINE_KEY_REUSED', message: 'Used.', details: { seq: 4 } };
  const { take } = lineWith(['other'], () => [{ refusal }, { refusal: { ...refusal, code: 'VITRINE_NEW' } }]);
  const [known, unknown] = await Promise.allSettled([take(call('a')), take(call('b'))]);
  expect(known).toMatchObject({ reason: { code: 'VITRINE_KEY_REUSED', status: 422, details: { seq: 4 } } });
  expect(unknown).toMatchObject({ reason: { code: 'VITRINE_HOST_FAILED' } });
});

test('a failure to find who writes it refuses what waits, and not what comes later', async () => {
  let isBroken = true;
  const leadership = {
    findHolder: async () => {
      if (isBroken) throw new Error('no database');
      return undefined;
    },
    use: async <T>(work: () => T | Promise<T>): Promise<T> => work(),
  };
  const line = new CallLine('s', leadership, { forward: async () => [] }, () => undefined);
  await expect(line.take(call('a'), async () => answer(1))).rejects.toThrow('no database');
  isBroken = false;
  expect(await line.take(call('b'), async () => answer(2))).toMatchObject({ seq: 2 });
});
