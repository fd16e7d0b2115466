// Where in a message of 0.9 or later an issue of the fold stands. Values are nearly neutral there; what differs is the
// tolerated wrapper of a component's type, actions without `event`, and the names and escapes of 1.0.

import { isObject, type Json, parsePointer, type Segments } from '@vitrine/core/page';
import { reach, writePointer } from './reach.ts';

export function locateFlat(wire: Json, payloads: readonly string[], at: string): string {
  const kind = isObject(wire) ? payloads.find((key) => Object.hasOwn(wire, key)) : undefined;
  if (!isObject(wire) || kind === undefined) return at;
  const steps = at === '' ? [] : parsePointer(at);
  return writePointer([kind, ...reach(wire[kind], steps, otherSteps)]);
}

const WIRE_NAMES = new Map([
  ['message', 'userMessage'],
  ['catalog', 'catalogId'],
  ['data', 'dataModel'],
]);

function otherSteps(step: string, here: Json): Segments | undefined {
  if (!isObject(here)) return undefined;
  const renamed = WIRE_NAMES.get(step);
  if (renamed !== undefined && Object.hasOwn(here, renamed)) return [renamed];
  if (Object.hasOwn(here, `@${step}`)) return [`@${step}`];
  const [type] = isObject(here.component) && typeof here.id === 'string' ? Object.keys(here.component) : [];
  if (type !== undefined) return ['component', type, step];
  // Objects of data were wrapped, and an action may leave `event` out.
  return step === 'literal' || step === 'event' ? [] : undefined;
}
