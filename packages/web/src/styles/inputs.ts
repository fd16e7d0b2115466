// Fields and their controls. Colours of checkboxes, radio buttons and ranges come from accent-color, so they stay native.

export const INPUTS_CSS = `
:host { accent-color: var(--_primary); }
.field { display: flex; flex-direction: column; gap: 0.375rem; min-inline-size: 0; margin: 0; padding: 0; border: 0; }
.label { padding: 0; font-weight: 500; }
.label, .option, .problem { overflow-wrap: anywhere; }
.required::after { content: " *" / ""; color: var(--_danger); }
.unseen { position: absolute; clip-path: inset(50%); }
.input { inline-size: 100%; min-inline-size: 0; min-block-size: 2.5rem; margin: 0; padding: 0.4375rem 0.75rem; font: inherit; color: inherit; background: var(--_field); border: 1px solid var(--_control-line); border-radius: var(--_radius); }
textarea.input { min-block-size: 5.5rem; max-block-size: 30rem; resize: vertical; field-sizing: content; }
.input::placeholder { color: var(--_muted); opacity: 1; }
.input:hover, .chips .check:hover { border-color: var(--_text); }
:is(.input, .range, .tab):focus-visible { outline-offset: -2px; }
.input[aria-invalid] { border-color: var(--_danger); box-shadow: inset 0 0 0 1px var(--_danger); }
.check { display: flex; align-items: start; gap: 0.625rem; padding-block: 0.375rem; inline-size: fit-content; max-inline-size: 100%; cursor: pointer; }
.check .label { font-weight: inherit; }
.checkbox { flex: none; inline-size: 1.25rem; block-size: 1.25rem; margin: 0.125rem 0 0; cursor: inherit; }
.check:has(:disabled) { color: var(--_muted); cursor: not-allowed; }
.choices > .label { margin-block-end: 0.375rem; }
.options { max-block-size: 22rem; margin: -0.25rem; padding: 0.25rem; overflow: auto; overscroll-behavior: contain; border-radius: var(--_radius); }
.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.chips .check { position: relative; align-items: center; min-block-size: 2.25rem; padding: 0.25rem 0.875rem; background: var(--_field); border: 1px solid var(--_control-line); border-radius: 1.25rem; }
.chips .checkbox { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; margin: 0; opacity: 0; }
.chips .check:has(:checked) { color: var(--_on-primary); background: var(--_primary); border-color: var(--_primary); }
.chips :checked + .option::before { content: "\\2713\\a0" / ""; }
.chips .check:has(:disabled) { border: 1px dashed var(--_control-line); }
.chips .check:has(:focus-visible) { outline: 2px solid var(--_focus); outline-offset: 2px; }
.filter { display: flex; align-items: center; }
.count:not(:empty) { margin-inline-start: 0.75rem; }
.hint, .problem { margin: 0; }
.count, .hint, .output { color: var(--_muted); white-space: nowrap; }
.count, .hint, .problem { font-size: 0.875rem; }
.slider { display: grid; grid-template-columns: 1fr auto; }
.slider > .range, .slider > .problem { grid-column: 1 / -1; }
.output { grid-column: 2; }
.range { inline-size: 100%; min-block-size: 2rem; margin: 0; cursor: pointer; border-radius: var(--_radius); }
.range:disabled { opacity: 0.6; cursor: not-allowed; }
.problem { padding-inline-start: 0.5rem; border-inline-start: 3px solid; color: var(--_danger); }
.field > .problem, :is(.row, .sideways) .status { inline-size: 0; min-inline-size: 100%; }
.problem.warning { color: var(--_warning); }
.problem.info { color: var(--_muted); }
.hint:empty, .problem:empty { position: absolute; border: 0; }
@media (forced-colors: active) { .chips .check:has(:checked) { forced-color-adjust: none; } }
`;
