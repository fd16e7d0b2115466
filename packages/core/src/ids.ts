// Which texts are names: identifiers, and the surface ids that a host gives itself. Under these it shows questions and
// tasks to viewers that have no word for them, and a press there is an answer. No surface of somebody else may be taken for one.

import type { SurfaceId } from './entry.ts';

const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;

/**
 * Names that A2UI 1.0 takes for components, properties, functions, arguments and extensions: identifiers of Unicode
 * (UAX 31).
 */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}

const ASK = 'vitrine:ask:';
const TASK = 'vitrine:task:';

export function askSurfaceId(ask: string): SurfaceId {
  return `${ASK}${ask}`;
}

export function taskSurfaceId(task: string): SurfaceId {
  return `${TASK}${task}`;
}

/** The question or the task that a surface stands for. */
export function standsFor(surface: SurfaceId): { readonly ask: string } | { readonly task: string } | undefined {
  if (surface.startsWith(ASK)) return { ask: surface.slice(ASK.length) };
  return surface.startsWith(TASK) ? { task: surface.slice(TASK.length) } : undefined;
}
