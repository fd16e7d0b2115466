// The one place that decides what trust means: how low the trust of an entry is, what is marked, and what may be approved;
// what an untrusted op may not be stands beside it, in untrusted-op.ts, because pages that judge nothing do without. Whoever
// brings content says where it came from; everybody else reads what is decided.

import { readAction } from './action.ts';
import type { FunctionDeclaration } from './catalog.ts';
import type { AskOp, Trust } from './entry.ts';
import type { Json } from './json.ts';
import type { Surface } from './surface.ts';

/** Something that stands for itself outside any surface, with the word that it came from elsewhere. */
export type TrustMarked<T> = T & { readonly trust?: 'untrusted' };

/** The lower one: what is said of content can only take trust away. */
export function lowerTrust(one: Trust, other: Trust | undefined): Trust {
  return other === 'untrusted' ? other : one;
}

/** The same object where it is trusted, so that what is trusted costs nothing. */
export function marked<T extends object>(thing: T, trust: Trust): TrustMarked<T> {
  return trust === 'untrusted' ? { ...thing, trust } : thing;
}

/** Whether calling a function does something besides giving a value: nothing that is not trusted may. */
export function isActing(name: string, declaration: FunctionDeclaration | undefined): boolean {
  return name === 'openUrl' || declaration?.gesture === true || declaration?.returns === 'void';
}

/** The event of an action that was taken out or cannot be said. No component declares it, so a host refuses it. */
export const INERT_EVENT = 'vitrine.inert';

/** Whether an action of a surface may be carried out: one that acts, or was taken out as such, not where it is untrusted. */
export function mayCarryOut(prop: Json | undefined, surface: Pick<Surface, 'trust' | 'catalogFor'>): boolean {
  const action = surface.trust === 'trusted' || prop === undefined ? undefined : readAction(prop);
  if (action === undefined) return true;
  if ('event' in action) return action.event.name !== INERT_EVENT;
  const { call, catalog } = action.functionCall;
  const found = surface.catalogFor(catalog);
  return !isActing(call, 'code' in found ? undefined : found.functions.get(call));
}

/** Whether a person's yes to a question counts. Of a log that was written before this was refused it may not. */
export function mayApprove({ want, trust }: TrustMarked<AskOp>, session: Trust = 'trusted'): boolean {
  return want.kind !== 'confirm' || lowerTrust(session, trust) === 'trusted';
}
