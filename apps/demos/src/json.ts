// What arrives from outside, read without trust: whatever is missing or of another type becomes a plain default.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function asList(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown, most = 500): string {
  return typeof value === 'string' ? value.trim().slice(0, most) : '';
}

export function asNumber(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** The texts of a list, as a choice has them. */
export function asTexts(value: unknown): readonly string[] {
  return asList(value).filter((item): item is string => typeof item === 'string');
}
