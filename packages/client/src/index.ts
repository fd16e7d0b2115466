// What @vitrine/client offers: a viewer's and an agent's connection to a host.

export { openTelemetryTracer, type Tracer } from '@vitrine/core/page';
export { AgentConnection, connectAgent } from './agent.ts';
export type { AgentOptions, AgentSignals, OpenOptions, SessionRow } from './agent-options.ts';
export {
  type AgentDelivery,
  type AgentEventHandler,
  type AgentEvents,
  AgentSession,
  type ConfirmOptions,
  type DataWriter,
  type NotifyOptions,
  type ViewerPass,
} from './agent-session.ts';
export {
  type AnswerValue,
  type AskAnswer,
  AskError,
  type AskOptions,
  type Decision,
  type PlainWant,
} from './asks.ts';
export { type Clock, delay, systemClock } from './clock.ts';
export type { Unsubscribe } from './emitter.ts';
export type { KeptFile } from './file-uploads.ts';
export { type HostCall, HostClient, type HostClientOptions, HostUnreachable } from './host-client.ts';
export { ConnectionClosedError, type Fetch, HostRefusal } from './http.ts';
export type { LinkState } from './keeper.ts';
export type { ClientLink, LineEnd, LineEvents, Transport } from './line.ts';
export type { EventReceipt, PendingWrite } from './outbox.ts';
export type { RefusedField } from './refused-fields.ts';
export { RefusedError, type SendOptions, type SendResult } from './session-calls.ts';
export type { SseEvent } from './sse.ts';
export { connectViewer, ViewerConnection } from './viewer.ts';
export type { ViewerCarrier, ViewerHello } from './viewer-carrier.ts';
export type {
  FollowOptions,
  SessionWelcome,
  ViewerEvents,
  ViewerOptions,
  ViewerState,
  ViewerStorage,
} from './viewer-options.ts';
export { redeemViewerCode, type ViewerCode } from './viewer-token.ts';
export type { SocketLike, SocketMaker } from './websocket.ts';
