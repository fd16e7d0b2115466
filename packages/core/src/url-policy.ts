// Where media may come from and links may lead to, as a page or a host sets it. Judging an address by it is url.ts.

export interface UrlPolicy {
  /**
   * Hosts that images, audio and video may come from: `example.com`, `example.com:8443`, `*.example.com` (any
   * subdomain), `*` (any https host), `self` (the origin of `base`). Without a port the scheme's own port is meant.
   */
  readonly media: readonly string[];
  readonly links: 'web' | 'none';
  /** Absolute http or https URL that relative ones start from. */
  readonly base?: string;
}

/** Links to the web; of media only images that the message itself carries. */
export const DEFAULT_URL_POLICY: UrlPolicy = { media: [], links: 'web' };
