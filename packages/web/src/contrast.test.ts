import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, formatColour, luminance, parseColour, READABLE, type Rgb, tonesOf } from './contrast.ts';

const part = fc.integer({ min: 0, max: 255 });
const colour = fc.tuple(part, part, part);
const read = (text: string): Rgb => parseColour(text) as Rgb;

describe('contrast', () => {
  it('is what WCAG says for known pairs', () => {
    expect(luminance(read('#ffffff'))).toBeCloseTo(1, 6);
    expect(contrast(read('#000000'), read('#ffffff'))).toBeCloseTo(21, 6);
    expect(contrast(read('#767676'), read('#ffffff'))).toBeCloseTo(4.54, 2);
    expect(contrast(read('#ffffff'), read('#767676'))).toBe(contrast(read('#767676'), read('#ffffff')));
  });

  it('reads #rrggbb only', () => {
    expect(parseColour('#0B57d0')).toEqual([11, 87, 208]);
    for (const text of [
      '#fff',
      'red',
      '#12345g',
      '#1234567',
      ' #123456',
      'url(x)',
      '',
      7,
      null,
      undefined,
      ['#123456'],
    ])
      expect(parseColour(text)).toBeUndefined();
  });

  it('writes what it reads', () => {
    fc.assert(
      fc.property(colour, (one) => {
        expect(parseColour(formatColour(one))).toEqual(one);
      }),
    );
  });
});

describe('an agent’s colour', () => {
  it('is readable on every surface of both schemes', () => {
    fc.assert(
      fc.property(colour, (one) => {
        const { light, dark } = tonesOf(one);
        for (const ground of ['#ffffff', '#f6f8fa'])
          expect(contrast(light, read(ground))).toBeGreaterThanOrEqual(READABLE);
        for (const ground of ['#161b22', '#0d1117', '#121212', '#000000'])
          expect(contrast(dark, read(ground))).toBeGreaterThanOrEqual(READABLE);
      }),
      { numRuns: 3000 },
    );
  });

  it('has black or white text on it, by the threshold of the styles, that is readable', () => {
    fc.assert(
      fc.property(colour, (one) => {
        const ink = luminance(one) < 0.179 ? '#ffffff' : '#000000';
        expect(contrast(one, read(ink))).toBeGreaterThanOrEqual(READABLE);
      }),
      { numRuns: 3000 },
    );
  });

  it('stays as it is where it is readable', () => {
    expect(tonesOf(read('#0b57d0')).light).toEqual(read('#0b57d0'));
    expect(tonesOf(read('#a8c7fa')).dark).toEqual(read('#a8c7fa'));
  });

  it('keeps its hue where it must move', () => {
    const { light } = tonesOf(read('#ffd400'));
    expect(light[0]).toBeGreaterThan(light[1]);
    expect(light[1]).toBeGreaterThan(light[2]);
  });
});
