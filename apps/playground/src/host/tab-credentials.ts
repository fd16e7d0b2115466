// Credentials that the pages keep, so that a reload does not lock anybody out. Those of viewers are this tab's own. The
// operator's, on the machine that the host runs on, is the origin's: it outlives tabs and restarts until it is revoked
// (docs/threat-model.md says why that is safe). Where a browser refuses storage, memory has to do.

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

/** The page came from the machine that it is shown on. */
export function isLocal({ hostname }: Pick<Location, 'hostname'>): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/.test(hostname);
}

function storageFor(what: string): Storage | undefined {
  if (what !== OPERATOR || !isLocal(location)) return tabStorage();
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

export function keep(what: string, token: string | undefined): void {
  if (token === undefined) memory.delete(what);
  else memory.set(what, token);
  try {
    if (token === undefined) storageFor(what)?.removeItem(name(what));
    else storageFor(what)?.setItem(name(what), token);
  } catch {
    // Full: the token lives as long as the page.
  }
}

export function kept(what: string): string | undefined {
  return memory.get(what) ?? storageFor(what)?.getItem(name(what)) ?? undefined;
}
