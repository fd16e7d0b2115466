// How far a pointer of the fold leads in the message that it is about. The fold speaks of neutral values, so a step may
// have another name on the wire, or be none there; how they differ is left to each dialect.

import { escapeSegment, isArray, isObject, type Json, type Segments } from '@vitrine/core/page';

/** The steps that stand for one that is not there: none if it is left out on the wire, undefined if nobody knows. */
export type OtherSteps = (step: string, here: Json) => Segments | undefined;

/** The steps that exist. A last one that does not is kept where it could stand: it names what is missing. */
export function reach(value: Json | undefined, steps: Segments, otherSteps: OtherSteps = () => undefined): Segments {
  const reached: string[] = [];
  let here = value;
  for (const [i, step] of steps.entries()) {
    if (here === undefined) break;
    const found = below(here, step) === undefined ? otherSteps(step, here) : [step];
    if (found === undefined) {
      if (i === steps.length - 1 && isObject(here)) reached.push(step);
      break;
    }
    for (const name of found) here = here === undefined ? undefined : below(here, name);
    reached.push(...found);
  }
  return reached;
}

export function writePointer(steps: Segments): string {
  return steps.map((step) => `/${escapeSegment(step)}`).join('');
}

function below(value: Json, step: string): Json | undefined {
  if (isArray(value)) return value[Number(step)];
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
