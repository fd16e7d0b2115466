// What an op must not be whose content is not trusted. What trust means otherwise is trust.ts.

import type { Op, Trust } from './entry.ts';
import { standsFor } from './ids.ts';
import { type Issue, issue } from './issue.ts';
import type { IssueCode } from './issue-codes.ts';
import type { Catalogs } from './registry.ts';
import { isActing } from './trust.ts';

/** `surfaces`: those that are open. */
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
