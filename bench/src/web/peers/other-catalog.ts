// CopilotKit's renderers know the basic catalog by another name.

import { CATALOG, type Message, toLines } from '../../streams.ts';

export function linesFor(catalog: string): (messages: readonly Message[]) => string[] {
  return (messages) => toLines(messages).map((line) => line.replace(CATALOG, catalog));
}
