// What a tool has answered, as a person can read it: texts, tables, code and pictures. Messages of A2UI in it are surfaces of their
// own, and are given back as they came; what cannot be shown is said by name and size.

import {
  defined,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  MCP_APP,
  type OpenOp,
  parseJson,
} from '@vitrine/core/internal';
import type { McpRemoteLimits } from './remote-limits.ts';
import { lineOf, objectIn, type RemoteTool } from './remote-tool.ts';
import { resultSurface, SurfaceWriter } from './tool-surfaces.ts';

const A2UI = /^application\/(a2ui\+json|json\+a2ui)\b/i;

/** The messages of A2UI in the contents of a resource or a result; undefined: one of them is no JSON. */
export function a2uiMessages(contents: readonly JsonObject[]): readonly JsonObject[] | undefined {
  const messages: JsonObject[] = [];
  for (const { mimeType, text } of contents) {
    if (typeof mimeType !== 'string' || !A2UI.test(mimeType) || typeof text !== 'string') continue;
    const parsed = parseJson(text);
    if (!parsed.ok) return undefined;
    messages.push(...(isArray(parsed.value) ? parsed.value : [parsed.value]).filter(isObject));
  }
  return messages;
}

/** What is embedded in a result. */
export function resourcesIn({ content }: JsonObject): readonly JsonObject[] {
  return (isArray(content) ? content : []).flatMap((part) =>
    isObject(part) && part.type === 'resource' && isObject(part.resource) ? [part.resource] : [],
  );
}

/** Undefined: there is nothing to read in it. */
export function resultPage(tool: RemoteTool, result: JsonObject, limits: McpRemoteLimits): OpenOp | undefined {
  const page = new SurfaceWriter();
  const writer = new ResultWriter(page, limits);
  writer.write(result);
  if (writer.children.length === 0) return undefined;
  return page.open(resultSurface(tool.name), [page.heading(tool.title), ...writer.children]);
}

/** The app that shows what the tool has answered. `server`: as the host knows it. */
export function appPage({ name, title, resource = '' }: RemoteTool, server: string, shown: AppContents): OpenOp {
  const page = new SurfaceWriter();
  const content = { input: page.hold(shown.input, 'input'), result: page.hold(shown.result, 'result') };
  const app = page.add(MCP_APP, { server, resource, title, tool: name, ...content });
  return page.open(resultSurface(name), [page.heading(title), app], APP_CATALOG);
}

interface AppContents {
  readonly input: JsonObject;
  readonly result: JsonObject;
}

const APP_CATALOG = 'urn:vitrine:catalog:mcp-app:1.0';

/** The texts of a result, as one. */
export function wordsOf({ content }: JsonObject): string {
  const texts = (isArray(content) ? content : []).flatMap((part) =>
    isObject(part) && part.type === 'text' && typeof part.text === 'string' ? [part.text] : [],
  );
  return texts.join('\n').trim();
}

class ResultWriter {
  readonly children: string[] = [];
  readonly #page: SurfaceWriter;
  readonly #limits: McpRemoteLimits;
  #imageLength = 0;

  constructor(page: SurfaceWriter, limits: McpRemoteLimits) {
    this.#page = page;
    this.#limits = limits;
  }

  write({ content, structuredContent }: JsonObject): void {
    const parts = (isArray(content) ? content : []).filter(isObject);
    // Servers repeat the structured content as text for clients that read no other.
    const repeated = structuredContent === undefined ? undefined : JSON.stringify(structuredContent);
    for (const part of parts.slice(0, this.#limits.parts))
      if (repeated === undefined || !isRepeat(part, repeated)) this.#part(part);
    if (parts.length > this.#limits.parts) this.#say(`${parts.length - this.#limits.parts} more parts are not shown.`);
    if (structuredContent !== undefined) this.#value(structuredContent);
  }

  #part(part: JsonObject): void {
    const { type, data, mimeType, uri, name, title } = part;
    if (type === 'text' && typeof part.text === 'string') return this.#text(part.text);
    if (type === 'image' && typeof data === 'string') return this.#image(data, lineOf(mimeType));
    if (type === 'resource') return this.#resource(objectIn(part.resource));
    if (type === 'resource_link') return this.#say(`A resource: ${lineOf(title) || lineOf(name)} (${lineOf(uri)})`);
    const size = typeof data === 'string' ? `, about ${Math.round((data.length * 3) / 4000)} kB` : '';
    this.#say(`A part that cannot be shown: ${lineOf(type) || 'of no kind'} ${lineOf(mimeType)}${size}`);
  }

  #resource({ uri, mimeType, text, blob }: JsonObject): void {
    if (A2UI.test(String(mimeType))) return;
    if (typeof text === 'string') return this.#code(text, lineOf(uri));
    const size = typeof blob === 'string' ? `, about ${Math.round((blob.length * 3) / 4000)} kB` : '';
    this.#say(`A resource that cannot be shown: ${lineOf(uri)} ${lineOf(mimeType)}${size}`);
  }

  #text(text: string): void {
    const words = text.trim();
    if (words === '') return;
    const parsed = /^[[{]/.test(words) && words.length <= this.#limits.textLength ? parseJson(words) : undefined;
    if (parsed?.ok === true) return this.#value(parsed.value);
    // Lines that are no Markdown would flow into one.
    if (words.includes('\n') && !/^ {0,3}([#>|*+-]|\d+[.)]|```)|\n\s*\n|\*\*/m.test(words)) return this.#code(words);
    this.#add('Markdown', { text: this.#cut(words) });
  }

  #value(value: Json): void {
    if (isArray(value) && value.length > 0) {
      const table = tableOf(value.slice(0, this.#limits.rows));
      if (table === undefined) return this.#code(JSON.stringify(value, undefined, 2), undefined, 'json');
      this.#table(table.names, table.rows);
      if (value.length > this.#limits.rows) this.#say(`${value.length - this.#limits.rows} more rows are not shown.`);
      return;
    }
    if (!isObject(value) || Object.keys(value).length === 0)
      return this.#code(JSON.stringify(value, undefined, 2), undefined, 'json');
    const members = Object.entries(value);
    const plain = members.filter(([, member]) => isCell(member)).slice(0, this.#limits.rows);
    if (plain.length > 0)
      this.#table(
        ['Name', 'Value'],
        plain.map(([name, member]) => [name, member]),
      );
    for (const [name, member] of members.filter(([, one]) => !isCell(one)).slice(0, this.#limits.parts)) {
      this.#add('Text', { text: lineOf(name), variant: 'caption' });
      this.#value(member);
    }
  }

  #table(names: readonly string[], rows: readonly (readonly Json[])[]): void {
    const columns = names.map((name, i) => ({ key: `k${i}`, label: name, sortable: true }));
    const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? this.#cut(cell) : cell)));
    this.#add('Table', { columns, rows: this.#page.hold(cells) });
  }

  #image(data: string, mimeType: string): void {
    this.#imageLength += data.length;
    const words = `A picture (${mimeType}, about ${Math.round((data.length * 3) / 4000)} kB)`;
    if (this.#imageLength > this.#limits.imageLength) return this.#say(`${words} is too large to be shown.`);
    this.#add('Image', {
      url: `data:${mimeType};base64,${data}`,
      description: words,
      fit: 'contain',
      variant: 'largeFeature',
    });
  }

  #code(code: string, label?: string, language?: string): void {
    this.#add('Code', { code: this.#cut(code), ...defined({ label, language }) });
  }

  #say(words: string): void {
    this.#add('Text', { text: words, variant: 'caption' });
  }

  #cut(text: string): string {
    const { textLength } = this.#limits;
    return text.length <= textLength
      ? text
      : `${text.slice(0, textLength)} … (cut; there are ${text.length} characters)`;
  }

  #add(type: string, props: JsonObject): void {
    this.children.push(this.#page.add(type, props));
  }
}

function isRepeat({ type, text }: JsonObject, repeated: string): boolean {
  if (type !== 'text' || typeof text !== 'string' || !/^\s*[[{]/.test(text)) return false;
  const parsed = parseJson(text);
  return parsed.ok && JSON.stringify(parsed.value) === repeated;
}

function isCell(value: Json): boolean {
  return value === null || typeof value !== 'object';
}

/** Of rows that are flat objects. */
function tableOf(
  rows: readonly Json[],
): { readonly names: readonly string[]; readonly rows: readonly (readonly Json[])[] } | undefined {
  const objects = rows.filter(isObject);
  if (objects.length < rows.length || !objects.every((row) => Object.values(row).every(isCell))) return undefined;
  const names = [...new Set(objects.flatMap((row) => Object.keys(row)))];
  if (names.length === 0 || names.length > MAX_COLUMNS) return undefined;
  return {
    names,
    rows: objects.map((row) => names.map((name) => (Object.hasOwn(row, name) ? (row[name] ?? null) : null))),
  };
}

const MAX_COLUMNS = 30;
