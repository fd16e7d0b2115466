// An agent's colour made readable (WCAG 2.2: 4.5:1), in a light and in a dark scheme.

type ColourChannels = readonly number[];

const STEPS = 256;
/** The luminance that is readable on #eef1f4 and #2a313a, a little worse than all that the styles draw under it. */
const DARK_ENOUGH = 0.155;
const LIGHT_ENOUGH = 0.311;

/** `#rrggbb` itself where it can be told from what it stands on, else moved as little as needed towards black or white. */
export function readableColour(colour: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const light = moved(parts, 0, (luminance) => luminance <= DARK_ENOUGH);
  const dark = moved(parts, 255, (luminance) => luminance >= LIGHT_ENOUGH);
  return `light-dark(${light}, ${dark})`;
}

function moved(colour: ColourChannels, end: number, isEnough: (luminance: number) => boolean): string {
  for (let step = 0; ; step++) {
    // Rounded as it will be drawn: what is judged is what is seen.
    const parts = colour.map((part) => Math.round(part + ((end - part) * step) / STEPS));
    if (step === STEPS || isEnough(luminanceOf(parts))) return `rgb(${parts.join(' ')})`;
  }
}

/** Relative luminance (WCAG 2.2). */
function luminanceOf(colour: ColourChannels): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
