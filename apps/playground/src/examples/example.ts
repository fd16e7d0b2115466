// An example of a real task: a surface that opens in A2UI 0.9 and in 1.0, and a small script that answers each of its actions as an
// agent would. Composer and gallery show the same ones.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/page';
import { Part } from './parts.ts';

export type ExampleVersion = '0.9' | '1.0';
/** What an answer writes, by path. */
export type Answer = { readonly [path: string]: Json };
export type AnswerScript = (context: { readonly [name: string]: Json }) => Answer;

export interface ExampleDefinition {
  /** Also that of its surface: an answer finds its script by it. */
  readonly id: string;
  readonly group: string;
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly note: string;
  readonly root: Part;
  readonly data: JsonObject;
  readonly answers: { readonly [action: string]: AnswerScript };
}

export class Example {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly note: string;
  readonly #definition: ExampleDefinition;

  constructor(definition: ExampleDefinition) {
    ({ id: this.id, group: this.group, title: this.title, note: this.note } = definition);
    this.#definition = definition;
  }

  get actions(): readonly string[] {
    return Object.keys(this.#definition.answers);
  }

  messages(version: ExampleVersion): readonly JsonObject[] {
    const { id: surfaceId, root, data } = this.#definition;
    const catalogId = `urn:vitrine:catalog:vitrine:${version}`;
    const wire = `v${version}`;
    return [
      { version: wire, createSurface: { surfaceId, catalogId } },
      { version: wire, updateComponents: { surfaceId, components: flatten(root, version) } },
      { version: wire, updateDataModel: { surfaceId, value: data } },
    ];
  }

  /** Undefined for an action that is not of this example. */
  reply(action: string, context: JsonObject, version: ExampleVersion): readonly JsonObject[] | undefined {
    const { answers, id: surfaceId } = this.#definition;
    const script = Object.hasOwn(answers, action) ? answers[action] : undefined;
    if (script === undefined) return undefined;
    return Object.entries(script(context as { readonly [name: string]: Json })).map(([path, value]) => ({
      ...{ version: `v${version}`, updateDataModel: { surfaceId, path, value } },
    }));
  }
}

/** Components by id; ids come from what the components say. */
function flatten(root: Part, version: ExampleVersion): readonly JsonObject[] {
  const components: JsonObject[] = [];
  const used = new Set<string>();
  const name = (words: string): string => {
    const stem =
      words
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.slice(0, 4)
        .join('-') ?? 'part';
    let id = stem;
    for (let i = 2; used.has(id); i++) id = `${stem}-${i}`;
    used.add(id);
    return id;
  };
  const place = (part: Part, id: string): string => {
    const at = components.length;
    components.push({});
    const { component, ...props } = resolve(part.props as JsonObject, id) as JsonObject;
    components[at] = { id, component: part.type, ...inVersion(part.type, props, version) };
    return id;
  };
  const resolve = (value: unknown, owner: string): Json => {
    if (value instanceof Part) return place(value, name(value.name ?? `${owner} text`));
    if (isArray(value as Json)) return (value as unknown[]).map((one) => resolve(one, owner));
    if (!isObject(value as Json)) return value as Json;
    const members = Object.entries(value as object).map(([key, one]) => [key, resolve(one, owner)] as const);
    return Object.fromEntries(members);
  };
  used.add('root');
  place(root, 'root');
  return components;
}

/** A2UI 1.0 writes headings in Markdown, and its fields have no pattern of their own. */
function inVersion(type: string, props: JsonObject, version: ExampleVersion): JsonObject {
  const { variant, text, placeholder, ...rest } = props;
  if (type === 'TextField' && version === '0.9') return variant === undefined ? { ...rest } : { ...rest, variant };
  const level = type === 'Text' && typeof variant === 'string' ? /^h(\d)$/.exec(variant)?.[1] : undefined;
  if (version === '0.9' || level === undefined) return props;
  const marks = '#'.repeat(Number(level));
  if (typeof text === 'string') return { ...rest, text: `${marks} ${text}` };
  const value = `${marks} ${template(text)}`;
  return { ...rest, text: { call: 'formatString', args: { value } } };
}

/** A binding as it stands in a text of formatString. */
function template(value: Json | undefined): string {
  if (!isObject(value)) return typeof value === 'string' ? `'${value}'` : JSON.stringify(value ?? '');
  const { path, call, args } = value;
  if (call === 'formatString' && isObject(args)) return String(args.value);
  if (typeof path === 'string') return `\${${path}}`;
  const parts = Object.entries(isObject(args) ? args : {}).map(([name, one]) => `${name}: ${template(one)}`);
  return `\${${String(call)}(${parts.join(', ')})}`;
}
