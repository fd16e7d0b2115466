// Credentials of this tab, so that a reload does not lock anybody out. The storage of a session ends with the tab and is
// not seen by other tabs; where a browser refuses it, memory has to do.

const memory = new Map<string, string>();
const name = (what: string) => `vitrine.${what}`;

export const OPERATOR = 'operator';
/** The code of the link that this tab was opened with. */
export const codeOf = (session: string): string => `code.${session}`;
export const viewerOf = (session: string): string => `viewer.${session}`;

/** The storage of this tab, where the browser gives one. */
export function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

export function keep(what: string, token: string | undefined): void {
  if (token === undefined) memory.delete(what);
  else memory.set(what, token);
  try {
    if (token === undefined) tabStorage()?.removeItem(name(what));
    else tabStorage()?.setItem(name(what), token);
  } catch {
    // Full: the token lives as long as the page.
  }
}

export function kept(what: string): string | undefined {
  return memory.get(what) ?? tabStorage()?.getItem(name(what)) ?? undefined;
}
