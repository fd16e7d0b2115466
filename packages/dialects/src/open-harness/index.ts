// What @vitrine/dialects/open-harness offers to those who work with signals themselves; the codec is in the main entry.

export { type CardVocabulary, WORDS } from './cards.ts';
export { answerOf, routeOf } from './events.ts';
export { DEFAULT_MAPPINGS, type Mapping, type MappingOptions, type Mappings, type MapSignal } from './mapping.ts';
export { matchPattern, type SignalPattern } from './pattern.ts';
export { loosePiece, type PlanOptions, planSignal, RUN_SURFACE } from './plan.ts';
export { isSignal, type SignalLike, type SignalSource, signalFromEvent, streamOf } from './signal.ts';
