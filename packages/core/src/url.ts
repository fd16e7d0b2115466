// The one URL policy: the host asks it before it accepts an agent's URL, the renderer before it draws one.
// Callers use the href that comes back, never the text that went in. Opening and fetching is left to them.

import { accepted, issue, type Outcome, quote, refused } from './issue.ts';
import { describeType } from './json.ts';

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

export type MediaKind = 'image' | 'audio' | 'video';

/** Links to the web; of media only images that the message itself carries. */
export const DEFAULT_URL_POLICY: UrlPolicy = { media: [], links: 'web' };

const MAX_URL_LENGTH = 8 * 1024;
const MAX_DATA_BYTES = 2 * 1024 * 1024;

/** The absolute http or https URL that a person may be sent to. */
export function checkLink(url: unknown, policy: UrlPolicy): Outcome<string> {
  if (policy.links === 'none') return refuse(url, 'links are turned off');
  const found = resolve(url, policy.base);
  return found.ok ? accepted(found.value.href) : found;
}

/** The absolute URL that an image, a sound or a film may be loaded from. */
export function checkMedia(url: unknown, kind: MediaKind, policy: UrlPolicy): Outcome<string> {
  if (typeof url === 'string' && /^data:/i.test(url)) {
    return kind === 'image' ? checkDataImage(url) : refuse(url, `${kind} may not be a data: URL`);
  }
  const found = resolve(url, policy.base);
  if (!found.ok) return found;
  const target = found.value;
  if (target.protocol !== 'https:' && !isLoopback(target.hostname)) return refuse(url, `${kind} must come over https`);
  if (policy.media.some((entry) => allows(entry, target, policy.base))) return accepted(target.href);
  return refuse(url, `${kind} from the host ${quote(target.host)} is not allowed here`);
}

/** Whether `url`, read relative to `base`, has the same scheme, host and port. False for all that is not http or https. */
export function isSameOrigin(url: string, base: string): boolean {
  const [target, home] = [parse(url, base), parse(base)];
  return target !== undefined && home !== undefined && isWeb(target) && target.origin === home.origin;
}

/** Shapes that browsers mend and other readers read otherwise are refused before the URL parser can mend them. */
function resolve(url: unknown, base: string | undefined): Outcome<URL> {
  if (typeof url !== 'string') return refuse(url, `a URL is a string, not ${describeType(url)}`);
  const fault = faultOf(url);
  if (fault !== undefined) return refuse(url, fault);
  const target = parse(url, base);
  if (target === undefined)
    return refuse(url, base === undefined ? 'it is not an absolute URL' : 'it is not a valid URL');
  if (!isWeb(target)) return refuse(url, `the scheme ${quote(target.protocol)} is neither http: nor https:`);
  if (target.username !== '' || target.password !== '') return refuse(url, 'it carries a user name or a password');
  if (target.href.length > MAX_URL_LENGTH) return refuse(url, `it is longer than ${MAX_URL_LENGTH} characters`);
  return accepted(target);
}

function faultOf(url: string): string | undefined {
  if (url.length > MAX_URL_LENGTH) return `it is longer than ${MAX_URL_LENGTH} characters`;
  // The URL parser drops tabs, line ends and outer control characters: `java\nscript:` would pass for a script.
  if (/\p{Cc}/u.test(url)) return 'it contains a control character';
  if (url.trim() !== url) return 'it begins or ends with white space';
  if (url === '') return 'it is empty';
  if (url.includes('\\')) return 'it contains a backslash';
  // `https:host`, `https:/host` and `///host` lead to a path of the base or to a host, depending on reader and base.
  if (/^(?:https?:(?!\/\/[^/])|\/\/(?![^/]))/i.test(url)) return 'two slashes and a host must stand before the path';
  if (/^(?:https?:)?\/\/[^/?#]*@/i.test(url)) return 'it carries a user name or a password';
  return undefined;
}

function parse(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

function isWeb(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}

// The URL parser has written 0x7f.1 and 2130706433 as 127.0.0.1 by now.
function isLoopback(hostname: string): boolean {
  return /^(?:(?:[a-z0-9-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function allows(entry: string, target: URL, base: string | undefined): boolean {
  if (entry === 'self') return base !== undefined && parse(base)?.origin === target.origin;
  if (entry === '*') return target.protocol === 'https:';
  const subdomains = entry.startsWith('*.');
  // The parser gives the entry the spelling that it gave the URL: lower case, punycode, no default port.
  const allowed = parse(`${target.protocol}//${subdomains ? entry.slice(2) : entry}`);
  if (allowed === undefined || allowed.href !== `${target.protocol}//${allowed.host}/`) return false;
  return subdomains ? target.host.endsWith(`.${allowed.host}`) : target.host === allowed.host;
}

// SVG is not on the list: it is a document, not pixels.
const DATA_IMAGE = /^data:image\/(png|jpeg|jpg|gif|webp|avif|bmp);base64,/i;
const MAX_BASE64 = Math.ceil(MAX_DATA_BYTES / 3) * 4;

function checkDataImage(url: string): Outcome<string> {
  const header = DATA_IMAGE.exec(url.slice(0, 64));
  if (header === null) return refuse(url, 'a data: image must be base64 of png, jpeg, gif, webp, avif or bmp');
  const body = url.slice(header[0].length);
  if (body.length > MAX_BASE64) return refuse(url, `the image is larger than ${MAX_DATA_BYTES} bytes`);
  const padding = body.endsWith('==') ? 2 : body.endsWith('=') ? 1 : 0;
  const digits = body.length - padding;
  const complete = padding === 0 ? digits % 4 !== 1 : body.length % 4 === 0;
  if (digits === 0 || !complete || !isBase64(body, digits)) return refuse(url, 'the image is not valid base64');
  if (Math.floor((digits * 3) / 4) > MAX_DATA_BYTES)
    return refuse(url, `the image is larger than ${MAX_DATA_BYTES} bytes`);
  const type = (header[1] as string).toLowerCase();
  return accepted(`data:image/${type === 'jpg' ? 'jpeg' : type};base64,${body}`);
}

function isBase64(body: string, digits: number): boolean {
  for (let i = 0; i < digits; i++) {
    const unit = body.charCodeAt(i);
    const letter = (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a;
    if (!letter && !(unit >= 0x30 && unit <= 0x39) && unit !== 0x2b && unit !== 0x2f) return false;
  }
  return true;
}

function refuse(url: unknown, why: string): { readonly ok: false; readonly issues: Outcome<never>['issues'] } {
  const subject = typeof url === 'string' ? `The URL ${quote(url)}` : 'The URL';
  return refused([issue('VITRINE_URL_REFUSED', 'error', `${subject} is refused: ${why}.`)]);
}
