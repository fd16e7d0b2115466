// What @vitrine/client offers: a viewer's and an agent's connection to a host.

export { AgentConnection, connectAgent } from './agent.ts';
export type {
  AgentEvents,
  AgentOptions,
  AgentSession,
  AgentSignals,
  Delivery,
  EventNamed,
  Handler,
  OpenOptions,
  SendOptions,
  Sent,
  SessionRow,
  TaskHandle,
  ViewerPass,
} from './agent-options.ts';
export {
  type Answer,
  type AnswerValue,
  AskError,
  type AskOptions,
  type Decision,
  type PlainWant,
} from './asks.ts';
export { type Clock, delay, systemClock } from './clock.ts';
export type { Off } from './emitter.ts';
export { type HostCall, HostClient, type HostClientOptions, HostUnreachable } from './host-client.ts';
export { ClosedHere, type Fetch, HostRefusal } from './http.ts';
export type { LinkState } from './keeper.ts';
export type { Transport } from './line.ts';
export type { Receipt, Write } from './outbox.ts';
export type { RefusedField } from './refused-fields.ts';
export type { SseEvent } from './sse.ts';
export { connectViewer, type KeptFile, ViewerConnection } from './viewer.ts';
export { redeemViewerCode, type ViewerCode } from './viewer-link.ts';
export type { ViewerEvents, ViewerOptions, ViewerState, ViewerStorage, Welcome } from './viewer-options.ts';
export type { SocketLike, SocketMaker } from './websocket.ts';
