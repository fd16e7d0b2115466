// All examples, in the order in which they are listed.

import type { Example } from './example.ts';
import { life } from './life.ts';
import { operations } from './operations.ts';
import { shopping } from './shopping.ts';
import { work } from './work.ts';

export const EXAMPLES: readonly Example[] = [...shopping, ...work, ...operations, ...life];
