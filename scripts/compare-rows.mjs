// What `npm run bench -- NAME --against COMMIT` is asked, and what two lists of rows say about each other: the arithmetic of
// bench-against.mjs, which runs the benches.

/** A row may be this much worse than before. */
export const MAX_RATIO = 1.05;
export const ROUNDS = 9;
/** With fewer rounds not even the least and the greatest ratio hold the true one between them with 95 %. */
const MIN_ROUNDS = 6;
const MAX_ROUNDS = 101;
const DOUBT = 0.05;

/**
 * @typedef {{ name: string, value: number, unit: string, sense: 'max' | 'min' }} Row as a bench prints it
 * @typedef {{ now: readonly Row[], before: readonly Row[] }} Round what both have printed, one right after the other
 * @typedef {'worse' | 'perhaps' | 'fine'} Verdict
 * @typedef {{ name: string, unit: string, now: number, before: number, ratio: number, low: number, high: number,
 *   verdict: Verdict }} Comparison
 * @typedef {{ name: string, why: string }} Unmatched
 */

/**
 * @param {readonly string[]} args
 * @returns {{ name: string, against: string, rounds: number, isJson: boolean } | { problem: string }}
 */
export function readArguments(args) {
  /** @type {string[]} */
  const names = [];
  let against = '';
  let rounds = String(ROUNDS);
  let isJson = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (arg === '--json') isJson = true;
    else if (arg === '--against') against = args[++i] ?? '';
    else if (arg === '--rounds') rounds = args[++i] ?? '';
    else if (arg.startsWith('-')) return { problem: `there is no option ${arg}` };
    else names.push(arg);
  }
  const [name] = names;
  if (name === undefined || names.length !== 1) return { problem: 'one bench is compared at a time: name it' };
  if (against === '' || against.startsWith('-')) return { problem: '--against needs a commit' };
  if (!/^\d{1,3}$/.test(rounds) || Number(rounds) < MIN_ROUNDS || Number(rounds) > MAX_ROUNDS)
    return { problem: `--rounds is a number from ${MIN_ROUNDS} to ${MAX_ROUNDS}: fewer tell nothing about noise` };
  return { name, against, rounds: Number(rounds), isJson };
}

/** @param {string} printed by a bench with `--json` */
export function readRows(printed) {
  try {
    const { rows } = JSON.parse(printed);
    return Array.isArray(rows) && rows.every(isRow) ? /** @type {Row[]} */ (rows) : undefined;
  } catch {
    return undefined;
  }
}

/** @param {unknown} row */
function isRow(row) {
  const { name, value, unit, sense } = /** @type {Partial<Row>} */ (row ?? {});
  const isMeasured = typeof value === 'number' || value === null;
  return typeof name === 'string' && isMeasured && typeof unit === 'string' && (sense === 'max' || sense === 'min');
}

/**
 * A ratio is taken within a round, so that what else the machine does touches both sides alike; above 1 is worse, also
 * where more is better. Of the ratios of a row the median is told, and the interval that holds the true median with 95 %
 * whatever the noise looks like (order statistics, as the sign test has them). A row is worse when that interval lies
 * above the limit as a whole, and perhaps worse when only its median does.
 * @param {readonly Round[]} rounds
 * @returns {{ compared: Comparison[], unmatched: Unmatched[] }}
 */
export function compareRows(rounds) {
  /** @type {Comparison[]} */
  const compared = [];
  /** @type {Unmatched[]} */
  const unmatched = [];
  const [first] = rounds;
  for (const { name, unit, sense } of first?.now ?? []) {
    const pairs = rounds.map(({ now, before }) => [valueIn(now, name, unit), valueIn(before, name, unit)]);
    const ratios = pairs.map(([now = 0, before = 0]) => (sense === 'max' ? now / before : before / now));
    if (!ratios.every((ratio) => Number.isFinite(ratio) && ratio > 0)) {
      const isThere = first?.before.some((row) => row.name === name && row.unit === unit);
      unmatched.push({ name, why: isThere ? 'it is nothing or not a number' : 'the other commit does not measure it' });
      continue;
    }
    const ratio = median(ratios);
    const [low, high] = interval(ratios);
    const verdict = low > MAX_RATIO ? 'worse' : ratio > MAX_RATIO ? 'perhaps' : 'fine';
    const [now, before] = [0, 1].map((side) => median(pairs.map((pair) => pair[side] ?? Number.NaN)));
    compared.push({ name, unit, now: now ?? 0, before: before ?? 0, ratio, low, high, verdict });
  }
  for (const { name, unit } of first?.before ?? [])
    if (!first?.now.some((row) => row.name === name && row.unit === unit))
      unmatched.push({ name, why: 'only the other commit measures it' });
  return { compared, unmatched };
}

/**
 * @param {readonly Row[]} rows
 * @param {string} name
 * @param {string} unit
 */
function valueIn(rows, name, unit) {
  return rows.find((row) => row.name === name && row.unit === unit)?.value ?? undefined;
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * The narrowest pair of values, as far from the least as from the greatest, that holds the true median with 95 %.
 * @param {readonly number[]} values
 * @returns {[low: number, high: number]}
 */
export function interval(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  let left = 0;
  // So likely have `left + 1` values or fewer fallen on one side of it, of `count` that fall on either side alike.
  let chance = 2 ** -count;
  let sum = chance;
  for (;;) {
    chance *= (count - left) / (left + 1);
    sum += chance;
    if (sum > DOUBT / 2) break;
    left++;
  }
  return [sorted[left] ?? Number.NaN, sorted[count - 1 - left] ?? Number.NaN];
}

/**
 * @param {ReturnType<typeof compareRows>} result
 * @returns {string[]}
 */
export function comparisonLines({ compared, unmatched }) {
  const width = Math.max(0, ...compared.map(({ name }) => name.length));
  const marks = { worse: '✗', perhaps: '?', fine: '✓' };
  const lines = compared.map(({ name, unit, now, before, ratio, low, high, verdict }) => {
    const range = `${low.toFixed(3)} to ${high.toFixed(3)}`;
    const values = `${Number(before.toPrecision(4))} → ${Number(now.toPrecision(4))} ${unit}`;
    return `${marks[verdict]} ${name.padEnd(width)}  × ${ratio.toFixed(3)} (${range})  ${values}`;
  });
  for (const { name, why } of unmatched) lines.push(`  ${name}: not compared, ${why}`);
  if (compared.some(({ verdict }) => verdict === 'perhaps'))
    lines.push(`? is over ${MAX_RATIO}, but within the noise: more rounds tell`);
  return lines;
}
