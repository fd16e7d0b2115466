import { type AgentSession, HostRefusal } from '@vitrine/client';
import { describe, expect, it } from 'vitest';
import { NOW, Stage } from '../test/stage.ts';
import type { Demo } from './demo.ts';
import type { Json } from './json.ts';
import { DemoPlayer } from './player.ts';
import { wizardDemo } from './wizard/wizard.ts';

const next = (context: Json = {}): Json => ({ userAction: { name: 'next', surfaceId: 'wizard', context } });
const at = NOW.toISOString();

/** A session that keeps what it is sent. */
class FakeSession {
  readonly sent: { messages: readonly Json[]; key: string | undefined }[] = [];
  issues: readonly object[] = [];
  refusal: HostRefusal | undefined;
  surfaces: Json = {};

  async snapshot() {
    return { seq: 1, surfaces: this.surfaces, asks: {}, tasks: {} };
  }
  async send(messages: readonly Json[], { key }: { key?: string } = {}) {
    if (this.refusal !== undefined) throw this.refusal;
    this.sent.push({ messages, key });
    return { accepted: messages.length, seq: 1, issues: this.issues };
  }
}

function play(session: FakeSession, demo: Demo<never> | typeof wizardDemo = wizardDemo) {
  const problems: string[] = [];
  const timers: (() => void)[] = [];
  const player = new DemoPlayer({
    demo: demo as typeof wizardDemo,
    session: session as unknown as AgentSession,
    now: () => NOW,
    after: (_ms, run) => {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run), 1);
    },
    report: (problem) => problems.push(problem),
  });
  return { player, problems, timers };
}

describe('a player', () => {
  it('begins in an empty session, and answers an event once under a key of its own', async () => {
    const session = new FakeSession();
    const { player, problems } = play(session);
    await player.hear({ wire: next(), seq: 4, at });
    await player.hear({ wire: next(), seq: 4, at });
    expect(session.sent.map(({ key }) => key)).toEqual([undefined, 'event:4']);
    expect(session.sent[1]?.messages.at(-1)).toEqual(wizardDemo.mark({} as never, 4));
    expect(problems).toEqual([]);
  });

  it('goes on from what the surfaces hold, past the events that were dealt with', async () => {
    const stage = new Stage(wizardDemo, ({ step }) => step);
    stage.seq = 6;
    stage.press('next');
    const session = new FakeSession();
    session.surfaces = stage.fold.snapshot().surfaces as unknown as Json;
    const { player } = play(session);
    await player.hear({ wire: next(), seq: 7, at });
    expect(session.sent).toEqual([]);
    await player.hear({ wire: next(), seq: 8, at });
    expect(JSON.stringify(session.sent)).toContain('Tell us your name.');
  });

  it('says nothing to what means nothing', async () => {
    const session = new FakeSession();
    const { player } = play(session);
    for (const wire of [
      null,
      7,
      [],
      {},
      { action: null },
      { action: { name: 3 } },
      { vitrine: 1, body: [null, 4, {}] },
    ])
      await player.hear({ wire: wire as Json, seq: 9, at });
    expect(session.sent).toHaveLength(1);
  });

  it('tells what the host finds wrong, and goes on', async () => {
    const session = new FakeSession();
    session.issues = [{ severity: 'warning', code: 'VITRINE_X', message: 'Hm.' }];
    const { player, problems } = play(session);
    await player.hear({ wire: next(), seq: 2, at });
    expect(problems).toEqual(['warning VITRINE_X: Hm.', 'warning VITRINE_X: Hm.']);
    expect(player.isOver).toBe(false);
  });

  it('ends quietly with its session, and with a word when the host refuses it otherwise', async () => {
    for (const [status, said] of [
      [404, 0],
      [409, 0],
      [403, 1],
    ] as const) {
      const session = new FakeSession();
      const { player, problems } = play(session);
      await player.hear({ wire: {}, seq: 1, at });
      session.refusal = new HostRefusal(status, { error: 'VITRINE_X', message: 'No.' });
      await player.hear({ wire: next(), seq: 2, at });
      expect([player.isOver, problems.length]).toEqual([true, said]);
    }
  });

  it('loses one event to a fault of its demo, not itself', async () => {
    const session = new FakeSession();
    const broken = {
      ...wizardDemo,
      hear: (...args: Parameters<typeof wizardDemo.hear>) => {
        if (args[3] === 2) throw new Error('a bug');
        return wizardDemo.hear(...args);
      },
    };
    const { player, problems } = play(session, broken);
    await player.hear({ wire: next(), seq: 2, at });
    await player.hear({ wire: next(), seq: 3, at });
    expect(problems).toEqual(['a bug']);
    expect(session.sent.map(({ key }) => key)).toEqual([undefined, 'event:3']);
  });

  it('ticks only while it is watched, where the demo wants that', async () => {
    const session = new FakeSession();
    const ticking = {
      ...wizardDemo,
      pause: () => 10,
      tick: <S>(state: S) => ({ state, messages: [{ tick: 1 }] }),
      whileWatched: true as const,
    };
    const { player, timers } = play(session, ticking);
    await player.hear({ wire: {}, seq: 1, at });
    expect(timers).toHaveLength(0);
    player.watched(true);
    expect(timers).toHaveLength(1);
    timers.splice(0)[0]?.();
    await player.hear({ wire: {}, seq: 1, at });
    expect(session.sent.at(-1)?.messages).toEqual([{ tick: 1 }]);
    expect(timers).toHaveLength(1);
    player.watched(false);
    expect(timers).toHaveLength(0);
    player.stop();
    player.watched(true);
    expect(timers).toHaveLength(0);
  });
});
