// Inputs of surfaces, beside what all controls have in common: choices, chips, sliders.

import { CONTROLS_CSS } from './controls.ts';
import { surfaceStyles } from './sheet.ts';

/** Whatever draws a field calls this before. */
export function addInputStyles(): void {
  // At once: the sheet is parsed anew with each part that is added.
  surfaceStyles.add('inputs', CONTROLS_CSS + INPUTS_CSS);
}

const INPUTS_CSS = `
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
.count, .output { color: var(--_muted); white-space: nowrap; }
.count { font-size: 0.875rem; }
.slider { display: grid; grid-template-columns: 1fr auto; }
.slider > .range, .slider > .problem { grid-column: 1 / -1; }
.output { grid-column: 2; }
.range { inline-size: 100%; min-block-size: 2rem; margin: 0; cursor: pointer; border-radius: var(--_radius); }
.range:disabled { opacity: 0.6; cursor: not-allowed; }
.field > .problem, :is(.row, .sideways) .status { inline-size: 0; min-inline-size: 100%; }
.problem.warning { color: var(--_warning); }
.problem.info { color: var(--_muted); }
@media (forced-colors: active) { .chips .check:has(:checked) { forced-color-adjust: none; } }
`;
