// The examples, by their ids. The first one is there at once; the others are a chunk that is fetched when one of them is asked for,
// or the page is idle.

import { checkout } from '../examples/checkout.ts';
import type { Example } from '../examples/example.ts';

export const firstExample: Example = checkout;

export async function allExamples(): Promise<readonly Example[]> {
  return (await import('../examples/all.ts')).EXAMPLES;
}

export async function findExample(id: string): Promise<Example | undefined> {
  return id === firstExample.id ? firstExample : (await allExamples()).find((one) => one.id === id);
}
