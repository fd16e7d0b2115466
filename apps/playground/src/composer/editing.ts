// The lazy chunk of the composer: the editor, what helps while one types, and what catalogs say of their components.

export { catalogWords, propWords } from './catalog-help.ts';
export { Editor } from './editor.ts';
export { componentAt, jsonAssistance } from './json-assist.ts';
export { wordAssistance } from './word-assist.ts';
