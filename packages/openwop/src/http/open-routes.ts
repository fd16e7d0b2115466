// What anybody may read: what this host says of itself, and the schemas of the kinds that it takes, by the major that is
// asked for: made from our catalogs, and compared with the published ones in conformance/openwop.

import { createHash } from 'node:crypto';
import type { JsonObject } from '@vitrine/core';
import { openwopPayloadSchema } from '@vitrine/core/catalogs/openwop-schema';
import { deltaFrameSchema, envelopeSchema, SURFACE_KIND } from '@vitrine/dialects/openwop';
import { jsonAnswer } from '@vitrine/face-kit';
import type { Major } from '../admission/types.ts';
import { advertise, PROTOCOL_VERSIONS } from '../advertisement.ts';
import type { Services } from './call.ts';
import { notFound, Refusal } from './refusal.ts';

export const WELL_KNOWN = '/.well-known/openwop';
const SCHEMA = /^\/schemas\/(.+)$/;

/** `version` is that of the payload which the host reads for the kind. */
type Make = (major: Major, version: 1 | 2) => JsonObject;

/** That of the payload; the others are of no kind. */
const SURFACE_FILE = `envelopes/${SURFACE_KIND}.schema.json`;

const FILES: { readonly [path: string]: Make } = {
  [SURFACE_FILE]: (_major, version) => openwopPayloadSchema(version),
  'ai-envelope.schema.json': (major) => envelopeSchema(major),
  'a2ui-surface-delta-frame.schema.json': () => deltaFrameSchema(),
};

export const SCHEMA_FILES: readonly string[] = Object.keys(FILES);

/** Undefined: there is no such file. */
export function schemaFile(path: string, major: Major, version: 1 | 2 = major): JsonObject | undefined {
  return Object.hasOwn(FILES, path) ? FILES[path]?.(major, version) : undefined;
}

export function isForAnybody(path: string): boolean {
  return path === WELL_KNOWN || SCHEMA.test(path);
}

/** Undefined: nothing of these. */
export function answerAnybody(services: Services, request: Request, path: string, major: Major): Response | undefined {
  if (!isForAnybody(path)) return undefined;
  const file = SCHEMA.exec(path)?.[1];
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new Refusal(405, 'method_not_allowed', 'This can only be read.');
  const { settings, workers } = services;
  if (file === undefined) return validated(request, major, advertise(major, settings, workers.fixtures()));
  const version = settings.majors[major].kinds[SURFACE_KIND];
  const isRead = version === 1 || version === 2;
  const schema = file === SURFACE_FILE && !isRead ? undefined : schemaFile(file, major, isRead ? version : major);
  if (schema === undefined) throw notFound('No schema of this name is served.');
  return validated(request, major, schema);
}

function validated(request: Request, major: Major, document: JsonObject): Response {
  const etag = `"${createHash('sha256').update(JSON.stringify(document)).digest('base64url').slice(0, 22)}"`;
  const headers = {
    ...{ etag, 'openwop-version': PROTOCOL_VERSIONS[major], vary: 'OpenWOP-Version' },
    'cache-control': 'no-cache',
  };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return jsonAnswer(200, document, headers);
}
