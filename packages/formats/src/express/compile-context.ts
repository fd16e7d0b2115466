// What the parts of the compiler ask of each other: of the scope that a statement stands in, and of whoever compiles its values.

import type { IssueCode, Json, Prop } from '@vitrine/core/internal';
import type { RepairKind } from '../json/repair.ts';
import type { Signature } from '../signatures.ts';
import type { CatalogNames } from './catalog-names.ts';
import type { ExpressCheck, Expression } from './parser.ts';

export interface StatementScope {
  readonly names: CatalogNames;
  readonly mend: boolean;
  /** Nothing more will be defined. */
  readonly isEnded: boolean;
  fault(code: IssueCode, words: string, line: number, at?: string): void;
  repair(kind: RepairKind, line: number, at?: string): void;
  /** What stands for a name. It is noted who asked. */
  lookUp(name: string, user: string): Expression | undefined;
  /** The same, but nothing for a component, whose meaning nobody waits for. */
  lookUpValue(name: string, user: string): Expression | undefined;
  /** Whether the meaning of a name is a component. */
  isComponent(name: string): boolean;
  /** One more expression is looked at; false where that is too much. */
  spend(): boolean;
  /** An id for a component that is written inside another; undefined where it is taken. */
  makeId(id: string, owner: string): string | undefined;
}

export interface ValueCompiler {
  readonly mend: boolean;
  readonly callKey: string;
  /** The catalog that a call names; undefined where it names none. */
  saidOf(signature: Signature): string | undefined;
  refuse(code: IssueCode, words: string, line: number, at?: string): never;
  repair(kind: RepairKind, line: number): void;
  /** Undefined: the property is left out. `owner` and `key` make the id of what is written inline there; most values need none. */
  value(expression: Expression, prop: Prop, owner?: string, key?: string | number): Json | undefined;
  /** What stands for a name, one step on; other expressions are themselves. */
  resolve(expression: Expression): Expression | undefined;
  /** What stands for a name now, without waiting for it. */
  peek(name: { readonly name: string }): Expression | undefined;
  /** Gives up until the name has a meaning, if it may get one. */
  awaitMeaning(name: { readonly name: string }): void;
  /** The checks that an expression is, after names; undefined where it is something else. */
  asChecks(expression: Expression): readonly ExpressCheck[] | undefined;
  /** A component that is written there, or the name of one that is known. */
  isComponent(expression: Expression): boolean;
  checkFunction(name: string, line: number): Signature;
}
