// The card of an agent: what the agent says of itself, kept as a record, and what the host says of it, put together as
// plain JSON of A2A 1.0. The form of 0.3 is made of it by the SDK's compatibility layer.

import { AgentCard } from '@a2a-js/sdk';
import { LegacyRestTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import { type A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import { Catalogs, type FacePorts, isArray, isObject, type Json, type JsonObject, quote } from '@vitrine/core/internal';
import { assertFields, type BodyFields, invalidBody, isText, optional } from '@vitrine/face-kit';
import { type ExtensionForm, FORMS, type FormId, offeredCatalogs, writeExtension } from './forms.ts';

/** What an agent may say of itself. */
export interface CardSettings {
  readonly name: string;
  readonly description: string;
  readonly skills: readonly JsonObject[];
  readonly forms: readonly ExtensionForm[];
  /** Catalogs beside the basic one of each form. */
  readonly catalogs: readonly string[];
  readonly acceptsInline: boolean;
  /** The agent is of no use to a client that shows no interface. */
  readonly requiresUi: boolean;
}

const MAX_ITEMS = 50;
const MAX_TEXT = 2000;

export async function readCardSettings({ records }: FacePorts, agent: string): Promise<CardSettings> {
  const record = await records.read(keyOf(agent));
  return settingsOf(agent, isObject(record?.value) ? record.value : {});
}

function keyOf(agent: string): string {
  return `card ${agent}`;
}

/** Of what `saveCardSettings` has let in. */
function settingsOf(agent: string, record: JsonObject): CardSettings {
  const { name = agent, description = `The agent ${agent}, behind Vitrine.` } = record as Partial<CardSettings>;
  const { skills = [], catalogs = [] } = record as Partial<CardSettings>;
  const { forms: ids = FORMS.map(({ id }) => id) } = record as { readonly forms?: readonly FormId[] };
  return {
    ...{ name, description, skills, catalogs, forms: FORMS.filter(({ id }) => ids.includes(id)) },
    acceptsInline: record.acceptsInlineCatalogs === true,
    requiresUi: record.requiresUi === true,
  };
}

const isFlag = (value: Json): boolean => typeof value === 'boolean';
const isListOf =
  (isFine: (item: Json) => boolean) =>
  (value: Json): boolean =>
    isArray(value) && value.length <= MAX_ITEMS && value.every(isFine);
const isSkill = (value: Json): boolean => {
  const { id, name, description, tags = [], examples = [], ...rest } = isObject(value) ? value : {};
  const areLists = [tags, examples].every(isListOf(isText(MAX_TEXT)));
  return [id, name, description].every(isText(MAX_TEXT)) && areLists && Object.keys(rest).length === 0;
};

const FIELDS: BodyFields = {
  name: [optional(isText(MAX_TEXT)), `name is a text of 1 to ${MAX_TEXT} characters.`],
  description: [optional(isText(MAX_TEXT)), `description is a text of 1 to ${MAX_TEXT} characters.`],
  skills: [optional(isListOf(isSkill)), 'skills is a list of {id, name, description, tags?, examples?}.'],
  forms: [
    optional(isListOf((form) => FORMS.some(({ id }) => id === form))),
    `forms is a list of ${FORMS.map(({ id }) => id).join(', ')}.`,
  ],
  catalogs: [optional(isListOf(isText(MAX_TEXT))), 'catalogs is a list of catalog ids.'],
  acceptsInlineCatalogs: [optional(isFlag), 'acceptsInlineCatalogs is true or false.'],
  requiresUi: [optional(isFlag), 'requiresUi is true or false.'],
};

/** Refuses what is not of the documented shape. */
export async function saveCardSettings(
  { records, sessions }: FacePorts,
  agent: string,
  body: JsonObject,
): Promise<void> {
  if (!Object.keys(body).every((field) => Object.hasOwn(FIELDS, field)))
    throw invalidBody(`A card has ${Object.keys(FIELDS).join(', ')}.`);
  assertFields(body, FIELDS);
  const { forms = FORMS, catalogs = [] } = body as Partial<CardSettings>;
  if (body.requiresUi === true && forms.length === 0)
    throw invalidBody('An agent that requires an interface offers a form.');
  const known = sessions.blank().catalogs;
  const unknown = catalogs.find((id) => known.get(id) === undefined);
  if (unknown !== undefined) throw invalidBody(`The host has no catalog ${quote(unknown)}.`);
  await records.write([{ key: keyOf(agent), value: body }]);
}

/** What the host adds to the words of an agent. */
export interface CardSurroundings {
  readonly url: string;
  /** While its port is open: `host:port`, as clients of gRPC want it. 0.3 cannot say which agent is meant. */
  readonly grpc?: { readonly address: string; readonly agent: string; readonly isDefault: boolean };
  readonly isOpen: boolean;
  readonly known: Catalogs;
}

function interfacesOf({ url, grpc }: CardSurroundings): readonly JsonObject[] {
  const overHttp = [
    { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    { url, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
  ];
  if (grpc === undefined) return overHttp;
  const { address, agent, isDefault } = grpc;
  const now = { url: address, protocolBinding: 'GRPC', protocolVersion: '1.0', tenant: agent };
  const old = { url: address, protocolBinding: 'GRPC', protocolVersion: '0.3' };
  return [...overHttp, now, ...(isDefault ? [old] : [])];
}

/** A2A 1.0. The entries of the extension come from the table of forms. */
export function writeCard(settings: CardSettings, surroundings: CardSurroundings): JsonObject {
  const { name, description, skills, forms, catalogs, acceptsInline } = settings;
  const { known, isOpen } = surroundings;
  // A2A demands every extension that is required: of several forms none can be, and their absence is refused by us.
  const isRequired = settings.requiresUi && forms.length === 1;
  const extensions = forms.map((form) =>
    writeExtension(form, { catalogs: offeredCatalogs(form, catalogs, known), acceptsInline, isRequired }),
  );
  const tags = ['a2ui'];
  const modes = ['text/plain', ...new Set(forms.map(({ mimeType }) => mimeType))];
  const secured = {
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  };
  return {
    name,
    description,
    version: '1.0.0',
    supportedInterfaces: interfacesOf(surroundings),
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false, extensions },
    ...(isOpen ? {} : secured),
    defaultInputModes: modes,
    defaultOutputModes: modes,
    skills: skills.length > 0 ? skills.map((skill) => ({ tags, ...skill })) : [{ id: 'talk', name, description, tags }],
  };
}

/** For what does not depend on the agent. */
export const ANY_CARD: JsonObject = writeCard(settingsOf('any', {}), {
  ...{ url: 'http://localhost/a2a', grpc: { address: 'localhost:1', agent: 'any', isDefault: true } },
  isOpen: true,
  known: new Catalogs(),
});

export function toSdkCard(card: JsonObject): AgentCard {
  return AgentCard.fromJSON(card);
}

/** With the interfaces of 1.0 beside it, for clients that ask without saying which version they speak. */
export async function cardOf03(card: JsonObject): Promise<object> {
  const sdkCard = toSdkCard(card);
  const handler = { getAuthenticatedExtendedAgentCard: async () => sdkCard } as unknown as A2ARequestHandler;
  const old = await new LegacyRestTransportHandler(handler).getAuthenticatedExtendedAgentCard(new ServerCallContext());
  return { ...old, supportedInterfaces: card.supportedInterfaces };
}
