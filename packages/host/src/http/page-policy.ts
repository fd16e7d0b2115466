// The content security policy of the page: its own scripts and styles, calls to its own host, and pictures and sounds
// from where the operator said they may come.

export interface PagePolicyOptions {
  /** Names of hosts or origins whose media may be shown; none by default. */
  readonly allowMedia?: readonly string[];
}

/** A host (`media.example`), a host and all below it (`*.example`), each with a port or a scheme before it. */
const SOURCE =
  /^(?:https?:\/\/)?(?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?$/i;

/** Throws when a source is none: a policy with a stray semicolon would mean something else. */
export function pagePolicy({ allowMedia = [] }: PagePolicyOptions = {}): string {
  for (const source of allowMedia)
    if (!SOURCE.test(source)) throw new TypeError(`${JSON.stringify(source)} is no host that media may come from.`);
  const media = ["'self'", 'data:', ...allowMedia].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${media}`,
    `media-src ${media}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types vitrine',
  ].join('; ');
}
