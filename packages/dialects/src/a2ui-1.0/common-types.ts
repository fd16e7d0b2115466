// The common types of A2UI 1.0 one by one, read by the same code that reads messages: for tools that check a fragment.

import {
  DEFAULT_LIMITS,
  Findings,
  isObject,
  type Json,
  type JsonObject,
  type Limits,
  type Outcome,
  quote,
} from '@vitrine/core/internal';
import { optionalObject, optionalText, requiredText } from '../envelope.ts';
import { readDynamic } from './dynamic-values.ts';
import { readFunctionResponse } from './function-calls.ts';
import { readMetadata } from './metadata.ts';

type Check = (value: Json, findings: Findings) => void;

const CHECKS: { readonly [definition: string]: Check } = {
  Extensions: (value, findings) => void readMetadata({ extensions: value }, findings),
  ComponentCommon: onObject(checkCommon),
  FunctionResponse: onObject((value, findings) => void readFunctionResponse(value, findings)),
  IndexSystemFunction: onObject(checkIndex),
  Surface: onObject(checkSurface),
  DynamicValue: (value, findings) => {
    if (value === null) findings.refuse('VITRINE_PROP_TYPE', 'null is no dynamic value.');
    else readDynamic(value, findings);
  },
};

/** Names of the definitions that can be checked. */
export const COMMON_TYPES: readonly string[] = Object.keys(CHECKS);

/** Strictly: what tolerance would mend is refused. The value comes back as it was. */
export function validateCommonType(definition: string, value: Json, limits: Limits = DEFAULT_LIMITS): Outcome<Json> {
  const findings = new Findings(limits, true);
  const check = Object.hasOwn(CHECKS, definition) ? CHECKS[definition] : undefined;
  if (check === undefined)
    findings.refuse('VITRINE_MESSAGE_SHAPE', `There is no common type ${quote(definition)} to check.`);
  else check(value, findings);
  return findings.refused ? { ok: false, issues: findings.all() } : { ok: true, value, issues: findings.all() };
}

function onObject(check: (value: JsonObject, findings: Findings) => void): Check {
  return (value, findings) => {
    if (isObject(value)) check(value, findings);
    else findings.refuse('VITRINE_MESSAGE_SHAPE', 'This must be an object.');
  };
}

function checkCommon(value: JsonObject, findings: Findings): void {
  requiredText(value, 'id', findings);
  optionalText(value, 'catalogId', findings);
  const accessibility = optionalObject(value, 'accessibility', findings);
  if (accessibility !== undefined) readDynamic(accessibility, findings);
  if (value.metadata !== undefined) readMetadata(value.metadata, findings);
}

function checkIndex(value: JsonObject, findings: Findings): void {
  const { '@call': directive, call = directive, args = {}, ...rest } = value;
  if (call !== '@index') findings.refuse('VITRINE_BINDING_INVALID', 'call must be "@index".');
  const names = isObject(args) ? Object.keys(args) : ['args'];
  const foreign = [...Object.keys(rest), ...names.filter((name) => name !== 'offset')];
  if (foreign.length > 0) findings.refuse('VITRINE_FUNCTION_ARGS', `@index has no ${foreign.map(quote).join(', ')}.`);
}

function checkSurface(value: JsonObject, findings: Findings): void {
  const { component = 'Surface', child = 'root', ...rest } = value;
  if (component !== 'Surface' || child !== 'root' || Object.keys(rest).length > 0) {
    findings.refuse('VITRINE_COMPONENT_SHAPE', 'A Surface is {component: "Surface", child: "root"} and nothing else.');
  }
}
