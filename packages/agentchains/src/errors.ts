// The thirteen errors of the protocol (AgentChains A2UI §9) as they are thrown here. Which of them an issue or a refusal of
// the host is, the dialect says.

import { defined, type Issue, type IssueCode, type JsonObject, type TransportPort } from '@vitrine/core/internal';
import { RPC_ERRORS, RPC_WORDS, type RpcError as RpcErrorName, rpcErrorOf } from '@vitrine/dialects';
import { toRefusal } from '@vitrine/face-kit';

const HTTP_STATUS: { readonly [name in RpcErrorName]?: number } = { auth: 401, session: 404, sessions: 429, rate: 429 };

export class AgentchainsError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: JsonObject | undefined;
  /** Where there is no socket yet. */
  readonly status: number;

  /** The words of the protocol stand first, so that whoever matches texts finds them. */
  constructor(name: RpcErrorName, detail?: string, data?: JsonObject) {
    super(detail === undefined ? RPC_WORDS[name] : `${RPC_WORDS[name]}: ${detail}`);
    this.code = RPC_ERRORS[name];
    this.data = data;
    this.status = HTTP_STATUS[name] ?? 503;
  }

  toJson(): JsonObject {
    const { code, message, data } = this;
    return { code, message, ...defined({ data }) };
  }
}

/** What a viewer's message was refused for. */
export function errorOfIssues(issues: readonly Issue[]): AgentchainsError {
  const problem = issues.find(({ severity }) => severity === 'error') ?? issues[0];
  if (problem === undefined) return new AgentchainsError('params');
  return new AgentchainsError(rpcErrorOf(problem), problem.message, { issue: problem.code });
}

/** What was thrown, as it is told: a fault is written down, and nothing of it told. */
export function toRpcError(error: unknown, transport: Pick<TransportPort, 'failed'>, what: string): AgentchainsError {
  if (error instanceof AgentchainsError) return error;
  const refusal = toRefusal(error);
  if (refusal === undefined) {
    transport.failed(what, error);
    return new AgentchainsError('internal');
  }
  const { code, status, message } = refusal;
  // What the host has no room or no disk for is no fault of the one who asks.
  const name = status >= 500 ? 'internal' : rpcErrorOf({ code: code as IssueCode });
  const wait = refusal.details?.retryAfter;
  return new AgentchainsError(name, message, { issue: code, ...defined({ retry_after: wait }) });
}
