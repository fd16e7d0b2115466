import { describe, expect, it } from 'vitest';
import { HeldPlaces } from './held-places.ts';

class Spot {
  dropped = 0;
  drop(): void {
    this.dropped++;
  }
}

describe('places that are held', () => {
  it('[TR9] what is held is found again, by property and by position inside it', () => {
    const held = new HeldPlaces<Spot>();
    const [a, b] = [new Spot(), new Spot()];
    held.begin();
    held.hold('child', 'child', 'x', [a]);
    held.hold('tabs', 'tabs/0/child', 'x', [b]);
    expect([held.find('child', 'child')?.places, held.find('tabs', 'tabs/0/child')?.places]).toEqual([[a], [b]]);
    expect([held.find('child', 'child/0'), held.find('tabs', 'tabs')]).toEqual([undefined, undefined]);
  });

  it('[TR9] what a reading did not give is dropped once, what it gave is not', () => {
    const held = new HeldPlaces<Spot>();
    const spots = Array.from({ length: 4 }, () => new Spot());
    held.begin();
    for (const [i, spot] of spots.entries()) held.hold('tabs', `tabs/${i}`, 'x', [spot]);
    held.begin();
    held.find('tabs', 'tabs/1');
    expect(held.end('other')).toBe(0);
    expect(held.end('tabs')).toBe(-3);
    expect(held.end('tabs')).toBe(0);
    expect(spots.map(({ dropped }) => dropped)).toEqual([1, 0, 1, 1]);
    expect(held.keep(['tabs'])).toBe(0);
    expect([held.keep([]), spots[1]?.dropped, held.dropAll()]).toEqual([-1, 1, 0]);
  });
});
