// Which session the home page shows: the first one of the person's own agent as soon as there is one, until then a demo.

import type { ListedSession } from '../host/host-api.ts';

/** Agents that the host runs itself, to have something to show. */
const OWN_AGENTS = /^(?:demo|concierge|a2a-.*)$/;
/** The demo that a person understands without a word. */
const FIRST_DEMO = 'Book a table';

/** An agent that somebody connected. */
export function isGuest({ agent }: Pick<ListedSession, 'agent'>): boolean {
  return !OWN_AGENTS.test(agent);
}

/** @param known sessions that were there when the page was opened */
export function firstCall(sessions: readonly ListedSession[], known: ReadonlySet<string>): ListedSession | undefined {
  return sessions.find((session) => isGuest(session) && !known.has(session.session));
}

export function featured(sessions: readonly ListedSession[]): ListedSession | undefined {
  const open = sessions.filter(({ closedAt }) => closedAt === undefined);
  const newest = (some: readonly ListedSession[]) => some.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  return (
    open.find((session) => !isGuest(session) && session.title?.startsWith(FIRST_DEMO)) ??
    newest(open.filter(isGuest)) ??
    newest(open)
  );
}
