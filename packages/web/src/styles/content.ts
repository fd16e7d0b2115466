// Text and layout. What stands in a row keeps its words whole as long as four such things fit a narrow screen (rows
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
.group, .far { content-visibility: auto; contain-intrinsic-size: auto 20rem auto 3rem; overflow-clip-margin: 6px; }
.group { align-items: inherit; contain-intrinsic-height: auto 192rem; }
.sideways { flex-direction: row; overflow-x: auto; overscroll-behavior-x: contain; padding-block: 4px; scrollbar-width: thin; }
.sideways > .group { flex-direction: row; contain-intrinsic-size: auto 640rem auto 3rem; }
.sideways > .group, .sideways .item { flex: none; }
.sideways .item { max-width: min(100%, 40rem); }
.card { display: block; padding: 1rem; border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_surface); }
.card .card { background: none; }
.text { margin: 0; white-space: pre-line; unicode-bidi: plaintext; }
h1, h2, h3, h4, h5, h6, .h1, .h2, .h3, .h4, .h5 { font-weight: 600; line-height: 1.25; text-wrap: balance; }
h1, .h1 { font-size: 2em; }
h2, .h2 { font-size: 1.625em; }
h3, .h3 { font-size: 1.375em; }
h4, .h4 { font-size: 1.1875em; }
h5, .h5 { font-size: 1.0625em; }
h6 { font-size: 1em; }
.caption { font-size: 0.875em; color: var(--_muted); }
.divider { border: 0 solid var(--_line); border-top-width: 1px; }
.divider { flex: none; align-self: stretch; margin: 0; }
.row > .divider { flex: 1; align-self: center; }
.standing { border-width: 0 0 0 1px; min-height: 1.5em; }
.row > .standing { flex: none; align-self: stretch; }
.column > .standing { align-self: center; }
@media (width < 30rem) {
  div.row { flex-wrap: wrap; }
  div.row > :is(.text, .column):not(:only-child) { max-width: calc(100% - 4rem); }
  div.row > [style*=flex-grow] { flex-basis: 6rem; min-width: min(100%, 6rem) !important; }
}
`;
