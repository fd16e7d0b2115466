// What pages without a host import: `<vitrine-surface>` with `push`. Nothing that connects can be reached from here, so a
// bundler has none of it to split off.

export { createSurface, defineSurface } from './define-surface.ts';
export { MessageSource, type MessageSourceOptions } from './message-source.ts';
export { VitrineSurfaceElement } from './surface-element.ts';
