import { RemoteError } from '@vitrine/face-kit';
import { describe, expect, it } from 'vitest';
import type { AgentUpdate } from './agent-update.ts';
import { type ExchangeOptions, RemoteExchange } from './exchange.ts';
import type { RemoteAgent } from './remote-agent.ts';
import { REMOTE_LIMITS } from './remote-limits.ts';

const working: AgentUpdate = { taskId: 't', turn: 'working', messages: [], artifacts: [] };
const ended: AgentUpdate = { taskId: 't', turn: 'done', messages: [], artifacts: [] };

/** An agent that tells where a task stands, and streams as said. */
function agentThat(tells: AgentUpdate[], follow: () => AsyncGenerator<AgentUpdate>) {
  let asked = 0;
  const remote: ExchangeOptions['remote'] & { task: RemoteAgent['task'] } = {
    limits: REMOTE_LIMITS,
    identity: { host: 'agent.example', cardUrl: '', agent: '', claimedName: '' },
    task: () => Promise.resolve(tells[asked++] ?? working),
    follow,
    cancel: () => Promise.resolve(),
  };
  const heard: AgentUpdate[] = [];
  /** The clocks that run. */
  const clocks = new Map<() => void, number>();
  const exchange = new RemoteExchange(
    {
      remote,
      hear: async (one) => void heard.push(one),
      wait: () => Promise.resolve(),
      setTimer: (ms, run) => {
        clocks.set(run, ms);
        return () => void clocks.delete(run);
      },
      signal: new AbortController().signal,
    },
    't',
  );
  return { exchange, remote, heard, clocks, count: () => asked };
}

// biome-ignore lint/correctness/useYield: it has nothing to tell.
async function* refusing(): AsyncGenerator<AgentUpdate> {
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

  it('[XC15] is timed from its beginning, and so is the first that comes of it', async () => {
    const { exchange, clocks } = agentThat([], refusing);
    const { answerMs, taskMs } = REMOTE_LIMITS;
    expect([...clocks.values()]).toEqual([taskMs]);
    const silent = async function* (): AsyncGenerator<AgentUpdate> {
      await new Promise((_resolve, reject) => {
        exchange.signal.addEventListener('abort', () => reject(new Error('cut')));
      });
      yield working;
    };
    const first = exchange.first(silent());
    expect([...clocks.values()]).toEqual([taskMs, answerMs]);
    for (const [run, ms] of clocks) if (ms === answerMs) run();
    await expect(first).rejects.toMatchObject({ reason: 'silence' });
    expect(clocks.size).toBe(0);
  });

  it('[XC15] that has begun is not bound by the time for its beginning', async () => {
    const { exchange, clocks } = agentThat([], refusing);
    const updates = (async function* (): AsyncGenerator<AgentUpdate> {
      yield working;
      yield ended;
    })();
    expect(await exchange.first(updates)).toBe(working);
    expect([...clocks.values()]).toEqual([REMOTE_LIMITS.taskMs]);
    await exchange.run(updates);
    expect([exchange.turn, clocks.size]).toEqual(['done', 0]);
  });

  it('[XC15] with an agent that does not end its answer about a task asks again, and then gives up', async () => {
    const { exchange, clocks, remote } = agentThat([], refusing);
    let asked = 0;
    remote.task = (_task, signal) => {
      asked++;
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new RemoteError('silence', 'cut')));
        for (const [run, ms] of clocks) if (ms === REMOTE_LIMITS.answerMs) run();
      });
    };
    await expect(exchange.run()).rejects.toMatchObject({ reason: 'silence' });
    expect(asked).toBe(REMOTE_LIMITS.resubscribes + 1);
    expect(clocks.size).toBe(0);
  });
});
