// Says what is wrong with a catalog that somebody declared in code, where types may not have been checked: every fault with
// its place. What the catalog has of its base is not judged again. Catalogs that come as JSON are judged by import-catalog.ts.

import type { Catalog, ComponentDeclaration, FunctionDeclaration, Prop, Props } from './catalog.ts';
import { basic09 } from './catalogs/basic-0.9.ts';
import { Fold } from './fold.ts';
import { guardedCatalog } from './guarded-catalog.ts';
import { type Issue, issue, quote } from './issue.ts';
import { describeType, isArray, isObject, type Json } from './json.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { suggestion } from './nearest-name.ts';
import { compilePattern } from './pattern.ts';
import { escapeSegment } from './pointer.ts';
import { Catalogs } from './registry.ts';
import { SAMPLE_ID, sampleSurface } from './sample-component.ts';

/** Errors: nobody could use it as it is. Warnings: less is shown than could be. */
export function checkCatalog(catalog: Catalog): readonly Issue[] {
  return new CatalogCheck(catalog).all();
}

const NAME = /^[A-Za-z_][\w.-]{0,99}$/;
/** Stands in `allowedParents` for no parent at all. */
const TOP = 'Surface';
const VERSIONS: readonly unknown[] = [undefined, '0.8', '0.9', '1.0'];
/** What stands beside the properties of a component in messages. */
const ENVELOPE = ['id', 'component', 'weight', 'accessibility'];
const HOOKS = ['inputs', 'actions', 'validate', 'fallback'] as const;
const RETURNS = ['boolean', 'string', 'number', 'array', 'object', 'any', 'void', 'validation'];
const KINDS = [
  ...['text', 'number', 'bool', 'text-list', 'value', 'any', 'one-of', 'child', 'children'],
  ...['action', 'checks', 'list', 'object', 'map', 'any-of'],
];

class CatalogCheck {
  readonly #catalog: Catalog;
  readonly #issues: Issue[] = [];

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  all(): readonly Issue[] {
    const { id, protocol, components, functions, base } = this.#catalog;
    if (typeof id !== 'string' || !/^\S{1,512}$/.test(id))
      this.#error('/id', 'A catalog has an id: a text without spaces, such as an address or a URN.');
    if (!VERSIONS.includes(protocol))
      this.#error('/protocol', `protocol is '0.8', '0.9' or '1.0', not ${shown(protocol)}.`);
    for (const [name, declaration] of components)
      if (!base?.components.has(name) || declaration !== base.components.get(name)) this.#component(name, declaration);
    for (const [name, declaration] of functions)
      if (!base?.functions.has(name) || declaration !== base.functions.get(name)) this.#function(name, declaration);
    return this.#issues;
  }

  #component(name: string, declaration: ComponentDeclaration): void {
    const at = `/components/${escapeSegment(name)}`;
    if (!this.#isDeclared(name, declaration, declaration?.props, at, 'props')) return;
    const before = this.#issues.length;
    this.#props(declaration.props, `${at}/props`);
    for (const name of ENVELOPE)
      if (Object.hasOwn(declaration.props, name))
        this.#error(`${at}/props/${name}`, `Every component of A2UI has ${quote(name)} already: name it otherwise.`);
    for (const hook of HOOKS) this.#isFunction(declaration[hook], `${at}/${hook}`);
    for (const list of ['allowedParents', 'allowedChildren'] as const)
      this.#known(declaration[list] ?? [], [TOP, ...this.#catalog.components.keys()], `${at}/${list}`, 'component');
    const { takes, secretWhen } = declaration;
    const { kind: _kind, ...named } = takes ?? { kind: '' };
    const names = [...Object.values(named), secretWhen].flatMap((one) => propNamed(one));
    this.#known(names, Object.keys(declaration.props), at, 'property');
    this.#isText(declaration.description, `${at}/description`);
    // What is declared wrong cannot be tried.
    if (this.#issues.slice(before).every(({ severity }) => severity !== 'error')) this.#try(name, declaration, at);
  }

  #function(name: string, declaration: FunctionDeclaration): void {
    const at = `/functions/${escapeSegment(name)}`;
    if (!this.#isDeclared(name, declaration, declaration?.args, at, 'args')) return;
    this.#props(declaration.args, `${at}/args`);
    this.#isFunction(declaration.run, `${at}/run`);
    this.#isText(declaration.description, `${at}/description`);
    if (!RETURNS.includes(declaration.returns))
      this.#error(`${at}/returns`, `returns is one of ${RETURNS.join(', ')}, not ${shown(declaration.returns)}.`);
    this.#known(declaration.needsOneOf ?? [], Object.keys(declaration.args), `${at}/needsOneOf`, 'argument');
  }

  #isDeclared(name: string, declaration: unknown, props: unknown, at: string, key: string): boolean {
    if (!NAME.test(name)) this.#error(at, 'A name begins with a letter and has letters, digits, "_", "." and "-".');
    if (!isRecord(declaration)) this.#error(at, `A declaration is an object, not ${describeType(declaration)}.`);
    else if (!isRecord(props)) this.#error(`${at}/${key}`, `${key} is an object, not ${describeType(props)}.`);
    else return true;
    return false;
  }

  #props(props: Props, at: string): void {
    for (const [name, prop] of Object.entries(props)) this.#prop(prop, `${at}/${escapeSegment(name)}`);
  }

  #prop(prop: Prop, at: string): void {
    if (!isRecord(prop) || !KINDS.includes(prop.kind))
      return this.#error(
        at,
        'A property is declared by text(), number(), child() and their like, not as a plain value.',
      );
    this.#isText(prop.description, `${at}/description`);
    if (prop.writable === true && 'dynamic' in prop && prop.dynamic !== true)
      this.#error(at, 'What a person writes has to be bound: use text(), number() or bool(), not the plain form.');
    switch (prop.kind) {
      case 'text':
        if (prop.pattern !== undefined) this.#pattern(prop.pattern, `${at}/pattern`);
        return;
      case 'one-of':
        if (!isArray(prop.options) || prop.options.length === 0) this.#error(at, 'oneOf needs at least one option.');
        return;
      case 'object':
        return this.#props(prop.props, at);
      case 'list':
      case 'map':
        return this.#prop(prop.item, at);
      case 'any-of':
        for (const one of prop.of) this.#prop(one, at);
    }
  }

  #pattern(pattern: string, at: string): void {
    const compiled = compilePattern(pattern, DEFAULT_LIMITS);
    for (const { message } of compiled.ok ? [] : compiled.issues) this.#error(at, message);
  }

  /** Names that a declaration gives, which somebody has to have. */
  #known(names: readonly unknown[], all: readonly string[], at: string, what: string): void {
    for (const name of names)
      if (typeof name !== 'string' || !all.includes(name))
        this.#error(at, `There is no ${what} ${shown(name)}.${suggestion(String(name), all)}`);
  }

  /** Its example, with all that the declaration gives when nothing is said, and what stands for it elsewhere. */
  #try(name: string, declaration: ComponentDeclaration, at: string): void {
    const before = this.#issues.length;
    const defaults = Object.entries(declaration.props).flatMap(([prop, { default: value }]) =>
      value === undefined ? [] : [[prop, value] as const],
    );
    for (const [prop, value] of defaults)
      this.#tryWith(name, { ...declaration, example: { ...declaration.example, [prop]: value } }, (problem) => {
        if (problem.at?.includes(`/${escapeSegment(prop)}`))
          this.#error(`${at}/props/${prop}/default`, problem.message);
      });
    const where = `${at}/${declaration.example === undefined ? 'props' : 'example'}`;
    this.#tryWith(name, declaration, ({ message }) => this.#error(where, message));
    if (this.#issues.length === before) this.#tryFallback(name, declaration, at);
  }

  #tryWith(name: string, declaration: ComponentDeclaration, tell: (problem: Issue) => void): void {
    // Where it may stand is no matter of what it is.
    const { allowedParents: _parents, ...anywhere } = declaration;
    const components = new Map([...this.#catalog.components, [name, anywhere]]);
    const fold = new Fold({ catalogs: new Catalogs([{ ...this.#catalog, components }]), strict: true });
    const { issues } = fold.accept({ body: [sampleSurface(this.#catalog, name, declaration)] });
    for (const problem of issues) tell(problem);
  }

  #tryFallback(name: string, declaration: ComponentDeclaration, at: string): void {
    const here = `${at}/fallback`;
    if (declaration.fallback === undefined) {
      // Of these there is one everywhere.
      if (basic09.components.has(name)) return;
      const message = 'Without a fallback, viewers that do not know the catalog see its words and children at most.';
      return void this.#issues.push(issue('VITRINE_CATALOG_INVALID', 'warning', message, at));
    }
    const failed = (_at: string, error: unknown): void =>
      this.#error(here, `It failed with the example: ${error instanceof Error ? error.message : String(error)}`);
    const guarded = guardedCatalog(this.#catalog, failed).components.get(name)?.fallback;
    const [component] = sampleSurface(this.#catalog, name, declaration).components ?? [];
    if (guarded === undefined || component === undefined) return;
    const fallback = guarded(component, {
      ...{ isLive: true, hasFormat: true, partId: (part) => `${SAMPLE_ID}:${part}` },
      read: (value: Json) => (isObject(value) ? undefined : value),
    });
    if (fallback === undefined) return;
    const fold = new Fold({ catalogs: new Catalogs([basic09]), strict: true });
    const { issues } = fold.accept({
      body: [{ op: 'open', surface: 's', catalog: basic09.id, root: SAMPLE_ID, components: fallback.components }],
    });
    for (const { message, at: inside = '' } of issues)
      this.#error(here, `${partAt(inside, fallback.components)}is none of the basic catalog of A2UI 0.9: ${message}`);
  }

  #isFunction(value: unknown, at: string): void {
    if (value !== undefined && typeof value !== 'function') this.#error(at, 'It is a function, or left out.');
  }

  #isText(value: unknown, at: string): void {
    if (value !== undefined && typeof value !== 'string') this.#error(at, 'It is a text, or left out.');
  }

  #error(at: string, message: string): void {
    this.#issues.push(issue('VITRINE_CATALOG_INVALID', 'error', message, at));
  }
}

/** The names of properties in what a declaration says of an input: a name, or `{prop, is}`. */
function propNamed(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return [isRecord(value) ? value.prop : value];
}

/** The part of a fallback that a pointer into its op leads to. */
function partAt(at: string, components: readonly { readonly type: string }[]): string {
  const index = /\/components\/(\d+)/.exec(at)?.[1];
  const part = index === undefined ? undefined : components[Number(index)];
  return part === undefined ? 'What it gives ' : `Its ${quote(part.type)} `;
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !isArray(value);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? quote(value) : describeType(value);
}
