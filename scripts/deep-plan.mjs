// What `npm run test:deep` does, as a list of parts. A part is one run of vitest with its own seed or number of repetitions;
// the same seed gives the same list, so a run that was ended is taken up where it stood.

/**
 * @typedef {object} Part
 * @property {string} id unique, and the same for the same seed
 * @property {string} kind `mutations`, `kills` or `soaks`
 * @property {string} file the test
 * @property {Record<string, string>} env
 * @property {number} maxMs
 * @typedef {{ seed: number, mutations: number, kills: number, rounds: number, soakMinutes: number }} DeepOptions
 * @typedef {{ dialects: readonly string[], crashes: readonly string[], properties: readonly string[],
 *   soaks: readonly string[], lines: readonly string[] }} DeepFiles the test files of each kind
 */

/** What one run takes at a time: half a minute of a core, and what is lost when a run is ended. */
const MUTATIONS_A_PART = 100_000;
const MAX_KILL_MS = 15_000;
const MIN_KILLS_MS = 180_000;
const MAX_SEED = 2 ** 31;
const MINUTE_MS = 60_000;

/**
 * @param {DeepFiles} files
 * @param {DeepOptions} options
 * @returns {Part[]}
 */
export function planDeep(
  { dialects, crashes, properties, soaks, lines },
  { seed, mutations, kills, rounds, soakMinutes },
) {
  /** A seed for the n-th repetition: far from those of the others, and printed with its part. */
  const seedOf = (/** @type {number} */ n) => (seed + n * 1_000_003) % MAX_SEED;
  const chunks = Math.ceil(mutations / MUTATIONS_A_PART);
  return [
    ...range(chunks).flatMap((n) =>
      dialects.map((file) => ({
        id: `mutations ${n + 1}/${chunks} ${file}`,
        kind: 'mutations',
        file,
        env: {
          VITRINE_SEED: String(seedOf(n)),
          VITRINE_MUTATIONS: String(Math.min(MUTATIONS_A_PART, mutations - n * MUTATIONS_A_PART)),
        },
        maxMs: 10 * MINUTE_MS,
      })),
    ),
    ...crashes.map((file) => ({
      id: `${kills} kills ${file}`,
      kind: 'kills',
      file,
      env: { VITRINE_KILLS: String(kills), VITRINE_LOG_KILLS: String(kills), VITRINE_SEED: String(seed) },
      maxMs: Math.max(MIN_KILLS_MS, kills * MAX_KILL_MS),
    })),
    ...soaks.map((file) => ({
      id: `${soakMinutes} minutes ${file}`,
      kind: 'soaks',
      file,
      env: { VITRINE_SOAK_MS: String(soakMinutes * MINUTE_MS), VITRINE_SEED: String(seed) },
      maxMs: (soakMinutes + 5) * MINUTE_MS,
    })),
    // Not only lines of seconds but of minutes, each way.
    ...lines.map((file) => ({
      id: `all lines ${file}`,
      kind: 'soaks',
      file,
      env: { VITRINE_LATE_ACTS: 'all', VITRINE_SEED: String(seed) },
      maxMs: 30 * MINUTE_MS,
    })),
    ...range(rounds).flatMap((n) =>
      properties.map((file) => ({
        id: `properties ${n + 1}/${rounds} ${file}`,
        kind: 'soaks',
        file,
        env: { VITRINE_SEED: String(seedOf(n)), VITRINE_PROPERTY_FACTOR: '10' },
        maxMs: 15 * MINUTE_MS,
      })),
    ),
  ];
}

/** @param {number} count */
function range(count) {
  return Array.from({ length: count }, (_, n) => n);
}
