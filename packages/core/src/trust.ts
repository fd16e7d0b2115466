// The one place that decides what trust means: how low the trust of an entry is, what an untrusted op may not be, what is
// marked, and what may be approved. Whoever brings content says where it came from; everybody else reads what is decided.

import { readAction } from './action.ts';
import type { FunctionDeclaration } from './catalog.ts';
import type { AskOp, Op, Trust } from './entry.ts';
import { standsFor } from './ids.ts';
import { type Issue, issue } from './issue.ts';
import type { IssueCode } from './issue-codes.ts';
import type { Json } from './json.ts';
import type { Catalogs } from './registry.ts';
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

/** What an untrusted op must not be. `surfaces`: those that are open. */
export function untrustedProblem(
  op: Op,
  { catalogs, surfaces }: { readonly catalogs: Catalogs; readonly surfaces: Iterable<{ readonly trust: Trust }> },
): Issue | undefined {
  if ('surface' in op && standsFor(op.surface) !== undefined)
    return refusal('VITRINE_SURFACE_RESERVED', 'has no surface under an id that the host gives itself', '/surfaceId');
  switch (op.op) {
    case 'ask':
      if (op.want.kind !== 'confirm') return undefined;
      return refusal(
        'VITRINE_ASK_UNTRUSTED',
        'asks for no approval: the agent must ask in its own words',
        '/want/kind',
      );
    case 'effect':
      if (op.effect.kind !== 'navigate') return undefined;
      return refusal(
        'VITRINE_NAVIGATE_UNTRUSTED',
        'sends nobody anywhere: the agent must offer the link',
        '/effect/kind',
      );
    case 'call': {
      const declaration = catalogs.get(op.catalog)?.functions.get(op.name);
      if (declaration !== undefined && !isActing(op.name, declaration)) return undefined;
      return refusal('VITRINE_CALL_UNTRUSTED', 'calls no function of a viewer that may act', '/name');
    }
    case 'return':
      // Whose call it answers stands in no state, so it could be that of any surface.
      for (const { trust } of surfaces)
        if (trust === 'trusted')
          return refusal('VITRINE_CALL_UNTRUSTED', 'answers no call while a trusted surface is shown', '/call');
      return undefined;
    default:
      return undefined;
  }
}

function refusal(code: IssueCode, why: string, at: string): Issue {
  return issue(code, 'error', `Content that is not trusted ${why}.`, at);
}

/** Whether a person's yes to a question counts. Of a log that was written before this was refused it may not. */
export function mayApprove({ want, trust }: TrustMarked<AskOp>, session: Trust = 'trusted'): boolean {
  return want.kind !== 'confirm' || lowerTrust(session, trust) === 'trusted';
}
