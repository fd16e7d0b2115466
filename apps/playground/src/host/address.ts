// What an address tells a page: the code of an operator or a viewer in its fragment, the session it is about. A credential
// leaves the address bar as soon as it was read: it would stay in the history and in what people copy.

type FragmentName = 'operator' | 'code' | 'token';

/** `#operator=…`, `#code=…`, `#token=…`: the value, or undefined. */
export function readFragment(hash: string, name: FragmentName): string | undefined {
  const value = new URLSearchParams(hash.replace(/^#/, '')).get(name);
  return value === null || value === '' ? undefined : value;
}

/** Reads it once and takes it off the address bar; what else the fragment says stays: `#sessions&operator=…`. */
export function takeFragment(name: FragmentName): string | undefined {
  const value = readFragment(location.hash, name);
  if (value === undefined) return undefined;
  const rest = location.hash
    .slice(1)
    .split('&')
    .filter((part) => !part.startsWith(`${name}=`));
  const hash = rest.length === 0 ? '' : `#${rest.join('&')}`;
  history.replaceState(history.state, '', location.pathname + location.search + hash);
  return value;
}

/** Whether the list of sessions is wanted, or one of them. Else it is the first page. */
export function isSessionsRoute(hash: string): boolean {
  return /^#(?:sessions\b|\/)/.test(hash);
}

/** The session that `/s/ID` names. */
export function readSessionPath(path: string): string | undefined {
  const found = /^\/s\/([^/]+)\/?$/.exec(path)?.[1];
  return found === undefined ? undefined : decoded(found);
}

/** The session that is open on the operator's page: `#/ID`. */
export function readRoute(hash: string): string | undefined {
  const found = /^#\/([^/]+)$/.exec(hash)?.[1];
  return found === undefined ? undefined : decoded(found);
}

export function routeTo(session: string): string {
  return `#/${encodeURIComponent(session)}`;
}

/** What a person pastes to get in: the whole address that was printed, its fragment, or the bare code. */
export function readCode(pasted: string): string | undefined {
  const text = pasted.trim();
  const at = text.indexOf('#');
  const code = at >= 0 || text.startsWith('operator=') ? readFragment(text.slice(at + 1), 'operator') : text;
  return code !== undefined && /^[\w.~-]{4,400}$/.test(code) ? code : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
