// How the values of a catalog are spelled on the wire of its protocol, as far as a JSON Schema or a catalog definition
// shows it. schema.ts, inline-catalog.ts and import-catalog.ts are driven by these hints and name no version themselves;
// messages are left to the dialects.

import { bool, object, oneOf, type Props, plainNumber, plainText, text } from '../catalog.ts';

export interface Wire {
  /** `flat`: {id, component: "Text", …props}; `keyed`: {id, component: {Text: {…props}}}. */
  readonly component: 'flat' | 'keyed';
  /** `plain`: a literal, {path} or {call, args}; `typed`: {literalString, path}. */
  readonly values: 'plain' | 'typed';
  /** The keys that make an object a binding. */
  readonly pathKey: string;
  readonly callKey: string;
  /** A call may say what it returns, and then it must suit its place. */
  readonly returnType: boolean;
  /** A call may name its catalog, and `@index` needs none. */
  readonly callCatalog: boolean;
  /** A function that the catalog does not name is asked of the agent. */
  readonly asksAgent: boolean;
  /** null is an argument like any other. */
  readonly nullArguments: boolean;
  /** Plain objects are dynamic values. */
  readonly objectValues: boolean;
  /** What a check rule must have: a message, and a condition that is a binding. */
  readonly checkMessage: boolean;
  readonly checkBinding: boolean;
  /** The key of an event's text for people. */
  readonly eventMessage?: string;
  /** Fields of every component besides its id and type. */
  readonly common: Props;
  /** A component may carry {metadata: {extensions}}. */
  readonly extensions: boolean;
  /** Components are closed although their definitions do not say so. */
  readonly closed: boolean;
  /** How a catalog definition is laid out. */
  readonly definition: {
    readonly functions: 'list' | 'map' | 'none';
    readonly theme: 'theme' | 'styles' | 'none';
    /** Names of entities are identifiers (UAX 31), and Surface is taken. */
    readonly identifiers: boolean;
    /** Components refer to the common fields. */
    readonly commonFields: boolean;
  };
}

const wire08: Wire = {
  component: 'keyed',
  values: 'typed',
  pathKey: 'path',
  callKey: 'call',
  returnType: false,
  callCatalog: false,
  asksAgent: false,
  nullArguments: false,
  objectValues: false,
  checkMessage: true,
  checkBinding: false,
  common: { weight: plainNumber() },
  extensions: false,
  closed: false,
  definition: { functions: 'none', theme: 'styles', identifiers: false, commonFields: false },
};

const wire09: Wire = {
  ...wire08,
  component: 'flat',
  values: 'plain',
  returnType: true,
  common: {
    weight: plainNumber(),
    accessibility: object({ label: text(), description: text() }, { open: true }),
  },
  definition: { functions: 'list', theme: 'theme', identifiers: false, commonFields: true },
};

const wire10: Wire = {
  ...wire09,
  returnType: false,
  callCatalog: true,
  asksAgent: true,
  nullArguments: true,
  objectValues: true,
  checkMessage: false,
  checkBinding: true,
  eventMessage: 'userMessage',
  common: {
    catalogId: plainText(),
    weight: plainNumber(),
    accessibility: object({
      label: text(),
      description: text(),
      live: oneOf(['off', 'polite', 'assertive'], { default: 'off' }),
      hidden: bool(),
    }),
  },
  extensions: true,
  closed: true,
  definition: { functions: 'map', theme: 'none', identifiers: true, commonFields: false },
};

/** 1.0 while it was being written: its catalogs were laid out as those of 0.9. */
const DRAFT_LABEL = '0.10';
const DRAFT_WIRE: Wire = { ...wire10, closed: false, definition: { ...wire09.definition } };

/** How a definition for the draft of a protocol is read, and which protocol it is for; undefined where the label is no draft's. */
export function draftWire(label: string): { readonly protocol: string; readonly wire: Wire } | undefined {
  return label === DRAFT_LABEL ? { protocol: '1.0', wire: DRAFT_WIRE } : undefined;
}

const WIRES: ReadonlyMap<string, Wire> = new Map([
  ['0.8', wire08],
  ['0.9', wire09],
  ['1.0', wire10],
]);

/** The label of the protocol that a definition without one is made for. */
export const DEFAULT_PROTOCOL = '0.9';
/** The label of the protocol whose definitions have styles. */
export const STYLES_PROTOCOL = '0.8';

/** A label that is newer than all known ones is spelled like the newest. */
export function wireOf(protocol: string = DEFAULT_PROTOCOL): Wire {
  return WIRES.get(protocol) ?? (Number.parseFloat(protocol) > 1 ? wire10 : wire09);
}

/** The rules of a protocol whose values stand on its wire as they are kept; undefined for every other label. */
export function plainWire(protocol: string | undefined): Wire | undefined {
  const wire = protocol === undefined ? undefined : WIRES.get(protocol);
  return wire?.values === 'plain' ? wire : undefined;
}

/** `v1.0`, `1.0` and `1.0.0` are one label; undefined where the text is no version. */
export function protocolLabel(version: string): string | undefined {
  const parts = /^v?(0|[1-9][0-9]{0,3})\.(0|[1-9][0-9]{0,3})(?:[.+-][0-9A-Za-z.+-]{0,64})?$/.exec(version);
  return parts === null ? undefined : `${parts[1]}.${parts[2]}`;
}

/** The spelling of the later 1.0 drafts: {"@path"} and {"@call"}; other keys with one @ are reserved. */
export const RESERVED_KEY_WIRE: Wire = { ...wire10, pathKey: '@path', callKey: '@call' };
