import { StreamResponse, Task } from '@a2a-js/sdk';
import { describe, expect, it } from 'vitest';
import { readTask, readUpdate } from './agent-update.ts';

const message = (role: string, text: string, messageId = text) => ({ messageId, role, parts: [{ text }] });
const update = (json: object) => readUpdate(StreamResponse.fromJSON(json));

describe('what an agent answers', () => {
  it('[XC1] a message without a task is a whole answer', () => {
    const heard = update({ message: { ...message('ROLE_AGENT', 'Here.'), contextId: 'c' } });
    expect(heard).toMatchObject({ contextId: 'c', turn: 'done', messages: [{ texts: ['Here.'] }] });
    expect(heard).not.toHaveProperty('taskId');
  });

  it('[XC6] a task says again what its updates said, under the same keys, and nothing that the person said', () => {
    const status = { state: 'TASK_STATE_WORKING', message: message('ROLE_AGENT', 'first') };
    const [live] = update({ statusUpdate: { taskId: 't', contextId: 'c', status } }).messages;
    const whole = readTask(
      Task.fromJSON({
        id: 't',
        contextId: 'c',
        status: { state: 'TASK_STATE_COMPLETED', message: message('ROLE_AGENT', 'last') },
        history: [message('ROLE_USER', 'hello'), message('ROLE_AGENT', 'first')],
      }),
    );
    expect(whole).toMatchObject({ taskId: 't', contextId: 'c', turn: 'done' });
    expect(whole.messages.map(({ texts }) => texts)).toEqual([['first'], ['last']]);
    expect(whole.messages[0]?.key).toBe(live?.key);
  });

  it('[XC6] messages of one id and another content are others', () => {
    const said = ['one', 'two'].map(
      (text) => update({ message: message('ROLE_AGENT', text, 'same') }).messages[0]?.key,
    );
    expect(new Set(said).size).toBe(2);
  });

  it('[XC9] what is of no known kind says nothing', () => {
    expect(update({})).toEqual({ messages: [], artifacts: [] });
    const odd = { taskId: 't', contextId: '', status: { state: 'TASK_STATE_DANCING' } };
    expect(update({ statusUpdate: odd })).toEqual({ taskId: 't', messages: [], artifacts: [] });
    expect(update({ message: message('ROLE_AGENT', ' \n ') }).messages[0]?.texts).toEqual([]);
  });

  it('[XC11] words are cut at a length', () => {
    expect(update({ message: message('ROLE_AGENT', 'x'.repeat(300_000)) }).messages[0]?.texts[0]).toHaveLength(100_000);
  });
});
