// What a body says that it is. Reading it is left to http/request-body.ts.

import { HostError } from '../host-error.ts';

/** Messages and events: JSON or JSONL, told apart by looking, so that any of these names does. */
const MESSAGE_TYPES = new Set(['application/json', 'application/jsonl', 'application/x-ndjson', 'text/plain']);
const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii']);
const TOKEN = String.raw`[\w!#$%&'*+.^\x60|~-]+`;
const MEDIA_TYPE = new RegExp(`^\\s*(${TOKEN}/${TOKEN})\\s*(?:;|$)`);
const CHARSET = new RegExp(`;\\s*charset\\s*=\\s*(?:"(${TOKEN})"|(${TOKEN}))\\s*(?:;|$)`, 'i');
const MAX_LENGTH = 255;
const BYTES = 'application/octet-stream';

export interface MediaType {
  /** Without parameters, in lower case. */
  readonly type: string;
  readonly charset?: string;
}

export function readMediaType(header: string | null | undefined): MediaType | undefined {
  if (typeof header !== 'string' || header.length > MAX_LENGTH) return undefined;
  const type = MEDIA_TYPE.exec(header)?.[1]?.toLowerCase();
  if (type === undefined) return undefined;
  const charset = CHARSET.exec(header);
  const name = (charset?.[1] ?? charset?.[2])?.toLowerCase();
  return name === undefined ? { type } : { type, charset: name };
}

/** For the bodies of messages and events. */
export function assertMessageType(header: string | null | undefined): void {
  assertOneOf(header, (type) => MESSAGE_TYPES.has(type) || isJson(type));
}

/** For all other calls. */
export function assertJsonType(header: string | null | undefined): void {
  assertOneOf(header, isJson);
}

/** The type that a file is kept with. One that cannot be read is that of bytes. */
export function fileType(header: string | null | undefined): string {
  return readMediaType(header)?.type ?? BYTES;
}

function assertOneOf(header: string | null | undefined, isMeant: (type: string) => boolean): void {
  const media = readMediaType(header);
  if (media === undefined || !isMeant(media.type) || !UTF8.has(media.charset ?? 'utf-8'))
    throw new HostError('VITRINE_BODY_TYPE');
}

function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json');
}
