// Patterns over the names of signals: `*` stands for any run without a colon, `**` for anything, the rest for itself.

export type SignalPattern = string | RegExp;

/** Three stars and more say no more than two. */
const STARS = /\*+/g;

export function matchPattern(name: string, pattern: SignalPattern): boolean {
  if (typeof pattern === 'string')
    return matchesParts(
      name,
      pattern.replace(STARS, (run) => run.slice(0, 2)),
    );
  // A global expression remembers where it stopped, and would miss every second match.
  pattern.lastIndex = 0;
  const matches = pattern.test(name);
  pattern.lastIndex = 0;
  return matches;
}

/** Without going back further than to the last star of each kind: a name is read in linear time for every star. */
function matchesParts(name: string, pattern: string): boolean {
  let reached = new Set([0]);
  for (let at = 0; at < pattern.length && reached.size > 0; at++) {
    const char = pattern[at];
    if (char !== '*') {
      reached = new Set([...reached].filter((place) => name[place] === char).map((place) => place + 1));
      continue;
    }
    const isDeep = pattern[at + 1] === '*';
    if (isDeep) at++;
    reached = stretched(reached, name, isDeep);
  }
  return reached.has(name.length);
}

/** Every place that a star can lead to. */
function stretched(from: ReadonlySet<number>, name: string, isDeep: boolean): Set<number> {
  const reached = new Set(from);
  // A set that grows while it is walked is walked to its end.
  for (const place of reached) if (place < name.length && (isDeep || name[place] !== ':')) reached.add(place + 1);
  return reached;
}
