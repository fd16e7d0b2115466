import { describe, expect, it } from 'vitest';
import { Exchange } from './exchange.ts';
import type { Heard } from './heard.ts';
import { RemoteError } from './remote-error.ts';
import { REMOTE_LIMITS } from './remote-limits.ts';

const working: Heard = { taskId: 't', turn: 'working', said: [], artifacts: [] };
const ended: Heard = { taskId: 't', turn: 'done', said: [], artifacts: [] };

/** An agent that tells where a task stands, and streams as said. */
function agentThat(tells: Heard[], follow: () => AsyncGenerator<Heard>) {
  let asked = 0;
  const remote = {
    limits: REMOTE_LIMITS,
    identity: { host: 'agent.example', cardUrl: '', agent: '', claimedName: '' },
    task: () => Promise.resolve(tells[asked++] ?? working),
    follow,
    cancel: () => Promise.resolve(),
  };
  const heard: Heard[] = [];
  const exchange = new Exchange(
    {
      remote,
      hear: async (one) => void heard.push(one),
      wait: () => Promise.resolve(),
      later: () => () => undefined,
      signal: new AbortController().signal,
    },
    't',
  );
  return { exchange, heard, count: () => asked };
}

// biome-ignore lint/correctness/useYield: it has nothing to tell.
async function* refusing(): AsyncGenerator<Heard> {
  throw new RemoteError('refused', 'streaming is not supported');
}

describe('an exchange', () => {
  it('[XC6] with an agent that has no streams asks for the task until it has ended', async () => {
    const { exchange, count } = agentThat([...Array(20).fill(working), ended], refusing);
    await exchange.run();
    expect(exchange.turn).toBe('done');
    expect(count()).toBe(21);
  });

  it('[XC6] whose streams break without news is given up', async () => {
    const { exchange, count } = agentThat([], async function* () {
      yield working;
    });
    await expect(exchange.run()).rejects.toMatchObject({ reason: 'silence' });
    expect(count()).toBe(REMOTE_LIMITS.resubscribes + 1);
  });
});
