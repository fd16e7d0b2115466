// Text, pictures and layout. What stands in a row keeps its words whole as long as four such things fit a narrow screen (rows
// of more wrap); browsers without calc-size() break words instead.

export const CONTENT_CSS = `
.column, .row, .list, .group { display: flex; gap: var(--_gap); min-inline-size: 0; }
.column, .list, .group { flex-direction: column; }
.row > *, .column > *, .group > * { max-inline-size: 100%; }
.row > .column, .row > .list, .row > .card { min-inline-size: 0; }
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
.item { min-inline-size: 0; }
.sideways { flex-direction: row; overflow-x: auto; overscroll-behavior-x: contain; padding-block: 4px; scrollbar-width: thin; }
.sideways .item, .sideways > .group { flex: none; }
.sideways .item { max-inline-size: min(100%, 40rem); }
.group { align-items: inherit; content-visibility: auto; contain-intrinsic-size: auto 20rem auto 192rem; overflow-clip-margin: 6px; }
.far { content-visibility: auto; contain-intrinsic-size: auto 20rem auto 3rem; overflow-clip-margin: 6px; }
.sideways > .group { flex-direction: row; contain-intrinsic-size: auto 640rem auto 3rem; }
.card { display: block; min-inline-size: 0; padding: 1rem; border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_surface); }
.card .card { background: none; }
.text, .text :where(p, h1, h2, h3, h4, h5, h6, ul, ol, pre, blockquote, hr) { margin: 0; }
.text { min-inline-size: 0; white-space: pre-line; unicode-bidi: plaintext; overflow-wrap: break-word; }
.row > :is(.text, .column) { min-inline-size: calc-size(min-content, min(size, 4em)); }
.text :is(p, li, pre, h1, h2, h3, h4, h5, h6), .piece { unicode-bidi: plaintext; }
.text > * + *, .piece > * + *, .text blockquote > * + * { margin-block-start: 0.625em; }
.text > * + :is(h1, h2, h3, h4) { margin-block-start: 0.75em; }
.text li > :is(ul, ol, pre, blockquote), .text li > p + p { margin-block-start: 0.25em; }
.text li + li { margin-block-start: 0.25em; }
.text :is(ul, ol) { padding-inline-start: 1.5em; white-space: normal; }
.text li { white-space: pre-line; }
:is(h1, h2, h3, h4, h5, h6), .h1, .h2, .h3, .h4, .h5 { font-weight: 600; line-height: 1.25; text-wrap: balance; }
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
.text hr { border: 0; border-block-start: 1px solid var(--_line); }
.piece { content-visibility: auto; contain-intrinsic-size: auto 20rem auto 60rem; overflow-clip-margin: 6px; }
.more { display: block; margin-block-start: 0.75em; min-block-size: 2.25rem; padding-inline: 1rem; font: inherit; font-weight: 500; color: var(--_text); background: var(--_surface); border: 1px solid var(--_control-line); border-radius: var(--_radius); cursor: pointer; }
.more:hover { background: var(--_shade); }
.divider { flex: none; align-self: stretch; margin: 0; border: 0; border-block-start: 1px solid var(--_line); }
.row > .divider:not(.standing) { flex: 1; align-self: center; }
.divider.standing { border-block-start: 0; border-inline-start: 1px solid var(--_line); min-block-size: 1.5em; }
.column > .divider.standing { align-self: center; }
.icon { flex: none; inline-size: 1.5rem; block-size: 1.5rem; vertical-align: middle; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.button .icon { inline-size: 1.25em; block-size: 1.25em; }
.icon.filled { fill: currentColor; stroke: none; }
.turns:dir(rtl) { scale: -1 1; }
.image, .video { display: block; position: relative; flex: none; overflow: hidden; max-inline-size: 100%; border-radius: var(--_radius); }
.image { inline-size: 300px; block-size: 200px; }
.image.icon { inline-size: 24px; block-size: 24px; border-radius: 0; }
.image.avatar { inline-size: 40px; block-size: 40px; border-radius: 50%; }
.image.smallFeature { inline-size: 100px; block-size: 100px; }
.image.largeFeature { inline-size: 100%; block-size: min(400px, 75vw); }
.image.header { inline-size: 100%; block-size: 200px; }
.image img { display: block; inline-size: 100%; block-size: 100%; object-fit: contain; }
.image:is(.avatar, .header) img, .fit-cover img { object-fit: cover; }
.image.fit-contain img { object-fit: contain; }
.image.fit-fill img { object-fit: fill; }
.image.fit-none img { object-fit: none; }
.image.fit-scaleDown img { object-fit: scale-down; }
.instead { display: grid; place-content: center; justify-items: center; position: absolute; inset: 0; padding: 0.5rem; overflow: hidden; text-align: center; white-space: pre-line; overflow-wrap: anywhere; font-size: 0.8125em; line-height: 1.35; color: var(--_muted); background: var(--_shade); }
.instead[title] { border: 1px dashed var(--_control-line); border-radius: inherit; }
.image:is(.icon, .avatar) .instead { font-size: 0; padding: 0; }
.image:is(.icon, .avatar) .instead[title] { background: linear-gradient(to top right, var(--_shade) 46%, var(--_control-line) 47% 53%, var(--_shade) 54%); }
.video { inline-size: 100%; max-inline-size: 40rem; }
.video > .instead, .audio > .instead { position: static; min-block-size: 5rem; border-radius: var(--_radius); }
.video > .instead { aspect-ratio: 16/9; }
.video video { display: block; inline-size: 100%; aspect-ratio: 16/9; background: #000; border-radius: var(--_radius); }
.audio { display: flex; flex-direction: column; gap: 0.25rem; }
.audio audio { inline-size: 100%; max-inline-size: 30rem; }
@media (width < 30rem) {
  div.row { flex-wrap: wrap; }
  div.row > :is(.text, .column):not(:only-child) { max-inline-size: calc(100% - 4rem); }
  div.row > [style*=flex-grow] { flex-basis: 6rem; min-inline-size: min(100%, 6rem) !important; }
}
`;
