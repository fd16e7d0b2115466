// How questions, tasks, notes and links of a session look. It comes with the code that shows them.

const TASKS_CSS = `
.tasks { margin-block-end: 1.5rem; border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_surface); overflow: clip; }
.task-list { list-style: none; margin: 0; padding: 0; }
.task { display: grid; grid-template-columns: minmax(0, 1fr) auto auto; align-items: center; column-gap: 0.75rem; padding-block: 0.25rem; padding-inline: 1rem 0.375rem; }
.task + .task { border-block-start: 1px solid var(--_line); }
.task-name { overflow-wrap: anywhere; }
.task-far { color: var(--_muted); font-variant-numeric: tabular-nums; font-size: 0.875em; }
.task .button { min-block-size: 2rem; padding: 0.125rem 0.5rem; font-size: 0.875em; }
.task .button[aria-disabled="true"] { background: none; }
.tasks > .button { inline-size: 100%; border-block-start: 1px solid var(--_line); border-radius: 0; }
.progress { grid-column: 1 / -1; appearance: none; display: block; inline-size: calc(100% - 0.625rem); block-size: 0.375rem; margin-block-end: 0.5rem; border: 0; border-radius: 1rem; overflow: hidden;
  background: color-mix(in srgb, var(--_text) 14%, transparent); color: var(--_primary); }
.progress::-webkit-progress-bar { background: none; }
.progress::-webkit-progress-value { background: var(--_primary); border-radius: 1rem; transition: inline-size 0.2s; }
.progress::-moz-progress-bar { background: var(--_primary); border-radius: 1rem; }
.progress:indeterminate { background: linear-gradient(90deg, transparent 20%, var(--_primary) 50%, transparent 80%) 0 0 / 50% 100% no-repeat, color-mix(in srgb, var(--_text) 14%, transparent); animation: pass 1.6s infinite linear; }
.progress:indeterminate::-moz-progress-bar { background: none; }
@container (min-width: 40rem) {
  .task { grid-template-columns: minmax(0, 1fr) minmax(8rem, 16rem) 7.5rem auto; }
  .progress { grid-area: 1 / 2; inline-size: 100%; margin: 0; }
  .task .button { min-inline-size: 6.5rem; }
}
@keyframes pass { from { background-position: -100% 0; } to { background-position: 200% 0; } }
`;

const NOTES_CSS = `
.notes { flex: 0 1 26rem; min-inline-size: 0; margin-inline-start: auto; }
.notes, .links, .toasts { display: flex; flex-direction: column; gap: 0.5rem; }
:is(.links, .toasts):not(:has(.link-bar, .toast)) { display: none; }
.toast, .link-bar { display: flex; align-items: start; gap: 0.625rem; padding-block: 0.5rem; padding-inline: 0.875rem 0.5rem; background: var(--_raised); color: var(--_text);
  border: 1px solid var(--_line); border-inline-start: 4px solid var(--_kind, var(--_primary)); border-radius: var(--_radius); box-shadow: var(--_shadow); animation: rise 0.18s ease-out; }
.toast > .icon, .link-bar > .icon { margin-block-start: 0.4rem; color: var(--_kind, var(--_primary)); }
.toast-words, .link-words { flex: 1; min-inline-size: 0; margin: 0; padding-block: 0.25rem; overflow-wrap: anywhere; max-block-size: 30vh; overflow: auto; }
.from { color: var(--_muted); font-weight: 600; font-size: 0.875em; display: block; }
.toast-text { display: block; white-space: pre-line; }
.success { --_kind: var(--_success); } .warning { --_kind: var(--_warning); } .error { --_kind: var(--_danger); }
.link-bar { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; }
.link-bar .primary { grid-area: 2 / 2 / auto / 4; justify-self: end; margin-inline-end: 0.375rem; margin-block-end: 0.25rem; }
.link-rest { color: var(--_muted); font-size: 0.875em; }
.more { margin: 0; align-self: end; padding: 0.125rem 0.75rem; border-radius: 1rem; background: var(--_band); color: var(--_on-band); font-size: 0.875em; }
@keyframes rise { from { opacity: 0; translate: 0 0.5rem; } }
`;

const ASK_CSS = `
.ask { --_kind: var(--_primary); inline-size: min(34rem, calc(100vw - 1rem)); max-inline-size: none; max-block-size: calc(100dvh - 1rem); margin: 0.5rem auto auto; padding: 0; border: 0; border-radius: calc(var(--_radius) * 1.5);
  background: var(--_raised); color: var(--_text); box-shadow: 0 0 0 1px var(--_line), var(--_shadow); overflow: hidden; font: var(--vitrine-font, 1rem/1.5 system-ui, sans-serif); }
@media (min-height: 40rem) { .ask { margin-block-start: 10dvh; max-block-size: 80dvh; } }
.ask[open] { display: flex; animation: rise 0.18s ease-out; }
.ask::backdrop { background: rgb(8 12 18 / 0.55); }
.ask.warning { --_kind: var(--_warning); } .ask.critical { --_kind: var(--_danger); }
.ask-form { display: flex; flex: 1; flex-direction: column; min-block-size: 0; min-inline-size: 0; max-block-size: inherit; }
.ask-head { display: flex; flex: none; align-items: center; gap: 0.625rem; padding: 0.75rem 1.25rem; background: var(--_band); color: var(--_on-band); }
.ask-title { flex: 1; margin: 0; font-size: 1rem; font-weight: 600; line-height: 1.4; overflow-wrap: anywhere; }
.ask-count { font-size: 0.875em; padding: 0.0625rem 0.625rem; border: 1px solid currentColor; border-radius: 1rem; white-space: nowrap; }
.ask-body { display: flex; flex: 0 1 auto; flex-direction: column; gap: 0.75rem; min-block-size: 0; overflow: auto; padding: 1.25rem; border-block-start: 4px solid var(--_kind); }
.ask-body:focus-visible { outline-offset: -4px; }
.ask-body > * { flex: none; margin: 0; }
.ask-body > .hush { position: absolute; }
.prompt { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 1.0625rem; }
.prompt:focus-visible { outline-offset: 4px; }
.gravity { display: flex; gap: 0.5rem; padding: 0.5rem 0.75rem; border-radius: var(--_radius); font-weight: 600; color: var(--_kind); background: color-mix(in srgb, var(--_kind) 10%, transparent); }
.gravity.critical { --_kind: var(--_danger); }
.gravity .icon { margin-block-start: 0.125em; }
/* What is wrong stays in sight beside the focus. */
.ask-body .input:focus-visible { outline-offset: 1px; }
.choices { display: flex; flex-direction: column; gap: 0.375rem; max-block-size: 40dvh; overflow: auto; padding: 3px; margin: -3px; }
.choices > .check { inline-size: auto; padding: 0.5rem 0.75rem; border: 1px solid var(--_line); border-radius: var(--_radius); }
.choices > .check:hover { background: color-mix(in srgb, var(--_text) 5%, transparent); }
.choices > .check:has(:checked) { border-color: var(--_primary); background: color-mix(in srgb, var(--_primary) 8%, transparent); }
.countdown { display: flex; align-items: center; gap: 0.375rem; color: var(--_muted); font-variant-numeric: tabular-nums; font-size: 0.9375em; }
.countdown.urgent { color: var(--_danger); font-weight: 600; }
.ask-actions { display: flex; flex: none; flex-wrap: wrap; justify-content: end; align-items: center; gap: 0.5rem; padding: 0.5rem 1.25rem 1.25rem; }
.later { margin-inline-end: auto; margin-inline-start: -1rem; }
.sent { display: flex; align-items: center; gap: 0.5rem; margin: 0; margin-inline-end: auto; color: var(--_success); font-weight: 500; }
/* Where head and buttons would leave no room for the question, all of it scrolls but who asks. */
@media (max-height: 24rem) {
  .ask-form { overflow: auto; }
  .ask-body { flex: none; overflow: visible; }
  .ask-head { position: sticky; inset-block-start: 0; z-index: 1; padding-block: 0.5rem; }
}
@media (prefers-reduced-motion: reduce) {
  .ask[open], .toast, .link-bar { animation: none; }
  .progress::-webkit-progress-value { transition: none; }
  .progress:indeterminate { animation: none; background: repeating-linear-gradient(-45deg, color-mix(in srgb, var(--_primary) 65%, transparent) 0 0.375rem, transparent 0.375rem 0.75rem), color-mix(in srgb, var(--_text) 14%, transparent); }
}
@media (forced-colors: active) {
  .panel, .toast, .link-bar, .ask, .button, .elsewhere { border: 1px solid CanvasText; }
  .progress:indeterminate { background: CanvasText; }
}
`;

export const SESSION_CHROME_CSS = TASKS_CSS + NOTES_CSS + ASK_CSS;
