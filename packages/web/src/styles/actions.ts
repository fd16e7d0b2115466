// Buttons.

export const ACTIONS_CSS = `
.button { font: inherit; color: var(--_text); background: var(--_surface); border: 1px solid var(--_control-line); border-radius: var(--_radius); cursor: pointer; }
.button { min-inline-size: 2.25rem; min-block-size: 2.25rem; padding: 0.3125rem 1rem; font-weight: 500; }
.button { display: inline-flex; align-items: center; justify-content: center; gap: 0.5em; max-inline-size: 100%; }
.row > .button { min-inline-size: min-content; }
.primary { background: var(--_primary); border-color: var(--_primary); color: var(--_on-primary); }
.borderless { background: none; border-color: transparent; color: var(--_primary); padding-inline: 0.625rem; }
.button:not(.primary, [aria-disabled=true]):hover { background: var(--_tint); }
.primary:not([aria-disabled=true]):hover { box-shadow: 0 0 0 3px var(--_shade); }
.button:active { translate: 0 1px; }
.button[aria-busy=true] { position: relative; cursor: progress; }
.button[aria-busy=true]::after { content: ''; position: absolute; inset-inline: 0; inset-block-end: 0; block-size: 3px; border-radius: var(--_radius); background: linear-gradient(90deg, transparent, currentColor, transparent) 50% 0 / 50% 100% no-repeat; animation: busy 1.2s linear 0.15s infinite backwards; }
@keyframes busy { from { background-position: -100% 0; } to { background-position: 200% 0; } }
.send-note { font-size: 0.8125em; font-weight: 400; }
.button[aria-disabled=true]:not([aria-busy]) { background: var(--_shade); border-color: transparent; color: var(--_muted); cursor: not-allowed; box-shadow: none; translate: none; }
.guarded { display: inline-flex; flex-direction: column; align-items: start; }
.status { margin-block-start: 0.25rem; }
:is(.row, .column):not([class*=align-]) > :is(.button, .guarded) { align-self: start; }
@media (prefers-reduced-motion: reduce) {
  .button[aria-busy=true]::after { animation: none; background: repeating-linear-gradient(-45deg, currentColor 0 0.25rem, transparent 0.25rem 0.5rem); }
}
@media (forced-colors: active) {
  .button.primary { forced-color-adjust: none; }
  .button[aria-disabled=true] { color: GrayText; border-color: GrayText; }
}
@media print {
  .button { border-color: #000; color: #000; background: none; }
}
`;
