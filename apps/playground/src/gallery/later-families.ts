// Whatever the gallery shows below its first family, but for the published streams: a chunk that is fetched when the page is idle.

import type { Catalog } from '@vitrine/core';
import { EXAMPLES } from '../examples/all.ts';
import type { Family } from './entry.ts';
import { exampleFamily } from './example-family.ts';
import { FAMILIES } from './families.ts';
import { ownFamily } from './own-family.ts';

export function laterFamilies(own: readonly Catalog[]): readonly Family[] {
  return [...FAMILIES.slice(1), exampleFamily(EXAMPLES), ...own.map(ownFamily)];
}
