// CPU time of this process, all threads.

export interface Counted {
  readonly usage: NodeJS.CpuUsage;
  readonly seconds: number;
}

export function countedSince(start?: Counted): Counted {
  const usage = process.cpuUsage();
  const before = start?.usage ?? { user: 0, system: 0 };
  return { usage, seconds: (usage.user + usage.system - before.user - before.system) / 1e6 };
}
