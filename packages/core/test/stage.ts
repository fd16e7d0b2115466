// Where the engine is tested: a catalog with one component for each kind of property, a fold that knows it, and short
// ways to send entries to it and to see what stands.

import {
  action,
  any,
  anyOf,
  bool,
  boundOneOf,
  type Catalog,
  checks,
  child,
  children,
  defineCatalog,
  defineComponent,
  defineFunction,
  list,
  map,
  number,
  object,
  oneOf,
  plainBool,
  plainNumber,
  plainText,
  plainTextList,
  required,
  text,
  textList,
  value,
} from '../src/catalog.ts';
import { formatString } from '../src/catalogs/functions/format-string.ts';
import type { Component, Op, ViewerEvent } from '../src/entry.ts';
import { Fold, type FoldOptions } from '../src/fold.ts';
import { accepted, type Issue, issue, type Outcome, refused } from '../src/issue.ts';
import type { Json, JsonObject } from '../src/json.ts';
import { DEFAULT_LIMITS, type Limits } from '../src/limits.ts';
import { Catalogs } from '../src/registry.ts';
import type { Surface } from '../src/surface.ts';
import { toText } from '../src/value.ts';

const validation = { returns: 'validation', args: { value: value() } } as const;

export const stageCatalog = defineCatalog({
  id: 'stage',
  aliases: ['the-stage'],
  components: {
    Text: defineComponent({ text: required(text()), size: oneOf(['small', 'large'], { default: 'small' }) }),
    Box: defineComponent({ children: children() }),
    Card: defineComponent({ child: child() }),
    Tabs: defineComponent({ tabs: required(list(object({ title: text(), child: child() }), { min: 1 })) }),
    Shelf: defineComponent({ slots: map(child()), either: anyOf([child(), children(), object({ child: child() })]) }),
    Button: defineComponent({ child: child(), action: action(), checks: checks() }),
    Field: defineComponent({
      label: text(),
      value: text({ writable: true }),
      checks: checks(),
    }),
    Kinds: defineComponent({
      text: text(),
      plain: plainText(),
      short: plainText({ minLength: 2, pattern: '^[a-z]*$' }),
      template: text({ format: 'template' }),
      pattern: plainText({ format: 'pattern' }),
      url: plainText({ format: 'url' }),
      date: text({ format: 'date' }),
      number: number({ min: 0, max: 10 }),
      integer: plainNumber({ integer: true }),
      bool: bool(),
      fixed: plainBool(),
      one: oneOf(['a', 'b', 1, null]),
      bound: boundOneOf(['a', 'b'], { calls: false }),
      texts: textList(),
      fixedTexts: plainTextList(),
      value: value(),
      free: value({ objects: true }),
      any: any(),
      list: list(plainText(), { min: 1, max: 2 }),
      object: object({ name: required(plainText()), more: text() }),
      open: object({ name: plainText() }, { open: true }),
      map: map(plainNumber()),
      either: anyOf([plainNumber(), object({ name: required(plainText()) })]),
      child: child(),
      children: children(),
      action: action(),
      checks: checks(),
    }),
    Demanding: defineComponent({ toString: required(plainText()), valueOf: plainText() }),
    Loose: defineComponent({ name: plainText() }, { open: true }),
    Row: defineComponent({ children: children() }, { allowedChildren: ['Cell'] }),
    Cell: defineComponent({ child: child() }, { allowedParents: ['Row'] }),
  },
  functions: {
    formatString: defineFunction({
      args: { value: required(text({ format: 'template' })) },
      returns: 'string',
      run: formatString,
    }),
    upper: defineFunction({
      args: { value: required(text()) },
      returns: 'string',
      run: (args) => accepted(toText(args.value).toUpperCase()),
    }),
    pair: defineFunction({
      args: { a: any(), b: any() },
      returns: 'array',
      run: ({ a, b }) => accepted([a ?? null, b ?? null]),
    }),
    between: defineFunction({
      args: { value: required(number()), min: number(), max: number() },
      needsOneOf: ['min', 'max'],
      returns: 'boolean',
      run: ({ value: given, min, max }) =>
        accepted(Number(given) >= Number(min ?? -1e9) && Number(given) <= Number(max ?? 1e9)),
    }),
    judge: defineFunction({ ...validation, run: ({ value: given }) => accepted(given) }),
    fails: defineFunction({
      args: {},
      returns: 'string',
      run: () => refused([issue('VITRINE_FUNCTION_FAILED', 'error', 'No.')]),
    }),
    throws: defineFunction({
      args: {},
      returns: 'string',
      run: () => {
        throw new Error('a mistake of the catalog');
      },
    }),
    remote: defineFunction({ args: { of: any() }, returns: 'string' }),
    secret: defineFunction({ args: {}, returns: 'string', callers: 'agent', run: () => accepted('s') }),
    visit: defineFunction({
      args: { url: required(text()) },
      returns: 'void',
      gesture: true,
      run: ({ url }, scope) => {
        scope.act({ kind: 'open-url', url: toText(url) });
        return accepted(undefined);
      },
    }),
    open: defineFunction({ args: {}, openArgs: true, returns: 'any', run: (args) => accepted(args as JsonObject) }),
  },
  theme: object({ color: plainText({ pattern: '^#[0-9a-f]{6}$' }) }, { open: true }),
});

/** A second catalog, for what depends on which one is meant. */
const other = defineCatalog({
  id: 'other',
  components: { Text: defineComponent({ words: required(text()) }), Box: defineComponent({ children: children() }) },
  functions: { upper: defineFunction({ args: { value: text() }, returns: 'string', run: () => accepted('other') }) },
});
/** The engine takes every label of a protocol as it is. */
export const otherCatalog: Catalog = { ...other, protocol: '2' };

type StageOptions = Partial<Omit<FoldOptions, 'limits'>> & { readonly limits?: Partial<Limits> };

export function createStage(options: StageOptions = {}): Stage {
  return new Stage(options);
}

/** A fold with the surface `s` on it. */
export class Stage {
  readonly fold: Fold;
  readonly reported: Issue[] = [];

  constructor(options: StageOptions) {
    this.fold = new Fold({
      catalogs: new Catalogs([stageCatalog, otherCatalog]),
      report: (problem) => void this.reported.push(problem),
      ...options,
      limits: { ...DEFAULT_LIMITS, ...options.limits },
    });
    this.must({ op: 'open', surface: 's', catalog: 'stage' });
  }

  get surface(): Surface {
    const surface = this.fold.surfaces.get('s');
    if (surface === undefined) throw new Error('the surface is closed');
    return surface;
  }

  send(...body: readonly (Op | ViewerEvent)[]): Outcome<unknown> {
    return this.fold.accept({ body });
  }

  /** Sends what must be accepted without a word. */
  must(...body: readonly (Op | ViewerEvent)[]): void {
    const outcome = this.send(...body);
    if (!outcome.ok || outcome.issues.length > 0) throw new Error(`refused: ${JSON.stringify(outcome.issues)}`);
  }

  set(path: string, given: Json): void {
    this.must({ op: 'set', surface: 's', path, value: given });
  }

  put(...components: readonly Component[]): void {
    this.must(puts(...components));
  }

  /** What stands, as text: equal for equal states. */
  get bytes(): string {
    return JSON.stringify(this.fold.snapshot());
  }
}

export function puts(...components: readonly Component[]): Op {
  return { op: 'put', surface: 's', components };
}

export function component(id: string, type: string, props: JsonObject = {}): Component {
  return { id, type, props };
}

export function textOf(id: string, given: Json): Component {
  return component(id, 'Text', { text: given });
}

export function boxOf(id: string, ...ids: readonly string[]): Component {
  return component(id, 'Box', { children: ids });
}

/** `CODE at` of every issue, errors marked with an exclamation mark. */
export function told(outcome: { readonly issues: readonly Issue[] }): readonly string[] {
  return outcome.issues.map(({ code, severity, at }) =>
    `${severity === 'error' ? '!' : ''}${code.replace('VITRINE_', '')} ${at ?? ''}`.trim(),
  );
}

/** An object whose own key is `__proto__`, as JSON.parse makes it. */
export function poisoned(key = '__proto__'): JsonObject {
  return JSON.parse(`{"${key}": {"polluted": true}}`) as JsonObject;
}

export function nestedLists(depth: number): Json {
  let nest: Json = 'deep';
  for (let i = 0; i < depth; i++) nest = [nest];
  return nest;
}
