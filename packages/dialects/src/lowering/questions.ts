// Questions and tasks for viewers that have no word for them: a surface each. Pressing its button answers the question or
// cancels the task; bridged-actions.ts reads that. A question for a file cannot be put this way.

import {
  type AskOp,
  askSurfaceId,
  ComponentBuilder,
  type JsonObject,
  type Limits,
  own,
  type Surface,
  type TaskOp,
  type TrustMarked,
  taskSurfaceId,
  type Want,
} from '@vitrine/core/internal';
import { ELSEWHERE } from './origin.ts';
import { plainSurface } from './plain-surface.ts';

export const ANSWER_EVENT = 'vitrine.answer';
export const CANCEL_EVENT = 'vitrine.cancel';

/** The buttons that are written here. */
const [APPROVE, REJECT, SEND, CANCEL] = ['approve', 'reject', 'send', 'cancel'] as const;

/** Whether a press is one of a button that stands on the surface of a question. */
export function isAnswerPress({ name, source, context }: AskAction, want: Want | undefined): boolean {
  if (name !== ANSWER_EVENT) return false;
  // Of a question that is no longer there: whoever judges it says so.
  if (want === undefined) return [APPROVE, REJECT, SEND].some((button) => button === source);
  if (want.kind !== 'confirm') return source === SEND && want.kind !== 'file';
  if (source !== APPROVE && source !== REJECT) return false;
  return own(context, 'value') === undefined || context.value === isApproval({ source });
}

export function isApproval({ source }: Pick<AskAction, 'source'>): boolean {
  return source === APPROVE;
}

export function isCancelPress({ name, source }: AskAction): boolean {
  return name === CANCEL_EVENT && source === CANCEL;
}

interface AskAction {
  readonly name: string;
  readonly source: string;
  readonly context: JsonObject;
}

function originOf({ trust }: TrustMarked<object>, to: ComponentBuilder): readonly string[] {
  return trust === 'untrusted' ? to.text(ELSEWHERE, 'caption') : [];
}

/** Undefined where the viewer could not answer. */
export function askSurface(op: TrustMarked<AskOp>, limits: Limits): Surface | undefined {
  return op.want.kind === 'file' ? undefined : shownAsk(op, limits);
}

/** As it is drawn for who only looks: a question for a file too. */
export function shownAsk(op: TrustMarked<AskOp>, limits: Limits): Surface {
  const { want, prompt, severity } = op;
  const to = new ComponentBuilder();
  const origin = originOf(op, to);
  const grave = severity === undefined || severity === 'info' ? [] : to.text(severity, 'caption');
  const words = [...origin, ...grave, ...to.text(prompt)];
  const rest = want.kind === 'confirm' ? confirmation(want, to) : question(want, to);
  to.column([...words, ...rest], 'root');
  return plainSurface(askSurfaceId(op.ask), to.components, startOf(want), limits);
}

function startOf(want: Want): JsonObject {
  if (want.kind === 'confirm') return {};
  return { value: want.kind === 'select' ? [] : '' };
}

function confirmation(want: Extract<Want, { kind: 'confirm' }>, to: ComponentBuilder): readonly string[] {
  const answer = (value: boolean): JsonObject => ({ event: { name: ANSWER_EVENT, context: { value } } });
  const approve = to.button(APPROVE, want.confirm ?? 'Approve', answer(true), true);
  return [to.row([approve, to.button(REJECT, want.deny ?? 'Reject', answer(false))])];
}

const VALUE = { path: '/value' };

function question(want: Exclude<Want, { kind: 'confirm' }>, to: ComponentBuilder): readonly string[] {
  const send = { event: { name: ANSWER_EVENT, context: { value: VALUE } } };
  const input = want.kind === 'file' ? to.text('Answer: [file]') : [inputFor(want, to)];
  return [...input, to.button(SEND, 'Send', send, true)];
}

function inputFor(want: Exclude<Want, { kind: 'confirm' | 'file' }>, to: ComponentBuilder): string {
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

export function taskSurface(op: TrustMarked<TaskOp>, limits: Limits): Surface {
  const { task, value, total, message } = op;
  const to = new ComponentBuilder();
  const origin = originOf(op, to);
  const far =
    total !== undefined && total > 0 && value !== undefined
      ? `${Math.round(Math.min(1, Math.max(0, value / total)) * 100)}%`
      : value === undefined
        ? ''
        : String(value);
  const cancel = { event: { name: CANCEL_EVENT } };
  const words = [...to.text(message || task), ...to.text(far, 'caption')];
  const children = [...origin, ...words, to.button(CANCEL, 'Cancel', cancel)];
  to.column(children, 'root');
  return plainSurface(taskSurfaceId(task), to.components, {}, limits);
}
