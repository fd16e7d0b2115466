// What calls are answered and refused with: JSON, refusals flat and closed, `{error, message, details?}`.

import type { JsonObject } from '@vitrine/core';

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: JsonObject | undefined;

  constructor(status: number, code: string, message: string, details?: JsonObject) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  toJson(): JsonObject {
    const { code, message, details } = this;
    return { error: code, message, ...(details === undefined ? {} : { details }) };
  }
}

export function invalid(message: string, field?: string): Refusal {
  return new Refusal(400, 'validation_error', message, field === undefined ? undefined : { field });
}

export function notFound(message = 'There is no such run.'): Refusal {
  return new Refusal(404, 'not_found', message);
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export type Headers = { readonly [name: string]: string };

export function answer(status: number, value: JsonObject, headers: Headers = {}): Response {
  return new Response(JSON.stringify(value), { status, headers: { ...JSON_TYPE, ...headers } });
}

export function refuse(refusal: Refusal, headers: Headers = {}): Response {
  const challenge = refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return answer(refusal.status, refusal.toJson(), { ...challenge, ...headers });
}
