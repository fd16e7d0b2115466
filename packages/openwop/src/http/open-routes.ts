// What anybody may read: what this host says of itself, and the schemas of the kinds that it takes, by the major that is
// asked for.

import { defined, type JsonObject } from '@vitrine/core/internal';
import { digestOf, type HeaderTable, jsonAnswer } from '@vitrine/face-kit';
import type { Major } from '../admission/types.ts';
import { advertise, PROTOCOL_VERSIONS, schemaFile } from '../advertisement.ts';
import { versionsOf } from '../settings.ts';
import type { Services } from './call.ts';
import { notFound, Refusal } from './refusal.ts';

export const WELL_KNOWN = '/.well-known/openwop';
const SCHEMA = /^\/schemas\/(.+)$/;
/** As ai-envelope.md §"Canonical schema location" has them. */
const SCHEMA_HEADERS = { 'content-type': 'application/schema+json', 'cache-control': 'public, max-age=300' };

export function isForAnybody(path: string): boolean {
  return path === WELL_KNOWN || SCHEMA.test(path);
}

/** Undefined: nothing of these. */
export function answerAnybody(services: Services, request: Request, path: string, major: Major): Response | undefined {
  if (!isForAnybody(path)) return undefined;
  const file = SCHEMA.exec(path)?.[1];
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new Refusal(405, 'method_not_allowed', 'This can only be read.');
  const { settings, workers, seams } = services;
  const advertised = defined({ settings, fixtures: workers.fixtures(), seams: seams?.profile });
  if (file === undefined) return validated(request, major, advertise(major, advertised));
  const schema = schemaFile(file, major, versionsOf(settings.majors[major]));
  if (schema === undefined) throw notFound('No schema of this name is served.');
  return validated(request, major, schema, SCHEMA_HEADERS);
}

function validated(request: Request, major: Major, document: JsonObject, more: HeaderTable = {}): Response {
  const etag = `"${digestOf(JSON.stringify(document), 'base64url').slice(0, 22)}"`;
  const headers = {
    ...{ etag, 'openwop-version': PROTOCOL_VERSIONS[major], vary: 'OpenWOP-Version' },
    ...{ 'cache-control': 'no-cache', ...more },
  };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return jsonAnswer(200, document, headers);
}

export function majorOf(request: Request, path: string): Major {
  const named = request.headers.get('openwop-version');
  const major = named === null ? undefined : /^(\d+)(?:\.\d+)?$/.exec(named.trim())?.[1];
  if (path.startsWith('/v1/')) {
    if (named === null || major === '1') return 1;
    throw new Refusal(400, 'protocol_version_mismatch', 'Below /v1 OpenWOP-Version is 1.');
  }
  // Who names none is told of major 1 by what anybody may read; elsewhere a path without a version is major 2.
  if (named === null) return isForAnybody(path) ? 1 : 2;
  if (major === '1') return 1;
  if (major === '2') return 2;
  const protocolVersions = Object.values(PROTOCOL_VERSIONS);
  const message = `OpenWOP-Version is one of ${protocolVersions.join(', ')}.`;
  throw new Refusal(406, 'protocol_version_unsupported', message, { protocolVersions });
}
