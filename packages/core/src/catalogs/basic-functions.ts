// The 14 functions of the basic catalogs, as each version of the protocol wants them: in 0.9 validators return
// booleans, in 1.0 ValidationResults, by which and, or and not then count. What they do stands in functions/, which a
// page may fetch later.

import {
  any,
  bool,
  type FunctionDeclaration,
  list,
  number,
  type Props,
  plainNumber,
  plainText,
  type Returns,
  required,
  text,
  value,
} from '../catalog.ts';
import { EMAIL_SENTENCE } from '../input-sentences.ts';
import { accepted } from '../issue.ts';
import type { Json } from '../json.ts';
import { type FunctionCode, functionCode } from './function-code.ts';
import type { Failure, FunctionBody, Judge } from './functions/run.ts';

type CodeOf<T> = (code: FunctionCode) => T;
/** The version's form of a judgement. */
export type Validate = <A extends Props>(judge: CodeOf<Judge>, declared: ValidatorProps<A>) => FunctionDeclaration<A>;
type ValidatorProps<A extends Props> = Pick<FunctionDeclaration<A>, 'args' | 'needsOneOf' | 'says'>;

function late<A extends Props>(args: A, returns: Returns, find: CodeOf<FunctionBody>): FunctionDeclaration<A> {
  return {
    args,
    returns,
    needs: functionCode,
    run: (args, scope) => find(functionCode.code as FunctionCode)(args, scope),
  };
}

function judging(find: CodeOf<Judge>, result: (failure: Failure | undefined) => Json): CodeOf<FunctionBody> {
  return (code) => (args, scope) => {
    const verdict = find(code)(args, scope);
    return verdict !== undefined && 'ok' in verdict ? verdict : accepted(result(verdict));
  };
}

export const booleanValidator: Validate = (judge, { says: _, ...declared }) => ({
  ...declared,
  ...late(
    declared.args,
    'boolean',
    judging(judge, (failure) => failure === undefined),
  ),
});

/** Its message, where it has none, is that of the rule. */
export const resultValidator: Validate = (judge, declared) => ({
  ...declared,
  ...late(
    declared.args,
    'validation',
    judging(judge, (failure) =>
      failure === undefined ? { valid: true } : { valid: false, severity: 'error', ...failure },
    ),
  ),
});

/** A gesture is needed in every version, also where its catalog does not say so. */
export function openUrl<A extends Props>(args: A, more: { readonly gesture?: true } = {}): FunctionDeclaration<A> {
  return { ...late(args, 'void', (code) => code.openUrl), ...more };
}

/** Whether something was entered. */
export const judgeRequired: CodeOf<Judge> = (code) => code.required;
export const REQUIRED = { args: { value: required(any()) } };

/** What differs between the versions. */
interface Version<U extends FunctionDeclaration> {
  readonly validator: Validate;
  readonly openUrl: U;
  /** Validators return objects, and values may be objects; else these are never a date. */
  readonly objects: boolean;
}

export function basicFunctions<U extends FunctionDeclaration>({ validator, openUrl, objects }: Version<U>) {
  const shows = <A extends Props>(args: A, find: CodeOf<FunctionBody>): FunctionDeclaration<A> =>
    late(args, 'string', find);
  const decides = <A extends Props>(args: A, name: 'and' | 'or' | 'not'): FunctionDeclaration<A> =>
    late(args, 'boolean', (code) => (values) => code[name](values, objects));
  const bound = plainNumber({ integer: true, min: 0 });
  const needsOneOf = ['min', 'max'];
  const several = { values: required(list(bool(), { min: 2 })) };
  const format = { decimals: number(), grouping: bool() };
  return {
    required: validator(judgeRequired, REQUIRED),
    regex: validator((code) => code.regex, {
      args: { value: required(text()), pattern: required(plainText({ format: 'pattern' })) },
    }),
    length: validator((code) => code.length, {
      args: { value: required(text()), min: bound, max: bound },
      needsOneOf,
    }),
    numeric: validator((code) => code.numeric, {
      args: { value: required(number()), min: plainNumber(), max: plainNumber() },
      needsOneOf,
    }),
    email: validator((code) => code.email, { args: { value: required(text()) }, says: EMAIL_SENTENCE }),
    formatString: shows({ value: required(text({ format: 'template' })) }, (code) => code.formatString),
    formatNumber: shows({ value: required(number()), ...format }, (code) => code.formatNumber),
    formatCurrency: shows(
      { value: required(number()), currency: required(text()), ...format },
      (code) => code.formatCurrency,
    ),
    pluralize: shows(
      {
        value: required(number()),
        zero: text(),
        one: text(),
        two: text(),
        few: text(),
        many: text(),
        other: required(text()),
      },
      (code) => code.pluralize,
    ),
    formatDate: shows({ value: required(value({ objects })), format: required(text()) }, (code) => code.formatDate),
    openUrl,
    and: decides(several, 'and'),
    or: decides(several, 'or'),
    not: decides({ value: required(bool()) }, 'not'),
  };
}
