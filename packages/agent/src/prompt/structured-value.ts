// Declared properties as JSON Schema in the words that structured-output APIs have in common: no oneOf, no references that
// lead back to themselves, every object closed. A map is written as `{_entries: [{key, value}]}`; calls and data are
// nested only so deep.

import {
  type Catalog,
  defined,
  escapeSegment,
  type FunctionDeclaration,
  type JsonObject,
  type Prop,
  type Props,
  type Returns,
} from '@vitrine/core/internal';
import { literalSchema, STRING } from './structured-literal.ts';

export interface StructuredStyle {
  /**
   * `optional`: what may be left out is not required. `nullable`: everything is required, and null stands for what is left
   * out, as strict modes want it.
   */
  readonly absent: 'optional' | 'nullable';
  /** False: without minimum, maximum, minItems, maxItems, minLength and pattern, which some APIs refuse. */
  readonly bounds: boolean;
}

/** Calls in arguments of calls, and containers in data. */
const CALL_LEVELS = 2;
const DATA_LEVELS = 4;

/** Which results suit a place; a place that takes anything takes all that return something. */
const SUITABLE: { readonly [kind: string]: readonly Returns[] } = {
  text: ['string', 'number', 'any'],
  number: ['number', 'any'],
  bool: ['boolean', 'validation', 'any'],
  'text-list': ['array', 'any'],
  'one-of': ['string', 'any'],
};

const SCALARS = [STRING, { type: 'number' }, { type: 'boolean' }];
const NAME = '^[A-Za-z_][A-Za-z0-9_]*$';
const POINTER = '^/?([^~/]|~[01])*(/([^~/]|~[01])*)*$';

export class ValueSchemas {
  readonly style: StructuredStyle;
  readonly #catalog: Catalog;
  readonly #definitions = new Map<string, JsonObject>();

  constructor(catalog: Catalog, style: StructuredStyle) {
    this.#catalog = catalog;
    this.style = style;
  }

  get definitions(): JsonObject {
    return Object.fromEntries(this.#definitions);
  }

  /** A closed object. */
  object(properties: JsonObject, required: readonly string[]): JsonObject {
    if (this.style.absent === 'optional') return { type: 'object', properties, required, additionalProperties: false };
    const members = Object.entries(properties).map(([name, schema]) => [
      name,
      required.includes(name) ? schema : anyOf([schema as JsonObject, { type: 'null' }]),
    ]);
    const all = Object.keys(properties);
    return { type: 'object', properties: Object.fromEntries(members), required: all, additionalProperties: false };
  }

  props(props: Props, level = CALL_LEVELS): JsonObject {
    const members = Object.entries(props).map(([name, prop]) => [name, this.prop(prop, level)]);
    return this.object(Object.fromEntries(members), requiredOf(props));
  }

  /** `level`: how many calls may still be nested here. */
  prop(prop: Prop, level = CALL_LEVELS): JsonObject {
    switch (prop.kind) {
      case 'text':
      case 'number':
      case 'bool':
      case 'text-list':
      case 'one-of':
        return prop.dynamic
          ? this.#bindable(literalSchema(prop, this.style.bounds), prop, level)
          : literalSchema(prop, this.style.bounds);
      case 'value':
        return this.#bindable(anyOf(SCALARS), prop, level);
      case 'any':
        // Objects come from the data: between bindings they could be taken for one.
        return this.#bindable(anyOf([...SCALARS, { type: 'array', items: anyOf(SCALARS) }]), prop, level);
      case 'child':
        return this.#id();
      case 'children': {
        const ids = { type: 'array', items: this.#id() };
        return prop.templates === false ? ids : anyOf([ids, this.#template()]);
      }
      case 'action':
        return this.#action();
      case 'checks':
        return { type: 'array', items: this.#check() };
      case 'list':
        return this.#list(prop, level);
      case 'object':
        return this.props(prop.props, level);
      case 'map':
        return this.#map(this.prop(prop.item, level));
      case 'any-of':
        return anyOf(prop.of.filter((option) => !isNull(option)).map((option) => this.prop(option, level)));
    }
  }

  /** A value of the data model that is not null. */
  data(level = DATA_LEVELS): JsonObject {
    return this.#define(`data_${level}`, () => {
      if (level === 0) return anyOf(SCALARS);
      const inner = anyOf([this.data(level - 1), { type: 'null' }]);
      return anyOf([...SCALARS, { type: 'array', items: inner }, this.dataObject(inner)]);
    });
  }

  dataObject(value = this.data()): JsonObject {
    return this.#entries(this.#bounded(STRING, { minLength: 1 }), value);
  }

  #map(value: JsonObject): JsonObject {
    return this.#entries(this.#bounded(STRING, { pattern: NAME }), value);
  }

  /** An object with keys that nobody knows beforehand. */
  #entries(key: JsonObject, value: JsonObject): JsonObject {
    const entry = this.object({ key, value }, ['key', 'value']);
    return this.object({ _entries: { type: 'array', items: entry } }, ['_entries']);
  }

  #id(): JsonObject {
    return this.#bounded(STRING, { minLength: 1 });
  }

  #path(): JsonObject {
    return this.#define('path', () => this.object({ path: this.#bounded(STRING, { pattern: POINTER }) }, ['path']));
  }

  #template(): JsonObject {
    const path = this.#bounded(STRING, { pattern: POINTER });
    return this.#define('template', () => this.object({ componentId: this.#id(), path }, ['componentId', 'path']));
  }

  #list(prop: Prop & { readonly kind: 'list' }, level: number): JsonObject {
    const { min, max } = prop;
    const bounds = defined({ minItems: min, maxItems: max });
    const literal = this.#bounded({ type: 'array', items: this.prop(prop.item, level) }, bounds);
    return prop.dynamic === true ? this.#bindable(literal, prop, level) : literal;
  }

  /** The same literal in the same place for a call is written once. */
  #bindable(literal: JsonObject, prop: Prop, level: number): JsonObject {
    const calls = prop.calls === false ? [] : this.#calls(SUITABLE[prop.kind], level);
    const write = (): JsonObject => anyOf([literal, this.#path(), ...calls]);
    const isPlain = Object.keys(literal).every((keyword) => keyword === 'type' || keyword === 'items');
    return isPlain && prop.calls !== false ? this.#define(`${prop.kind}_${level}`, write) : write();
  }

  #calls(suitable: readonly Returns[] | undefined, level: number): readonly JsonObject[] {
    if (level === 0) return [];
    return [...this.#catalog.functions]
      .filter(([, { callers }]) => callers !== 'agent')
      .filter(([, { returns }]) => suitable?.includes(returns) ?? returns !== 'void')
      .map(([name, declaration]) => this.#call(name, declaration, level));
  }

  #call(name: string, declaration: FunctionDeclaration, level: number): JsonObject {
    return this.#define(`call_${level}_${name}`, () => {
      const { args, needsOneOf = [] } = declaration;
      // Where one of several is needed, each of them is a form of its own.
      const forms = needsOneOf.length === 0 ? [args] : needsOneOf.map((needed) => withRequired(args, needed));
      const written = anyOf(forms.map((form) => this.props(form, level - 1)));
      return this.object({ call: { type: 'string', enum: [name] }, args: written }, ['call', 'args']);
    });
  }

  #action(): JsonObject {
    return this.#define('action', () => {
      const context = this.#map(this.prop({ kind: 'value', objects: false, required: true }));
      const event = this.object({ event: this.object({ name: STRING, context }, ['name']) }, ['event']);
      const calls = [...this.#catalog.functions]
        .filter(([, { callers }]) => callers !== 'agent')
        .map(([name, declaration]) => this.#call(name, declaration, CALL_LEVELS));
      const run = calls.length === 0 ? [] : [this.object({ functionCall: anyOf(calls) }, ['functionCall'])];
      return anyOf([event, ...run]);
    });
  }

  #check(): JsonObject {
    return this.#define('check', () => {
      const condition = anyOf([this.#path(), ...this.#calls(SUITABLE.bool, CALL_LEVELS)]);
      return this.object({ condition, message: STRING }, ['condition', 'message']);
    });
  }

  #bounded(schema: JsonObject, bounds: JsonObject): JsonObject {
    return this.style.bounds ? { ...schema, ...bounds } : schema;
  }

  #define(name: string, write: () => JsonObject): JsonObject {
    if (!this.#definitions.has(name)) this.#definitions.set(name, write());
    return { $ref: `#/$defs/${encodeURIComponent(escapeSegment(name))}` };
  }
}

export function anyOf(options: readonly JsonObject[]): JsonObject {
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { anyOf: options };
}

function requiredOf(props: Props): readonly string[] {
  return Object.keys(props).filter((name) => props[name]?.required);
}

function withRequired(props: Props, name: string): Props {
  const prop = props[name];
  return prop === undefined ? props : { ...props, [name]: { ...prop, required: true } };
}

/** Null stands for what is left out. */
function isNull(prop: Prop): boolean {
  return prop.kind === 'one-of' && prop.options.every((option) => option === null);
}
