// Rounds of measurements: a fresh browser for each subject and round, a fresh page for each measurement, the order rotated,
// and ratios to the floor taken within a round. Neighbours on the machine then touch both sides of a ratio alike.

import type { Browser } from 'playwright-core';
import { median } from '../measure.ts';
import type { Cost, Pages } from './browser.ts';
import { floorOf, oursOf, type Task } from './tasks.ts';

const ROUNDS = 7;
/** Peers are for comparison: their ratios are far from any limit. */
const PEER_ROUNDS = 3;

export type Figure = 'task' | 'script' | 'heap';

export class Rounds {
  readonly #rounds: Map<string, Cost[]>[] = [];

  static async measure(pages: Pages, tasks: readonly Task[], peerRounds = PEER_ROUNDS): Promise<Rounds> {
    const made = new Rounds();
    for (let round = 0; round < ROUNDS; round++) await made.#measure(pages, tasks, round, round < peerRounds);
    return made;
  }

  has(task: Task, subject: string): boolean {
    return this.#rounds.some((round) => round.has(key(task, subject)));
  }

  /** Median over the rounds of subject ÷ floor. */
  ratio(task: Task, subject: string, figure: Figure): number {
    return this.#median(task, subject, (round) => {
      const [own, floor] = [mean(round, task, subject, figure), mean(round, task, floorOf(task), figure)];
      return own / floor;
    });
  }

  value(task: Task, subject: string, figure: Figure): number {
    return this.#median(task, subject, (round) => mean(round, task, subject, figure));
  }

  #median(task: Task, subject: string, read: (round: ReadonlyMap<string, Cost[]>) => number): number {
    return median(this.#rounds.filter((round) => round.has(key(task, subject))).map(read));
  }

  async #measure(pages: Pages, tasks: readonly Task[], round: number, withPeers: boolean): Promise<void> {
    const costs = new Map<string, Cost[]>();
    const browsers = new Map<string, Browser>();
    this.#rounds.push(costs);
    try {
      for (const task of tasks) {
        const subjects = rotate(
          [floorOf(task), ...task.subjects.filter((one) => one === oursOf(task) || withPeers)],
          round,
        );
        for (const subject of subjects) if (!browsers.has(subject)) browsers.set(subject, await pages.launch());
        if (subjects.length > 1) await measureTask(pages, browsers, task, subjects, costs);
      }
    } finally {
      for (const browser of browsers.values()) await browser.close();
    }
  }
}

async function measureTask(
  pages: Pages,
  browsers: ReadonlyMap<string, Browser>,
  task: Task,
  subjects: readonly string[],
  costs: Map<string, Cost[]>,
): Promise<void> {
  for (let n = 0; n < task.pages; n++) {
    for (const subject of subjects) {
      // One page of a peer is a sample by itself.
      if (n > 0 && subject !== floorOf(task) && subject !== oursOf(task)) continue;
      const cost = await pages.measure(browsers.get(subject) as Browser, subject, task.job);
      costs.set(key(task, subject), [...(costs.get(key(task, subject)) ?? []), cost]);
    }
  }
}

function mean(round: ReadonlyMap<string, Cost[]>, task: Task, subject: string, figure: Figure): number {
  const costs = round.get(key(task, subject)) ?? [];
  return costs.reduce((sum, cost) => sum + cost[figure], 0) / costs.length;
}

function key(task: Task, subject: string): string {
  return `${task.title}: ${subject}`;
}

function rotate(list: readonly string[], by: number): string[] {
  return list.map((_, i) => list[(i + by) % list.length] as string);
}
