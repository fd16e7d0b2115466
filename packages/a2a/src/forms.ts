// The forms of the A2UI extension for A2A, in one table, oldest first. It drives cards, negotiation, and how parts,
// capabilities and data models are written; plain JSON only. Reading is tolerant and hardly asks which form it is.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { type Catalog, type Catalogs, isArray, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import type { DialectId, WireVersion } from '@vitrine/dialects';

export type FormId = 'original' | 'v0.8' | 'v0.9' | 'v0.9.1' | 'v1.0';

export const OLD_MIME_TYPE = 'application/json+a2ui';
export const NEW_MIME_TYPE = 'application/a2ui+json';

export interface ExtensionForm {
  readonly id: FormId;
  readonly uri: string;
  readonly mimeType: string;
  /** A data part holds a list of messages; false: one message. */
  readonly isList: boolean;
  /** What the parameters of the card's entry are called. */
  readonly params: { readonly catalogs: string; readonly inline: string; readonly areCatalogsRequired: boolean };
  /** The client tells its catalogs in the metadata of every message, or once in a message of its own. */
  readonly capabilitiesIn: 'metadata' | 'message';
  /** The word for the version in capabilities, data models and messages; 0.8 is written without one. */
  readonly version: WireVersion;
  /** Where the data models of surfaces travel with the client's messages; absent: they do not. */
  readonly dataModelKey?: string;
  /** Capabilities of this version in the metadata are a request for the form. */
  readonly isAskedByMetadata: boolean;
  /** The catalog that everything can be said in. */
  readonly catalog: string;
  readonly dialect: DialectId;
}

const PARAMS = { catalogs: 'supportedCatalogIds', inline: 'acceptsInlineCatalogs', areCatalogsRequired: false };
const PREFIX = 'https://a2ui.org/a2a-extension/a2ui/';

const ORIGINAL: ExtensionForm = {
  id: 'original',
  uri: 'https://raw.githubusercontent.com/google/A2UI/refs/heads/main/a2a_samples/a2ui_extension/spec/spec.md',
  mimeType: OLD_MIME_TYPE,
  isList: false,
  params: { catalogs: 'supportedSchemas', inline: 'acceptsDynamicSchemas', areCatalogsRequired: true },
  capabilitiesIn: 'message',
  version: 'v0.8',
  isAskedByMetadata: false,
  catalog: basic08.id,
  dialect: 'a2ui-0.8',
};

/** What a form changes of the one before it; the id ends its URI. */
function after(before: ExtensionForm, id: FormId, change: Partial<ExtensionForm>): ExtensionForm {
  return { ...before, id, uri: `${PREFIX}${id}`, ...change };
}

const V0_8 = after(ORIGINAL, 'v0.8', { params: PARAMS, capabilitiesIn: 'metadata' });
const V0_9 = after(V0_8, 'v0.9', {
  ...{ isList: true, version: 'v0.9', dataModelKey: 'a2uiClientDataModel' },
  ...{ catalog: basic09.id, dialect: 'a2ui-0.9' },
});
// Its schemas know the word v0.9 from the first day; v0.9.1 came later and is read.
const V0_9_1 = after(V0_9, 'v0.9.1', { mimeType: NEW_MIME_TYPE });
const V1_0 = after(V0_9_1, 'v1.0', {
  ...{ version: 'v1.0', dataModelKey: 'a2uiRendererDataModel', catalog: basic10.id, dialect: 'a2ui-1.0' },
  // A later text of 1.0 knows no header.
  isAskedByMetadata: true,
});

export const FORMS: readonly ExtensionForm[] = [ORIGINAL, V0_8, V0_9, V0_9_1, V1_0];

/** The newest form under the name that it had while it was being written; no card offers it. */
const DRAFT: ExtensionForm = { ...V1_0, uri: `${PREFIX}v0.10` };

/** Every form under every URI that it is read under, oldest first. */
export const READ_FORMS: readonly ExtensionForm[] = [...FORMS.slice(0, -1), DRAFT, ...FORMS.slice(-1)];

const BY_URI: ReadonlyMap<string, ExtensionForm> = new Map(READ_FORMS.map((form) => [form.uri, form]));

/** By its exact URI, which it keeps; undefined where it is none of ours. */
export function formByUri(uri: string): ExtensionForm | undefined {
  return BY_URI.get(uri);
}

export function formById(id: FormId): ExtensionForm {
  return FORMS.find((form) => form.id === id) as ExtensionForm;
}

/** The newest URI that both sides name: exact, never another version than asked for. */
export function newestCommon(requested: Iterable<string>, offered: Iterable<string>): string | undefined {
  const known = new Set(offered);
  const common = [...requested].filter((uri) => known.has(uri));
  return common.sort((a, b) => BY_NUMBERS.compare(versionIn(b), versionIn(a)))[0];
}

/** The newest of the forms offered that was asked for. */
export function newestForm(requested: Iterable<string>, offered: readonly ExtensionForm[]): ExtensionForm | undefined {
  const known = READ_FORMS.filter(({ id }) => offered.some((form) => form.id === id)).map((form) => form.uri);
  return formByUri(newestCommon(requested, known) ?? '');
}

/** 0.10 is newer than 0.9. */
const BY_NUMBERS = new Intl.Collator('en', { numeric: true });

/** The numbers at the end of a URI; none: older than all. */
function versionIn(uri: string): string {
  return /\/v(\d{1,6}(?:\.\d{1,6}){0,3})$/.exec(uri)?.[1] ?? '';
}

/** What an agent says of one form in its card. */
export interface Offer {
  readonly catalogs: readonly string[];
  readonly acceptsInline: boolean;
  /** The agent is of no use without it. */
  readonly isRequired: boolean;
}

/** The entry of a card's `capabilities.extensions`. Parameters at their default are left out. */
export function writeExtension(form: ExtensionForm, offer: Partial<Offer> = {}): JsonObject {
  const { catalogs = [], acceptsInline = false, isRequired = false } = offer;
  const { params } = form;
  const declared: JsonObject = {
    ...(params.areCatalogsRequired || catalogs.length > 0 ? { [params.catalogs]: [...catalogs] } : {}),
    ...(acceptsInline ? { [params.inline]: true } : {}),
  };
  return {
    uri: form.uri,
    description: 'Shows interfaces as A2UI.',
    required: isRequired,
    ...(Object.keys(declared).length === 0 ? {} : { params: declared }),
  };
}

/** The same, read; undefined for another extension, or one that lacks what its form demands. */
export function readExtension(entry: Json): (Offer & { readonly form: ExtensionForm }) | undefined {
  if (!isObject(entry) || typeof entry.uri !== 'string') return undefined;
  const form = formByUri(entry.uri);
  if (form === undefined) return undefined;
  const params = isObject(entry.params) ? entry.params : {};
  const listed = params[form.params.catalogs];
  if (form.params.areCatalogsRequired && !isArray(listed)) return undefined;
  const catalogs = (isArray(listed) ? listed : []).filter((id): id is string => typeof id === 'string');
  return { form, catalogs, acceptsInline: params[form.params.inline] === true, isRequired: entry.required === true };
}

/** Of the catalogs that an agent names, with the basic one before them, those that the host has and the form can use. */
export function offeredCatalogs(form: ExtensionForm, named: readonly string[], known: Catalogs): readonly string[] {
  return [...new Set([form.catalog, ...named])].filter((id) => fits(known.get(id), protocolOf(form)));
}

export function fits(catalog: Catalog | undefined, protocol: string): boolean {
  return catalog !== undefined && (catalog.protocol === undefined || catalog.protocol === protocol);
}

/** The label that surfaces of the form's dialect bear. */
export function protocolOf({ dialect }: ExtensionForm): string {
  return dialect.replace('a2ui-', '');
}
