// The neutral model: what an agent may do (Op), what a viewer may do (ViewerEvent), and the entry that holds
// all ops or events of one accepted wire message. Wire formats are left to the dialects, meaning to the fold.

import type { Issue } from './issue.ts';
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

export interface Component {
  readonly id: ComponentId;
  readonly type: string;
  /** Absent: the surface's default catalog. */
  readonly catalog?: CatalogId;
  /** Values are Dynamic where the catalog declares it; Template, Action and CheckRule are plain JSON here too. */
  readonly props: JsonObject;
  readonly weight?: number;
  readonly a11y?: JsonObject;
  readonly ext?: JsonObject;
  /** Properties that no catalog declared when they came, as they stood on the wire: who speaks it gets them back so. */
  readonly wire?: JsonObject;
}

/** `ext` of an op: what its protocol says besides, in its own words, for viewers of the same protocol. */
export interface OpenOp {
  readonly op: 'open';
  readonly surface: SurfaceId;
  readonly catalog?: CatalogId;
  /** Opaque label: every catalog used on the surface must bear the same one. Absent: any. */
  readonly protocol?: string;
  /** Id of the top component; `root` when absent. */
  readonly root?: ComponentId;
  /** Nothing is shown until a `reveal`. */
  readonly held?: true;
  /** Opened because something was sent to it, not by an own message: opening it again is no issue. */
  readonly implicit?: true;
  readonly partial?: true;
  readonly theme?: JsonObject;
  /** The viewer's data model travels with its actions. */
  readonly sync?: boolean;
  readonly place?: JsonObject;
  readonly until?: Time;
  readonly components?: readonly Component[];
  readonly data?: Json;
  readonly ext?: JsonObject;
}
export interface RevealOp {
  readonly op: 'reveal';
  readonly surface: SurfaceId;
  readonly root: ComponentId;
  readonly catalog?: CatalogId;
  readonly theme?: JsonObject;
}
export interface PutOp {
  readonly op: 'put';
  readonly surface: SurfaceId;
  readonly components: readonly Component[];
}
export interface CloseOp {
  readonly op: 'close';
  readonly surface: SurfaceId;
}
export interface SetOp {
  readonly op: 'set';
  readonly surface: SurfaceId;
  readonly path: string;
  readonly value: Json;
  /** Only where nothing is yet. */
  readonly ifAbsent?: true;
  readonly ext?: JsonObject;
}
export interface MergeOp {
  readonly op: 'merge';
  readonly surface: SurfaceId;
  readonly path: string;
  /** Leaves and lists overwrite, objects recurse. */
  readonly value: Json;
  readonly ext?: JsonObject;
}
export interface UnsetOp {
  readonly op: 'unset';
  readonly surface: SurfaceId;
  readonly path: string;
}
/** Streams a long answer at the cost of its pieces. */
export interface AppendOp {
  readonly op: 'append';
  readonly surface: SurfaceId;
  readonly path: string;
  readonly value: string | readonly Json[];
}
export type Want =
  | {
      readonly kind: 'text';
      readonly multiline?: boolean;
      readonly pattern?: string;
      /** What a person is told whose answer does not match. */
      readonly patternMessage?: string;
      readonly minLength?: number;
      readonly maxLength?: number;
      /** Whether it cannot be declined; where it is not said, it cannot if it has a least length. */
      readonly required?: boolean;
    }
  | (Demanded & { readonly kind: 'select'; readonly options: readonly JsonObject[]; readonly multiple?: boolean })
  | (Demanded & { readonly kind: 'number'; readonly min?: number; readonly max?: number; readonly step?: number })
  | (Demanded & { readonly kind: 'date'; readonly min?: string; readonly max?: string })
  | (Demanded & { readonly kind: 'file'; readonly accept?: readonly string[]; readonly maxBytes?: number })
  | { readonly kind: 'confirm'; readonly confirm?: string; readonly deny?: string };
interface Demanded {
  /** It cannot be declined. */
  readonly required?: true;
}
export interface AskOp {
  readonly op: 'ask';
  readonly ask: string;
  readonly want: Want;
  readonly prompt: string;
  readonly severity?: 'info' | 'warning' | 'critical';
  readonly until?: Time;
  readonly node?: string;
  readonly ext?: JsonObject;
}
export interface WithdrawOp {
  readonly op: 'withdraw';
  readonly ask: string;
}
export interface LapseOp {
  readonly op: 'lapse';
  readonly ask: string;
  readonly reason: string;
}
export interface TaskOp {
  readonly op: 'task';
  readonly task: string;
  readonly value?: number;
  readonly total?: number;
  readonly message?: string;
  /** What its numbers do not tell: with a total a task is determinate, with a value alone it streams. */
  readonly style?: 'determinate' | 'indeterminate' | 'streaming';
  readonly done?: true;
}
export interface EffectOp {
  readonly op: 'effect';
  readonly effect:
    | { readonly kind: 'toast'; readonly text: string; readonly severity?: string; readonly ms?: number }
    | { readonly kind: 'navigate'; readonly url: string; readonly newTab?: boolean };
  readonly until?: Time;
  readonly to?: string;
  readonly ext?: JsonObject;
}
export interface CallOp {
  readonly op: 'call';
  readonly call: string;
  readonly name: string;
  readonly catalog: CatalogId;
  readonly args: JsonObject;
  readonly to?: string;
}
export interface ReturnOp {
  readonly op: 'return';
  readonly call: string;
  readonly value?: Json;
  readonly error?: { readonly code: string; readonly message: string };
}
export interface SayOp {
  readonly op: 'say';
  readonly text: string;
}
export interface TurnOp {
  readonly op: 'turn';
  readonly state: 'working' | 'input' | 'done' | 'failed';
}

export type Op =
  | OpenOp
  | RevealOp
  | PutOp
  | CloseOp
  | SetOp
  | MergeOp
  | UnsetOp
  | AppendOp
  | AskOp
  | WithdrawOp
  | LapseOp
  | TaskOp
  | EffectOp
  | CallOp
  | ReturnOp
  | SayOp
  | TurnOp;

export type ViewerEvent =
  | {
      readonly event: 'join';
      readonly viewer: string;
      readonly catalogs: readonly CatalogId[];
      readonly inline?: readonly JsonObject[];
      readonly locale?: string;
      readonly zone?: string;
      readonly viewport?: JsonObject;
    }
  | { readonly event: 'leave'; readonly viewer: string }
  | { readonly event: 'consent'; readonly kind: string; readonly granted: boolean }
  | {
      readonly event: 'action';
      readonly surface: SurfaceId;
      readonly source: ComponentId;
      /** Data path of the template item that the component stands in. */
      readonly scope?: string;
      readonly name: string;
      readonly context: JsonObject;
      /** What the viewer says for extensions of the protocol: `{extensions}`. */
      readonly ext?: JsonObject;
      readonly message?: string;
      readonly at?: Time;
      readonly checked: boolean;
    }
  | { readonly event: 'input'; readonly surface: SurfaceId; readonly path: string; readonly value: Json }
  | { readonly event: 'answer'; readonly ask: string; readonly value: Json; readonly reason?: string }
  | { readonly event: 'cancel'; readonly task: string; readonly reason?: string }
  | {
      readonly event: 'call';
      readonly surface: SurfaceId;
      readonly call: string;
      readonly name: string;
      readonly catalog?: CatalogId;
      readonly args: JsonObject;
    }
  | {
      readonly event: 'return';
      readonly call: string;
      readonly value?: Json;
      readonly error?: { readonly code: string; readonly message: string };
    }
  | { readonly event: 'sync'; readonly surfaces: { readonly [surface: SurfaceId]: Json } }
  | { readonly event: 'say'; readonly text: string }
  | { readonly event: 'issue'; readonly issue: Issue; readonly surface?: SurfaceId; readonly call?: string };

export interface Origin {
  readonly role: 'agent' | 'viewer' | 'host';
  readonly id: string;
  readonly dialect: string;
}

/** What faces keep with an entry beside its body, each under its own name: declared and, when it is read, checked there. */
export type EntryExt = { readonly [face: string]: JsonObject };

/** What a decoder makes of one wire message: not yet in the log, so without seq and time. */
export interface NewEntry {
  readonly body: readonly (Op | ViewerEvent)[];
  readonly key?: string;
  readonly ref?: string;
  /** Said by the sender of itself; never raises what it has. */
  readonly trust?: 'untrusted';
  /** No viewer is told of it. */
  readonly ext?: EntryExt;
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
