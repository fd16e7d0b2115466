// The neutral model: what an agent may do (Op), what a viewer may do (ViewerEvent), and the entry that holds
// all ops or events of one accepted wire message. Their fields stand in entry-fields.ts; wire formats are left to the
// dialects, meaning to the fold.

import type { Component, ENTRY_FIELDS, EVENT_FIELDS, FieldsOf, OP_FIELDS, VariantsOf, Want } from './entry-fields.ts';
import type { Json, JsonObject } from './json.ts';

export type Seq = number;
/** ISO 8601 in UTC. Time enters the fold only through entries. */
export type Time = string;
export type SurfaceId = string;
export type ComponentId = string;
export type CatalogId = string;
export type Trust = 'trusted' | 'untrusted';

/** A pointer in the data model. A leading slash starts at the root, otherwise at the item of the template. */
export interface PathBinding {
  readonly path: string;
  /** `item-first`: inside a template a leading slash means the item when it holds the path, else the root. */
  readonly from?: 'item-first';
}

export interface CallBinding {
  readonly call: string;
  readonly args?: { readonly [name: string]: Dynamic };
  /** Absent: the surface's default catalog. */
  readonly catalog?: CatalogId;
}

/** Wraps an object that would otherwise read as a binding. */
export interface LiteralBinding {
  readonly literal: Json;
}

export type Binding = PathBinding | CallBinding | LiteralBinding;
/** A literal, or a binding; objects and lists may hold further bindings. */
export type Dynamic = Json | Binding;

export interface Template {
  readonly componentId: ComponentId;
  readonly path: string;
  readonly from?: 'item-first';
  /** What may be iterated; `list` when absent. */
  readonly over?: 'list-or-map';
}

export interface EventAction {
  readonly event: {
    readonly name: string;
    readonly context?: { readonly [key: string]: Dynamic };
    readonly message?: Dynamic;
  };
}
export interface CallAction {
  readonly functionCall: CallBinding;
}
export type Action = EventAction | CallAction;

export interface CheckRule {
  readonly condition: Dynamic;
  readonly message?: string;
}

export interface Accessibility {
  readonly label?: Dynamic;
  readonly description?: Dynamic;
  readonly live?: 'off' | 'polite' | 'assertive';
  readonly hidden?: Dynamic;
}

export type { Component, Want };

/** What an agent may do, by its name. */
type OpOf<Name extends Op['op']> = Extract<Op, { readonly op: Name }>;
export type Op = VariantsOf<'op', typeof OP_FIELDS>;
export type OpenOp = OpOf<'open'>;
export type RevealOp = OpOf<'reveal'>;
export type PutOp = OpOf<'put'>;
export type SetOp = OpOf<'set'>;
export type AskOp = OpOf<'ask'>;
export type TaskOp = OpOf<'task'>;
export type EffectOp = OpOf<'effect'>;
export type CallOp = OpOf<'call'>;
export type ReturnOp = OpOf<'return'>;
export type TurnOp = OpOf<'turn'>;

export type ViewerEvent = VariantsOf<'event', typeof EVENT_FIELDS>;
export type EventOf<Name extends ViewerEvent['event']> = Extract<ViewerEvent, { readonly event: Name }>;
export type ActionEvent = EventOf<'action'>;

export interface Origin {
  readonly role: 'agent' | 'viewer' | 'host';
  readonly id: string;
  readonly dialect: string;
}

/** What faces keep with an entry beside its body, each under its own name: declared and, when it is read, checked there. */
export type EntryExt = { readonly [face: string]: JsonObject };

/** What a decoder makes of one wire message: not yet in the log, so without seq and time. */
export interface NewEntry extends FieldsOf<typeof ENTRY_FIELDS> {
  readonly body: readonly (Op | ViewerEvent)[];
  /** No viewer is told of it. */
  readonly ext?: EntryExt;
  /** The traceparent under which it was written, where somebody records that. No viewer is told of it. */
  readonly trace?: string;
}

export interface Entry extends Omit<NewEntry, 'trust'> {
  readonly v: 2;
  readonly seq: Seq;
  readonly at: Time;
  readonly from: Origin;
  readonly node?: string;
  readonly trust: Trust;
  readonly basis?: Seq;
}

/** Whether an ask may be answered with null, which is no answer: an approval never, and nothing that is demanded. */
export function mayDecline(want: Want): boolean {
  if (want.kind === 'text')
    return !(typeof want.required === 'boolean'
      ? want.required
      : typeof want.minLength === 'number' && want.minLength > 0);
  return want.kind !== 'confirm' && want.required !== true;
}

export function isOp(part: Op | ViewerEvent): part is Op {
  return 'op' in part;
}
