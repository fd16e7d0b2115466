// What the functions of catalogs do, in a chunk of its own. Whatever waits for it is evaluated again once it is there.

export * as functions from '@vitrine/core/function-code';
export { VitrineSurface } from './first-load.ts';
