// The dialect `open-harness`: signals of a workflow, shown as one surface of cards. Its agents speak it; no viewer does,
// so towards viewers it has a word for what is said and for nothing else.

import {
  type Entry,
  Findings,
  isOp,
  issue,
  type Json,
  type JsonObject,
  type NewEntry,
  type Outcome,
  quote,
  type View,
} from '@vitrine/core/internal';
import type { Dialect, Encoded, Sender } from '../dialect.ts';
import { wordsFrom } from '../lowering/origin.ts';
import { decodeUserSignal, encodeEvent, signalOf } from './events.ts';
import { mappingOf } from './mapping.ts';
import { planSignal } from './plan.ts';
import { isSignal, signalFromEvent } from './signal.ts';

interface Memory {
  readonly reportedLosses: Set<string>;
}

export const openHarness: Dialect<Memory> = {
  id: 'open-harness',
  versions: [],
  recognizes: (wire) => isSignal(wire) || signalFromEvent(wire) !== undefined,
  decode,
  locate: () => '',
  join: () => ({ wire: [], losses: [], memory: { reportedLosses: new Set() } }),
  encode,
  encodeEvent,
};

function decode(wire: Json, view: View, from: Sender): Outcome<NewEntry> {
  const findings = new Findings(view.limits, view.strict);
  const signal = signalFromEvent(wire);
  if (signal === undefined) {
    findings.refuse('VITRINE_MESSAGE_SHAPE', 'A signal has the texts id, name and timestamp, and a payload.');
    return { ok: false, issues: findings.all() };
  }
  if (from === 'viewer') return decodeUserSignal(signal, view);
  const body = planSignal(signal, view);
  // A bus carries much that is for nobody's eyes, and much that adds nothing: that is not wrong.
  const isShown = body.length > 0 || mappingOf(signal, {}) !== undefined;
  const unmapped = issue(
    'VITRINE_SIGNAL_UNMAPPED',
    'warning',
    `No mapping shows the signal ${quote(signal.name)}.`,
    '/name',
  );
  return { ok: true, value: { body }, issues: isShown ? [] : [unmapped] };
}

/** What the agent says in words; surfaces stay with those who can show them. */
function encode(
  entry: Pick<Entry, 'body'> & Partial<Pick<Entry, 'at' | 'trust'>>,
  _view: View,
  memory: Memory,
): Encoded {
  const wire: JsonObject[] = [];
  const losses: { what: string }[] = [];
  for (const part of entry.body) {
    if (!isOp(part)) continue;
    if (part.op === 'say') {
      const content = wordsFrom(entry.trust, part.text);
      wire.push(signalOf('text:complete', { content }, entry.at ?? new Date(0).toISOString(), 'agent'));
    } else if (!memory.reportedLosses.has(part.op)) {
      memory.reportedLosses.add(part.op);
      losses.push({ what: `open-harness has no signal for ${part.op}` });
    }
  }
  return { wire, losses };
}
