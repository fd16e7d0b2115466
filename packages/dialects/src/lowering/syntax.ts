// How a dialect spells what every dialect can mean: literals, bindings, children, actions, components. The writers of this
// folder decide what is said; a Syntax only how.

import type { ComponentId, Json, JsonObject } from '@vitrine/core/internal';

export interface WrittenCall {
  readonly name: string;
  readonly args: JsonObject | undefined;
  readonly catalog: string | undefined;
  readonly returnType: string | undefined;
}

export interface WrittenComponent {
  readonly id: ComponentId;
  readonly type: string;
  readonly props: JsonObject;
  readonly catalog: string | undefined;
  readonly weight: number | undefined;
  readonly a11y: JsonObject | undefined;
  readonly ext: JsonObject | undefined;
}

export interface WrittenEvent {
  readonly name: string;
  readonly context: JsonObject | undefined;
  readonly message: Json | undefined;
}

/** What a dialect has words for. */
export interface DialectFeatures {
  readonly calls: boolean;
  /** A call may say what it returns. */
  readonly returnType: boolean;
  /** `@index`. */
  readonly index: boolean;
  /** A component and a call may name their catalog. */
  readonly ownCatalog: boolean;
  /** Lists may stand in an action's context, and so may plain objects. */
  readonly listValues: boolean;
  readonly objectValues: boolean;
  /** null may be an argument of a call. */
  readonly nullArguments: boolean;
  /** A check must have a message; its condition must be a binding. */
  readonly checkMessage: boolean;
  readonly checkBinding: boolean;
  /** An event may carry words for people. */
  readonly eventMessage: boolean;
  readonly accessibility: readonly string[];
  readonly extensions: boolean;
}

export interface Syntax {
  readonly words: DialectFeatures;
  /** A literal where a binding might stand as well; undefined where it cannot be told from one. */
  literal(value: Json): Json | undefined;
  /** A key of a plain object that is data; undefined where it would be taken for something else. */
  key(name: string): string | undefined;
  path(path: string): Json;
  call(call: WrittenCall): Json;
  list(ids: readonly ComponentId[]): Json;
  template(id: ComponentId, path: string): Json;
  event(event: WrittenEvent): Json;
  callAction(call: Json): Json;
  component(component: WrittenComponent): Json;
}
