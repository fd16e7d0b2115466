// What the Markdown of texts adds to them, and the pieces of long ones.

import { surfaceStyles } from './sheet.ts';

/** Whatever shows Markdown or a long text calls this before. */
export function addMarkdownStyles(): void {
  surfaceStyles.add('markdown', MARKDOWN_CSS);
}

const MARKDOWN_CSS = `
.text * { margin: 0; }
.text li { white-space: pre-line; }
.text :is(p, li, pre, h1, h2, h3, h4, h5, h6), .piece { unicode-bidi: plaintext; }
.piece { content-visibility: auto; contain-intrinsic-size: auto 20rem auto 60rem; overflow-clip-margin: 6px; }
.text > * + *, .piece > * + *, .text blockquote > * + * { margin-top: 0.625em; }
.text > * + :is(h1, h2, h3, h4) { margin-top: 0.75em; }
.text li > :is(ul, ol, pre, blockquote), .text li > p + p, .text li + li { margin-top: 0.25em; }
.text :is(ul, ol) { padding-inline-start: 1.5em; white-space: normal; }
.text :is(code, pre) { font-family: var(--_mono); font-size: 0.9em; background: var(--_shade); border-radius: 0.25em; overflow-wrap: anywhere; }
.text code { padding: 0.1em 0.3em; }
.text pre { padding: 0.75em 1em; border-radius: var(--_radius); white-space: pre-wrap; tab-size: 2; }
.text blockquote { padding-inline-start: 1em; border-inline-start: 3px solid var(--_line); color: var(--_muted); }
.more { margin-top: 0.75em; }
.text hr { border: 0 solid var(--_line); border-top-width: 1px; }
`;
