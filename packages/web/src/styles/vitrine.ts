// Tables, charts, Markdown, code, steps, progress and files. Colours of charts and code are their own; each has 3:1
// (drawings) or 4.5:1 (words) against what it stands on, in light and in dark.

import { PICKERS_CSS } from './controls.ts';

const FRAME_CSS = `
.title { display: block; margin: 0 0 0.5rem; font-size: 1.125em; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere; text-wrap: balance; unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent; }
.nothing { margin: 0; padding: 1rem; color: var(--_muted); text-align: center; }
.chart, .code { margin: 0; min-inline-size: 0; }
.chart, .steps { padding: 1rem 1.125rem; border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_surface); }
.scroller { overflow: auto; overscroll-behavior-x: contain; scrollbar-width: thin; border-radius: var(--_radius); }
.scroller:focus-visible { outline-offset: -2px; }
`;

const TABLE_CSS = `
.table-frame, .steps, .markdown { min-inline-size: 0; }
.table-frame > .scroller, .chart-data > .scroller, .prose .scroller { border: 1px solid var(--_line); background: var(--_surface); }
.scroller:has(> .large) { max-block-size: min(36rem, 80vh); }
.chart-data > .scroller { max-block-size: 24rem; margin-block-start: 0.5rem; }
.table { inline-size: 100%; border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums; }
.table-caption { padding: 0.75rem 0.875rem; text-align: start; }
.table-caption:empty { display: none; }
.table-caption .title { margin: 0; }
.table-caption .caption { display: block; }
.table :is(th, td) { padding: 0.5rem 0.875rem; text-align: -webkit-match-parent; text-align: match-parent; vertical-align: top; border-block-end: 1px solid var(--_line); overflow-wrap: break-word; min-inline-size: 4rem; max-inline-size: 26rem; unicode-bidi: plaintext; white-space: pre-line; }
.table tbody:last-child tr:last-child td { border-block-end: 0; }
.table th { position: sticky; inset-block-start: 0; z-index: 1; padding-block: 0.375rem; font-weight: 600; font-size: 0.875em; color: var(--_muted); background: color-mix(in srgb, var(--_shade) 55%, var(--_surface)); vertical-align: middle; }
.table :is(th, td).number { text-align: end; unicode-bidi: isolate; }
.table .centre { text-align: center; }
.table td { background: var(--_surface); }
.table tbody tr:hover td { background: color-mix(in srgb, var(--_shade) 50%, var(--_surface)); }
.sorter { display: inline-flex; align-items: center; gap: 0.375rem; min-block-size: 1.75rem; margin-inline: -0.375rem; padding: 0.125rem 0.375rem; font: inherit; color: inherit; text-align: start; background: none; border: 0; border-radius: calc(var(--_radius) / 2); cursor: pointer; }
.sorter:hover { color: var(--_text); background: var(--_shade); }
.number .sorter { flex-direction: row-reverse; }
.arrow { flex: none; inline-size: 0.5em; }
.arrow::before { content: '\\2195'; opacity: 0.7; }
[aria-sort=ascending] .arrow::before { content: '\\2191'; opacity: 1; }
[aria-sort=descending] .arrow::before { content: '\\2193'; opacity: 1; }
:is([aria-sort=ascending], [aria-sort=descending]) .sorter { color: var(--_primary); }
.row-button { padding: 0.125rem 0.375rem; margin: -0.125rem -0.375rem; min-block-size: 1.5rem; font: inherit; color: var(--_primary); text-align: inherit; text-decoration: underline; text-underline-offset: 0.15em; background: none; border: 0; border-radius: calc(var(--_radius) / 2); cursor: pointer; }
.row-button:hover { background: var(--_tint); }
.row-button[aria-busy=true] { cursor: progress; opacity: 0.75; }
.large, .large > :is(caption, thead, tbody) { display: block; }
.large { inline-size: auto; min-inline-size: max(100%, var(--_least)); }
.large > caption { position: sticky; inset-inline-start: 0; inline-size: fit-content; }
.prose .large { inline-size: auto; min-inline-size: max(100%, var(--_least)); }
.large > thead { position: sticky; inset-block-start: 0; z-index: 1; }
.large > tbody { content-visibility: auto; contain-intrinsic-block-size: auto 126.5rem; }
.large tr { display: grid; grid-template-columns: var(--_columns); }
.large :is(th, td) { min-inline-size: 0; max-inline-size: none; }
.large th { display: flex; align-items: center; }
.large th.number { justify-content: end; }
`;

const CHART_CSS = `
.chart, .legend-sign { --_paper: var(--_surface); }
.look-0 { --_look: light-dark(#1f6feb, #58a6ff); }
.look-1 { --_look: light-dark(#bc4c00, #ffa657); }
.look-2 { --_look: light-dark(#1a7f37, #56d364); }
.look-3 { --_look: light-dark(#8250df, #bc8cff); }
.look-4 { --_look: light-dark(#bf3989, #ff7bac); }
.look-5 { --_look: light-dark(#0f766e, #39c5cf); }
.look-6 { --_look: light-dark(#7d6000, #e3b341); }
.look-7 { --_look: light-dark(#57606a, #9aa5b1); }
.plot { min-inline-size: 0; min-block-size: 200px; direction: ltr; }
.plot:has(> .nothing) { min-block-size: 0; border: 1px dashed var(--_line); border-radius: var(--_radius); }
.skeleton.tall { block-size: 20rem; margin: 0; }
.drawing { display: block; inline-size: 100%; block-size: auto; overflow: visible; direction: ltr; }
.drawing text { font-size: 12px; fill: var(--_muted); unicode-bidi: plaintext; }
.drawing .axis-title { fill: var(--_text); font-weight: 500; }
.pie text { fill: var(--_text); }
.rule { stroke: var(--_line); stroke-width: 1; shape-rendering: crispEdges; }
.axis { stroke: var(--_control-line); stroke-width: 1; shape-rendering: crispEdges; }
.bar:not([fill]), .slice, .fill { fill: var(--_look); }
.bar { stroke: none; }
.hatch { fill: none; stroke: var(--_paper); stroke-width: 1.6; }
.slice { stroke: var(--_paper); stroke-width: 2; }
.rest { --_look: var(--_muted); stroke-width: 0; }
.line { fill: none; stroke: var(--_look); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.line.look-1 { stroke-dasharray: 7 4; } .line.look-2 { stroke-dasharray: 2 4; } .line.look-3 { stroke-dasharray: 10 4 2 4; }
.line.look-4 { stroke-dasharray: 14 5; } .line.look-5 { stroke-dasharray: 5 3 2 3 2 3; } .line.look-6 { stroke-dasharray: 4 4; } .line.look-7 { stroke-dasharray: 12 3 4 3; }
.marker { fill: var(--_look); stroke: var(--_paper); stroke-width: 1; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.125rem; margin: 0.5rem 0 0; padding: 0; list-style: none; font-size: 0.875em; }
.legend li { display: flex; align-items: center; gap: 0.375rem; min-inline-size: 0; }
.legend-sign { flex: none; inline-size: 24px; block-size: 16px; direction: ltr; }
.legend-label { overflow-wrap: anywhere; unicode-bidi: plaintext; }
.chart > .caption { margin: 0.5rem 0 0; }
.chart-data { margin-block-start: 0.5rem; font-size: 0.875em; }
.switch { display: inline-flex; align-items: center; gap: 0.375rem; inline-size: fit-content; min-block-size: 1.75rem; padding: 0.125rem 0.5rem; margin-inline-start: -0.5rem; color: var(--_primary); font-weight: 500; border-radius: calc(var(--_radius) / 2); cursor: pointer; list-style: none; }
.switch::-webkit-details-marker { display: none; }
.switch::before { content: '\\25b8' / ''; }
.switch:dir(rtl)::before { content: '\\25c2' / ''; }
[open] > .switch::before { content: '\\25be' / ''; }
.switch:hover { background: var(--_tint); }
`;

const PROSE_CSS = `
.prose { min-inline-size: 0; max-inline-size: 48rem; overflow-wrap: break-word; }
.prose-piece { content-visibility: auto; contain-intrinsic-size: auto 20rem auto 60rem; overflow-clip-margin: 6px; }
.prose-piece:only-child { content-visibility: visible; }
.prose :is(p, h1, h2, h3, h4, h5, h6, ul, ol, pre, blockquote, hr) { margin: 0; }
.prose :is(p, li, h1, h2, h3, h4, h5, h6) { unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent; }
.prose .prose-piece > * + *, .prose :is(blockquote, li) > * + :is(p, ul, ol, pre, blockquote, .scroller), .prose > .prose-piece + .prose-piece { margin-block-start: 0.75em; }
.prose * + :is(h1, h2) { margin-block-start: 1.25em !important; }
.prose * + :is(h3, h4, h5, h6) { margin-block-start: 1em !important; }
.prose :is(h1, h2, h3, h4, h5, h6) + * { margin-block-start: 0.5em !important; }
.prose h1 { font-size: 1.625em; } .prose h2 { font-size: 1.375em; } .prose h3 { font-size: 1.1875em; } .prose h4 { font-size: 1.0625em; } .prose :is(h5, h6) { font-size: 1em; }
.prose h1, .prose h2 { padding-block-end: 0.25em; border-block-end: 1px solid var(--_line); }
.prose :is(ul, ol) { padding-inline-start: 1.625em; }
.prose li + li { margin-block-start: 0.25em; }
.prose li > :is(ul, ol) { margin-block-start: 0.25em; }
.task-item { list-style: none; margin-inline-start: -1.625em; }
.task-item input { inline-size: 1em; block-size: 1em; margin: 0 0.375em; vertical-align: -0.125em; accent-color: var(--_primary); }
.task-item > p:has(> input:first-child) { margin: 0; }
.prose blockquote { padding-inline-start: 1em; border-inline-start: 3px solid var(--_line); color: var(--_muted); }
.prose .prose-piece hr { border: 0; border-block-start: 1px solid var(--_line); margin-block: 1.25em; }
.prose :is(code, pre) { font-family: var(--_mono); font-size: 0.9em; }
.prose :not(pre) > code { padding: 0.1em 0.3em; background: var(--_shade); border-radius: 0.25em; overflow-wrap: anywhere; }
.prose pre { padding: 0.75em 1em; background: light-dark(#f6f8fa, #0d1117); border: 1px solid var(--_line); border-radius: var(--_radius); overflow-x: auto; tab-size: 2; direction: ltr; text-align: left; }
.prose pre code { font-size: 1em; }
.prose .link { color: var(--_primary); text-decoration: underline; text-underline-offset: 0.15em; overflow-wrap: anywhere; }
.link-host { color: var(--_muted); font-size: 0.875em; }
.prose .picture { max-inline-size: 100%; block-size: auto; vertical-align: middle; border-radius: calc(var(--_radius) / 2); }
.no-picture { padding: 0.1em 0.4em; color: var(--_muted); background: var(--_shade); border: 1px dashed var(--_control-line); border-radius: 0.25em; font-size: 0.875em; }
.as-written { white-space: pre-wrap; overflow-wrap: anywhere; }
.prose .table { inline-size: auto; min-inline-size: 100%; }
.prose .scroller:has(> .large) { inline-size: 100%; }
.prose .scroller { inline-size: fit-content; max-inline-size: 100%; }
`;

const CODE_CSS = `
.code { --_paper: light-dark(#f6f8fa, #0d1117); border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_paper); overflow: hidden; }
.code-head { display: flex; align-items: center; gap: 0.75rem; padding-block: 0.25rem; padding-inline: 1rem 0.25rem; border-block-end: 1px solid var(--_line); background: var(--_surface); font-size: 0.875em; }
.code-title { font-weight: 600; min-inline-size: 0; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.code-language { color: var(--_muted); font-family: var(--_mono); font-size: 0.9em; overflow-wrap: anywhere; }
.copy { margin-inline-start: auto; flex: none; min-block-size: 2rem; padding-block: 0.125rem; min-inline-size: 4.5rem; }
.code-scroller { max-block-size: 36rem; border-radius: 0; direction: ltr; }
.code-box { inline-size: max-content; min-inline-size: 100%; margin: 0; padding: 0.875rem 1rem; font: 0.875em/1.55 var(--_mono); color: var(--_text); tab-size: 2; white-space: pre; text-align: left; }
.code-text { font: inherit; }
.code-part.far { display: block; content-visibility: auto; contain-intrinsic-size: auto 40rem auto 120rem; }
.code-piece { display: block; content-visibility: auto; contain-intrinsic-size: auto 40rem auto 500rem; }
.hl-keyword { color: light-dark(#b31d28, #ff7b72); }
.hl-string { color: light-dark(#0a3069, #a5d6ff); }
.hl-number, .hl-property { color: light-dark(#0550ae, #79c0ff); }
.hl-comment { color: light-dark(#59636e, #9198a1); font-style: italic; }
.hl-name { color: light-dark(#6639ba, #d2a8ff); }
.hl-added { color: light-dark(#116329, #7ee787); }
.hl-removed { color: light-dark(#b31d28, #ff7b72); }
.hl-emphasis { font-style: italic; } .hl-strong { font-weight: 700; }
`;

const STEPS_CSS = `
.steps-head { display: flex; align-items: center; gap: 0.75rem; margin-block-end: 0.75rem; }
.steps-progress { appearance: none; flex: 1; min-inline-size: 0; max-inline-size: 16rem; block-size: 0.5rem; border: 0; border-radius: 1rem; overflow: hidden; background: color-mix(in srgb, var(--_text) 14%, transparent); color: var(--_success); }
.steps-progress::-webkit-progress-bar { background: none; }
.steps-progress::-webkit-progress-value { background: var(--_success); border-radius: 1rem; }
.steps-progress::-moz-progress-bar { background: var(--_success); }
.steps-far { color: var(--_muted); font-size: 0.875em; font-variant-numeric: tabular-nums; }
.step-list { margin: 0; padding: 0; list-style: none; counter-reset: step; }
.step { --_kind: var(--_muted); position: relative; display: flex; flex-direction: column; min-block-size: 3.25rem; padding-inline-start: 2.75rem; padding-block-end: 0.75rem; counter-increment: step; }
.step::before { content: counter(step) / ''; position: absolute; inset-block-start: 0; inset-inline-start: 0; display: grid; place-items: center; inline-size: 1.875rem; block-size: 1.875rem; border: 2px solid var(--_kind); border-radius: 50%; color: var(--_kind); background: var(--_surface); font-size: 0.875em; font-weight: 600; box-sizing: border-box; }
.step:not(:last-child)::after { content: ''; position: absolute; inset-block: 2.125rem 0.25rem; inset-inline-start: calc(0.9375rem - 1px); inline-size: 2px; background: var(--_line); }
.step.completed { --_kind: var(--_success); } .step.failed { --_kind: var(--_danger); } .step.active { --_kind: var(--_primary); }
.step.completed::before { content: '\\2713' / ''; background: var(--_kind); color: var(--_surface); }
.step.failed::before { content: '!' / ''; background: var(--_kind); color: var(--_surface); }
.step.active::before { box-shadow: 0 0 0 4px color-mix(in srgb, var(--_kind) 22%, transparent); }
.step.completed:not(:last-child)::after { background: var(--_success); }
.step-label { padding-block-start: 0.1875rem; font-weight: 500; overflow-wrap: anywhere; unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent; }
.step.pending .step-label { color: var(--_muted); }
.step[aria-current] .step-label { font-weight: 700; }
.step-status { color: var(--_kind); font-size: 0.8125em; }
`;

const PROGRESS_CSS = `
.progress-frame { display: grid; grid-template-columns: 1fr auto; gap: 0.25rem 0.75rem; align-items: baseline; min-inline-size: 0; }
.progress-name { overflow-wrap: anywhere; unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent; }
.progress-far { grid-column: 2; color: var(--_muted); font-size: 0.875em; font-variant-numeric: tabular-nums; }
.progress { grid-column: 1 / -1; appearance: none; display: block; inline-size: 100%; block-size: 0.5rem; border: 0; border-radius: 1rem; overflow: hidden; background: color-mix(in srgb, var(--_text) 14%, transparent); color: var(--_primary); }
.progress::-webkit-progress-bar { background: none; }
.progress::-webkit-progress-value { background: var(--_primary); border-radius: 1rem; }
.progress::-moz-progress-bar { background: var(--_primary); border-radius: 1rem; }
.progress:indeterminate { background: repeating-linear-gradient(-45deg, color-mix(in srgb, var(--_primary) 65%, transparent) 0 0.375rem, transparent 0.375rem 0.75rem), color-mix(in srgb, var(--_text) 14%, transparent); }
.progress:indeterminate::-moz-progress-bar { background: none; }
`;

const MEDIA_CSS = `
@media (width < 30rem) {
  .chart, .steps { padding: 0.75rem; }
  .table :is(th, td) { padding-inline: 0.625rem; }
  .code-box { padding-inline: 0.75rem; }
}
@media (forced-colors: active) {
  .drawing, .legend-sign { forced-color-adjust: none; --_text: CanvasText; --_muted: CanvasText; --_line: CanvasText; --_control-line: ButtonBorder; --_danger: CanvasText; --_warning: CanvasText; --_success: CanvasText; --_shade: Canvas; }
  .chart, .legend-sign { --_paper: Canvas; }
  .drawing text { fill: CanvasText; }
  .step::before { border-color: CanvasText; }
}
@media print {
  .scroller, .code-scroller { max-block-size: none; overflow: visible; }
  .copy, .sorter .arrow { display: none; }
}
`;

export const VITRINE_CSS =
  FRAME_CSS + TABLE_CSS + CHART_CSS + PROSE_CSS + CODE_CSS + STEPS_CSS + PROGRESS_CSS + PICKERS_CSS + MEDIA_CSS;
