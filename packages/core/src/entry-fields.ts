// The one table of the neutral model: the fields of every op and event. The types in entry.ts are inferred from it, the
// check at the door (check-shape.ts) looks at the outside of each field, and the dialect `vitrine` reads each one through.

import type { Issue } from './issue.ts';
import type { IssueCode } from './issue-codes.ts';
import type { Json, JsonObject } from './json.ts';

/** What a field may hold. `judged` values are judged by the fold when it applies them, `stored` ones are kept as they are. */
export type FieldRule =
  | { readonly kind: 'text' | 'number' | 'bool' | 'mark' | 'time' | 'issueCode' | 'textOrList' }
  | { readonly kind: 'judged' | 'judgedObject' | 'stored' | 'storedObject' }
  | { readonly kind: 'oneOf'; readonly names: readonly string[] }
  | { readonly kind: 'list'; readonly item: EntryField }
  | { readonly kind: 'record'; readonly fields: EntryFields }
  | { readonly kind: 'variant'; readonly by: string; readonly variants: { readonly [name: string]: EntryFields } };

/** `type` is never there: it carries the type of the value for the compiler. */
export type EntryField<T = unknown> = FieldRule & { readonly optional?: true; readonly type?: T };
export type EntryFields = { readonly [name: string]: EntryField };

type FieldValue<F> = F extends { readonly type?: infer T } ? T : never;
type OptionalName<F> = { [N in keyof F]: F[N] extends { readonly optional: true } ? N : never }[keyof F];
// Mapped over the names of the table, so that an editor shows the comments of the table at a member.
type RequiredMembers<F, N extends keyof F = Exclude<keyof F, OptionalName<F>>> = {
  readonly [M in N]: FieldValue<F[M]>;
};
type OptionalMembers<F, N extends keyof F = OptionalName<F>> = { readonly [M in N]?: FieldValue<F[M]> };

/** The object that has these fields. Inferred once more, so that an editor shows the members and not how they came. */
export type FieldsOf<F> = RequiredMembers<F> & OptionalMembers<F> extends infer O ? { [N in keyof O]: O[N] } : never;
/** The objects of a table, each told from the others by the member `by`. */
export type VariantsOf<By extends string, Table> = {
  [N in keyof Table]: { readonly [B in By]: N } & FieldsOf<Table[N]> extends infer O ? { [M in keyof O]: O[M] } : never;
}[keyof Table];

const text: EntryField<string> = { kind: 'text' };
const number: EntryField<number> = { kind: 'number' };
const bool: EntryField<boolean> = { kind: 'bool' };
/** There, or left out. */
const mark: EntryField<true> = { kind: 'mark' };
/** ISO 8601 in UTC. */
const time: EntryField<string> = { kind: 'time' };
const judged: EntryField<Json> = { kind: 'judged' };
const judgedObject: EntryField<JsonObject> = { kind: 'judgedObject' };
const stored: EntryField<Json> = { kind: 'stored' };
const storedObject: EntryField<JsonObject> = { kind: 'storedObject' };
const issueCode: EntryField<IssueCode> = { kind: 'issueCode' };
const textOrList: EntryField<string | readonly Json[]> = { kind: 'textOrList' };

function oneOf<const N extends string>(...names: readonly N[]): EntryField<N> {
  return { kind: 'oneOf', names };
}

function list<T>(item: EntryField<T>): EntryField<readonly T[]> {
  return { kind: 'list', item };
}

function record<const F extends EntryFields>(fields: F): EntryField<FieldsOf<F>> {
  return { kind: 'record', fields };
}

function variant<By extends string, const V extends { readonly [name: string]: EntryFields }>(
  by: By,
  variants: V,
): EntryField<VariantsOf<By, V>> {
  return { kind: 'variant', by, variants };
}

function optional<T>(field: EntryField<T>): EntryField<T> & { readonly optional: true } {
  return { ...field, optional: true };
}

export const COMPONENT_FIELDS = {
  id: text,
  type: text,
  /** Values are Dynamic where the catalog declares it; Template, Action and CheckRule are plain JSON here too. */
  props: judgedObject,
  /** Absent: the surface's default catalog. */
  catalog: optional(text),
  weight: optional(number),
  a11y: optional(judgedObject),
  ext: optional(storedObject),
  /** Properties that no catalog declared when they came, as they stood on the wire: who speaks it gets them back so. */
  wire: optional(storedObject),
};
export interface Component extends FieldsOf<typeof COMPONENT_FIELDS> {}
const component: EntryField<Component> = record(COMPONENT_FIELDS);

const WANTS = {
  text: {
    multiline: optional(bool),
    pattern: optional(text),
    /** What a person is told whose answer does not match. */
    patternMessage: optional(text),
    minLength: optional(number),
    maxLength: optional(number),
    /** Whether it cannot be declined; where it is not said, it cannot if it has a least length. */
    required: optional(bool),
  },
  // Below, `required` is there where the ask cannot be declined.
  select: { options: list(storedObject), multiple: optional(bool), required: optional(mark) },
  number: { min: optional(number), max: optional(number), step: optional(number), required: optional(mark) },
  date: { min: optional(text), max: optional(text), required: optional(mark) },
  file: { accept: optional(list(text)), maxBytes: optional(number), required: optional(mark) },
  confirm: { confirm: optional(text), deny: optional(text) },
};
export type Want = VariantsOf<'kind', typeof WANTS>;
const want: EntryField<Want> = variant('kind', WANTS);

const EFFECTS = {
  toast: { text, severity: optional(text), ms: optional(number) },
  navigate: { url: text, newTab: optional(bool) },
};
type Effect = VariantsOf<'kind', typeof EFFECTS>;
const effect: EntryField<Effect> = variant('kind', EFFECTS);

const response = {
  call: text,
  value: optional(stored),
  error: optional(record({ code: text, message: text })),
};

/** `ext` of an op: what its protocol says besides, in its own words, for viewers of the same protocol. */
export const OP_FIELDS = {
  open: {
    surface: text,
    catalog: optional(text),
    /** Opaque label: every catalog used on the surface must bear the same one. Absent: any. */
    protocol: optional(text),
    /** Id of the top component; `root` when absent. */
    root: optional(text),
    /** Nothing is shown until a `reveal`. */
    held: optional(mark),
    /** Opened because something was sent to it, not by an own message: opening it again is no issue. */
    implicit: optional(mark),
    partial: optional(mark),
    theme: optional(storedObject),
    /** The viewer's data model travels with its actions. */
    sync: optional(bool),
    place: optional(storedObject),
    until: optional(time),
    components: optional(list(component)),
    data: optional(judged),
    ext: optional(storedObject),
  },
  reveal: { surface: text, root: text, catalog: optional(text), theme: optional(storedObject) },
  put: { surface: text, components: list(component) },
  close: { surface: text },
  set: {
    surface: text,
    path: text,
    value: judged,
    /** Only where nothing is yet. */
    ifAbsent: optional(mark),
    ext: optional(storedObject),
  },
  merge: {
    surface: text,
    path: text,
    /** Leaves and lists overwrite, objects recurse. */
    value: judged,
    ext: optional(storedObject),
  },
  unset: { surface: text, path: text },
  /** Streams a long answer at the cost of its pieces. */
  append: { surface: text, path: text, value: textOrList },
  ask: {
    ask: text,
    want,
    prompt: text,
    severity: optional(oneOf('info', 'warning', 'critical')),
    until: optional(time),
    node: optional(text),
    ext: optional(storedObject),
  },
  withdraw: { ask: text },
  lapse: { ask: text, reason: text },
  task: {
    task: text,
    value: optional(number),
    total: optional(number),
    message: optional(text),
    /** What its numbers do not tell: with a total a task is determinate, with a value alone it streams. */
    style: optional(oneOf('determinate', 'indeterminate', 'streaming')),
    done: optional(mark),
  },
  effect: { effect, until: optional(time), to: optional(text), ext: optional(storedObject) },
  call: { call: text, name: text, catalog: text, args: storedObject, to: optional(text) },
  return: response,
  say: { text },
  turn: { state: oneOf('working', 'input', 'done', 'failed') },
};

const issue: EntryField<Issue> = record({
  code: issueCode,
  severity: oneOf('error', 'warning'),
  fault: oneOf('agent', 'viewer', 'host'),
  message: text,
  at: optional(text),
  line: optional(number),
});

export const EVENT_FIELDS = {
  join: {
    viewer: text,
    catalogs: list(text),
    inline: optional(list(storedObject)),
    locale: optional(text),
    zone: optional(text),
    viewport: optional(storedObject),
  },
  leave: { viewer: text },
  consent: { kind: text, granted: bool },
  action: {
    surface: text,
    source: text,
    /** Data path of the template item that the component stands in. */
    scope: optional(text),
    name: text,
    context: storedObject,
    /** What the viewer says for extensions of the protocol: `{extensions}`. */
    ext: optional(storedObject),
    message: optional(text),
    at: optional(time),
    checked: bool,
  },
  input: { surface: text, path: text, value: judged },
  answer: { ask: text, value: stored, reason: optional(text) },
  cancel: { task: text, reason: optional(text) },
  call: { surface: text, call: text, name: text, catalog: optional(text), args: storedObject },
  return: response,
  /** By the id of the surface, its data. */
  sync: { surfaces: storedObject },
  say: { text },
  issue: { issue, surface: optional(text), call: optional(text) },
};

/** What a sender says beside the ops or events of a message. */
export const ENTRY_FIELDS = {
  key: optional(text),
  ref: optional(text),
  /** Said by the sender of itself; never raises what it has. */
  trust: optional(oneOf('untrusted')),
};
