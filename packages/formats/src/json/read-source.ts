// One value that the scanner found, read: as JSON where it is JSON, else tolerantly, else not at all.

import { type Issue, issue, type Json, type Limits, messageBounds, parseJson } from '@vitrine/core/internal';
import type { AnswerSource } from './answer-scanner.ts';
import { parseLoose } from './loose-json.ts';
import type { Repair } from './repair.ts';

export type AnswerRead =
  | {
      readonly ok: true;
      readonly value: Json;
      readonly repairs: readonly Repair[];
      /** What the scanner took for a part of the value, misled by a quote. */
      readonly rest: string;
    }
  | { readonly ok: false; readonly issue: Issue };

export const NO_REPAIRS: readonly Repair[] = [];

export function readSource({ text, ending, depth, oversize, offset }: AnswerSource, limits: Limits): AnswerRead {
  const { messageDepth, lineLength } = limits;
  if (oversize) return refusal('VITRINE_LINE_SIZE', `One message is longer than ${lineLength} characters.`);
  if (depth > messageDepth)
    return refusal('VITRINE_JSON_DEPTH', `The message is nested more deeply than ${messageDepth} levels.`);
  if (ending === 'closed') {
    const parsed = parseJson(text, messageBounds(limits));
    if (parsed.ok) return { ok: true, value: parsed.value, repairs: NO_REPAIRS, rest: '' };
    if (parsed.issue.code !== 'VITRINE_JSON_MALFORMED') return { ok: false, issue: parsed.issue };
    // Read again, tolerantly.
  }
  const loose = parseLoose(text, { offset, ending, maxDepth: messageDepth });
  if (loose.ok) return { ok: true, value: loose.value, repairs: loose.repairs, rest: text.slice(loose.length) };
  return refusal('VITRINE_JSON_MALFORMED', `Failed to parse JSON at character ${loose.offset}: ${loose.why}.`);
}

function refusal(code: Issue['code'], message: string): AnswerRead {
  return { ok: false, issue: issue(code, 'error', message, '') };
}
