// What a client says of itself in a2ui.init: who it is, what it can show. Everything in it is optional and untrusted.

import { isArray, isObject, type Json, type JsonObject, type PortCapabilities } from '@vitrine/core';
import { RpcError } from './errors.ts';
import { COMPONENT_TYPES } from './init-result.ts';

export interface ClientTraits {
  /** As they were sent. */
  readonly info: JsonObject;
  readonly capabilities: JsonObject;
  readonly user?: string;
  readonly viewport?: JsonObject;
  /** What it cannot do is said here; the rest it can. */
  readonly can: PortCapabilities;
}

const LONGEST = 8192;
const LONGEST_NAME = 255;
const MOST_NAMES = 100;

/** Refuses with -32602. */
export function readTraits(params: JsonObject): ClientTraits {
  const info = objectIn(params, 'client_info');
  const capabilities = objectIn(params, 'capabilities');
  const viewport = info.viewport === undefined || info.viewport === null ? undefined : readViewport(info.viewport);
  const { user_id: user } = params;
  if (user !== undefined && user !== null && !isName(user))
    refuse(`user_id is a text of 1 to ${LONGEST_NAME} characters.`);
  const components = readComponents(capabilities.supported_components);
  const most = readMost(capabilities.max_concurrent_components);
  const files = capabilities.supports_file_upload;
  if (files !== undefined && files !== null && typeof files !== 'boolean')
    refuse('capabilities.supports_file_upload is true or false.');
  return {
    info,
    capabilities,
    ...(isName(user) ? { user } : {}),
    ...(viewport === undefined ? {} : { viewport }),
    can: {
      ...(components === undefined ? {} : { components }),
      ...(most === undefined ? {} : { surfaces: most }),
      ...(files === false ? { files } : {}),
    },
  };
}

function objectIn(params: JsonObject, key: string): JsonObject {
  const value = params[key];
  if (value === undefined || value === null) return {};
  if (!isObject(value)) return refuse(`${key} is an object.`);
  if (lengthOf(value) > LONGEST) return refuse(`${key} has at most ${LONGEST} characters.`);
  return value;
}

/** What is nested too deeply to be written is longer than anything. */
function lengthOf(value: JsonObject): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function readViewport(value: Json): JsonObject {
  if (!isObject(value)) return refuse('client_info.viewport is {width, height}.');
  const { width, height } = value;
  if (!isLength(width) || !isLength(height)) return refuse('client_info.viewport is {width, height}, in pixels.');
  return { width, height };
}

function readComponents(value: Json | undefined): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isArray(value) || value.length > MOST_NAMES || !value.every((name) => typeof name === 'string'))
    return refuse(`capabilities.supported_components is a list of at most ${MOST_NAMES} names.`);
  // All nine is what a client can that says nothing; alike clients are served alike.
  const named = COMPONENT_TYPES.filter((type) => value.includes(type));
  return named.length === COMPONENT_TYPES.length ? undefined : named;
}

function readMost(value: Json | undefined): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    return refuse('capabilities.max_concurrent_components is a whole number.');
  return value as number;
}

function isLength(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME;
}

function refuse(detail: string): never {
  throw new RpcError('params', detail);
}
