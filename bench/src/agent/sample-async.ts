// Samples like measure.ts, for subjects that wait: as many rounds, as long, interleaved, in CPU time.

import { collectGarbage } from '../measure.ts';

export interface AsyncSubject {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

const ROUNDS = 7;
const SAMPLE_MS = 200;

export async function sampleAsync(subjects: readonly AsyncSubject[]): Promise<Map<string, number[]>> {
  collectGarbage();
  const times = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (const { run } of subjects) await cpuMs(run);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < subjects.length; i++) {
      const { name, run } = subjects[(i + round) % subjects.length] as AsyncSubject;
      times.get(name)?.push(await cpuMs(run));
    }
  }
  return times;
}

async function cpuMs(run: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  const until = performance.now() + SAMPLE_MS;
  let runs = 0;
  do {
    await run();
    runs++;
  } while (performance.now() < until);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / runs;
}
