// The example streams that A2UI publishes. The build takes them from the installed package (build.mjs).

import type { Json } from '@vitrine/core';
import type { Family } from './entry.ts';

interface Published {
  readonly group: string;
  readonly title: string;
  readonly note: string;
  readonly messages: readonly Json[];
}

export async function fetchStreams(): Promise<Family | undefined> {
  try {
    const response = await fetch('streams.json');
    if (!response.ok) return undefined;
    const streams = (await response.json()) as readonly Published[];
    return { title: 'Published examples', entries: streams.map((stream) => ({ ...stream, replay: true })) };
  } catch {
    return undefined;
  }
}
