// A value that is almost what it was, for tests that hold two judges of values against each other.

import type { Json } from '@vitrine/core';

/** With one member somewhere replaced; by `remove` and `add`, removed and added. */
export function changed(value: Json, at: number, by: Json): Json {
  const places: { holder: { [key: string]: Json }; key: string }[] = [];
  const copy = structuredClone({ value }) as { [key: string]: Json };
  const walk = (holder: { [key: string]: Json }): void => {
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      if (typeof holder[key] === 'object' && holder[key] !== null) walk(holder[key] as never);
    }
  };
  walk(copy);
  const { holder, key } = places[at % places.length] as (typeof places)[number];
  if (by === 'remove') delete holder[key];
  else if (by === 'add') holder[`${key}x`] = 1;
  else holder[key] = by;
  return copy.value as Json;
}
