// For pages without a bundler: what a module script imports to show surfaces without a host, beside the tags themselves.

export { basic08 } from '@vitrine/core/catalogs/basic-0.8';
export { basic09 } from '@vitrine/core/catalogs/basic-0.9';
export { basic10 } from '@vitrine/core/catalogs/basic-1.0';
export { a2ui08Reader } from '@vitrine/dialects/a2ui-0.8/reader';
export { a2ui09Reader } from '@vitrine/dialects/a2ui-0.9/reader';
export { a2ui10Reader } from '@vitrine/dialects/a2ui-1.0/reader';
export { createSurface } from './define-surface.ts';
export { MessageSource } from './message-source.ts';
export { VitrineSurfaceElement } from './surface-element.ts';
