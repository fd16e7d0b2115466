// What travels beside the messages of a client: which forms it asks for, what it can show, what its surfaces hold. Plain
// JSON in the metadata of an A2A message; the original form tells its catalog in a message of its own.

import {
  type Catalog,
  defined,
  describeType,
  isArray,
  isObject,
  issue,
  type Json,
  type JsonObject,
  type Limits,
  type Outcome,
  type View,
} from '@vitrine/core/internal';
import {
  type CapabilityOptions,
  decodeCapabilities,
  decodeDataModel,
  encodeCapabilities,
  encodeDataMetadata,
  type ViewerCapabilities,
} from '@vitrine/dialects';
import { type ExtensionForm, formByUri, READ_FORMS } from './forms.ts';

/** The names of one header in A2A 1.0 and 0.3; every text of A2UI says the second, whatever the version. */
export const EXTENSION_HEADERS: readonly string[] = ['a2a-extensions', 'x-a2a-extensions'];

/** URIs in a header's value. */
export function readExtensionHeader(value: string | null | undefined): readonly string[] {
  return value?.split(',').flatMap((uri) => uri.trim() || []) ?? [];
}

/**
 * URIs that a message asks for: those of the header, those of its own list, and where neither is a form, those that its
 * metadata gives capabilities for. A client may tell what it can show in versions that it does not ask for.
 */
export function readMessageRequests(message: Json | undefined, inHeaders: readonly string[] = []): readonly string[] {
  if (!isObject(message)) return inHeaders;
  const listed = isArray(message.extensions) ? message.extensions : [];
  const named = [...inHeaders, ...listed.filter((uri): uri is string => typeof uri === 'string')];
  if (named.some((uri) => formByUri(uri) !== undefined)) return [...new Set(named)];
  const byMetadata = READ_FORMS.filter((form) => form.isAskedByMetadata && hasCapabilities(message.metadata, form));
  return [...new Set([...named, ...byMetadata.map((form) => form.uri)])];
}

function hasCapabilities(metadata: Json | undefined, form: ExtensionForm): boolean {
  if (!isObject(metadata)) return false;
  const version = form.uri.slice(form.uri.lastIndexOf('/') + 1);
  return [metadata.a2uiRendererCapabilities, metadata.a2uiClientCapabilities].some(
    (value) => isObject(value) && isObject(value[version]),
  );
}

/** For the metadata of every message of a client; empty where the form has none. */
export function writeCapabilities(
  form: ExtensionForm,
  catalogs: Iterable<Catalog>,
  options: CapabilityOptions = {},
): JsonObject {
  return form.capabilitiesIn === 'message' ? {} : encodeCapabilities(catalogs, form.version, options);
}

/** What the metadata says for this form; undefined where it says nothing. */
export function readCapabilities(
  form: ExtensionForm,
  metadata: Json | undefined,
  limits: Limits,
): Outcome<ViewerCapabilities | undefined> {
  if (metadata === undefined || form.capabilitiesIn === 'message') return { ok: true, value: undefined, issues: [] };
  const read = decodeCapabilities(metadata, limits);
  if (!read.ok) return read;
  const ours = read.value.find(({ version }) => version === form.version || version === form.id);
  return { ok: true, value: ours, issues: read.issues };
}

/** For the metadata of a client's message; empty where no surface asks for it. */
export function writeDataModel(form: ExtensionForm, view: View): JsonObject {
  return form.dataModelKey === undefined ? {} : (encodeDataMetadata(view, form.version) ?? {});
}

/** The models by surface; undefined where the metadata has none. */
export function readDataModel(
  form: ExtensionForm,
  metadata: Json | undefined,
  limits: Limits,
): Outcome<JsonObject | undefined> {
  if (metadata === undefined || form.dataModelKey === undefined) return { ok: true, value: undefined, issues: [] };
  const read = decodeDataModel(metadata, limits);
  return read.ok ? { ...read, value: read.value?.surfaces } : read;
}

/** What a client of the original form chose, once. */
export type ClientUiCapabilities = { readonly catalogUri: string } | { readonly dynamicCatalog: JsonObject };

const CHOICE_KEY = 'clientUiCapabilities';

export function writeClientUiCapabilities(choice: ClientUiCapabilities): JsonObject {
  return { [CHOICE_KEY]: { ...choice } };
}

export function isClientUiCapabilities(message: JsonObject): boolean {
  return Object.hasOwn(message, CHOICE_KEY);
}

/** Exactly one of the two. */
export function readClientUiCapabilities(message: JsonObject): Outcome<ClientUiCapabilities> {
  const { [CHOICE_KEY]: choice } = message;
  const { catalogUri, dynamicCatalog } = isObject(choice) ? choice : {};
  const problem = isObject(choice)
    ? choiceProblem(catalogUri, dynamicCatalog)
    : `${CHOICE_KEY} must be an object, not ${describeType(choice)}.`;
  if (problem !== undefined)
    return { ok: false, issues: [{ ...issue('VITRINE_MESSAGE_SHAPE', 'error', problem), fault: 'viewer' }] };
  const value = defined({ catalogUri, dynamicCatalog }) as unknown as ClientUiCapabilities;
  return { ok: true, value, issues: [] };
}

function choiceProblem(catalogUri: Json | undefined, dynamicCatalog: Json | undefined): string | undefined {
  if ((catalogUri === undefined) === (dynamicCatalog === undefined))
    return `${CHOICE_KEY} holds exactly one of catalogUri and dynamicCatalog.`;
  if (catalogUri !== undefined)
    return typeof catalogUri === 'string' ? undefined : `catalogUri must be a string, not ${describeType(catalogUri)}.`;
  if (!isObject(dynamicCatalog)) return `dynamicCatalog must be an object, not ${describeType(dynamicCatalog)}.`;
  const { components } = dynamicCatalog;
  return isObject(components)
    ? undefined
    : `The components of dynamicCatalog must be an object, not ${describeType(components)}.`;
}
