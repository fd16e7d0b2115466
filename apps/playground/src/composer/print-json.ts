// JSON as a person would lay it out: what fits into a line stands in one, so that a component is a line and not a page.

import { isArray, isObject, type Json, type JsonObject } from '@vitrine/core/page';

const WIDTH = 100;

export function printJson(value: Json, indent = '', width = WIDTH): string {
  const flat = printFlat(value);
  if (flat.length + indent.length <= width || typeof value !== 'object' || value === null) return flat;
  const inner = `${indent}  `;
  if (isArray(value)) return `[\n${value.map((item) => inner + printJson(item, inner, width)).join(',\n')}\n${indent}]`;
  const members = Object.entries(value as JsonObject).map(
    ([key, member]) => `${inner}${JSON.stringify(key)}: ${printJson(member, inner, width)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

/** A document of messages: a list over many lines. */
export function printMessages(messages: readonly Json[]): string {
  return messages.length === 0 ? '' : `[\n${messages.map((one) => `  ${printJson(one, '  ')}`).join(',\n')}\n]\n`;
}

/** One line, with spaces between what belongs apart. */
export function printFlat(value: Json): string {
  if (isArray(value)) return `[${value.map(printFlat).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${printFlat(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
