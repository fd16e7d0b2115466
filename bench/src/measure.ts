// How benches measure: CPU time of the whole process (collector threads included), interleaved samples, the median of
// ratios taken within one round. Neighbours on the machine then touch both sides of a ratio alike.

export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** null: for comparison only. */
  readonly limit: number | null;
  readonly sense: 'max' | 'min';
  readonly ok: boolean;
}

export interface Subject {
  readonly name: string;
  readonly run: () => unknown;
}

const ROUNDS = 7;
const SAMPLE_MS = 200;

export function row(name: string, value: number, unit: string, limit: number | null, sense: Row['sense'] = 'max'): Row {
  const ok = limit === null || (sense === 'max' ? value <= limit : value >= limit);
  return { name, value: Number(value.toPrecision(4)), unit, limit, sense, ok };
}

/**
 * CPU milliseconds of one run of each subject, per round. Nothing is collected by force in between: a full collection
 * throws optimised code away whose object shapes have no instance left, and a bench would measure the compiler.
 */
export function sample(subjects: readonly Subject[]): Map<string, number[]> {
  collectGarbage();
  const repeats = new Map(subjects.map((subject) => [subject.name, repeatsFor(subject.run)]));
  const times = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < subjects.length; i++) {
      const { name, run } = subjects[(i + round) % subjects.length] as Subject;
      times.get(name)?.push(cpuMs(run, repeats.get(name) as number));
    }
  }
  return times;
}

/** Median over the rounds of `subject` ÷ `floor`. */
export function ratio(times: ReadonlyMap<string, readonly number[]>, subject: string, floor: string): number {
  const base = times.get(floor) ?? [];
  return median((times.get(subject) ?? []).map((time, round) => time / (base[round] as number)));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

export function collectGarbage(): void {
  for (let i = 0; i < 4; i++) (globalThis as { gc?: () => void }).gc?.();
}

function cpuMs(run: () => unknown, repeats: number): number {
  const start = process.cpuUsage();
  for (let i = 0; i < repeats; i++) run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / repeats;
}

/** Warms up, then tells how often a subject has to run to fill a sample. */
function repeatsFor(run: () => unknown): number {
  for (const until = performance.now() + 3 * SAMPLE_MS; performance.now() < until; ) run();
  const started = performance.now();
  let runs = 0;
  do {
    run();
    runs++;
  } while (performance.now() < started + SAMPLE_MS);
  return Math.max(1, Math.ceil((runs * SAMPLE_MS) / (performance.now() - started)));
}
