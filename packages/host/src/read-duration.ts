// A length of time as people write it: 30d, 12h, 45m.

const UNIT_MS: { readonly [unit: string]: number } = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const MAX_MS = 3650 * 86_400_000;

/** Milliseconds. Undefined: it is none, or nothing. */
export function readDuration(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ms = Number(digits) * (UNIT_MS[unit] ?? 0);
  return ms > 0 && ms <= MAX_MS ? ms : undefined;
}
