// What @vitrine/embed offers: `<vitrine-session src>`, a session of a host in one tag. `@vitrine/embed/define` defines it
// by being imported.

export { defineElements } from './define-elements.ts';
export { wordsFor } from './page-language.ts';
export {
  type RefusalReason,
  type RefusedDetail,
  type SessionState,
  type SessionStateDetail,
  type TokenRequest,
  VitrineSessionElement,
} from './session-element.ts';
