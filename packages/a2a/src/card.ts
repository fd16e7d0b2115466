// The card of an agent: what the agent says of itself, kept as a record, and what the host says of it, put together as
// plain JSON of A2A 1.0. The form of 0.3 is made of it by the SDK's compatibility layer.

import { AgentCard } from '@a2a-js/sdk';
import { LegacyRestTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import { type A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import { Catalogs, type FacePorts, isArray, isObject, type Json, type JsonObject, quote } from '@vitrine/core/internal';
import { invalidBody } from '@vitrine/face-kit';
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

const FIELDS = ['name', 'description', 'skills', 'forms', 'catalogs', 'acceptsInlineCatalogs', 'requiresUi'];
const MAX_ITEMS = 50;

export class Cards {
  readonly #port: FacePorts;

  constructor(port: FacePorts) {
    this.#port = port;
  }

  async settings(agent: string): Promise<CardSettings> {
    const record = await this.#port.records.read(keyOf(agent));
    return settingsOf(agent, isObject(record?.value) ? record.value : {});
  }

  /** Refuses what is not of the documented shape. */
  async save(agent: string, body: JsonObject): Promise<void> {
    const problem = problemOf(body) ?? unknownIn(body, this.#port.sessions.blank().catalogs);
    if (problem !== undefined) throw invalidBody(problem);
    await this.#port.records.write([{ key: keyOf(agent), value: body }]);
  }
}

function keyOf(agent: string): string {
  return `card ${agent}`;
}

function settingsOf(agent: string, record: JsonObject): CardSettings {
  const ids = isArray(record.forms) ? (record.forms as readonly FormId[]) : FORMS.map(({ id }) => id);
  return {
    name: textOf(record.name) ?? agent,
    description: textOf(record.description) ?? `The agent ${agent}, behind Vitrine.`,
    skills: isArray(record.skills) ? (record.skills as readonly JsonObject[]) : [],
    forms: FORMS.filter(({ id }) => ids.includes(id)),
    catalogs: isArray(record.catalogs) ? (record.catalogs as readonly string[]) : [],
    acceptsInline: record.acceptsInlineCatalogs === true,
    requiresUi: record.requiresUi === true,
  };
}

function problemOf(body: JsonObject): string | undefined {
  const unknown = Object.keys(body).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined) return `A card has ${FIELDS.join(', ')}.`;
  for (const field of ['name', 'description'])
    if (body[field] !== undefined && !textOf(body[field])) return `${field} is a text of 1 to 2000 characters.`;
  for (const field of ['acceptsInlineCatalogs', 'requiresUi'])
    if (body[field] !== undefined && typeof body[field] !== 'boolean') return `${field} is true or false.`;
  if (!isListOf(body.forms, (form) => FORMS.some(({ id }) => id === form)))
    return `forms is a list of ${FORMS.map(({ id }) => id).join(', ')}.`;
  if (body.requiresUi === true && isArray(body.forms) && body.forms.length === 0)
    return 'An agent that requires an interface offers a form.';
  if (!isListOf(body.catalogs, (id) => textOf(id) !== undefined)) return 'catalogs is a list of catalog ids.';
  if (!isListOf(body.skills, isSkill)) return 'skills is a list of {id, name, description, tags?, examples?}.';
  return undefined;
}

function unknownIn({ catalogs }: JsonObject, known: Catalogs): string | undefined {
  const ids = isArray(catalogs) ? (catalogs as readonly string[]) : [];
  const unknown = ids.find((id) => known.get(id) === undefined);
  return unknown === undefined ? undefined : `The host has no catalog ${quote(unknown)}.`;
}

function isListOf(value: Json | undefined, isFine: (item: Json) => boolean): boolean {
  return value === undefined || (isArray(value) && value.length <= MAX_ITEMS && value.every(isFine));
}

function isSkill(value: Json): boolean {
  if (!isObject(value)) return false;
  const { id, name, description, tags, examples, ...rest } = value;
  const isText = (text: Json) => textOf(text) !== undefined;
  return (
    [id, name, description].every((text) => textOf(text) !== undefined) &&
    isListOf(tags, isText) &&
    isListOf(examples, isText) &&
    Object.keys(rest).length === 0
  );
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= 2000 ? value : undefined;
}

/** Where an agent is reached. */
export interface Places {
  readonly url: string;
  /** While its port is open: `host:port`, as clients of gRPC want it. 0.3 cannot say which agent is meant. */
  readonly grpc?: { readonly address: string; readonly agent: string; readonly isDefault: boolean };
}

function interfacesOf({ url, grpc }: Places): readonly JsonObject[] {
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

/** What the host adds to the words of an agent. */
export interface CardSurroundings {
  readonly places: Places;
  readonly isOpen: boolean;
  readonly known: Catalogs;
}

/** A2A 1.0. The entries of the extension come from the table of forms. */
export function writeCard(settings: CardSettings, { places, isOpen, known }: CardSurroundings): JsonObject {
  const { name, description, skills, forms } = settings;
  const extensions = offers(settings, known);
  const modes = ['text/plain', ...new Set(forms.map(({ mimeType }) => mimeType))];
  const secured = {
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  };
  return {
    name,
    description,
    version: '1.0.0',
    supportedInterfaces: interfacesOf(places),
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false, extensions },
    ...(isOpen ? {} : secured),
    defaultInputModes: modes,
    defaultOutputModes: modes,
    skills: skills.length > 0 ? skills.map((skill) => ({ tags: ['a2ui'], ...skill })) : [talkSkill(settings)],
  };
}

function talkSkill({ name, description }: CardSettings): JsonObject {
  return { id: 'talk', name, description, tags: ['a2ui'] };
}

/** A2A demands every extension that is required: of several forms none can be, and their absence is refused by us. */
function offers({ forms, catalogs, acceptsInline, requiresUi }: CardSettings, known: Catalogs): readonly JsonObject[] {
  const isRequired = requiresUi && forms.length === 1;
  return forms.map((form) =>
    writeExtension(form, { catalogs: offeredCatalogs(form, catalogs, known), acceptsInline, isRequired }),
  );
}

/** For what does not depend on the agent. */
export const ANY_CARD: JsonObject = writeCard(settingsOf('any', {}), {
  places: { url: 'http://localhost/a2a', grpc: { address: 'localhost:1', agent: 'any', isDefault: true } },
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
