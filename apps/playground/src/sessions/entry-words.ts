// One line about an entry: who, and what happened. The entry itself is shown beside it as JSON, so nothing is lost here.

import {
  type Entry,
  type Issue,
  isOp,
  type Json,
  type Op,
  stripControlChars,
  type ViewerEvent,
} from '@vitrine/core/page';
import { shorten } from '../page/element.ts';

/** What an untrusted entry says is not its agent's own. */
export function entryWords({ body, trust, from }: Pick<Entry, 'body'> & Partial<Entry>): string {
  const [first] = body;
  if (first === undefined) return 'nothing';
  const origin = trust === 'untrusted' && from?.role === 'agent' ? 'from elsewhere, not trusted: ' : '';
  const words = `${origin}${partWords(first)}`;
  return body.length === 1 ? words : `${words}, and ${body.length - 1} more`;
}

/** What viewers and the host found wrong, as the entry tells it. */
export function issuesIn({ body }: Pick<Entry, 'body'>): readonly Issue[] {
  return body.flatMap((part) => (!isOp(part) && part.event === 'issue' ? [part.issue] : []));
}

function partWords(part: Op | ViewerEvent): string {
  return shorten(stripControlChars(isOp(part) ? opWords(part) : eventWords(part)), 90);
}

function opWords(op: Op): string {
  switch (op.op) {
    case 'open':
      return `opens ${op.surface}`;
    case 'reveal':
      return `shows ${op.surface}`;
    case 'put':
      return `${op.components.length === 1 ? `puts ${op.components[0]?.id}` : `puts ${op.components.length} components`} in ${op.surface}`;
    case 'close':
      return `closes ${op.surface}`;
    case 'set':
    case 'merge':
    case 'append':
      return `${VERBS[op.op]} ${op.path || '/'} of ${op.surface}: ${valueWords(op.value)}`;
    case 'unset':
      return `removes ${op.path || '/'} of ${op.surface}`;
    case 'ask':
      return `asks “${op.prompt}”`;
    case 'withdraw':
      return `takes question ${op.ask} back`;
    case 'lapse':
      return `question ${op.ask} lapsed: ${op.reason}`;
    case 'task':
      return op.done === true
        ? `task ${op.task} is done`
        : `task ${op.message ?? op.task}${progress(op.value, op.total)}`;
    case 'effect':
      return op.effect.kind === 'toast' ? `notes “${op.effect.text}”` : `leads to ${op.effect.url}`;
    case 'call':
      return `calls ${op.name}`;
    case 'return':
      return `answers call ${op.call}`;
    case 'say':
      return `says “${op.text}”`;
    case 'turn':
      return `is ${op.state === 'input' ? 'waiting for input' : op.state}`;
    default:
      return String((op as { op: unknown }).op);
  }
}

function eventWords(event: ViewerEvent): string {
  switch (event.event) {
    case 'action':
      return `does “${event.name}” with ${event.source}${contextWords(event.context)}`;
    case 'input':
      return `enters ${valueWords(event.value)} at ${event.path} of ${event.surface}`;
    case 'answer':
      return `answers ${event.ask}: ${valueWords(event.value)}`;
    case 'cancel':
      return `cancels task ${event.task}`;
    case 'join':
      return 'sees a person come';
    case 'leave':
      return 'sees a person go';
    case 'say':
      return `says “${event.text}”`;
    case 'issue':
      return event.issue.message;
    case 'call':
      return `calls ${event.name}`;
    case 'return':
      return `answers call ${event.call}`;
    case 'consent':
      return `${event.granted ? 'allows' : 'refuses'} ${event.kind}`;
    default:
      return event.event;
  }
}

const VERBS = { set: 'sets', merge: 'merges into', append: 'appends to' } as const;
const MAX_VALUE = 40;

function valueWords(value: Json): string {
  return shorten(JSON.stringify(value) ?? '', MAX_VALUE);
}

function contextWords(context: Json): string {
  const words = valueWords(context);
  return words === '{}' ? '' : ` ${words}`;
}

function progress(value: number | undefined, total: number | undefined): string {
  if (value === undefined) return '';
  return total === undefined ? `: ${value}` : `: ${value} of ${total}`;
}
