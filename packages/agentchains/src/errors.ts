// The thirteen errors of the protocol (AgentChains A2UI §9) as they are thrown here. Which of them an issue of the host
// is, the dialect says.

import type { Issue, JsonObject } from '@vitrine/core';
import { RPC_ERRORS, RPC_WORDS, type RpcError as RpcErrorName, rpcErrorOf } from '@vitrine/dialects';

export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: JsonObject | undefined;

  /** The words of the protocol stand first, so that whoever matches texts finds them. */
  constructor(name: RpcErrorName, detail?: string, data?: JsonObject) {
    super(detail === undefined ? RPC_WORDS[name] : `${RPC_WORDS[name]}: ${detail}`);
    this.code = RPC_ERRORS[name];
    this.data = data;
  }

  toJson(): JsonObject {
    const { code, message, data } = this;
    return { code, message, ...(data === undefined ? {} : { data }) };
  }
}

/** What a viewer's message was refused for. */
export function errorOfIssues(issues: readonly Issue[]): RpcError {
  const problem = issues.find(({ severity }) => severity === 'error') ?? issues[0];
  if (problem === undefined) return new RpcError('params');
  return new RpcError(rpcErrorOf(problem), problem.message, { issue: problem.code });
}

/** What was thrown, as far as it may be told: undefined where it is a fault that must be written down. */
export function errorOfThrown(error: unknown): RpcError | undefined {
  if (error instanceof RpcError) return error;
  const { code, status, message } = error as {
    readonly code?: unknown;
    readonly status?: unknown;
    readonly message?: unknown;
  };
  const isRefusal =
    typeof code === 'string' && code.startsWith('VITRINE_') && typeof status === 'number' && status !== 500;
  if (!isRefusal) return undefined;
  // What the host has no room or no disk for is no fault of the one who asks.
  const name = status >= 500 ? 'internal' : rpcErrorOf({ code: code as Issue['code'] });
  return new RpcError(name, String(message), { issue: code });
}
