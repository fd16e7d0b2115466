// Buttons, tabs, dialogs.

export const ACTIONS_CSS = `
.button, .close { font: inherit; color: var(--_text); background: var(--_surface); border: 1px solid var(--_control-line); border-radius: var(--_radius); cursor: pointer; }
.button { display: inline-flex; align-items: center; justify-content: center; gap: 0.5em; max-inline-size: 100%; min-inline-size: 2.25rem; min-block-size: 2.25rem; padding: 0.3125rem 1rem; font-weight: 500; }
.row > .button { min-inline-size: min-content; }
.primary { background: var(--_primary); border-color: var(--_primary); color: var(--_on-primary); }
.borderless { background: none; border-color: transparent; color: var(--_primary); padding-inline: 0.625rem; }
.button:hover { background: var(--_shade); }
.button.borderless:hover { background: var(--_tint); }
.button.primary:hover { background: var(--_primary); box-shadow: 0 0 0 3px color-mix(in srgb, var(--_primary) 30%, transparent); }
.button:active { translate: 0 1px; }
.button[aria-disabled=true] { background: var(--_shade); border-color: transparent; color: var(--_muted); cursor: not-allowed; box-shadow: none; translate: none; }
.guarded { display: inline-flex; flex-direction: column; align-items: start; }
.status .problem { display: block; margin-block-start: 0.25rem; }
:is(.row, .column):not([class*=align-]) > :is(.button, .guarded) { align-self: start; }
.tabs { min-inline-size: 0; }
.tablist { display: flex; overflow-x: auto; scrollbar-width: thin; gap: 0.25rem; border-block-end: 1px solid var(--_line); }
.tab { flex: none; font: inherit; font-weight: 500; min-inline-size: 2.25rem; min-block-size: 2.25rem; padding: 0.375rem 0.875rem; color: var(--_muted); background: none; border: 0; border-block-end: 3px solid transparent; border-radius: var(--_radius) var(--_radius) 0 0; cursor: pointer; }
.tab:hover { background: var(--_tint); }
.tab:focus-visible { outline-offset: -2px; }
.tab[aria-selected=true] { color: var(--_primary); border-block-end-color: var(--_primary); }
.panel { padding-block-start: var(--_gap); border-radius: var(--_radius); }
.trigger[role=button] { cursor: pointer; border-radius: var(--_radius); }
.dialog { inline-size: fit-content; min-inline-size: min(20rem, 90vw); max-inline-size: min(40rem, 92vw); max-block-size: 90dvh; overflow: auto; padding: 1.25rem; color: var(--_text); background: var(--_surface); border: 1px solid var(--_line); border-radius: calc(var(--_radius) * 1.5); box-shadow: 0 1rem 3rem rgb(0 0 0 / 0.3); }
.speaker { margin-block: 0 0.75rem; margin-inline: 0 2.5rem; color: var(--_muted); font-size: 0.8125rem; }
.dialog::backdrop { background: rgb(0 0 0 / 0.5); }
.close { float: inline-end; display: grid; place-items: center; inline-size: 2rem; block-size: 2rem; margin-block: -0.375rem 0; margin-inline: 0.5rem -0.375rem; padding: 0; background: none; border-color: transparent; }
.close::before { content: '\\d7' / ''; font-size: 1.5rem; line-height: 1; }
.close:hover { background: var(--_shade); }
@media (forced-colors: active) {
  .button.primary { forced-color-adjust: none; }
  .tab { border-block-end-color: Canvas; }
  .tab[aria-selected=true] { border-block-end-color: Highlight; }
  .button[aria-disabled=true] { color: GrayText; border-color: GrayText; }
  .close { border-color: ButtonBorder; }
}
@media print {
  .button { border-color: #000; color: #000; background: none; }
}
`;
