// One constructor of Vertical as a component: arguments by place and name, values made what their declaration wants.

import {
  bearsChild,
  type Catalog,
  type Issue,
  isObject,
  isReserved,
  issue,
  type Json,
  type JsonObject,
  own,
  type Prop,
  quote,
  setMember,
} from '@vitrine/core/internal';
import { CatalogNames, isSame } from '../express/catalog-names.ts';
import type { Argument, CallExpression, Expression, NamedArgument } from '../express/parser.ts';
import type { RepairKind } from '../json/repair.ts';
import { functionSignature, type Signature } from '../signatures.ts';
import { parseStatement } from './parse-statement.ts';

type PropertyValues = { [name: string]: Json };

/** Without what a component of its own surface cannot have; the catalog may say another order. */
export function verticalOrder({ order, params, catalog, name }: Signature): readonly string[] {
  const simple = order.filter((one) => !bearsChild(params.get(one) as Prop));
  const components = catalog.source?.components;
  const document = isObject(components) ? own(components, name) : undefined;
  const properties = isObject(document) && isObject(document.properties) ? document.properties : {};
  const index = (one: string): number => {
    const property = own(properties, one);
    return isObject(property) && typeof property.positionalIndex === 'number'
      ? property.positionalIndex
      : simple.indexOf(one);
  };
  return [...simple].sort((a, b) => index(a) - index(b));
}

export class ComponentReader {
  readonly #names: CatalogNames;
  readonly #repair: (kind: RepairKind, line: number) => void;
  /** Keys of the present statement that no object may have. */
  readonly #reserved: string[] = [];
  /** A component that is written in the place of a value. */
  #nested: string | undefined;

  constructor(catalogs: readonly Catalog[], repair: (kind: RepairKind, line: number) => void) {
    this.#names = new CatalogNames(catalogs, catalogs[0]?.protocol ?? '0.9');
    this.#repair = repair;
  }

  read(text: string, line: number): { readonly component: JsonObject; readonly catalog: Catalog } | Issue {
    const call = parseStatement(text, line);
    if (call === undefined)
      return { ...issue('VITRINE_FORMAT_SYNTAX', 'error', `This calls no component: ${quote(text)}.`, ''), line };
    if (call === 'too deep')
      return { ...issue('VITRINE_JSON_DEPTH', 'error', 'The statement is nested too deeply.', ''), line };
    const found = this.#names.find('component', call.name, undefined, true);
    if (!('signature' in found)) return { ...issue(found.code, 'error', found.words, ''), line };
    if (found.isMended) this.#repair('misspelt-name', line);
    const { signature } = found;
    this.#reserved.length = 0;
    this.#nested = undefined;
    const component: PropertyValues = { id: 'root', component: signature.name };
    for (const [name, value] of this.#place(call, signature, verticalOrder(signature))) {
      const wire = this.#value(value, signature.params.get(name));
      if (wire !== undefined && wire !== null) setMember(component, name, wire);
    }
    const [reserved] = this.#reserved;
    if (reserved !== undefined)
      return { ...issue('VITRINE_NAME_RESERVED', 'error', `The name ${quote(reserved)} is reserved.`, ''), line };
    if (this.#nested !== undefined) {
      const words = `No component stands in another: ${quote(this.#nested)}.`;
      return { ...issue('VITRINE_PROP_TYPE', 'error', words, ''), line };
    }
    const missing = signature.required.find((name) => !Object.hasOwn(component, name));
    if (missing === undefined) return { component, catalog: signature.catalog };
    const words = `${quote(signature.name)} needs the property ${quote(missing)}.`;
    return { ...issue('VITRINE_PROP_MISSING', 'error', words, ''), line };
  }

  #place({ args, line }: CallExpression, signature: Signature, simple: readonly string[]): Map<string, Expression> {
    const { params } = signature;
    const placed = new Map<string, Expression>();
    // Whoever writes more than there are means the child too, which has a place in the catalog's order.
    const own = simple.filter((name) => name !== 'weight' && name !== signature.checks);
    const isFull = args.filter(({ name }) => name === undefined).length > own.length;
    const order =
      isFull && signature.order.some((one) => bearsChild(params.get(one) as Prop)) ? signature.order : simple;
    let position = 0;
    for (const { name, value } of args) {
      const same =
        name === undefined
          ? order[position++]
          : params.has(name)
            ? name
            : [...params.keys()].find((one) => isSame(one, name));
      if (same === undefined || placed.has(same)) this.#repair('unknown-property', line);
      else placed.set(same, value);
    }
    return placed;
  }

  #value(value: Expression, prop: Prop | undefined): Json | undefined {
    switch (value.type) {
      case 'literal':
        return coerced(value.value, prop);
      case 'path':
        return { [this.#names.pathKey]: value.path };
      case 'list':
        return value.items.map((item) => this.#value(item, prop?.kind === 'list' ? prop.item : undefined) ?? null);
      case 'map':
        return this.#map(value.entries, prop);
      case 'call':
        return this.#call(value, prop);
      default:
        return undefined;
    }
  }

  #map(entries: readonly NamedArgument[], prop: Prop | undefined): Json {
    const made: PropertyValues = {};
    for (const { name: key, value: one } of entries) {
      const wire = this.#value(one, prop?.kind === 'object' ? own(prop.props, key) : undefined);
      if (wire !== undefined) this.#set(made, key, wire);
    }
    return made;
  }

  #set(members: PropertyValues, key: string, value: Json): void {
    if (isReserved(key)) this.#reserved.push(key);
    else members[key] = value;
  }

  #call(call: CallExpression, prop: Prop | undefined): Json | undefined {
    if (call.name === 'Event') return this.#event(call.args);
    const [signature] = this.#names.catalogs.flatMap((catalog) => functionSignature(catalog, call.name) ?? []);
    if (signature === undefined && this.#names.isNamed(call.name)) this.#nested = call.name;
    const args: PropertyValues = {};
    for (const [name, value] of signature === undefined ? [] : this.#place(call, signature, signature.order)) {
      const wire = this.#value(value, signature?.params.get(name));
      if (wire !== undefined) setMember(args, name, wire);
    }
    const made = { [this.#names.callKey]: call.name, args };
    return prop?.kind === 'action' ? { functionCall: made } : made;
  }

  /** Arguments by name, and a map, are the context. */
  #event(args: readonly Argument[]): Json {
    const context: PropertyValues = {};
    let name = '';
    for (const { name: key, value } of args) {
      const wire = this.#value(value, undefined) ?? null;
      if (key === 'name' || (key === undefined && name === '')) name = String(wire);
      else if (key === undefined || key === 'context') Object.assign(context, isObject(wire) ? wire : {});
      else this.#set(context, key, wire);
    }
    return { event: Object.keys(context).length === 0 ? { name } : { name, context } };
  }
}

function coerced(value: Json, prop: Prop | undefined): Json {
  if (prop?.kind === 'any-of') {
    const fit = prop.of.map((one) => coerced(value, one)).find((one) => one !== value);
    return fit ?? value;
  }
  if (typeof value === 'string') return coercedText(value, prop);
  if (prop?.kind === 'text' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  return value;
}

function coercedText(value: string, prop: Prop | undefined): Json {
  const text = value.trim();
  switch (prop?.kind) {
    case 'number':
      return /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?%?$/.test(text) ? Number.parseFloat(text) : value;
    case 'bool':
      return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : value;
    case 'one-of':
      return prop.options.find((option) => typeof option === 'string' && isSame(option, text)) ?? value;
    case 'action':
      return { event: { name: value } };
    case 'children':
      return [value];
    default:
      return value;
  }
}
