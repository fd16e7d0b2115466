// The two lists below the stream: issues, which lead to their place in the text, and messages with their dialects.

import { el } from './element.ts';
import type { LocatedIssue, MessageResult } from './session.ts';

/** More are counted, not drawn. */
const MAX_ROWS = 500;

export function drawIssues(
  found: readonly LocatedIssue[],
  anyText: boolean,
  open: (found: LocatedIssue) => void,
): Node[] {
  if (found.length === 0) return [empty(anyText ? 'Nothing is wrong with it.' : 'Issues appear here as you type.')];
  const rows = found.slice(0, MAX_ROWS).map((one) => issueRow(one, open));
  return [el('ul', { class: 'rows' }, ...rows), ...remainder(found.length)];
}

function issueRow(found: LocatedIssue, open: (found: LocatedIssue) => void): HTMLElement {
  const { issue, step } = found;
  const where = step === undefined ? 'while drawing' : `line ${step.line}`;
  const at = issue.at === undefined || issue.at === '' ? undefined : el('code', { class: 'pointer' }, issue.at);
  const content = [
    el('span', { class: `chip ${issue.severity}` }, issue.severity),
    el('span', { class: 'where' }, where),
    el('span', { class: 'sentence' }, issue.message),
    el('span', { class: 'fine-print' }, el('code', { class: 'code' }, issue.code), at),
  ];
  if (step === undefined) return el('li', {}, el('div', { class: 'row' }, ...content));
  const button = el('button', { type: 'button', class: 'row', title: 'Select it in the stream' }, ...content);
  button.addEventListener('click', () => open(found));
  return el('li', {}, button);
}

export function drawMessages(messages: readonly MessageResult[], open: (message: MessageResult) => void): Node[] {
  if (messages.length === 0) return [empty('No message was read yet.')];
  const rows = messages.slice(0, MAX_ROWS).map((message) => {
    const { step, ok, dialect, kind, issues } = message;
    const state = !ok ? 'error' : issues.length > 0 ? 'warning' : 'fine';
    const verdict = !ok ? 'refused' : issues.length > 0 ? 'mended' : 'accepted';
    const button = el(
      'button',
      { type: 'button', class: 'row message', title: 'Select it in the stream' },
      el('span', { class: `chip ${state}` }, verdict),
      el('span', { class: 'where' }, `line ${step.line}`),
      el('span', { class: 'dialect' }, dialect ?? 'no dialect'),
      el('code', { class: 'code' }, kind),
    );
    button.addEventListener('click', () => open(message));
    return el('li', {}, button);
  });
  return [el('ul', { class: 'rows' }, ...rows), ...remainder(messages.length)];
}

export function empty(text: string): HTMLElement {
  return el('p', { class: 'empty' }, text);
}

function remainder(length: number): Node[] {
  return length <= MAX_ROWS ? [] : [empty(`and ${length - MAX_ROWS} more`)];
}
