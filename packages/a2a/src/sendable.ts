// What of a session's messages may go to a client: those that satisfy the schema of its form, with one of the catalogs that
// it has. Of the others the agent is told, in the session.

import type { FacePorts, Json } from '@vitrine/core';
import type { Agreement } from './agreement.ts';
import { checkForClient } from './sent-check.ts';

/** Of the messages of one entry. */
const MOST_TOLD = 10;

export async function sendable(
  port: FacePorts,
  session: string,
  { form, catalogs }: Agreement,
  messages: readonly Json[],
): Promise<readonly Json[]> {
  if (form === undefined || messages.length === 0) return messages;
  const view = await port.sessions.view(session);
  const known = catalogs.flatMap((id) => view.catalogs.get(id) ?? []);
  const { messages: fine, unsent } = checkForClient(form, known, messages);
  const told = unsent.slice(0, MOST_TOLD).map((one) => ({ event: 'issue', ...one }) as const);
  if (told.length > 0) await port.sessions.write(session, [{ body: told }]);
  return fine;
}
