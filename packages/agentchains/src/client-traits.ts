// What a client says of itself in a2ui.init: who it is, what it can show. Everything in it is optional and untrusted.

import { agentchainsData } from '@vitrine/core/catalogs/agentchains';
import { isArray, isObject, type Json, type JsonObject, type PortCapabilities } from '@vitrine/core/internal';
import { AgentchainsError } from './errors.ts';
import { type AgentchainsLimits, PROTOCOL_VERSION } from './limits.ts';

export interface ClientTraits {
  /** As they were sent. */
  readonly info: JsonObject;
  readonly capabilities: JsonObject;
  readonly user?: string;
  readonly viewport?: JsonObject;
  /** What it cannot do is said here; the rest it can. */
  readonly can: PortCapabilities;
}

const MAX_LENGTH = 8192;
const MAX_NAME_LENGTH = 255;
const MAX_COMPONENTS = 100;

/** Refuses with -32602. */
export function readTraits(params: JsonObject): ClientTraits {
  const info = objectIn(params, 'client_info');
  const capabilities = objectIn(params, 'capabilities');
  return {
    ...{ info, capabilities },
    ...readUser(params.user_id ?? undefined),
    ...readViewport(info.viewport ?? undefined),
    can: {
      ...readComponents(capabilities.supported_components ?? undefined),
      ...readSurfaces(capabilities.max_concurrent_components ?? undefined),
      ...readFiles(capabilities.supports_file_upload ?? undefined),
    },
  };
}

function objectIn(params: JsonObject, key: string): JsonObject {
  const value = params[key] ?? {};
  if (!isObject(value)) return refuse(`${key} is an object.`);
  if (JSON.stringify(value).length > MAX_LENGTH) return refuse(`${key} has at most ${MAX_LENGTH} characters.`);
  return value;
}

function readUser(user: Json | undefined): Pick<ClientTraits, 'user'> {
  if (user === undefined) return {};
  if (typeof user === 'string' && user !== '' && user.length <= MAX_NAME_LENGTH) return { user };
  return refuse(`user_id is a text of 1 to ${MAX_NAME_LENGTH} characters.`);
}

function readViewport(value: Json | undefined): Pick<ClientTraits, 'viewport'> {
  if (value === undefined) return {};
  const { width, height } = isObject(value) ? value : {};
  if (isLength(width) && isLength(height)) return { viewport: { width, height } };
  return refuse('client_info.viewport is {width, height}, in pixels.');
}

function readComponents(value: Json | undefined): PortCapabilities {
  if (value === undefined) return {};
  if (!isArray(value) || value.length > MAX_COMPONENTS || !value.every((name) => typeof name === 'string'))
    return refuse(`capabilities.supported_components is a list of at most ${MAX_COMPONENTS} names.`);
  // All nine is what a client can that says nothing; alike clients are served alike.
  const components = COMPONENT_TYPES.filter((type) => value.includes(type));
  return components.length === COMPONENT_TYPES.length ? {} : { components };
}

function readSurfaces(surfaces: Json | undefined): PortCapabilities {
  if (surfaces === undefined) return {};
  if (Number.isSafeInteger(surfaces) && (surfaces as number) >= 0) return { surfaces: surfaces as number };
  return refuse('capabilities.max_concurrent_components is a whole number.');
}

function readFiles(files: Json | undefined): PortCapabilities {
  if (files === undefined || files === true) return {};
  if (files === false) return { files };
  return refuse('capabilities.supports_file_upload is true or false.');
}

function isLength(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function refuse(detail: string): never {
  throw new AgentchainsError('params', detail);
}

/** What a2ui.init is answered: the shape of the specification, and beside it the one that its first server gave. */
const COMPONENT_TYPES: readonly string[] = Object.keys(agentchainsData);
const INPUT_TYPES = ['text', 'select', 'number', 'date', 'file'];

export function initResult(session: string, isResumed: boolean, limits: AgentchainsLimits): JsonObject {
  return {
    session_id: session,
    server_capabilities: {
      max_payload_size: limits.messageBytes,
      supported_components: COMPONENT_TYPES,
      rate_limit_per_minute: limits.perMinute,
    },
    capabilities: { components: COMPONENT_TYPES, input_types: INPUT_TYPES, streaming: true },
    version: PROTOCOL_VERSION,
    serverInfo: { name: 'vitrine-agentchains', version: '0.1.0' },
    resumed: isResumed,
  };
}
