// The cases of a record: a name, which is a path, and the text that it gave.

import { Transcript } from './transcript.ts';
import type { World } from './world.ts';

export type Cases = Map<string, string>;

/** At the start of the text of a case that could not be played to its end. */
export const BROKEN = '(broken)';

/** Writes one case down; each has names of its own. One that breaks off takes no other with it. */
export async function write(
  cases: Cases,
  name: string,
  world: World,
  play: (transcript: Transcript) => Promise<void>,
): Promise<void> {
  if (cases.has(name)) throw new Error(`there are two cases ${name}`);
  const transcript = new Transcript(world);
  try {
    await play(transcript);
    cases.set(name, transcript.end());
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    cases.set(name, `${BROKEN} ${told}\nbehind\n${transcript.end()}`);
  }
}
