// Colours that can be read: WCAG contrast of sRGB colours, and an agent's colour moved as little as needed towards black
// or white until it can be told from what it stands on.

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** WCAG 2.2 AA for text of any size. */
export const READABLE = 4.5;

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** A little worse than the surfaces that the styles draw, so that tinted and raised ones are readable too. */
const LIGHT_GROUND: Rgb = [0xee, 0xf1, 0xf4];
const DARK_GROUND: Rgb = [0x2a, 0x31, 0x3a];

/** `#rrggbb` and nothing else: an agent's text never becomes a style. */
export function parseColour(text: unknown): Rgb | undefined {
  if (typeof text !== 'string' || !/^#[0-9a-f]{6}$/i.test(text)) return undefined;
  const all = Number.parseInt(text.slice(1), 16);
  return [all >> 16, (all >> 8) & 255, all & 255];
}

export function formatColour(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance (WCAG 2.2). */
export function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** The colour itself where it is readable on `ground`, else the nearest on its way to `end` that is. */
function readableOn(colour: Rgb, ground: Rgb, end: Rgb): Rgb {
  // Rounded as it will be drawn: what is judged is what is seen.
  const at = (step: number): Rgb =>
    colour.map((part, i) => Math.round(part + (((end[i] as number) - part) * step) / 64)) as unknown as Rgb;
  let step = 0;
  while (step < 64 && contrast(at(step), ground) < READABLE) step++;
  return at(step);
}

/** A colour for text, lines and filled controls on light and on dark surfaces. What is written on it: styles/tokens.ts. */
export function tonesOf(colour: Rgb): { readonly light: Rgb; readonly dark: Rgb } {
  return { light: readableOn(colour, LIGHT_GROUND, BLACK), dark: readableOn(colour, DARK_GROUND, WHITE) };
}
