// `npm run test:deep`: what `npm test` does a few times, for hours: 10^6 mutated messages of each dialect, 200 kills of every
// store and host, soaks. `--seed N` repeats a run, or takes one up that was ended; without it the seed is drawn and printed.
// `--minutes N` ends it in time, `--only mutations|kills|soaks` does a part, and `--again` forgets what is already done.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { planDeep } from './deep-plan.mjs';
import { isTest, listFiles, ROOT, TSC } from './source-files.mjs';
import { check, runSteps } from './steps.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '360' },
    mutations: { type: 'string', default: '1000000' },
    kills: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '10' },
    'soak-minutes': { type: 'string', default: '10' },
    only: { type: 'string' },
    again: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

/**
 * @param {'seed' | 'minutes' | 'mutations' | 'kills' | 'rounds' | 'soak-minutes'} name
 * @param {string} text
 */
function number(name, text) {
  if (/^[0-9]{1,10}$/.test(text)) return Number(text);
  console.error(`test:deep takes a whole number for --${name}, not ${JSON.stringify(text)}.`);
  process.exit(2);
}

const seed = number('seed', values.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
const deadline = Date.now() + number('minutes', values.minutes) * 60_000;
const tests = listFiles(ROOT).filter(isTest);
const ending = (/** @type {string} */ end) => tests.filter((path) => path.endsWith(end));
const isMutation = (/** @type {string} */ path) => path.endsWith('/mutation.property.test.ts');
/** Tests of what is drawn by chance: their names say so, or they draw as many as `core/test/runs.ts` says. */
const drawsRuns = (/** @type {string} */ path) =>
  (path.endsWith('.property.test.ts') && !isMutation(path)) ||
  /\/test\/runs\.ts'/.test(readFileSync(join(ROOT, path), 'utf8'));
const plan = planDeep(
  {
    dialects: tests.filter(isMutation),
    crashes: ending('crash.test.ts'),
    properties: tests.filter(drawsRuns),
    soaks: ending('soak.test.ts'),
    lines: ending('late-acts.test.ts'),
  },
  {
    seed,
    mutations: number('mutations', values.mutations),
    kills: number('kills', values.kills),
    rounds: number('rounds', values.rounds),
    soakMinutes: number('soak-minutes', values['soak-minutes']),
  },
).filter(({ kind }) => values.only === undefined || kind === values.only);
if (plan.length === 0) {
  console.error(`test:deep has nothing to do: --only takes mutations, kills or soaks, not ${values.only}.`);
  process.exit(2);
}

const folder = join(ROOT, 'node_modules/.cache/vitrine-deep');
const memory = join(folder, `${seed}.json`);

/** The parts of this seed that hold already. What failed is done again. */
function readDone() {
  try {
    return new Set(/** @type {string[]} */ (JSON.parse(readFileSync(memory, 'utf8'))));
  } catch {
    return new Set();
  }
}

const done = values.again ? new Set() : readDone();
const open = plan.filter(({ id }) => !done.has(id));
console.log(`seed ${seed}: ${plan.length} parts, ${plan.length - open.length} of them done before`);
if (values.list) {
  for (const { id, env } of plan) console.log(`${done.has(id) ? 'done' : 'open'}  ${id}  ${JSON.stringify(env)}`);
  process.exit(0);
}

/** @type {string[]} */
const failed = [];
/** @type {string[]} */
const left = [];

/**
 * Two at a time: a part is one process that uses one core.
 * @type {import('./steps.mjs').Step[]}
 */
const steps = open.map(({ id, file, env, maxMs }) => ({
  name: id,
  after: ['build'],
  run: async (node) => {
    if (Date.now() > deadline) {
      left.push(id);
      return { passed: 0, failed: 0, notes: ['left: the time is over'] };
    }
    const command = ['node_modules/vitest/vitest.mjs', 'run', '--allowOnly=false', `--testTimeout=${maxMs}`, file];
    const isFine = await node(command, { env: { ...process.env, ...env } });
    if (isFine) {
      done.add(id);
      mkdirSync(folder, { recursive: true });
      writeFileSync(memory, JSON.stringify([...done]));
    } else failed.push(id);
    const again = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const notes = isFine ? [] : [`Again: ${again.join(' ')} npx vitest run ${file}`];
    return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, notes };
  },
}));
const build = { name: 'build', run: check([TSC, '-b']) };
const results = await runSteps([build, ...steps], { lanes: 2, maxStepMs: 60 * 60_000 });

console.log(`\nseed ${seed}`);
for (const id of failed) console.log(`FAILED  ${id}`);
if (left.length > 0)
  console.log(`${left.length} parts are left; take them up with: npm run test:deep -- --seed ${seed}`);
const count = results.filter(({ name }) => name !== 'build');
const sum = (/** @type {'passed' | 'failed'} */ key) => count.reduce((total, result) => total + result[key], 0);
const built = results[0]?.failed === 0;
console.log(`${sum('passed')} passed, ${sum('failed') + (built ? 0 : 1)} failed`);
process.exitCode = failed.length > 0 || !built ? 1 : left.length > 0 ? 3 : 0;
