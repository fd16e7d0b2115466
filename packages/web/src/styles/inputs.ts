// Fields and their controls. Colours of checkboxes, radio buttons and ranges come from accent-color, so they stay native.

export const INPUTS_CSS = `
.field { display: flex; flex-direction: column; gap: 0.375rem; min-width: 0; margin: 0; padding: 0; border: 0; }
.label { padding: 0; font-weight: 500; overflow-wrap: anywhere; }
.required::after { content: " *" / ""; color: var(--_danger); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.input {
  width: 100%; min-width: 0; min-height: 2.5rem; margin: 0; padding: 0.4375rem 0.75rem; font: inherit; color: inherit;
  background: var(--_field); border: 1px solid var(--_control-line); border-radius: var(--_radius); transition: border-color 0.15s;
}
textarea.input { min-height: 5.5rem; max-height: 30rem; resize: vertical; field-sizing: content; }
.input::placeholder { color: var(--_muted); opacity: 1; }
.input:hover { border-color: var(--_text); }
.input:focus-visible { outline-offset: -2px; border-color: var(--_focus); }
.input[aria-invalid] { border-color: var(--_danger); box-shadow: inset 0 0 0 1px var(--_danger); }
.check { display: flex; align-items: flex-start; gap: 0.625rem; padding-block: 0.375rem; width: fit-content; max-width: 100%; cursor: pointer; }
.check .label { font-weight: inherit; }
.check[hidden] { display: none; }
.checkbox { flex: none; width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; cursor: inherit; accent-color: var(--_primary); }
.check:has(:disabled) { color: var(--_muted); cursor: not-allowed; }
.choices > .label { margin-bottom: 0.375rem; }
.choices > .unseen { margin: 0; }
.options { max-height: 22rem; margin: -0.25rem; padding: 0.25rem; overflow: auto; overscroll-behavior: contain; border-radius: var(--_radius); }
.option { overflow-wrap: anywhere; min-width: 0; }
.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.chips .check {
  position: relative; align-items: center; gap: 0; min-height: 2.25rem; padding: 0.25rem 0.875rem; background: var(--_field);
  border: 1px solid var(--_control-line); border-radius: 1.25rem; transition: background-color 0.15s;
}
.chips .checkbox { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; }
.chips .check:hover { border-color: var(--_text); }
.chips .check:has(:checked) { color: var(--_on-primary); background: var(--_primary); border-color: var(--_primary); }
.chips .check:has(:checked) .option::before { content: "\\2713\\a0" / ""; }
.chips .check:has(:disabled) { border-style: dashed; border-color: var(--_control-line); }
.chips .check:has(:focus-visible) { outline: 2px solid var(--_focus); outline-offset: 2px; }
.filter { display: flex; align-items: center; }
.count:not(:empty) { margin-inline-start: 0.75rem; }
.hint { margin: 0; }
.count, .hint { color: var(--_muted); font-size: 0.875rem; white-space: nowrap; }
.slider { display: grid; grid-template-columns: 1fr auto; }
.slider > .range, .slider > .problem { grid-column: 1 / -1; }
.output { color: var(--_muted); font-variant-numeric: tabular-nums; grid-column: 2; }
.range { width: 100%; min-height: 2rem; margin: 0; cursor: pointer; accent-color: var(--_primary); border-radius: var(--_radius); }
.range:focus-visible { outline-offset: -2px; }
.problem { margin: 0; padding-inline-start: 0.5rem; border-inline-start: 3px solid; color: var(--_danger); font-size: 0.875rem; overflow-wrap: anywhere; }
.problem.warning { color: var(--_warning); }
.problem.info { color: var(--_muted); }
.problem:empty { position: absolute; border: 0; }
.input:disabled, .range:disabled { opacity: 0.6; cursor: not-allowed; }
@media (forced-colors: active) { .chips .check:has(:checked) { color: HighlightText; background: Highlight; forced-color-adjust: none; } }
`;
