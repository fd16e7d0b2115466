// What a tool answers when it cannot do what was asked: words for the model, and a code where the protocol has one.

import type { JsonObject } from '@vitrine/core';

export class ToolError extends Error {
  readonly code: string | undefined;
  /** What it would have answered. */
  readonly result: JsonObject | undefined;

  constructor(message: string, code?: string, result?: JsonObject) {
    super(code === undefined ? message : `${code}: ${message}`);
    this.code = code;
    this.result = result;
  }
}
