// What @vitrine/embed offers: `<vitrine-session src>`, a session of a host in one tag, and `<vitrine-surface>` with `push`, for
// pages without a host. `@vitrine/embed/define` defines both by being imported.

export { defineElements } from './define-elements.ts';
export { createSurface, defineSurface } from './define-surface.ts';
export { MessageSource, type MessageSourceOptions } from './message-source.ts';
export { wordsFor } from './page-language.ts';
export { fieldRefusalWords, refusalWords } from './refusal-words.ts';
export {
  type RefusalReason,
  type RefusedDetail,
  type SessionState,
  type SessionStateDetail,
  type TokenRequest,
  VitrineSessionElement,
} from './session-element.ts';
export { NO_SESSION, SessionObserver, type SessionSnapshot } from './session-observer.ts';
export { VitrineSurfaceElement } from './surface-element.ts';
