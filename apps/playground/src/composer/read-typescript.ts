// Reads a program of builders without running it: the syntax tree of a declarative subset (constants, literals, lists, objects and
// calls of the builders) is evaluated here; anything else is a problem at its place.

import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';
import { createNode, each, messages, surface, UiError, type UiNode, type UiSurface } from '@vitrine/agent';
import type { Catalog, JsonObject } from '@vitrine/core/internal';
import type { EditorProblem } from './editor.ts';
import type { ReadView } from './notation.ts';

const typescript = parser.configure({ dialect: 'ts' });
const MAX_DEPTH = 200;

/** `protocol`: what the document is written in; a program that imports builders of a version says it itself. */
export function readTypescript(text: string, protocol: '0.9' | '1.0', catalogs: readonly Catalog[]): ReadView {
  const reader = new ProgramReader(text, catalogOf(text, protocol, catalogs));
  try {
    const surfaces = reader.read();
    const version = reader.catalog.protocol === '0.9' ? 'a2ui-0.9' : 'a2ui-1.0';
    return { messages: messages(surfaces, version, { capabilities: { catalogs: catalogs.map(({ id }) => id) } }) };
  } catch (error) {
    if (error instanceof ProgramFault) return { problems: [error.problem] };
    if (error instanceof UiError) return { problems: reader.placed(error.message) };
    throw error;
  }
}

function catalogOf(text: string, protocol: string, catalogs: readonly Catalog[]): Catalog {
  const [, family = 'vitrine', version = protocol] = /@vitrine\/agent\/(basic|vitrine)-(\d\.\d)/.exec(text) ?? [];
  const id =
    family === 'vitrine' ? `urn:vitrine:catalog:vitrine:${version}` : new RegExp(`/v${version.replace('.', '_')}/`);
  const own = /'\.\/catalog\.ts'/.test(text) ? catalogs.at(-1) : undefined;
  const found = own ?? catalogs.find((one) => (typeof id === 'string' ? one.id === id : id.test(one.id)));
  return found ?? (catalogs[0] as Catalog);
}

class ProgramFault extends Error {
  readonly problem: EditorProblem;
  constructor({ from, to }: { readonly from: number; readonly to: number }, message: string) {
    super(message);
    this.problem = { start: from, end: to, severity: 'error', message };
  }
}

class ProgramReader {
  readonly catalog: Catalog;
  readonly #text: string;
  readonly #constants = new Map<string, unknown>();
  /** Where each component with an id is made. */
  readonly #places = new Map<string, SyntaxNode>();
  #depth = 0;

  constructor(text: string, catalog: Catalog) {
    this.#text = text;
    this.catalog = catalog;
  }

  read(): UiSurface[] {
    const { topNode } = typescript.parse(this.#text);
    topNode.cursor().iterate((node) => {
      if (node.type.isError) throw new ProgramFault(node, 'This is no TypeScript: something is missing here.');
    });
    const surfaces: UiSurface[] = [];
    for (let at = topNode.firstChild; at !== null; at = at.nextSibling) this.#statement(at, surfaces);
    if (surfaces.length === 0) throw new ProgramFault({ from: 0, to: 0 }, 'The program makes no surface(…).');
    return surfaces;
  }

  /** What the builders say names a component by its type and id. */
  placed(message: string): EditorProblem[] {
    return message.split('\n').map((line) => {
      const place = this.#places.get(/^\w+ "([^"]+)"/.exec(line)?.[1] ?? '');
      return { start: place?.from ?? 0, end: place?.to ?? 0, severity: 'error', message: line };
    });
  }

  #statement(node: SyntaxNode, surfaces: UiSurface[]): void {
    if (/^(?:ImportDeclaration|LineComment|BlockComment|;)$/.test(node.name)) return;
    const declaration = node.name === 'ExportDeclaration' ? node.getChild('VariableDeclaration') : node;
    const call = declaration?.name === 'ExpressionStatement' ? declaration.firstChild : undefined;
    const name = declaration?.getChild('VariableDefinition');
    const value =
      call ?? (declaration?.name === 'VariableDeclaration' ? declaration.lastChild?.prevSibling : undefined);
    const last = declaration?.lastChild?.name === ';' ? value : declaration?.lastChild;
    const argument = call ?? last;
    if (argument === undefined || argument === null) throw this.#fault(node, 'Only constants and calls are read here.');
    const result = this.#value(argument);
    if (name) this.#constants.set(this.#slice(name), result);
    if (result instanceof SurfaceResult) surfaces.push(result.surface);
  }

  #value(node: SyntaxNode): unknown {
    if (++this.#depth > MAX_DEPTH) throw this.#fault(node, 'This is nested too deeply.');
    try {
      return this.#read(node);
    } finally {
      this.#depth--;
    }
  }

  #read(node: SyntaxNode): unknown {
    switch (node.name) {
      case 'String':
        return unquote(this.#slice(node));
      case 'TemplateString':
        if (node.getChild('Interpolation') !== null)
          throw this.#fault(node, 'A text with ${…} is not read; write it whole.');
        return readEscapes(this.#slice(node).slice(1, -1));
      case 'Number':
        return Number(this.#slice(node).replaceAll('_', ''));
      case 'BooleanLiteral':
        return this.#slice(node) === 'true';
      case 'null':
        return null;
      case 'UnaryExpression':
        return -Number(this.#value(node.lastChild as SyntaxNode));
      case 'ParenthesizedExpression':
        return this.#value(node.firstChild?.nextSibling as SyntaxNode);
      case 'ArrayExpression':
        return children(node).map((one) => this.#value(one));
      case 'ObjectExpression':
        return Object.fromEntries(children(node).map((one) => this.#property(one)));
      case 'VariableName':
        return this.#constant(node);
      case 'CallExpression':
        return this.#call(node);
      default:
        throw this.#fault(node, 'This is not read here: only literals, constants and builders are.');
    }
  }

  #property(node: SyntaxNode): [string, unknown] {
    const key = node.firstChild;
    if (node.name !== 'Property' || key === null) throw this.#fault(node, 'Only plain members are read here.');
    const name = key.name === 'String' ? unquote(this.#slice(key)) : this.#slice(key);
    const value = node.lastChild as SyntaxNode;
    return [name, value.from === key.from ? this.#constant(key) : this.#value(value)];
  }

  #constant(node: SyntaxNode): unknown {
    const name = this.#slice(node);
    if (!this.#constants.has(name)) throw this.#fault(node, `There is no constant ${name} before this.`);
    return this.#constants.get(name);
  }

  #call(node: SyntaxNode): unknown {
    const target = node.firstChild as SyntaxNode;
    const args = children(node.getChild('ArgList') as SyntaxNode).map((one) => this.#value(one));
    const name = this.#slice(target);
    const [owner, member] = name.split('.');
    if (owner === 'ui' && member !== undefined) return this.#component(target, member, args);
    if (owner === 'fn' && member !== undefined) return this.#function(target, member, args);
    const word = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
    if (word === undefined)
      throw this.#fault(target, `${name} is no builder: ui.…, fn.…, ${Object.keys(WORDS).join(', ')}.`);
    return word(args);
  }

  #component(node: SyntaxNode, type: string, [props = {}, common = {}]: readonly unknown[]): UiNode {
    if (!this.catalog.components.has(type)) throw this.#fault(node, `The catalog has no component ${type}.`);
    const { id } = common as { readonly id?: string };
    if (typeof id === 'string') this.#places.set(id, node.parent as SyntaxNode);
    return createNode(this.catalog, type, props as object, common as object);
  }

  #function(node: SyntaxNode, call: string, [args]: readonly unknown[]): object {
    if (!this.catalog.functions.has(call)) throw this.#fault(node, `The catalog has no function ${call}.`);
    return args === undefined ? { call } : { call, args };
  }

  #slice({ from, to }: { readonly from: number; readonly to: number }): string {
    return this.#text.slice(from, to);
  }

  #fault(node: SyntaxNode, message: string): ProgramFault {
    return new ProgramFault(node, message);
  }
}

class SurfaceResult {
  readonly surface: UiSurface;
  constructor(made: UiSurface) {
    this.surface = made;
  }
}

const WORDS: { readonly [name: string]: (args: readonly unknown[]) => unknown } = {
  bind: ([path]) => ({ path }),
  literal: ([value]) => ({ literal: value }),
  event: ([name, context]) => ({ event: context === undefined ? { name } : { name, context } }),
  run: ([call]) => ({ functionCall: call }),
  check: ([condition, message]) => ({ condition, message }),
  each: ([path, item]) => each(String(path), item as UiNode),
  surface: ([id, content]) =>
    new SurfaceResult(surface(String(id), content as { readonly root: UiNode; readonly data?: JsonObject })),
};

function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let at = node.firstChild; at !== null; at = at.nextSibling)
    if (!/^(?:[[\]{}(),]|LineComment|BlockComment)$/.test(at.name)) found.push(at);
  return found;
}

function unquote(quoted: string): string {
  return readEscapes(quoted.slice(1, -1));
}

const ESCAPES: { readonly [char: string]: string } = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

function readEscapes(text: string): string {
  return text.replace(
    /\\(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|([\s\S]))/g,
    (_, long, unit, byte, char) => {
      const hex: string | undefined = long ?? unit ?? byte;
      if (hex !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
      return ESCAPES[char as string] ?? (char as string);
    },
  );
}
