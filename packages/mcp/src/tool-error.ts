// What a tool answers when it cannot do what was asked: words for the model, and a code where the protocol has one.

export class ToolError extends Error {
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(code === undefined ? message : `${code}: ${message}`);
    this.code = code;
  }
}
