// What few surfaces need at once, in a chunk of its own: Markdown and long texts, themes, and what takes over from a server.

export { VitrineSurface } from './first-load.ts';
export { phrases, showBlocks } from './markdown/basic-markdown.ts';
export { LongText } from './markdown/long-text.ts';
export { takeOver } from './take-over.ts';
export { ThemeDrawing } from './theme.ts';
