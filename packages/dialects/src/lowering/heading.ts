// A text as a Markdown heading, `# text`, and back. A bound text becomes a formatString, so a binding is spelled as an
// expression here; what the grammar of expressions cannot spell gives undefined.

import { isCallBinding, isObject, isPathBinding, type Json, type JsonObject } from '@vitrine/core/internal';

const WORD = /^[\w/.-]*[A-Za-z_/][\w/.-]*$/;
const NAME = /^[A-Za-z_][\w.-]*$/;
const WHOLE_PATH = /^\$\{\s*([\w/.-]+)\s*\}$/;
const KEYWORDS = ['true', 'false', 'null'];

export function headingOf(level: number, text: Json): Json | undefined {
  const mark = `${'#'.repeat(level)} `;
  // A heading may have been written as Markdown already.
  if (typeof text === 'string')
    return (
      mark +
      text
        .trim()
        .replace(/^#{1,6} +/, '')
        .replace(/\s*\n\s*/g, ' ')
    );
  if (!isObject(text)) return undefined;
  if (
    isCallBinding(text) &&
    text.call === 'formatString' &&
    typeof text.args?.value === 'string' &&
    text.catalog === undefined
  ) {
    return { call: 'formatString', args: { value: mark + text.args.value.replace(/^#{1,6} +/, '') } };
  }
  const expression = expressionOf(text);
  return expression === undefined ? undefined : { call: 'formatString', args: { value: `${mark}\${${expression}}` } };
}

/** The level and the text of what is a Markdown heading and nothing else. */
export function readHeading(text: Json): { readonly level: number; readonly text: Json } | undefined {
  if (typeof text === 'string') {
    const found = /^(#{1,5}) +(\S[^\n]*)$/.exec(text);
    return found === null ? undefined : { level: (found[1] as string).length, text: found[2] as string };
  }
  if (!isObject(text) || !isCallBinding(text) || text.call !== 'formatString' || typeof text.args?.value !== 'string')
    return undefined;
  const template = readHeading(text.args.value);
  if (template === undefined || typeof template.text !== 'string') return undefined;
  const path = WHOLE_PATH.exec(template.text)?.[1];
  const bound: Json =
    path !== undefined && isPath(path) ? { path } : ({ ...text, args: { ...text.args, value: template.text } } as Json);
  return { level: template.level, text: bound };
}

/** The path that a template consists of, if it is just one. */
export function wholePath(template: Json | undefined): string | undefined {
  const path = typeof template === 'string' ? WHOLE_PATH.exec(template)?.[1] : undefined;
  return path !== undefined && isPath(path) ? path : undefined;
}

function isPath(word: string): boolean {
  return WORD.test(word) && !KEYWORDS.includes(word);
}

/** A binding or literal as it is written inside `${...}`. */
function expressionOf(value: Json): string | undefined {
  if (typeof value === 'string')
    return `'${value.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t').replace(/\r/g, '\\r')}'`;
  if (typeof value === 'number') return value >= 0 && /^[0-9.]+$/.test(String(value)) ? String(value) : undefined;
  if (typeof value === 'boolean' || value === null) return String(value);
  if (!isObject(value)) return undefined;
  if (isPathBinding(value)) return isPath(value.path) ? value.path : undefined;
  return isCallBinding(value) ? callOf(value as unknown as JsonObject) : undefined;
}

function callOf(call: JsonObject): string | undefined {
  const { call: name, args = {}, catalog } = call;
  if (typeof name !== 'string' || (name !== '@index' && !NAME.test(name)) || catalog !== undefined || !isObject(args))
    return undefined;
  const parts: string[] = [];
  for (const key of Object.keys(args)) {
    const value = args[key] as Json;
    const expression = expressionOf(value);
    if (expression === undefined || !/^\w+$/.test(key)) return undefined;
    // Bare paths are allowed here too, but every published example wraps them.
    parts.push(`${key}: ${isObject(value) && isPathBinding(value) ? `\${${expression}}` : expression}`);
  }
  return `${name}(${parts.join(', ')})`;
}
