// What an ask wants, as the rule of a field, for the page that asks and the host that takes the answer. An ask may come with
// a `want` that nobody has looked into: members that make no sense forbid nothing, for they are the agent's mistake.

import type { Want } from './entry.ts';
import type { FieldRule } from './field-rule.ts';
import { defined, isArray, isObject, type Json } from './json.ts';

type LooseWant = { readonly [name: string]: unknown };

/** Undefined where nobody knows how to answer. What is answered with nothing is not asked here: `mayDecline` says. */
export function wantRule(want: Want): FieldRule | undefined {
  const loose: LooseWant = { ...want };
  switch (want.kind) {
    case 'text': {
      const [least, maxLength] = [finite(loose.minLength), finite(loose.maxLength)];
      const minLength = loose.required === true ? Math.max(1, least ?? 1) : least;
      const [pattern, patternMessage] = [textIn(loose.pattern), textIn(loose.patternMessage)];
      return {
        type: 'text',
        ...defined({ minLength, maxLength: maxLength !== undefined && maxLength < 0 ? undefined : maxLength }),
        ...defined({ pattern, patternMessage }),
      };
    }
    case 'number':
      return {
        type: 'number',
        ...defined({ min: finite(loose.min), max: finite(loose.max), step: finite(loose.step) }),
      };
    case 'date':
      return { type: 'day', ...defined({ earliest: dayIn(loose.min), latest: dayIn(loose.max) }) };
    case 'select': {
      const options = isArray(loose.options) ? loose.options.map(optionValue) : [];
      return { type: loose.multiple === true ? 'choices' : 'choice', options };
    }
    case 'confirm':
      return { type: 'bool' };
    case 'file': {
      const accept = isArray(loose.accept) ? loose.accept.filter((kind) => typeof kind === 'string') : undefined;
      return { type: 'file', ...defined({ accept, maxBytes: finite(loose.maxBytes) }) };
    }
    default:
      return undefined;
  }
}

/** `{label, value}`; either can stand for the other. */
export function optionValue(option: Json): Json {
  return isObject(option) ? (option.value ?? option.id ?? option.label ?? null) : option;
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The day of a date, whatever time stands behind it. */
function dayIn(value: unknown): string | undefined {
  return textIn(value)?.match(/^\d{4}-\d{2}-\d{2}/)?.[0];
}
