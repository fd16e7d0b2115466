// Cards, forms, pictures and alerts of AgentChains; what it shares with the extension catalog stands in vitrine.ts.

const FRAME_CSS = `
.subtitle, .description { margin: 0; unicode-bidi: plaintext; white-space: pre-line; overflow-wrap: anywhere; text-align: -webkit-match-parent; text-align: match-parent; }
.subtitle { color: var(--_muted); }
.title + .subtitle { margin-block-start: -0.375rem; }
.image.free { inline-size: fit-content; block-size: auto; max-inline-size: 100%; min-inline-size: min(100%, 8rem); min-block-size: 2.5rem; }
.image.free[style*=ratio] { min-block-size: 0; min-inline-size: 0; }
.image.free:not([style*=ratio]):has(> .instead:only-child) { inline-size: min(100%, 24rem); block-size: 8rem; }
.image.free img { inline-size: auto; block-size: auto; max-inline-size: 100%; }
.image.free[style*=ratio] img { inline-size: 100%; block-size: 100%; }
.figure .caption { margin-block-start: 0.5rem; unicode-bidi: plaintext; overflow-wrap: anywhere; }
.figure { margin: 0; min-inline-size: 0; }
.form { padding: 1rem 1.125rem; border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_surface); }
`;

const CARD_CSS = `
.card.profile { padding: 0; overflow: hidden; max-inline-size: 40rem; }
.image.banner { inline-size: 100%; block-size: auto; aspect-ratio: 16 / 7; border-radius: 0; border-block-end: 1px solid var(--_line); }
.image.banner img { object-fit: cover; }
.card-body { display: flex; flex-direction: column; gap: 0.75rem; padding: 1.125rem 1.25rem 1.25rem; }
.card-body > .title { margin: 0; font-size: 1.25em; }
.card-body > .subtitle { margin-block-start: -0.5rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 9.5rem), 1fr)); gap: 0.75rem 1.25rem; margin: 0; padding-block: 0.75rem; border-block: 1px solid var(--_line); }
.facts:last-child { border-block-end: 0; padding-block-end: 0; }
.fact { min-inline-size: 0; }
.fact dt { color: var(--_muted); font-size: 0.8125em; overflow-wrap: anywhere; }
.fact dd { margin: 0; font-weight: 600; white-space: pre-line; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent; }
.card-actions, .form-actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.card-actions .button { overflow-wrap: anywhere; }
.leads::after { content: '\\2197' / ''; font-size: 0.9em; }
`;

const FORM_CSS = `
.form { display: flex; flex-direction: column; gap: 1rem; max-inline-size: 40rem; min-inline-size: 0; }
.form > .title { margin: 0; }
.form > .description { margin-block-start: -0.5rem; color: var(--_muted); }
.fields { display: flex; flex-direction: column; gap: 1rem; }
.fields:empty { display: none; }
`;

const ALERT_CSS = `
.alert { display: flex; align-items: start; gap: 0.75rem; padding: 0.75rem 1rem; border: 1px solid color-mix(in srgb, var(--_kind) 45%, var(--_surface)); border-inline-start: 4px solid var(--_kind); border-radius: var(--_radius); background: color-mix(in srgb, var(--_kind) 7%, var(--_surface)); }
.alert.info { --_kind: var(--_primary); } .alert.success { --_kind: var(--_success); } .alert.warning { --_kind: var(--_warning); } .alert.error { --_kind: var(--_danger); }
.alert > .icon { color: var(--_kind); }
.alert-words { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
.severity { margin-inline-end: 0.5em; color: var(--_kind); font-weight: 600; font-size: 0.875em; }
.alert-title { unicode-bidi: plaintext; }
.alert-message { margin: 0.125rem 0 0; white-space: pre-line; unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent; }
.alert .close { float: none; flex: none; margin: -0.25rem; margin-inline-end: -0.5rem; }
.alert-place:focus { outline: none; }
`;

const MEDIA_CSS = `
@media (width < 30rem) {
  .form { padding: 0.75rem; }
}
@media (forced-colors: active) {
  .alert { border-color: CanvasText; }
}
`;

export const AGENTCHAINS_CSS = FRAME_CSS + CARD_CSS + FORM_CSS + ALERT_CSS + MEDIA_CSS;
