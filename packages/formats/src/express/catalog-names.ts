// The names that a block may call, over all its catalogs: which component or function is meant, and of which catalog.

import { type Catalog, type IssueCode, quote, suggestion } from '@vitrine/core/internal';
import { componentSignature, functionSignature, type Signature } from '../signatures.ts';
import type { CallExpression } from './parser.ts';

export interface FoundName {
  readonly signature: Signature;
  /** The name was written otherwise. */
  readonly isMended: boolean;
}

export interface NameFault {
  readonly code: IssueCode;
  readonly words: string;
}

type What = 'component' | 'function';
const RESERVED: ReadonlySet<string> = new Set(['surface', 'deleteSurface', 'Event', '_template']);

export class CatalogNames {
  readonly #catalogs: readonly Catalog[];
  readonly protocol: string;
  readonly #preferred: string | undefined;
  /** Names that were called: whether they mean components. */
  readonly #components = new Map<string, boolean>();

  /** Names that were called, and the words of Express that they mean; empty where they mean none. */
  readonly #words = new Map<string, string>();
  /** What names mean that were called without a catalog. */
  readonly #found: { readonly [what in What]: Map<string, FoundName> } = { component: new Map(), function: new Map() };

  /** `preferred`: the catalog of the surface, whose names are meant where several catalogs have one. */
  constructor(catalogs: readonly Catalog[], protocol: string, preferred?: string) {
    this.#catalogs = catalogs;
    this.protocol = protocol;
    this.#preferred = preferred;
  }

  /** With several catalogs, every component and call says which is its own. */
  get isSeveral(): boolean {
    return this.#catalogs.length > 1;
  }

  get catalogs(): readonly Catalog[] {
    return this.#catalogs;
  }

  /** What a message says of the catalog of a name: nothing where it is that of the surface. */
  saidOf({ id }: Catalog): string | undefined {
    return this.isSeveral && id !== this.#preferred ? id : undefined;
  }

  get pathKey(): string {
    return this.protocol === '1.0' ? '@path' : 'path';
  }

  get callKey(): string {
    return this.protocol === '1.0' ? '@call' : 'call';
  }

  isComponent({ name }: CallExpression, mend: boolean): boolean {
    let known = this.#components.get(name);
    if (known === undefined) {
      known = this.#looksLikeComponent(name, mend);
      this.#components.set(name, known);
    }
    return known;
  }

  /** A component, a function, or a word of Express. */
  isKnown(call: CallExpression, mend: boolean): boolean {
    if (RESERVED.has(call.name) || this.isComponent(call, mend)) return true;
    return this.#all('function', call.name, this.#catalogs, mend).length > 0;
  }

  /** The word of Express that is meant by another spelling, where no catalog has such a name. */
  reservedWord(name: string): string | undefined {
    let word = this.#words.get(name);
    if (word === undefined) {
      const isOwn = RESERVED.has(name) || this.#has('component', name) || this.#has('function', name);
      word = isOwn ? '' : ([...RESERVED].find((one) => isSame(one, name)) ?? '');
      this.#words.set(name, word);
    }
    return word === '' ? undefined : word;
  }

  /** Whether a catalog has a component by the name, however it is spelled. */
  isNamed(component: string): boolean {
    return this.#has('component', component);
  }

  /** Whether several catalogs have a component by the name: which is meant may be said behind it. */
  isShared(component: string): boolean {
    return this.isSeveral && this.#all('component', component, this.#catalogs, true).length > 1;
  }

  #has(what: What, name: string): boolean {
    return this.#all(what, name, this.#catalogs, true).length > 0;
  }

  #looksLikeComponent(name: string, mend: boolean): boolean {
    if (this.#all('component', name, this.#catalogs, mend).length > 0) return true;
    if (RESERVED.has(name) || this.#all('function', name, this.#catalogs, mend).length > 0) return false;
    // Like a component that the catalog lacks: it is refused as one.
    return /^[A-Z]/.test(name);
  }

  #all(what: What, name: string, among: readonly Catalog[], mend: boolean): readonly Signature[] {
    const read = what === 'component' ? componentSignature : functionSignature;
    const exact = among.flatMap((catalog) => read(catalog, name) ?? []);
    return exact.length > 0 || !mend ? exact : among.flatMap((catalog) => inOtherCase(catalog, what, name));
  }

  find(what: What, name: string, catalogId: string | undefined, mend: boolean): FoundName | NameFault {
    const known = catalogId === undefined ? this.#found[what].get(name) : undefined;
    if (known !== undefined && (mend || !known.isMended)) return known;
    const found = this.#search(what, name, catalogId, mend);
    if (catalogId === undefined && 'signature' in found) this.#found[what].set(name, found);
    return found;
  }

  #search(what: What, name: string, catalogId: string | undefined, mend: boolean): FoundName | NameFault {
    const among = catalogId === undefined ? this.#catalogs : this.#catalogs.filter((one) => isNamed(one, catalogId));
    if (among.length === 0)
      return { code: 'VITRINE_CATALOG_UNKNOWN', words: `There is no catalog ${quote(catalogId ?? '')}.` };
    if (this.isSeveral && this.protocol !== '1.0')
      return { code: 'VITRINE_CATALOG_MISSING', words: 'Say which catalog the surface is of: surface("…", "…").' };
    const [first, second] = this.#all(what, name, among, mend);
    if (second !== undefined) {
      const own = catalogId === undefined ? this.#preferred : undefined;
      const preferred = own === undefined ? undefined : this.#search(what, name, own, mend);
      if (preferred !== undefined && 'signature' in preferred) return preferred;
      const words = `Several catalogs have ${quote(name)}: say which by catalogId="…".`;
      return { code: 'VITRINE_CATALOG_MISSING', words };
    }
    return first === undefined ? unknown(what, name, among) : { signature: first, isMended: first.name !== name };
  }

  hasParameter(call: string, name: string): boolean {
    const [component] = this.#all('component', call, this.#catalogs, true);
    const signature = component ?? this.#all('function', call, this.#catalogs, true)[0];
    if (signature === undefined) return RESERVED.has(call);
    return name === 'catalogId' || [...signature.params.keys()].some((one) => isSame(one, name));
  }
}

function unknown(what: What, name: string, among: readonly Catalog[]): NameFault {
  const all = among.flatMap((one) => [...(what === 'component' ? one.components : one.functions).keys()]);
  const words = `The catalog has no ${what} ${quote(name)}.${suggestion(name, all)}`;
  return { code: what === 'component' ? 'VITRINE_COMPONENT_UNKNOWN' : 'VITRINE_FUNCTION_UNKNOWN', words };
}

/** By its id or another that it goes by. */
export function isNamed({ id, aliases }: Catalog, catalogId: string): boolean {
  return id === catalogId || aliases.includes(catalogId);
}

const spellings = new WeakMap<Catalog, { readonly [what in What]: ReadonlyMap<string, readonly string[]> }>();

function inOtherCase(catalog: Catalog, what: What, name: string): readonly Signature[] {
  let known = spellings.get(catalog);
  if (known === undefined) {
    known = { component: bySpelling(catalog.components.keys()), function: bySpelling(catalog.functions.keys()) };
    spellings.set(catalog, known);
  }
  const read = what === 'component' ? componentSignature : functionSignature;
  return (known[what].get(plain(name)) ?? []).flatMap((one) => read(catalog, one) ?? []);
}

function bySpelling(all: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const spelled = new Map<string, string[]>();
  for (const name of all) spelled.set(plain(name), [...(spelled.get(plain(name)) ?? []), name]);
  return spelled;
}

/** Two spellings of one name: `text_field`, `textfield`, `TextField`. */
export function isSame(name: string, other: string): boolean {
  return plain(name) === plain(other);
}

function plain(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}
