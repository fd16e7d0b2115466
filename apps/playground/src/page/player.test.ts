import { describe, expect, it } from 'vitest';
import { Player } from './player.ts';

class FakeClock {
  waiting: { readonly ms: number; readonly run: () => void } | undefined;
  after(ms: number, run: () => void): () => void {
    const entry = { ms, run };
    this.waiting = entry;
    return () => {
      if (this.waiting === entry) this.waiting = undefined;
    };
  }
  tick(): void {
    const entry = this.waiting;
    this.waiting = undefined;
    entry?.run();
  }
}

function streamOf(length: number) {
  return {
    fed: 0,
    get done() {
      return this.fed >= length;
    },
    step() {
      this.fed++;
    },
  };
}

function setUp() {
  const clock = new FakeClock();
  const states: string[] = [];
  const player: Player = new Player(clock, () => states.push(player.state));
  return { clock, player, states };
}

describe('a player', () => {
  it('feeds one step a tick until the stream is done', () => {
    const { clock, player, states } = setUp();
    const stream = streamOf(2);
    player.play(stream);
    expect(clock.waiting?.ms).toBe(250);
    clock.tick();
    expect(stream.fed).toBe(1);
    clock.tick();
    expect([stream.fed, player.state, clock.waiting]).toEqual([2, 'done', undefined]);
    expect(states).toEqual(['playing', 'playing', 'done']);
  });

  it('feeds nothing while it is paused, except by hand', () => {
    const { clock, player } = setUp();
    const stream = streamOf(3);
    player.play(stream);
    player.pause();
    expect(clock.waiting).toBeUndefined();
    player.step();
    expect([stream.fed, player.state]).toEqual([1, 'paused']);
    player.resume();
    clock.tick();
    expect([stream.fed, player.state]).toEqual([2, 'playing']);
  });

  it('steps through a held stream to its end', () => {
    const { player } = setUp();
    const stream = streamOf(2);
    player.hold(stream);
    player.step();
    player.step();
    player.step();
    expect([stream.fed, player.state]).toEqual([2, 'done']);
  });

  it('takes another speed at once', () => {
    const { clock, player } = setUp();
    player.play(streamOf(9));
    player.setSpeed(50);
    expect(clock.waiting?.ms).toBe(20);
  });

  it('has nothing to play in an empty stream, and nothing after everything was fed', () => {
    const { clock, player } = setUp();
    player.play(streamOf(0));
    expect([player.state, clock.waiting]).toEqual(['done', undefined]);
    player.play(streamOf(2));
    player.whole();
    expect([player.state, clock.waiting]).toEqual(['whole', undefined]);
    player.step();
    player.pause();
    player.resume();
    expect(player.state).toBe('whole');
  });
});
