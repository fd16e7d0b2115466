// Text, pictures and layout. What stands in a row keeps its words whole as long as four such things fit a narrow screen (rows
// of more wrap); browsers without calc-size() break words instead.

export const CONTENT_CSS = `
.column, .row, .list, .group { display: flex; gap: var(--_gap); }
.column, .list, .group { flex-direction: column; }
.column, .row, .list, .group, .item, .card, .text { min-width: 0; }
.row > *, .column > *, .group > * { max-width: 100%; }
.row > :is(.text, .column) { min-width: calc-size(min-content, min(size, 4em)); }
.wraps { flex-wrap: wrap; }
.justify-center { justify-content: center; }
.justify-end { justify-content: end; }
.justify-spaceBetween { justify-content: space-between; }
.justify-spaceAround { justify-content: space-around; }
.justify-spaceEvenly { justify-content: space-evenly; }
.justify-stretch > * { flex: 1 1 0; }
.column.justify-stretch > * { flex-basis: auto; }
.align-start { align-items: start; }
.align-center { align-items: center; }
.align-end { align-items: end; }
.group, .far, .piece { content-visibility: auto; contain-intrinsic-size: auto 20rem auto 3rem; overflow-clip-margin: 6px; }
.group { align-items: inherit; contain-intrinsic-height: auto 192rem; }
.piece { contain-intrinsic-height: auto 60rem; }
.sideways { flex-direction: row; overflow-x: auto; overscroll-behavior-x: contain; padding-block: 4px; scrollbar-width: thin; }
.sideways > .group { flex-direction: row; contain-intrinsic-size: auto 640rem auto 3rem; }
.sideways > .group, .sideways .item { flex: none; }
.sideways .item { max-width: min(100%, 40rem); }
.card { display: block; padding: 1rem; border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_surface); }
.card .card { background: none; }
.text, .text * { margin: 0; }
.text, .text li { white-space: pre-line; }
.text, .text :is(p, li, pre, h1, h2, h3, h4, h5, h6), .piece { unicode-bidi: plaintext; }
.text > * + *, .piece > * + *, .text blockquote > * + * { margin-top: 0.625em; }
.text > * + :is(h1, h2, h3, h4) { margin-top: 0.75em; }
.text li > :is(ul, ol, pre, blockquote), .text li > p + p, .text li + li { margin-top: 0.25em; }
.text :is(ul, ol) { padding-inline-start: 1.5em; white-space: normal; }
h1, h2, h3, h4, h5, h6, .h1, .h2, .h3, .h4, .h5 { font-weight: 600; line-height: 1.25; text-wrap: balance; }
h1, .h1 { font-size: 2em; }
h2, .h2 { font-size: 1.625em; }
h3, .h3 { font-size: 1.375em; }
h4, .h4 { font-size: 1.1875em; }
h5, .h5 { font-size: 1.0625em; }
h6 { font-size: 1em; }
.caption { font-size: 0.875em; color: var(--_muted); }
.text :is(code, pre) { font-family: var(--_mono); font-size: 0.9em; background: var(--_shade); border-radius: 0.25em; overflow-wrap: anywhere; }
.text code { padding: 0.1em 0.3em; }
.text pre { padding: 0.75em 1em; border-radius: var(--_radius); white-space: pre-wrap; tab-size: 2; }
.text blockquote { padding-inline-start: 1em; border-inline-start: 3px solid var(--_line); color: var(--_muted); }
.more { margin-top: 0.75em; }
.divider, .text hr { border: 0 solid var(--_line); border-top-width: 1px; }
.divider { flex: none; align-self: stretch; margin: 0; }
.row > .divider { flex: 1; align-self: center; }
.standing { border-width: 0 0 0 1px; min-height: 1.5em; }
.row > .standing { flex: none; align-self: stretch; }
.column > .standing { align-self: center; }
.icon { flex: none; width: 1.5rem; height: 1.5rem; vertical-align: middle; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.button .icon { width: 1.25em; height: 1.25em; }
.filled { fill: currentColor; stroke: none; }
.turns:dir(rtl) { scale: -1 1; }
.image, .video { display: block; position: relative; flex: none; overflow: hidden; max-width: 100%; border-radius: var(--_radius); }
.image { width: 300px; height: 200px; }
.size-icon { width: 24px; height: 24px; border-radius: 0; }
.size-avatar { width: 40px; height: 40px; border-radius: 50%; }
.size-smallFeature { width: 100px; height: 100px; }
.size-largeFeature { width: 100%; height: min(400px, 75vw); }
.size-header { width: 100%; }
.image img { display: block; width: 100%; height: 100%; object-fit: contain; }
:is(.size-avatar, .size-header, .fit-cover) img { object-fit: cover; }
.fit-contain img { object-fit: contain; }
.fit-fill img { object-fit: fill; }
.fit-none img { object-fit: none; }
[class*=fit-scale] img { object-fit: scale-down; }
.instead { display: grid; place-content: center; justify-items: center; position: absolute; inset: 0; padding: 0.5rem; overflow: hidden; text-align: center; white-space: pre-line; overflow-wrap: anywhere; font-size: 0.8125em; line-height: 1.35; color: var(--_muted); background: var(--_shade); }
.instead[title] { border: 1px dashed var(--_control-line); border-radius: inherit; }
:is(.size-icon, .size-avatar) > .instead { font-size: 0; padding: 0; }
:is(.size-icon, .size-avatar) > .instead[title] { background: linear-gradient(to top right, var(--_shade) 46%, var(--_control-line) 47% 53%, var(--_shade) 54%); }
.video { width: 100%; max-width: 40rem; }
:is(.video, .audio) > .instead { position: static; min-height: 5rem; border-radius: var(--_radius); }
.video > * { aspect-ratio: 16/9; }
.video > .player { display: block; width: 100%; background: #000; border-radius: var(--_radius); }
.audio { display: flex; flex-direction: column; gap: 0.25rem; }
.audio > .player { width: 100%; max-width: 30rem; }
@media (width < 30rem) {
  div.row { flex-wrap: wrap; }
  div.row > :is(.text, .column):not(:only-child) { max-width: calc(100% - 4rem); }
  div.row > [style*=flex-grow] { flex-basis: 6rem; min-width: min(100%, 6rem) !important; }
}
`;
