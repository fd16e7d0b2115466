// The one URL policy: the host asks it before it accepts an agent's URL, the renderer before it draws one.
// Callers use the href that comes back, never the text that went in. Opening and fetching is left to them.

import { accepted, type Outcome, quote, refusal } from './issue.ts';
import { describeType } from './json.ts';
import type { UrlPolicy } from './url-policy.ts';

export { DEFAULT_URL_POLICY, type UrlPolicy } from './url-policy.ts';

export type MediaKind = 'image' | 'audio' | 'video';

const MAX_URL_LENGTH = 8 * 1024;
const MAX_DATA_BYTES = 2 * 1024 * 1024;

/** The absolute http or https URL that a person may be sent to. */
export function checkLink(url: unknown, policy: UrlPolicy): Outcome<string> {
  return judged(url, policy.links === 'none' ? 'links are turned off' : resolve(url, policy.base));
}

/** The absolute URL that an image, a sound or a film may be loaded from. */
export function checkMedia(url: unknown, kind: MediaKind, policy: UrlPolicy): Outcome<string> {
  return judged(url, mediaOf(url, kind, policy));
}

/** Whether `url`, read relative to `base`, has the same scheme, host and port. False for all that is not http or https. */
export function isSameOrigin(url: string, base: string): boolean {
  const [target, home] = [parse(url, base), parse(base)];
  return target !== undefined && home !== undefined && isWeb(target) && target.origin === home.origin;
}

/** Where a URL leads, or why it may not be followed. */
type Verdict<T extends { readonly href: string }> = T | string;

function judged(url: unknown, verdict: Verdict<{ readonly href: string }>): Outcome<string> {
  if (typeof verdict !== 'string') return accepted(verdict.href);
  const subject = typeof url === 'string' ? `The URL ${quote(url)}` : 'The URL';
  return refusal('VITRINE_URL_REFUSED', `${subject} is refused: ${verdict}.`);
}

const TOO_LONG = `it is longer than ${MAX_URL_LENGTH} characters`;
const CREDENTIALS = 'it carries a user name or a password';

/** Shapes that browsers mend and other readers read otherwise are refused before the URL parser can mend them. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  // The URL parser drops tabs, line ends and outer control characters: `java\nscript:` would pass for a script.
  [/\p{Cc}/u, 'it contains a control character'],
  [/^\s|\s$/, 'it begins or ends with white space'],
  [/^$/, 'it is empty'],
  [/\\/, 'it contains a backslash'],
  // `https:host`, `https:/host` and `///host` lead to a path of the base or to a host, depending on reader and base.
  [/^(?:https?:(?!\/\/[^/])|\/\/(?![^/]))/i, 'two slashes and a host must stand before the path'],
  [/^(?:https?:)?\/\/[^/?#]*@/i, CREDENTIALS],
];

function resolve(url: unknown, base: string | undefined): Verdict<URL> {
  if (typeof url !== 'string') return `a URL is a string, not ${describeType(url)}`;
  if (url.length > MAX_URL_LENGTH) return TOO_LONG;
  const fault = FAULTS.find(([shape]) => shape.test(url));
  if (fault !== undefined) return fault[1];
  const target = parse(url, base);
  if (target === undefined) return base === undefined ? 'it is not an absolute URL' : 'it is not a valid URL';
  if (!isWeb(target)) return `the scheme ${quote(target.protocol)} is neither http: nor https:`;
  if (target.username + target.password !== '') return CREDENTIALS;
  return target.href.length > MAX_URL_LENGTH ? TOO_LONG : target;
}

function mediaOf(url: unknown, kind: MediaKind, policy: UrlPolicy): Verdict<{ readonly href: string }> {
  if (typeof url === 'string' && /^data:/i.test(url)) {
    return kind === 'image' ? dataImage(url) : `${kind} may not be a data: URL`;
  }
  const target = resolve(url, policy.base);
  if (typeof target === 'string') return target;
  if (target.protocol !== 'https:' && !isLoopback(target.hostname)) return `${kind} must come over https`;
  if (policy.media.some((entry) => allows(entry, target, policy.base))) return target;
  return `${kind} from the host ${quote(target.host)} is not allowed here`;
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
const MAX_DIGITS = Math.ceil((MAX_DATA_BYTES * 4) / 3);

function dataImage(url: string): Verdict<{ readonly href: string }> {
  const header = DATA_IMAGE.exec(url.slice(0, 64));
  if (header === null) return 'a data: image must be base64 of png, jpeg, gif, webp, avif or bmp';
  const body = url.slice(header[0].length);
  const digits = body.replace(/==?$/, '');
  if (digits.length > MAX_DIGITS) return `the image is larger than ${MAX_DATA_BYTES} bytes`;
  const complete = digits === body ? body.length % 4 !== 1 : body.length % 4 === 0;
  if (digits === '' || !complete || /[^a-z\d+/]/i.test(digits)) return 'the image is not valid base64';
  const type = (header[1] as string).toLowerCase();
  return { href: `data:image/${type === 'jpg' ? 'jpeg' : type};base64,${body}` };
}
