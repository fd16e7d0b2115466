// What stands over the surfaces of a session: panels, the shelf, and the buttons of the chrome.

export const LAYERS_CSS = `
.button { display: inline-flex; align-items: center; justify-content: center; gap: 0.4em; min-block-size: 2.5rem; max-inline-size: 100%;
  padding: 0.375rem 1rem; border: 1px solid var(--_control-line); border-radius: var(--_radius); background: none; color: var(--_text);
  font: inherit; font-weight: 500; text-decoration: none; text-align: start; overflow-wrap: anywhere; cursor: pointer; }
.button:hover { background: color-mix(in srgb, var(--_text) 8%, transparent); }
.button.primary { background: var(--_primary); border-color: var(--_primary); color: var(--_on-primary); }
.button.danger { background: var(--_danger); border-color: var(--_danger); color: light-dark(#ffffff, #3b0a07); }
.button.primary:hover, .button.danger:hover { filter: brightness(1.08); }
.button.quiet { border-color: transparent; color: var(--_muted); }
.button.quiet:hover { color: var(--_text); }
.button.sign { padding: 0; inline-size: 2rem; min-block-size: 2rem; flex: none; }
.button[aria-disabled="true"] { background: color-mix(in srgb, var(--_text) 10%, transparent); border-color: transparent; color: var(--_muted); cursor: default; filter: none; }
.panel > .elsewhere { padding: 0.375rem 1rem; background: color-mix(in srgb, var(--_warning) 10%, transparent); }
.ask-body > .elsewhere { padding: 0.5rem 0.75rem; border-radius: var(--_radius); background: color-mix(in srgb, var(--_warning) 10%, transparent); }
.panels, .shelf { margin: 0; padding: 0; border: 0; background: none; color: inherit; inset: auto; overflow: visible; max-inline-size: none; max-block-size: none; }
.panels:popover-open { position: fixed; display: flex; flex-direction: column; gap: 0.75rem; inset-block-start: 0; inset-inline-end: 0; padding: 1rem;
  inline-size: min(30rem, 100vw); max-block-size: 100dvh; overflow: auto; pointer-events: none; }
.panel { pointer-events: auto; display: flex; flex: none; flex-direction: column; max-block-size: min(36rem, calc(100dvh - 2rem)); background: var(--_raised); color: var(--_text); border: 1px solid var(--_line);
  border-radius: calc(var(--_radius) * 1.5); box-shadow: var(--_shadow); overflow: clip; }
.panel-head { display: flex; align-items: center; gap: 0.5rem; padding-block: 0.375rem; padding-inline: 1rem 0.375rem; border-block-end: 1px solid var(--_line); }
.title { flex: 1; margin: 0; color: var(--_muted); font-size: 0.875em; overflow-wrap: anywhere; }
.panel-body { overflow: auto; padding: 1rem; }
.panel-body:focus-visible { outline-offset: -3px; }
.shelf:popover-open { position: fixed; display: flex; flex-wrap: wrap-reverse; align-items: end; justify-content: space-between; gap: 0.75rem; inset-block-end: 0; inset-inline: 0;
  inline-size: auto; max-block-size: 100dvh; overflow: auto; padding: 1rem; pointer-events: none; }
/* Chips stand at the end of what can be seen of the session: what is beside it belongs to others. */
.chip-place { display: none; }
@supports (position-anchor: --chips) {
  .chip-place:has(~ .shelf .chip:not([hidden])) { display: block; position: sticky; inset-block-end: 0; block-size: 4.5rem; anchor-name: --chips; pointer-events: none; }
  .chips { position: fixed; position-anchor: --chips; left: anchor(left, 0px); right: anchor(right, 0px); bottom: anchor(bottom, 0px); padding: 1rem; }
}
.button.chip, .link-bar, .toast { pointer-events: auto; }
.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.button.chip { background: var(--_band); border-color: var(--_on-band); color: var(--_on-band); border-radius: 2rem; box-shadow: var(--_shadow); }
.button.chip:hover { background: color-mix(in srgb, var(--_band) 85%, var(--_on-band)); }
`;
