// How deeply a message may be nested. What is kept has limits of its own; this one is for what a dialect passes over, so
// that whoever logs, stores or sends the message on can walk it. Recursion is bounded by the limit.

import {
  escapeSegment,
  type Issue,
  isArray,
  issue,
  type Json,
  type JsonObject,
  type Limits,
  maxMessageDepth,
} from '@vitrine/core/page';

/** Why a message is nested too deeply, or undefined. */
export function depthProblem(wire: Json, limits: Limits): Issue | undefined {
  const most = maxMessageDepth(limits);
  const at = deepest(wire, most);
  if (at === undefined) return undefined;
  const message = `The message is nested more deeply than ${most} levels.`;
  return issue('VITRINE_JSON_DEPTH', 'error', message, at);
}

/** The pointer of the first container that lies below so many others. */
function deepest(value: Json, levels: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return '';
  if (isArray(value)) return inList(value, levels - 1);
  const object = value as JsonObject;
  for (const key in object) {
    const at = deepest(object[key] as Json, levels - 1);
    if (at !== undefined) return `/${escapeSegment(key)}${at}`;
  }
  return undefined;
}

function inList(list: readonly Json[], levels: number): string | undefined {
  for (let i = 0; i < list.length; i++) {
    const at = deepest(list[i] as Json, levels);
    if (at !== undefined) return `/${i}${at}`;
  }
  return undefined;
}
