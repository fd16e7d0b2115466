// What the chrome says about a question in its own words: what is wanted, how grave it is, what a button does.

import type { AskOp } from '@vitrine/core/page';
import { make } from '../dom.ts';
import type { SessionWords } from '../english/session.ts';
import { icon } from './icon.ts';
import { line } from './words.ts';

export function titleOf({ want }: AskOp, agent: string, words: SessionWords): string {
  if (want.kind === 'confirm') return words.asksApproval(agent);
  return want.kind === 'file' ? words.asksFile(agent) : words.asksQuestion(agent);
}

/** What is said about the gravity of a question, if anything is. */
export function gravityOf({ severity }: AskOp): 'caution' | 'critical' | undefined {
  if (severity === 'warning') return 'caution';
  return severity === 'critical' ? severity : undefined;
}

/** An agent's label never stands alone: what the button does is said in the chrome's own word. */
export function labelOf(label: unknown, own: string): string {
  const words = line(label, 60);
  return words === '' || words === own ? own : `${own}: ${words}`;
}

export function warning(kind: 'caution' | 'critical'): HTMLElement {
  const element = make('p', `gravity ${kind === 'critical' ? kind : 'warning'}`);
  element.append(icon('warning'));
  return element;
}
