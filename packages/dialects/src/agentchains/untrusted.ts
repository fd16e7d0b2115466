// What a viewer of AgentChains gets of a surface that is not trusted: its components with a word on where they come from,
// with the words of pictures in their place, and without links.

import { type AgentchainsType, agentchainsData, readImage, readMarkdown } from '@vitrine/core/catalogs/agentchains';
import { isArray, isObject, type Json, type JsonObject, type Prop, plainText } from '@vitrine/core/internal';
import { MARK, underMark } from '../lowering/origin.ts';
import { plainMarkdown } from '../lowering/plain-markdown.ts';

/** One component of AgentChains as its viewers are to have it. */
export interface AgentchainsPicture {
  readonly id: string;
  readonly type: AgentchainsType;
  readonly data: JsonObject;
}

/** URLs that are followed are out already. */
export function markedComponent({ id, type, data }: AgentchainsPicture): AgentchainsPicture {
  if (type === 'markdown') {
    const { title, markdown } = readMarkdown(data);
    return { id, type, data: markdownOf(title, markdown) };
  }
  if (type === 'image') {
    const { title, alt, caption } = readImage(data);
    return { id, type: 'markdown', data: markdownOf(title, alt, caption) };
  }
  const plain = plainMembers(data, agentchainsData[type]);
  const { content } = plain;
  const framed = isObject(content) && content.title !== undefined ? { content: titled(content) } : {};
  return { id, type, data: { ...titled(plain), ...framed } };
}

function markdownOf(...parts: readonly (string | undefined)[]): JsonObject {
  const words = new Set(parts.filter((part) => part !== undefined && part !== ''));
  return { content: [MARK, ...[...words].map((part) => plainMarkdown(part as string))].join('\n\n') };
}

function titled({ title, ...data }: JsonObject): JsonObject {
  return { title: underMark(typeof title === 'string' ? title : ''), ...data };
}

/** Words of declared members lose links and pictures; what nobody declared may be read as anything, so it has no address at all. */
function plainData(value: Json, prop: Prop | undefined): Json {
  if (typeof value === 'string') return prop === undefined ? withoutAddresses(value) : plainMarkdown(value);
  if (isArray(value)) return value.map((item) => plainData(item, itemOf(prop)));
  return isObject(value) ? plainMembers(value, prop) : value;
}

function plainMembers(value: JsonObject, prop: Prop | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const declared = name === 'content' && isObject(item) ? prop : memberOf(prop, name);
      if (KEPT.has(name) && (declared !== undefined || typeof item === 'string'))
        return [name, keptData(item, declared)];
      return [name, plainData(item as Json, declared)];
    }),
  );
}

/** Names and values of fields come back with the form: they stay as they are. */
function keptData(value: Json, prop: Prop | undefined): Json {
  if (isArray(value)) return value.map((item) => keptData(item, itemOf(prop)));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const declared = memberOf(prop, name);
      const isKept = declared !== undefined || KEPT.has(name);
      return [name, isKept ? keptData(item as Json, declared) : plainData(item as Json, undefined)];
    }),
  );
}

function memberOf(prop: Prop | undefined, name: string): Prop | undefined {
  if (prop?.kind === 'map') return prop.item;
  if (prop?.kind === 'object')
    return (
      (Object.hasOwn(prop.props, name) ? prop.props[name] : undefined) ?? (SPELLINGS.has(name) ? WORDS : undefined)
    );
  // A list may come as an object of positions.
  return prop?.kind === 'list' ? prop.item : memberOfAny(prop, (one) => memberOf(one, name));
}

function itemOf(prop: Prop | undefined): Prop | undefined {
  return prop?.kind === 'list' ? prop.item : memberOfAny(prop, itemOf);
}

function memberOfAny(prop: Prop | undefined, find: (prop: Prop) => Prop | undefined): Prop | undefined {
  return prop?.kind === 'any-of' ? prop.of.map(find).find((found) => found !== undefined) : undefined;
}

const KEPT: ReadonlySet<string> = new Set(['fields', 'values', 'action', 'code', 'language', 'key', 'id']);
/** Other names that agents give to the words of a component. */
const SPELLINGS: ReadonlySet<string> = new Set(['content', 'text', 'markdown', 'source']);
const WORDS = plainText();
/** A scheme that browsers know, whatever follows, any other with something behind it, and what begins a host. */
const ADDRESS =
  /(?<![a-z0-9+.-])(?:(?:https?|wss?|ftp|file|data|blob|javascript|vbscript):\s*\S*|[a-z][a-z0-9+.-]*:\S+)|[\\/][\t\r\n]*[\\/]\S*/i;
const ALL_ADDRESSES = new RegExp(ADDRESS, 'gi');

function withoutAddresses(text: string): string {
  const plain = text.replace(ALL_ADDRESSES, '');
  // Browsers leave out ends of lines in an address.
  return ADDRESS.test(plain.replace(/[\t\r\n]/g, '')) ? '' : plainMarkdown(plain);
}
