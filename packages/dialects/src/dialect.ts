// What every wire format must offer, and nothing more: reading and writing messages. Meaning lives in the fold.

import type { Entry, Issue, Json, NewEntry, Outcome, Steps, Time, View, ViewerEvent } from '@vitrine/core/page';

export type DialectId =
  | 'a2ui-0.8'
  | 'a2ui-0.9'
  | 'a2ui-1.0'
  | 'agentchains'
  | 'open-harness'
  | 'openwop-1'
  | 'openwop-2'
  | 'vitrine';

export type Sender = 'agent' | 'viewer';

/** What could not be said in the target's words. */
export interface Loss {
  readonly what: string;
  readonly surface?: string;
  readonly component?: string;
}

export interface Encoded {
  readonly wire: readonly Json[];
  readonly losses: readonly Loss[];
}

/** What a viewer said it can show. */
export interface Capabilities {
  /** Catalog ids in order of preference; absent: the dialect's own basic catalog. */
  readonly catalogs?: readonly string[];
  /** Types of components, for a dialect whose viewers name them one by one; absent: all of its own. */
  readonly components?: readonly string[];
  /** How many surfaces can be shown at once; absent: any number. */
  readonly surfaces?: number;
  /** False: no file can be sent. */
  readonly files?: boolean;
}

/** When a message arrives or is written, for dialects that speak of seconds where entries speak of times. */
export interface DialectClock {
  readonly now: Time;
}

/** The half that reads: all that a page needs of a dialect. */
export interface DialectReader {
  readonly id: DialectId;
  /** Values of the key `version` that are this dialect's alone. */
  readonly versions: readonly string[];
  /** Whether a message is written in this dialect, judged by its keys and version alone. */
  recognizes(wire: Json): boolean;
  /** One message to one entry's ops (from an agent) or events (from a viewer). Never throws. */
  decode(wire: Json, view: View, from: Sender, moment?: DialectClock): Outcome<NewEntry>;
  /** Where in the message an issue of the fold stands: pointers start at the fields of the entry's part that it is about. */
  locate(wire: Json, at: string, part?: number): string;
}

export interface Dialect<Memory = unknown> extends DialectReader {
  /** The state as messages, for a viewer that begins here. */
  join(view: View, capabilities?: Capabilities, moment?: DialectClock): Encoded & { readonly memory: Memory };
  /** The same in steps, for states that are long; the view must not change meanwhile. Absent: none is. */
  joinSteps?(
    view: View,
    capabilities?: Capabilities,
    moment?: DialectClock,
  ): Steps<Encoded & { readonly memory: Memory }>;
  /** One entry's ops for a viewer that saw everything before it. `view` is the state after the entry. */
  encode(entry: Pick<Entry, 'body'> & Partial<Pick<Entry, 'at' | 'trust'>>, view: View, memory: Memory): Encoded;
  /** The same in steps, for entries that are long; the view must not change meanwhile. Absent: none is. */
  encodeSteps?(
    entry: Pick<Entry, 'body'> & Partial<Pick<Entry, 'at' | 'trust'>>,
    view: View,
    memory: Memory,
  ): Steps<Encoded>;
  /** What a viewer did, for an agent that speaks this dialect. */
  encodeEvent(event: ViewerEvent, view: View, at: string): Encoded;
  /** For a message that is said again in this dialect: what stood around it goes along; absent: nothing does. */
  carry?(message: Json, encoded: Encoded): Encoded;
  /** What is wrong with a message of an agent, with what its protocol says beside it; absent: nothing. */
  issueFor?(problem: Issue): Issue;
}
