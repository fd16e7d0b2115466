// What the author of an agent imports. Builders and prompts of the basic catalogs have export
// paths of their own.

export type {
  AgentOptions,
  Answer,
  AnswerValue,
  AskOptions,
  Decision,
  Off,
  OpenOptions,
  PlainWant,
  Sent,
  SessionRow,
} from '@vitrine/client';
export { AskError, ClosedHere, HostRefusal } from '@vitrine/client';
export * from './model/index.ts';
export { createPrompt, type Prompt, type PromptOptions, type PromptSource } from './prompt/create-prompt.ts';
export type { PromptExample } from './prompt/example.ts';
export type { PromptDialect } from './prompt/instructions.ts';
export { PromptError } from './prompt/prompt-error.ts';
export { type Choice, prune } from './prompt/prune.ts';
export {
  type ReadStructuredOptions,
  readStructured,
  type StructuredOptions,
  structuredSchema,
} from './prompt/structured.ts';
export type { StructuredStyle } from './prompt/structured-value.ts';
export { Agent, connect } from './session/agent.ts';
export { LocalHost, type LocalHostOptions } from './session/local-host.ts';
export type { LocalAnswer } from './session/local-session.ts';
export { RefusedError } from './session/refused-error.ts';
export {
  type DataWriter,
  type NotifyOptions,
  Session,
  type SessionEvents,
  type SessionHandler,
} from './session/session.ts';
export {
  type Authored,
  createFunctions,
  createNode,
  createUi,
  type FunctionCalls,
  type NodeProps,
  type Ui,
} from './ui/create-ui.ts';
export { type Common, Each, each, UiNode } from './ui/node.ts';
export { messages, OpWriter, type OpWriterOptions } from './ui/op-writer.ts';
export { parts, type SurfaceContent, type SurfaceDraft, surface } from './ui/surface.ts';
export { UiError } from './ui/ui-error.ts';
export { bind, check, event, literal, run } from './ui/values.ts';
