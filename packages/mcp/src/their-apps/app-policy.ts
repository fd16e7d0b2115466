// What an app of somebody else may load and call: what its resource asks for, within our bounds. Names of the public internet over
// TLS and nothing else, so that no app can look around in the network that the person's browser is in.

import { isArray, type Json, type JsonObject } from '@vitrine/core/internal';

export interface AppPolicy {
  /** `connect-src`. */
  readonly connect: readonly string[];
  /** Scripts, styles, pictures, fonts and sounds. */
  readonly load: readonly string[];
}

const MAX_SOURCES = 20;
/** A name with a dot and a domain of letters: neither an address nor a name that a machine or a local network gives itself. */
const SOURCE = /^(?:https|wss):\/\/(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,63})(?::\d{1,5})?$/;
const PRIVATE = new Set([
  'local',
  'localhost',
  'internal',
  'lan',
  'home',
  'corp',
  'test',
  'example',
  'invalid',
  'arpa',
  'onion',
]);

export function boundedPolicy({ connectDomains, resourceDomains }: JsonObject): AppPolicy {
  return {
    connect: sourcesIn(connectDomains),
    load: sourcesIn(resourceDomains).filter((one) => one.startsWith('https:')),
  };
}

export function sourcesIn(listed: Json | undefined): readonly string[] {
  const sources = (isArray(listed) ? listed : []).filter(
    (one): one is string => typeof one === 'string' && isPublic(one),
  );
  return [...new Set(sources)].slice(0, MAX_SOURCES);
}

function isPublic(source: string): boolean {
  const domain = SOURCE.exec(source)?.[1];
  return domain !== undefined && !PRIVATE.has(domain);
}

/**
 * Of the page that the app stands in; the frame inside inherits it, and no page can undo it. `sandbox` stands here as well as on the
 * frames: whoever opens the page elsewhere has no origin either.
 */
export function policyHeader({ connect, load }: AppPolicy, page: string): string {
  const loaded = load.map((source) => ` ${source}`).join('');
  return [
    "default-src 'none'",
    `script-src 'unsafe-inline'${loaded}`,
    `style-src 'unsafe-inline'${loaded}`,
    `img-src data: blob:${loaded}`,
    `font-src data:${loaded}`,
    `media-src data: blob:${loaded}`,
    `connect-src ${connect.length === 0 ? "'none'" : connect.join(' ')}`,
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${page}`,
    'sandbox allow-scripts',
  ].join('; ');
}
