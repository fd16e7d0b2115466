// The lazy chunk of the composer: the editor, what helps while one types, and the notations that are read and written.

export { readView, writeView } from './document-view.ts';
export { Editor } from './editor.ts';
export { componentAt, jsonAssistance } from './json-assist.ts';
export { wordAssistance } from './word-assist.ts';
