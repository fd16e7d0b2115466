// A block of Express, statement by statement: which surface each is for, and what of it is a component, data, a call or the end of a
// surface. What becomes of these is left to an output: all at once (gathered-output.ts), or as they come (streamed-output.ts).

import {
  type Catalog,
  DEFAULT_LIMITS,
  type Issue,
  type IssueCode,
  issue,
  type Json,
  type JsonObject,
  type Limits,
  quote,
} from '@vitrine/core/internal';
import type { RepairKind } from '../json/repair.ts';
import { isNamed } from './catalog-names.ts';
import { argument } from './component.ts';
import { type CallExpression, type Expression, ExpressParser, type ExpressStatement } from './parser.ts';
import { ExpressScope } from './scope.ts';
import { Tokenizer } from './tokenizer.ts';

export const DEFAULT_SURFACE = 'default_surface';
const MAX_SURFACES = 1000;

/** What the messages of a surface begin with. */
export interface ScopeHead {
  readonly surfaceId: string;
  /** Undefined: several catalogs are active and none was named, so each component names its own. */
  readonly catalogId: string | undefined;
  readonly version: string;
  readonly scope: ExpressScope;
}

export interface ProgramOutput {
  begin(head: ScopeHead): void;
  components(list: readonly JsonObject[]): void;
  data(segments: readonly string[], value: Json): void;
  /** `isCut`: nobody knows what would have followed. */
  finish(isCut: boolean): void;
  remove(surfaceId: string, version: string): void;
  call(message: JsonObject): void;
  fault(issue: Issue): void;
  repair(kind: RepairKind, line: number, at: string): void;
  /** The catalog of a surface that was created by what came before. */
  catalogOf(surfaceId: string): string | undefined;
}

export interface ProgramOptions {
  readonly catalogs: readonly Catalog[];
  readonly mend: boolean;
  readonly surfaceId?: string | undefined;
  /** The catalog of a surface that is open: where several catalogs have a name, its own is meant. */
  readonly catalogOf?: (surfaceId: string) => string | undefined;
  readonly limits?: Limits | undefined;
}

export class Program {
  readonly #output: ProgramOutput;
  readonly #options: ProgramOptions;
  readonly #limits: Limits;
  readonly #tokenizer: Tokenizer;
  readonly #parser: ExpressParser;
  #scope: ExpressScope;
  #isScopeNamed = false;
  #isScopeBegun = false;
  #head: ScopeHead;
  /** What was defined before any surface was named stands for all of them. */
  #outer: ReadonlyMap<string, Expression> | undefined;
  #calls = 0;
  #surfaces = 0;
  #isClosed = false;
  /** Statements that meant something. */
  #count = 0;

  constructor(output: ProgramOutput, options: ProgramOptions) {
    this.#output = output;
    this.#options = options;
    this.#limits = options.limits ?? DEFAULT_LIMITS;
    [this.#scope, this.#head] = this.#newScope(options.surfaceId ?? DEFAULT_SURFACE);
    this.#parser = new ExpressParser(
      {
        statement: (statement) => this.#statement(statement),
        fault: (found) => output.fault(found),
        repair: (kind, line) => output.repair(kind, line, ''),
      },
      {
        mend: options.mend,
        maxDepth: this.#limits.propDepth,
        hasParameter: (call, name) => this.#scope.names.hasParameter(call, name),
        reservedWord: (call) => this.#scope.names.reservedWord(call),
      },
    );
    this.#tokenizer = this.#createTokenizer();
  }

  #createTokenizer(): Tokenizer {
    return new Tokenizer(
      {
        token: (kind, text, line, indent) => this.#parser.take(kind, text, line, indent),
        repair: (kind, line) => this.#lexical(kind, line),
        isNested: () => this.#parser.isNested,
        close: () => {
          this.#isClosed = true;
        },
      },
      { textLength: this.#limits.textLength, mend: this.#options.mend },
    );
  }

  #lexical(kind: RepairKind, line: number): void {
    if (this.#options.mend) this.#output.repair(kind, line, '');
    else if (kind !== 'control-character')
      this.#fault('VITRINE_FORMAT_SYNTAX', `This is not how Express is written: ${kind}.`, line);
  }

  /** The closing tag has come. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  get count(): number {
    return this.#count;
  }

  get scope(): ExpressScope {
    return this.#scope;
  }

  get head(): ScopeHead {
    return this.#head;
  }

  get parser(): ExpressParser {
    return this.#parser;
  }

  get tokenizer(): Tokenizer {
    return this.#tokenizer;
  }

  /** Gives how many characters were read. */
  push(text: string, from = 0): number {
    return this.#tokenizer.push(text, from);
  }

  /** `isCut`: the block stopped anywhere. A statement that is not complete is refused then, and not guessed. */
  end(isCut = false): void {
    if (isCut && (this.#tokenizer.isInToken || this.#parser.isOpen)) this.#cut();
    this.#tokenizer.end();
    this.#parser.end();
    this.#endScope(isCut);
  }

  #cut(): void {
    const line = this.#tokenizer.line;
    this.#parser.drop();
    this.#tokenizer.drop();
    this.#fault('VITRINE_FORMAT_SYNTAX', 'The block ends inside this statement.', line);
  }

  /** `named`: by the statement that begins it. */
  #newScope(surfaceId: string, named?: Catalog): [ExpressScope, ScopeHead] {
    const { catalogs: active, catalogOf } = this.#options;
    const output = this.#output;
    const protocol = active[0]?.protocol ?? '0.9';
    const known = output.catalogOf(surfaceId) ?? catalogOf?.(surfaceId);
    const own = named ?? (known === undefined ? undefined : this.#catalog(known));
    // Below A2UI 1.0 a component cannot say its catalog.
    const catalogs = own === undefined || protocol === '1.0' ? active : [own];
    const catalogId = (own ?? (catalogs.length === 1 ? catalogs[0] : undefined))?.id;
    const scope = new ExpressScope(
      {
        components: (list) => output.components(list),
        data: (segments, value) => output.data(segments, value),
        call: (made) => this.#called(made),
        fault: (found) => output.fault(found),
        repair: (kind, line, at = '') => output.repair(kind, line, at),
      },
      {
        catalogs,
        preferred: catalogId,
        protocol,
        mend: this.#options.mend,
        limits: this.#limits,
        outer: this.#outer,
      },
    );
    return [scope, { surfaceId, catalogId, version: `v${protocol}`, scope }];
  }

  #fault(code: IssueCode, words: string, line: number): void {
    this.#output.fault({ ...issue(code, 'error', words, ''), line });
  }

  #statement(statement: ExpressStatement): void {
    const { target, isPath, value, line } = statement;
    if (target !== undefined && isPath) return this.#data(target, statement);
    const component = this.#options.mend ? this.#fromJson(value) : undefined;
    const id = target ?? component?.id;
    if (id !== undefined) {
      this.#begin();
      this.#scope.define(id, component?.call ?? value, line);
    } else if (value.type === 'call') this.#call(value);
    else this.#meaningless(value, line);
  }

  /** A component of JSON as the call that it stands for. */
  #fromJson(value: Expression): { readonly id: string | undefined; readonly call: CallExpression } | undefined {
    if (value.type !== 'map') return undefined;
    const text = (key: string): string | undefined => this.#text(value.entries.find(({ name }) => name === key)?.value);
    const name = text('component');
    if (name === undefined || !this.#scope.names.isNamed(name)) return undefined;
    this.#output.repair('wrong-wrapper', value.line, '');
    const args = value.entries.filter(({ name: key }) => key !== 'component' && key !== 'id');
    return { id: text('id'), call: { type: 'call', name, args, line: value.line } };
  }

  #begin(): void {
    this.#count++;
    if (this.#isScopeBegun) return;
    this.#isScopeBegun = true;
    this.#output.begin(this.#head);
  }

  #data(target: string, statement: ExpressStatement): void {
    this.#begin();
    this.#scope.write(target, statement);
  }

  #meaningless(value: Expression, line: number): void {
    if (this.#options.mend && value.type === 'name') return this.#output.repair('text-in-block', line, '');
    this.#fault('VITRINE_FORMAT_SYNTAX', 'A statement assigns, or calls something; this does neither.', line);
  }

  #call(call: CallExpression): void {
    if (call.name === 'surface') this.#surface(call);
    else if (call.name === 'deleteSurface') this.#delete(call);
    else if (this.#scope.names.isComponent(call, this.#options.mend)) this.#alone(call);
    else this.#renderer(call);
  }

  /** A component that nobody named: the root, if there is none. */
  #alone(call: CallExpression): void {
    this.#begin();
    if (this.#options.mend && !this.#scope.hasRoot) {
      this.#output.repair('missing-id', call.line, '');
      this.#scope.define('root', call, call.line);
      return;
    }
    this.#fault(
      'VITRINE_FORMAT_SYNTAX',
      `The component ${quote(call.name)} has no name: write name = ${call.name}(…).`,
      call.line,
    );
  }

  #text(expression: Expression | undefined): string | undefined {
    if (expression?.type === 'name') {
      const meant = this.#scope.meaningOf(expression.name);
      if (meant !== undefined) return meant;
      if (this.#options.mend) return expression.name;
    }
    return expression?.type === 'literal' && typeof expression.value === 'string' ? expression.value : undefined;
  }

  #surface(call: CallExpression): void {
    const id = this.#text(argument(call, 0, 'surfaceId') ?? argument(call, 0, 'id'));
    const catalogId = this.#text(argument(call, 1, 'catalogId'));
    if (id === undefined) return this.#fault('VITRINE_FORMAT_SYNTAX', 'surface takes the id of a surface.', call.line);
    if (++this.#surfaces > MAX_SURFACES)
      return this.#fault('VITRINE_LIMIT_SURFACES', `There are more than ${MAX_SURFACES} surfaces.`, call.line);
    const catalog = catalogId === undefined ? undefined : this.#catalog(catalogId);
    if (catalogId !== undefined && catalog === undefined)
      return this.#fault('VITRINE_CATALOG_UNKNOWN', `There is no catalog ${quote(catalogId)}.`, call.line);
    if (this.#surfaces === 1) this.#outer = this.#scope.variables;
    this.#endScope();
    this.#isScopeNamed = true;
    [this.#scope, this.#head] = this.#newScope(id, catalog);
  }

  #catalog(id: string): Catalog | undefined {
    return this.#options.catalogs.find((one) => isNamed(one, id));
  }

  #endScope(isCut = false): void {
    if (this.#isScopeNamed && !this.#isScopeBegun)
      this.#fault(
        'VITRINE_FORMAT_SYNTAX',
        `Nothing is written for the surface ${quote(this.#head.surfaceId)}.`,
        this.#tokenizer.line,
      );
    this.#scope.end(isCut);
    if (this.#isScopeBegun) this.#output.finish(isCut);
    this.#isScopeBegun = false;
    this.#isScopeNamed = false;
  }

  #delete(call: CallExpression): void {
    const id = this.#text(argument(call, 0, 'surfaceId') ?? argument(call, 0, 'id'));
    if (id === undefined)
      return this.#fault('VITRINE_FORMAT_SYNTAX', 'deleteSurface takes the id of a surface.', call.line);
    this.#count++;
    if (this.#isScopeBegun && id === this.#head.surfaceId) {
      this.#endScope();
      [this.#scope, this.#head] = this.#newScope(id);
    }
    this.#isScopeNamed = false;
    this.#output.remove(id, this.#head.version);
  }

  #renderer(call: CallExpression): void {
    this.#count++;
    this.#isScopeNamed = false;
    const { names } = this.#scope;
    if (names.protocol !== '1.0' && names.isKnown(call, this.#options.mend))
      return this.#fault('VITRINE_FUNCTION_CALLER', 'A call that stands alone needs A2UI 1.0.', call.line);
    this.#scope.call(call);
  }

  #called(callFunction: JsonObject): void {
    const functionCallId = `call_${++this.#calls}`;
    this.#output.call({ version: this.#head.version, callRendererFunction: { functionCallId, callFunction } });
  }
}
