// Questions, tasks and effects in the words of AgentChains. Every word of a text is kept; what its viewers cannot be told is
// a loss.

import {
  type AskOp,
  defined,
  type EffectOp,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  own,
  type TaskOp,
  type TrustMarked,
} from '@vitrine/core/internal';
import { underMark } from '../lowering/origin.ts';
import { isSafeUrl } from './urls.ts';
import { writeWant } from './want.ts';

export type MethodCall = readonly [method: string, params: JsonObject];
type Lose = (what: string) => void;

/** The longest that its schema allows. */
const MAX_TIMEOUT_SECONDS = 300;
const TITLE_LENGTH = 255;
const LEVELS = ['info', 'success', 'warning', 'error'];
const OTHER_LEVELS: { readonly [severity: string]: string } = { critical: 'error', danger: 'error', warn: 'warning' };

/** Its viewers have no chrome of ours to say it in. */
function from({ trust }: TrustMarked<object>, words: string): string {
  return trust === 'untrusted' ? underMark(words) : words;
}

/** `seconds`: what is left of its time. */
export function askWords(ask: TrustMarked<AskOp>, seconds: number | undefined, lose: Lose): MethodCall {
  const { want, prompt, severity = 'info', ext = {} } = ask;
  if (want.kind !== 'confirm') {
    const { options, validation } = ext;
    return [
      'ui.request_input',
      {
        ...{ request_id: ask.ask, ...writeWant(want, from(ask, prompt || ask.ask)) },
        ...(isArray(options) ? { options } : {}),
        ...(isObject(validation) ? { validation } : {}),
      },
    ];
  }
  const [title, description] = asSent(ext, 'description') ?? apart(prompt, 'Please confirm');
  if (seconds === undefined || seconds > MAX_TIMEOUT_SECONDS) lose('a question ends after 300 seconds');
  return [
    'ui.confirm',
    {
      ...{ request_id: ask.ask, title },
      ...defined({ description }),
      ...{ severity, timeout_seconds: Math.min(seconds ?? MAX_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS) },
    },
  ];
}

/** A task that is done has reached its total: there is no other word for it. */
export function taskWords(op: TrustMarked<TaskOp>): MethodCall {
  const { task, value, total, message, style, done } = op;
  const whole = total !== undefined && total > 0 ? total : 100;
  const at = done === true ? whole : value;
  const of = done === true ? whole : total;
  const type = (done === true ? undefined : style) ?? styleOf({ value: at, total: of });
  // Filled in place, as it is read: there are many.
  const params: { [name: string]: Json } = { task_id: task, progress_type: type };
  if (at !== undefined) params.value = at;
  if (of !== undefined) params.total = of;
  if (message !== undefined || op.trust !== undefined) params.message = from(op, message ?? '');
  return ['ui.progress', params];
}

/** What the numbers of a task tell. */
export function styleOf({ value, total }: { value?: number | undefined; total?: number | undefined }) {
  return total !== undefined ? 'determinate' : value !== undefined ? 'streaming' : 'indeterminate';
}

export function effectWords(op: TrustMarked<EffectOp>, lose: Lose): MethodCall | undefined {
  const { effect, ext = {} } = op;
  if (effect.kind === 'navigate') {
    if (isSafeUrl(effect.url)) return ['ui.navigate', { url: effect.url, new_tab: effect.newTab ?? false }];
    lose('a URL that a viewer must not follow is not sent');
    return undefined;
  }
  const mark = (words: string): string => from(op, words);
  const [title, message] = asSent(ext, 'message', mark) ?? apart(mark(effect.text), 'Note');
  const { severity = 'info', ms = 5000 } = effect;
  const level = LEVELS.includes(severity) ? severity : (own(OTHER_LEVELS, severity) ?? 'info');
  return ['ui.notify', { level, title, ...defined({ message }), duration_ms: ms }];
}

/** Where the first end of a line does not part them. */
function asSent(ext: JsonObject, more: string, mark = (words: string): string => words): TitleAndRest | undefined {
  const title = typeof ext.title === 'string' ? mark(ext.title) : '';
  if (title === '' || title.length > TITLE_LENGTH) return undefined;
  const rest = own(ext, more);
  return [title, typeof rest === 'string' ? rest : undefined];
}

type TitleAndRest = readonly [title: string, more: string | undefined];

/** A title and what follows it: the first line, unless it is none or too long for a title. */
export function apart(text: string, otherwise: string): TitleAndRest {
  const end = text.indexOf('\n');
  const title = end < 0 ? text : text.slice(0, end);
  if (title === '' || title.length > TITLE_LENGTH) return [otherwise, text === '' ? undefined : text];
  return [title, end < 0 ? undefined : text.slice(end + 1)];
}
