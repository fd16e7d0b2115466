// What @vitrine/web offers. `defineElements` makes `<vitrine-surface>` known to the page; `<vitrine-session>` is defined by
// @vitrine/embed, whose class extends the one here.

export { defineElements } from './define-elements.ts';
export type { NoticeKind } from './english/session-first.ts';
export { keepFocus } from './focus-keeper.ts';
export { LazyCode } from './lazy-code.ts';
export { VitrineSession } from './session-element.ts';
export type { UnseenWrite } from './stage.ts';
export { pageWidgets, VitrineSurface } from './surface-element.ts';
export { type CatalogWidgets, type Drawing, type SurfaceJudge, type Ui, type Widget, Widgets } from './widget.ts';
export type { Words } from './words.ts';
