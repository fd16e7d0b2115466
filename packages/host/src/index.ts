// What @vitrine/host offers: a host, what it is made of as far as others build on it, and the guards the command shares.

export { openTelemetryTracer, type Tracer } from '@vitrine/core/internal';
export type { QuotaOptions } from './agent-quota.ts';
export type { AuditLine } from './audit/audit-line.ts';
export type { AuditPage, AuditTrail } from './audit/audit-trail.ts';
export { type AuditReport, verifyAudit } from './audit/verify-audit.ts';
export type { AgentKeyOptions, AgentRow, Caller, Credentials, MintedToken, Revocation, Revoked } from './caller.ts';
export { AGENT_SCOPES } from './caller.ts';
export { bracketed, type HostNames, hostNames, isLoopback } from './guards/host-names.ts';
export { createHost, HOST_LIMITS, type Host, type HostOptions, type SharedLog } from './host.ts';
export { HOST_CODES, type HostCode, HostError, toHostError } from './host-error.ts';
export { HTTP_LIMITS, type HttpLimits } from './http/limits.ts';
export { type PagePolicyOptions, pagePolicy } from './http/page-policy.ts';
export type { PageFile, ServedPage } from './http/page-routes.ts';
export { RATE_LIMITS, type RateLimits } from './http/rates.ts';
export { knownCatalogs, OwnCatalogError } from './known-catalogs.ts';
export type { Delivery, IngestAnswer, LiveSession, SessionSummary, Sessions } from './live.ts';
export type { Metrics } from './metrics.ts';
export { KEY_NAMES, type KeyName, type OperatorActs } from './operator-acts.ts';
export { createLogger, type LogLevel, type OperatorLog } from './operator-log.ts';
export type { FaceDefinition, HostFace } from './port.ts';
export { readDuration } from './read-duration.ts';
export { readSecrets, type Secret } from './redact.ts';
export type { ExpiredSession, RetentionPolicy } from './retention.ts';
export { type Listening, type ListenOptions, PORT_LIMITS, type PortLimits } from './server.ts';
export type { SignedInPerson, SignInOptions, SignInProvider } from './sign-in.ts';
export { SOCKET_LIMITS, type SocketLimits } from './socket/socket-limits.ts';
export type { LogReport } from './verify-log.ts';
