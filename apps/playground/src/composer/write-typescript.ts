// The surfaces of a fold as a program of the builders of @vitrine/agent. Components stand inside each other; one that is used twice
// is a constant before them.

import {
  type Catalog,
  type Component,
  defined,
  type Fold,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type Prop,
  type Props,
  type SurfaceSnapshot,
} from '@vitrine/core/internal';
import type { WrittenView } from './notation.ts';

const WIDTH = 100;

export function writeTypescript(fold: Fold): WrittenView {
  const losses: string[] = [];
  const parts: string[] = [];
  const used = new Set<string>(['surface']);
  const catalogs = new Set<Catalog>();
  for (const [id, surface] of fold.surfaces) {
    const catalog = fold.catalogs.get(surface.catalog ?? '');
    if (catalog !== undefined) catalogs.add(catalog);
    const writer = new SurfaceWriter(surface.snapshot(), catalog, used);
    parts.push(writer.write(id));
    losses.push(...writer.losses);
  }
  const names = [...used].filter((name) => !['ui', 'fn'].includes(name)).sort();
  const builders = ['fn', 'ui'].filter((name) => used.has(name));
  const from = [...catalogs].map((catalog) => modulePath(catalog));
  const head = [
    `import { ${names.join(', ')} } from '@vitrine/agent';`,
    ...from.slice(0, 1).map((path) => `import { ${builders.join(', ')} } from '${path}';`),
  ];
  if (catalogs.size > 1) losses.push('Surfaces of several catalogs are written with the builders of the first.');
  return { text: parts.length === 0 ? '' : `${head.join('\n')}\n\n${parts.join('\n\n')}\n`, losses };
}

function modulePath({ id, protocol = '1.0' }: Catalog): string {
  if (id.startsWith('urn:vitrine:catalog:vitrine:')) return `@vitrine/agent/vitrine-${protocol}`;
  return /a2ui\.org/.test(id) ? `@vitrine/agent/basic-${protocol}` : `./catalog.ts`;
}

class SurfaceWriter {
  readonly losses: string[] = [];
  readonly #surface: SurfaceSnapshot;
  readonly #catalog: Catalog | undefined;
  readonly #used: Set<string>;
  readonly #byId: Map<string, Component>;
  readonly #uses = new Map<string, number>();
  readonly #constants = new Map<string, string>();
  readonly #lines: string[] = [];
  readonly #open = new Set<string>();
  readonly #written = new Set<string>();

  constructor(surface: SurfaceSnapshot, catalog: Catalog | undefined, used: Set<string>) {
    this.#surface = surface;
    this.#catalog = catalog;
    this.#used = used;
    this.#byId = new Map(surface.components.map((one) => [one.id, one]));
    for (const one of surface.components) this.#count(one.props, catalog?.components.get(one.type)?.props ?? {});
  }

  write(id: string): string {
    const { root, data, theme, sync } = this.#surface;
    const top = this.#node(root ?? 'root', '  ');
    const members = [`root: ${top},`];
    if (theme !== undefined) members.push(`theme: ${this.#value(theme as Json, undefined, '  ')},`);
    if (isObject(data) && Object.keys(data).length > 0) members.push(`data: ${literal(data, '  ')},`);
    if (sync === true) members.push('sync: true,');
    const lost = this.#surface.components.filter((one) => !this.#written.has(one.id)).map((one) => one.id);
    if (lost.length > 0) this.losses.push(`Nothing leads to ${lost.join(', ')}: builders leave them out.`);
    const name = id.replace(/\W+(\w)/g, (_, char: string) => char.toUpperCase()).replace(/\W|^\d+/g, '') || 'main';
    const body = members.map((one) => `  ${one}\n`).join('');
    return `${this.#lines.map((line) => `${line}\n`).join('')}export const ${name} = surface(${text(id)}, {\n${body}});`;
  }

  #count(value: unknown, props: Props): void {
    for (const [name, prop] of Object.entries(props)) {
      const set = isObject(value as Json) ? (value as JsonObject)[name] : undefined;
      for (const id of idsIn(set, prop)) this.#uses.set(id, (this.#uses.get(id) ?? 0) + 1);
    }
  }

  #node(id: string, indent: string): string {
    const component = this.#byId.get(id);
    if (component === undefined || this.#open.has(id)) return text(id);
    const known = this.#constants.get(id);
    if (known !== undefined) return known;
    const isShared = (this.#uses.get(id) ?? 0) > 1;
    this.#open.add(id);
    this.#written.add(id);
    const call = this.#call(component, isShared ? '' : indent);
    this.#open.delete(id);
    if (!isShared) return call;
    const name = `${id.replace(/\W+(\w)/g, (_, char: string) => char.toUpperCase()).replace(/\W/g, '')}Node`;
    this.#constants.set(id, name);
    this.#lines.push(`const ${name} = ${call};`);
    return name;
  }

  #call({ id, type, props, weight, a11y }: Component, indent: string): string {
    this.#used.add('ui');
    const declared = this.#catalog?.components.get(type)?.props ?? {};
    const set = this.#members(props as JsonObject, declared, indent);
    const common: JsonObject = {
      id,
      ...defined({ weight }),
      ...defined({ accessibility: a11y as Json as JsonObject | undefined }),
    };
    return `ui.${type}(${set}, ${literal(common, indent)})`;
  }

  #members(props: JsonObject, declared: Props, indent: string): string {
    const inner = `${indent}  `;
    const one = Object.entries(props).map(([name, value]) => [key(name), this.#value(value, declared[name], inner)]);
    const flat = `{ ${one.map(([name, value]) => `${name}: ${value}`).join(', ')} }`;
    if (one.length === 0) return '{}';
    if (!flat.includes('\n') && flat.length + indent.length < WIDTH) return flat;
    return `{\n${one.map(([name, value]) => `${inner}${name}: ${value},\n`).join('')}${indent}}`;
  }

  #value(value: Json, prop: Prop | undefined, indent: string): string {
    if (prop?.kind === 'child' && typeof value === 'string') return this.#node(value, indent);
    if (prop?.kind === 'children') return this.#children(value, indent);
    if (isArray(value)) return this.#list(value, prop?.kind === 'list' ? prop.item : undefined, indent);
    if (!isObject(value)) return typeof value === 'string' ? text(value) : JSON.stringify(value);
    return this.#special(value, indent) ?? this.#members(value, prop?.kind === 'object' ? prop.props : {}, indent);
  }

  #children(value: Json, indent: string): string {
    if (isArray(value))
      return list(
        value.map((id) => this.#node(String(id), `${indent}  `)),
        indent,
      );
    if (!isObject(value) || typeof value.componentId !== 'string') return literal(value, indent);
    this.#used.add('each');
    return `each(${text(String(value.path))}, ${this.#node(value.componentId, indent)})`;
  }

  #list(items: readonly Json[], item: Prop | undefined, indent: string): string {
    return list(
      items.map((one) => this.#value(one, item, `${indent}  `)),
      indent,
    );
  }

  /** Bindings, actions and checks have words of their own. */
  #special(value: JsonObject, indent: string): string | undefined {
    const { path, call, args, event, functionCall, condition, message } = value;
    const keys = Object.keys(value).length;
    const word = (name: string, ...parts: readonly string[]) => {
      this.#used.add(name);
      return `${name}(${parts.join(', ')})`;
    };
    if (typeof path === 'string' && keys === 1) return word('bind', text(path));
    if ('literal' in value && keys === 1) return word('literal', literal(value.literal ?? null, indent));
    if (typeof call === 'string' && keys <= 2 && /^\w+$/.test(call)) {
      this.#used.add('fn');
      return `fn.${call}(${isObject(args) ? this.#members(args, {}, indent) : ''})`;
    }
    if (isObject(event) && keys === 1 && Object.keys(event).every((name) => ['name', 'context'].includes(name))) {
      const context = isObject(event.context) ? [this.#members(event.context, {}, indent)] : [];
      return word('event', text(String(event.name)), ...context);
    }
    if (isObject(functionCall) && keys === 1) return word('run', this.#value(functionCall, undefined, indent));
    if (isObject(condition) && typeof message === 'string' && keys === 2)
      return word('check', this.#value(condition, undefined, indent), text(message));
    return undefined;
  }
}

function idsIn(value: Json | undefined, prop: Prop): readonly string[] {
  if (value === undefined) return [];
  if (prop.kind === 'child') return typeof value === 'string' ? [value] : [];
  if (prop.kind === 'children') {
    if (isArray(value)) return value.filter((one) => typeof one === 'string');
    return isObject(value) && typeof value.componentId === 'string' ? [value.componentId] : [];
  }
  if (prop.kind === 'list' && isArray(value)) return value.flatMap((one) => idsIn(one, prop.item));
  if (prop.kind !== 'object' || !isObject(value)) return [];
  return Object.entries(prop.props).flatMap(([name, inner]) => idsIn(value[name], inner));
}

function list(items: readonly string[], indent: string): string {
  const flat = `[${items.join(', ')}]`;
  if (!flat.includes('\n') && flat.length + indent.length < WIDTH) return flat;
  return `[\n${items.map((one) => `${indent}  ${one},\n`).join('')}${indent}]`;
}

function literal(value: Json, indent: string): string {
  if (isArray(value))
    return list(
      value.map((one) => literal(one, `${indent}  `)),
      indent,
    );
  if (!isObject(value)) return typeof value === 'string' ? text(value) : JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${key(name)}: ${literal(one, `${indent}  `)}`);
  const flat = members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  if (!flat.includes('\n') && flat.length + indent.length < WIDTH) return flat;
  return `{\n${members.map((one) => `${indent}  ${one},\n`).join('')}${indent}}`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name);
}

function text(value: string): string {
  const quoted = JSON.stringify(value);
  return value.includes("'") ? quoted : `'${quoted.slice(1, -1).replaceAll('\\"', '"')}'`;
}
