// All that the renderer says itself: the words of every table in english/, as one type. A translation is a module under
// words/ that has them all; a page gives an element those it wants, and English stands for the rest.

import type { AgentchainsWords } from './english/agentchains.ts';
import type { FieldWords } from './english/fields.ts';
import type { OpenwopWords } from './english/openwop.ts';
import type { SessionWords } from './english/session.ts';
import type { SurfaceWords } from './english/surface.ts';
import type { VitrineWords } from './english/vitrine.ts';

export interface Words extends SurfaceWords, FieldWords, VitrineWords, AgentchainsWords, OpenwopWords, SessionWords {
  /** Says the language on an element that speaks it (`on`), and takes that back. */
  readonly mark: (element: HTMLElement, on: boolean) => void;
}
