// Questions and tasks for viewers that have no word for them: a surface each. Pressing its button answers the question or
// cancels the task; bridged-actions.ts reads that. A question for a file cannot be put this way.

import type { AskOp, JsonObject, Limits, Marked, Surface, TaskOp, Want } from '@vitrine/core';
import { PlainBuilder, plainSurface } from './plain-surface.ts';

const ASK = 'vitrine:ask:';
const TASK = 'vitrine:task:';
export const ANSWER_EVENT = 'vitrine.answer';
export const CANCEL_EVENT = 'vitrine.cancel';

export function askSurfaceId(ask: string): string {
  return `${ASK}${ask}`;
}

export function taskSurfaceId(task: string): string {
  return `${TASK}${task}`;
}

/** The question or the task that a surface stands for. */
export function standsFor(surface: string): { readonly ask: string } | { readonly task: string } | undefined {
  if (surface.startsWith(ASK)) return { ask: surface.slice(ASK.length) };
  return surface.startsWith(TASK) ? { task: surface.slice(TASK.length) } : undefined;
}

/** Other viewers have no chrome to say it in. */
const ELSEWHERE = 'From elsewhere, not trusted';

function originOf({ trust }: Marked<object>, to: PlainBuilder): readonly string[] {
  return trust === 'untrusted' ? to.text(ELSEWHERE, 'caption') : [];
}

/** Undefined where the viewer could not answer. */
export function askSurface(op: Marked<AskOp>, limits: Limits): Surface | undefined {
  const { want, prompt, severity } = op;
  if (want.kind === 'file') return undefined;
  const to = new PlainBuilder();
  const origin = originOf(op, to);
  const grave = severity === undefined || severity === 'info' ? [] : to.text(severity, 'caption');
  const words = [...origin, ...grave, ...to.text(prompt)];
  const rest = want.kind === 'confirm' ? confirmation(want, to) : question(want, to);
  to.column([...words, ...rest], 'root');
  return plainSurface(askSurfaceId(op.ask), to, startOf(want), limits);
}

function startOf(want: Want): JsonObject {
  if (want.kind === 'confirm') return {};
  return { value: want.kind === 'select' ? [] : '' };
}

function confirmation(want: Extract<Want, { kind: 'confirm' }>, to: PlainBuilder): readonly string[] {
  const answer = (value: boolean): JsonObject => ({ event: { name: ANSWER_EVENT, context: { value } } });
  const approve = to.button('approve', want.confirm ?? 'Approve', answer(true), true);
  return [to.row([approve, to.button('reject', want.deny ?? 'Reject', answer(false))])];
}

const VALUE = { path: '/value' };

function question(want: Exclude<Want, { kind: 'confirm' | 'file' }>, to: PlainBuilder): readonly string[] {
  const send = { event: { name: ANSWER_EVENT, context: { value: VALUE } } };
  return [inputFor(want, to), to.button('send', 'Send', send, true)];
}

function inputFor(want: Exclude<Want, { kind: 'confirm' | 'file' }>, to: PlainBuilder): string {
  const label = 'Answer';
  switch (want.kind) {
    case 'text':
      return to.add('TextField', { label, value: VALUE, variant: want.multiline === true ? 'longText' : 'shortText' });
    case 'number':
      return to.add('TextField', { label, value: VALUE, variant: 'number' });
    case 'date':
      return to.add('DateTimeInput', { label, value: VALUE, enableDate: true });
    case 'select': {
      const options = want.options.map((option) => {
        const value = String(option.value ?? option.id ?? option.label ?? '');
        return { label: typeof option.label === 'string' ? option.label : value, value };
      });
      const variant = want.multiple === true ? 'multipleSelection' : 'mutuallyExclusive';
      return to.add('ChoicePicker', { label, value: VALUE, options, variant });
    }
  }
}

export function taskSurface(op: Marked<TaskOp>, limits: Limits): Surface {
  const { task, value, total, message } = op;
  const to = new PlainBuilder();
  const origin = originOf(op, to);
  const far =
    total !== undefined && total > 0 && value !== undefined
      ? `${Math.round(Math.min(1, Math.max(0, value / total)) * 100)}%`
      : value === undefined
        ? ''
        : String(value);
  const cancel = { event: { name: CANCEL_EVENT } };
  const words = [...to.text(message || task), ...to.text(far, 'caption')];
  const children = [...origin, ...words, to.button('cancel', 'Cancel', cancel)];
  to.column(children, 'root');
  return plainSurface(taskSurfaceId(task), to, {}, limits);
}
