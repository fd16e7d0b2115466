// What anybody may read: what this host says of itself, and the schemas of the kinds that it takes.

import { createHash } from 'node:crypto';
import type { JsonObject } from '@vitrine/core';
import { jsonAnswer } from '@vitrine/face-kit';
import type { Major } from '../admission/types.ts';
import { advertise, PROTOCOL_VERSIONS } from '../advertisement.ts';
import { SURFACE_FILE, schemaFile } from '../schemas/schema-files.ts';
import { SURFACE_KIND } from '../settings.ts';
import type { Services } from './call.ts';
import { notFound, Refusal } from './refusal.ts';

export const WELL_KNOWN = '/.well-known/openwop';
const SCHEMA = /^\/schemas\/(.+)$/;

/** Undefined: nothing of these. */
export function answerAnybody(services: Services, request: Request, path: string): Response | undefined {
  const file = SCHEMA.exec(path)?.[1];
  if (path !== WELL_KNOWN && file === undefined) return undefined;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new Refusal(405, 'method_not_allowed', 'This can only be read.');
  const major = majorNamed(request);
  const { settings, workers } = services;
  if (file === undefined) return validated(request, major, advertise(major, settings, workers.fixtures()));
  const version = settings.majors[major].kinds[SURFACE_KIND];
  const isRead = version === 1 || version === 2;
  const schema = file === SURFACE_FILE && !isRead ? undefined : schemaFile(file, major, isRead ? version : major);
  if (schema === undefined) throw notFound('No schema of this name is served.');
  return validated(request, major, schema);
}

/** By OpenWOP-Version; 1 without it. */
function majorNamed(request: Request): Major {
  const named = request.headers.get('openwop-version') ?? '1';
  if (/^1(\.|$)/.test(named)) return 1;
  if (/^2(\.|$)/.test(named)) return 2;
  throw new Refusal(400, 'unsupported_version', 'OpenWOP-Version is 1.0 or 2.0.', {
    supported: Object.values(PROTOCOL_VERSIONS),
  });
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
