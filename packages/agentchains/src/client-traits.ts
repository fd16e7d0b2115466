// What a client says of itself in a2ui.init: who it is, what it can show. Everything in it is optional and untrusted.

import { agentchainsData } from '@vitrine/core/catalogs/agentchains';
import { defined, isArray, isObject, type Json, type JsonObject, type PortCapabilities } from '@vitrine/core/internal';
import { assertFields, type BodyFields, isText, optional } from '@vitrine/face-kit';
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

const areNames = (value: Json): boolean =>
  isArray(value) && value.length <= MAX_COMPONENTS && value.every((name) => typeof name === 'string');
const isLength = (value: Json | undefined): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

const TRAITS: BodyFields = {
  user: [optional(isText(MAX_NAME_LENGTH)), `user_id is a text of 1 to ${MAX_NAME_LENGTH} characters.`],
  viewport: [
    optional((value) => isObject(value) && isLength(value.width) && isLength(value.height)),
    'client_info.viewport is {width, height}, in pixels.',
  ],
  components: [optional(areNames), `capabilities.supported_components is a list of at most ${MAX_COMPONENTS} names.`],
  surfaces: [
    optional((count) => Number.isSafeInteger(count) && (count as number) >= 0),
    'capabilities.max_concurrent_components is a whole number.',
  ],
  files: [optional((value) => typeof value === 'boolean'), 'capabilities.supports_file_upload is true or false.'],
};

interface ReadTraits
  extends Pick<ClientTraits, 'user' | 'viewport'>,
    Pick<PortCapabilities, 'components' | 'surfaces'> {
  readonly files?: boolean;
}

/** Refuses with -32602. */
export function readTraits(params: JsonObject): ClientTraits {
  const info = objectIn(params, 'client_info');
  const capabilities = objectIn(params, 'capabilities');
  const { supported_components, max_concurrent_components, supports_file_upload } = capabilities;
  const named = {
    ...{ user: params.user_id, viewport: info.viewport, components: supported_components },
    ...{ surfaces: max_concurrent_components, files: supports_file_upload },
  };
  // Some clients write nothing as `null`.
  const present = Object.fromEntries(
    Object.entries(named).filter(([, value]) => value !== undefined && value !== null),
  );
  assertFields(present as JsonObject, TRAITS, refuse);
  const { user, viewport, components, surfaces, files } = present as ReadTraits;
  const { width = 0, height = 0 } = viewport ?? {};
  // All nine is what a client can that says nothing; alike clients are served alike.
  const shown = COMPONENT_TYPES.filter((type) => components?.includes(type) ?? true);
  return {
    ...{ info, capabilities },
    ...defined({ user, viewport: viewport && { width, height } }),
    can: defined({
      components: shown.length === COMPONENT_TYPES.length ? undefined : shown,
      surfaces,
      files: files === false ? files : undefined,
    }),
  };
}

function objectIn(params: JsonObject, key: string): JsonObject {
  const value = params[key] ?? {};
  if (!isObject(value)) throw refuse(`${key} is an object.`);
  if (JSON.stringify(value).length > MAX_LENGTH) throw refuse(`${key} has at most ${MAX_LENGTH} characters.`);
  return value;
}

function refuse(detail: string): AgentchainsError {
  return new AgentchainsError('params', detail);
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
