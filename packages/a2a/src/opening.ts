// Whether anything may come of a message, before anything does: what it says is taken apart, what client and agent can do is
// agreed on, and where no session has begun the host is asked whether one could begin with this.

import type { FacePorts, Issue, JsonObject } from '@vitrine/core/internal';
import { type Agreement, agree } from './agreement.ts';
import type { MessageDelivery } from './call.ts';
import type { CardSettings } from './card.ts';
import type { Context } from './contexts.ts';
import { rehearse } from './deliver.ts';
import type { ExtensionForm } from './forms.ts';
import { type ReadMessage, readIncoming } from './incoming.ts';
import type { A2aLimits } from './limits.ts';

/** One message of a client, and where it was said. */
export interface OpeningOptions {
  readonly port: FacePorts;
  readonly limits: A2aLimits;
  readonly context: Context;
  readonly settings: CardSettings;
  readonly form?: ExtensionForm;
  readonly message: JsonObject;
  readonly taking: MessageDelivery;
}

/** What a session begins with. */
type First = ReturnType<typeof rehearse>;

/** `refused`: why nothing comes of it. */
export type TurnOpening =
  | { readonly issues: readonly Issue[]; readonly refused: string }
  | {
      readonly issues: readonly Issue[];
      readonly agreed: Agreement;
      readonly incoming: ReadMessage;
      readonly first?: First;
    };

export async function judgeOpening(options: OpeningOptions): Promise<TurnOpening> {
  const { port, context, form, message, settings, limits, taking } = options;
  const view = context.session === undefined ? port.sessions.blank() : await port.sessions.view(context.session);
  const read = readIncoming(form, message, view.limits);
  // What it chose holds already.
  const incoming = taking.before === undefined ? read : { ...read, choices: [] };
  const agreed = agree(form, incoming, { context, settings, view, mostCatalogs: limits.catalogsPerSession });
  if (typeof agreed === 'string') return { issues: incoming.issues, refused: agreed };
  const found = [...incoming.issues, ...agreed.issues];
  // A message that asks nothing is fine; one that meant to say something is told why not.
  if (incoming.events.length + incoming.texts.length === 0)
    return hasErrors(found)
      ? { issues: found, refused: reasonsIn(found, 'Nothing of this could be read.') }
      : { issues: found, agreed, incoming };
  if (context.session !== undefined) return { issues: found, agreed, incoming };
  const first = rehearse(port, context.place.principal.viewer, agreed.form, incoming);
  const issues = [...found, ...first.issues];
  if (first.accepted > 0) return { issues, agreed, incoming, first };
  return { issues, refused: reasonsIn(issues, 'Nothing of this could be taken.') };
}

function hasErrors(issues: readonly Issue[]): boolean {
  return issues.some(({ severity }) => severity === 'error');
}

/** The first few, in one text. */
export function reasonsIn(issues: readonly Issue[], otherwise: string): string {
  const reasons = issues.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  return reasons.slice(0, 5).join(' ') || otherwise;
}
