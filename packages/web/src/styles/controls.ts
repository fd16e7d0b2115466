// Controls and what stands around them, wherever they stand: on surfaces, in forms, in questions. Colours of check boxes, radio
// buttons and ranges come from accent-color, so they stay native.

export const CONTROLS_CSS = `
:host { accent-color: var(--_primary); }
.field { display: flex; flex-direction: column; gap: 0.375rem; min-inline-size: 0; margin: 0; padding: 0; border: 0; }
.label { padding: 0; font-weight: 500; }
.label, .option, .problem, .hint { overflow-wrap: anywhere; }
.required::after { content: " *" / ""; color: var(--_danger); }
.unseen { position: absolute; clip-path: inset(50%); }
.input { inline-size: 100%; min-inline-size: 0; min-block-size: 2.5rem; margin: 0; padding: 0.4375rem 0.75rem; font: inherit; color: inherit; background: var(--_field); border: 1px solid var(--_control-line); border-radius: var(--_radius); }
textarea.input { min-block-size: 5.5rem; max-block-size: 30rem; resize: vertical; field-sizing: content; }
:is(.input, .range, .checkbox) { scroll-margin-block: 2.5rem; }
.input::placeholder { color: var(--_muted); opacity: 1; }
.input:hover, .chips .check:hover { border-color: var(--_text); }
:is(.input, .range, .tab):focus-visible { outline-offset: -2px; }
.input[aria-invalid] { border-color: var(--_danger); box-shadow: inset 0 0 0 1px var(--_danger); }
.check { display: flex; align-items: start; gap: 0.625rem; padding-block: 0.375rem; inline-size: fit-content; max-inline-size: 100%; cursor: pointer; }
.check .label { font-weight: inherit; }
.checkbox { flex: none; inline-size: 1.25rem; block-size: 1.25rem; margin: 0.125rem 0 0; cursor: inherit; }
.hint, .problem { margin: 0; font-size: 0.875rem; }
.hint { color: var(--_muted); }
.problem { padding-inline-start: 0.5rem; border-inline-start: 3px solid; color: var(--_danger); }
.hint:empty, .problem:empty { position: absolute; border: 0; }
`;

/** Lists to open, and files: not every page has them. */
export const PICKERS_CSS = `
select.input { appearance: none; padding-inline-end: 2.25rem; text-overflow: ellipsis; background-image: linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(-45deg, transparent 50%, currentColor 50%); background-size: 0.375rem 0.375rem; background-repeat: no-repeat; background-position: right 1.125rem center, right 0.75rem center; }
select.input:dir(rtl) { background-position: left 0.75rem center, left 1.125rem center; }
select.input option { background: var(--_field); color: var(--_text); }
.checkbox[aria-invalid] { outline: 2px solid var(--_danger); outline-offset: 1px; }
.input.file { padding: 0.3125rem 0.5rem; }
.input.file::file-selector-button { margin-inline-end: 0.75rem; padding: 0.25rem 0.75rem; font: inherit; font-weight: 500; color: var(--_text); background: var(--_shade); border: 1px solid var(--_control-line); border-radius: calc(var(--_radius) * 0.75); cursor: pointer; }
.input:is([type=number], [type=date]) { inline-size: min(100%, 16rem); }
`;
