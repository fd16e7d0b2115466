// What the chrome says about a question in its own words: what is wanted, how grave it is, what a button does.

import type { AskOp } from '@vitrine/core';
import { make } from '../dom.ts';
import { icon } from './icon.ts';
import { line } from './words.ts';

const GRAVITY = {
  warning: 'Caution. Read this before you decide.',
  critical: 'Critical. This may be impossible to undo.',
} as const;

export function verbOf({ want }: AskOp): string {
  if (want.kind === 'confirm') return 'asks for your approval';
  return want.kind === 'file' ? 'asks for a file' : 'asks you a question';
}

export function gravityOf({ severity }: AskOp): HTMLElement | undefined {
  if (severity !== 'warning' && severity !== 'critical') return undefined;
  return warning(severity, GRAVITY[severity]);
}

/** An agent's label never stands alone: what the button does is said in the chrome's own word. */
export function labelOf(label: unknown, own: 'Approve' | 'Deny'): string {
  const words = line(label, 60);
  return words === '' || words === own ? own : `${own}: ${words}`;
}

export function warning(kind: keyof typeof GRAVITY, words: string): HTMLElement {
  const element = make('p', `gravity ${kind}`);
  element.append(icon('warning'), words);
  return element;
}
