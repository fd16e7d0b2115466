// A plain value made to fit a declared property: what the target's schema accepts, or undefined.

import { isArray, type Json, type Prop, toBool, toNumber, toText, toTextList } from '@vitrine/core/internal';

const DATE = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const TIME = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|z|[+-]([01]\\d|2[0-3]):[0-5]\\d)';
const DATE_OR_TIME = new RegExp(`^(${DATE}|${TIME}|${DATE}[Tt]${TIME})$`);
const HALF_PAIR = /\p{Surrogate}/u;
const URI =
  /^[a-z][a-z0-9+.-]*:(?!$)(?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9a-f]{2})*(?:#(?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9a-f]{2})*)?$/i;

/** An absolute URI as RFC 3986 writes it; undefined where the text is none. */
export function toUri(text: string): string | undefined {
  // Half a surrogate pair cannot be encoded; the fold lets none in.
  if (HALF_PAIR.test(text)) return undefined;
  const escaped = encodeURI(text).replace(/%25([0-9a-f]{2})/gi, '%$1');
  return URI.test(escaped) ? escaped : undefined;
}

/** A date, a time or both, as RFC 3339 writes them. */
function isDateOrTime(text: string): boolean {
  if (!DATE_OR_TIME.test(text)) return false;
  const date = /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
  return date === undefined || new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

export function coerce(prop: Prop, value: Json | undefined): Json | undefined {
  switch (prop.kind) {
    case 'text':
      return coerceText(prop, value);
    case 'number':
      return coerceNumber(prop, value);
    case 'bool':
      return typeof value === 'object' && value !== null ? undefined : toBool(value);
    case 'text-list':
      return typeof value === 'object' && value !== null && !isArray(value) ? undefined : toTextList(value);
    case 'one-of':
      return prop.options.some((option) => option === value) ? value : undefined;
    default:
      return value;
  }
}

function coerceText(prop: Prop & { kind: 'text' }, value: Json | undefined): string | undefined {
  const text = toText(value);
  if (prop.minLength !== undefined && text.length < prop.minLength) return undefined;
  if (prop.format === 'url') return toUri(text);
  if (prop.format === 'date') return isDateOrTime(text) ? text : undefined;
  return text;
}

function coerceNumber(prop: Prop & { kind: 'number' }, value: Json | undefined): number | undefined {
  if (typeof value === 'object' && value !== null) return undefined;
  const number = toNumber(value);
  if (prop.integer === true && !Number.isInteger(number)) return undefined;
  if (prop.min !== undefined && number < prop.min) return undefined;
  return prop.max !== undefined && number > prop.max ? undefined : number;
}

/** What stands for a required property of which nothing could be sent; neutral. */
export function blankOf(prop: Prop): Json {
  if (prop.default !== undefined) return prop.default;
  switch (prop.kind) {
    case 'number':
      return prop.min ?? 0;
    case 'bool':
      return false;
    case 'text-list':
    case 'children':
    case 'list':
    case 'checks':
      return [];
    case 'one-of':
      return prop.options.includes('help') ? 'help' : (prop.options[0] ?? '');
    case 'object':
    case 'map':
      return {};
    case 'any-of':
      return prop.of[0] === undefined ? '' : blankOf(prop.of[0]);
    default:
      return '';
  }
}
