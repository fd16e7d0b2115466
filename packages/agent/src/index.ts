// What the author of an agent imports: the connection and the session handle of the client, and what makes surfaces,
// prompts and messages for them. Builders and prompts of the basic catalogs have export paths of their own.

export {
  AgentConnection,
  type AgentDelivery,
  type AgentEventHandler,
  type AgentEvents,
  type AgentOptions,
  AgentSession,
  type AgentSignals,
  type AnswerValue,
  type AskAnswer,
  AskError,
  type AskOptions,
  type ConfirmOptions,
  ConnectionClosedError,
  connectAgent,
  type DataWriter,
  type Decision,
  HostRefusal,
  type NotifyOptions,
  type OpenOptions,
  type PlainWant,
  RefusedError,
  type SendOptions,
  type SendResult,
  type SessionRow,
  type Unsubscribe,
  type ViewerPass,
} from '@vitrine/client';
export { PromptError, UiError } from './errors.ts';
export * from './model/index.ts';
export { createPrompt, type Prompt, type PromptOptions, type PromptSource } from './prompt/create-prompt.ts';
export type { PromptExample } from './prompt/example.ts';
export type { PromptDialect } from './prompt/instructions.ts';
export { type PromptChoice, prune } from './prompt/prune.ts';
export {
  type ReadStructuredOptions,
  readStructured,
  type StructuredOptions,
  structuredSchema,
} from './prompt/structured.ts';
export type { StructuredStyle } from './prompt/structured-value.ts';
export {
  type Authored,
  createFunctions,
  createNode,
  createUi,
  type FunctionCalls,
  type NodeProps,
  type UiBuilders,
} from './ui/create-ui.ts';
export { type Common, Each, each, UiNode } from './ui/node.ts';
export { messages, OpWriter, type OpWriterOptions } from './ui/op-writer.ts';
export { components, type SurfaceContent, surface, type UiSurface } from './ui/surface.ts';
export { bind, check, event, literal, run } from './ui/values.ts';
