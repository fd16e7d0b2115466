// For @vitrine/openwop-seams alone: the way of an envelope into a run, as the routes of the face go it.

export {
  type AdmissionRules,
  type CapKind,
  type Caps,
  LIMIT_NAMES,
  type Major,
  type Remembered,
  type RunState,
  type Strictness,
} from './admission/types.ts';
export {
  agentOf,
  assertRunning,
  authorOf,
  changeRun,
  fieldsOf,
  findRun,
  type OpenwopSeams,
  type Route,
  type WopCall,
} from './http/call.ts';
export { answerOf, keeping } from './http/envelope-routes.ts';
export { readAllEvents } from './http/event-routes.ts';
export { answer, invalid, notFound, Refusal, type Reply } from './http/refusal.ts';
export { snapshotOf } from './http/run-routes.ts';
export { emit, rulesFor } from './runs/emission.ts';
export { NO_ROUNDS, type Run } from './runs/run.ts';
export { ALIAS_PREFIX, aliasKey, sessionOf } from './runs/run-ids.ts';
export type { Emission, Emitted } from './runs/run-services.ts';
export { wrapUntrusted } from './runs/untrusted-wrap.ts';
export { type MajorSettings, type OpenwopSettings, readSettings, roundsOf } from './settings.ts';
