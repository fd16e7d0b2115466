// The colours, sizes and fonts that all styles use. Pages set the public --vitrine-* properties (docs/theming.md); styles
// read only the private --_* ones, which fall back to the agent's theme and then to what suits the colour scheme. The
// scheme is that of the page: it is inherited.

/** White where it is readable, else black: at a luminance of 0.179 both have a contrast of 4.58 (WCAG 2.2). */
const READABLE_ON_PRIMARY =
  'color(from var(--_primary) xyz-d65 calc(0.9505 * clamp(0, (0.179 - y) * 99999, 1)) clamp(0, (0.179 - y) * 99999, 1) calc(1.089 * clamp(0, (0.179 - y) * 99999, 1)))';

export const TOKENS_CSS = `
:host {
  --_text: var(--vitrine-text, light-dark(#1b1f24, #e8edf2));
  --_muted: var(--vitrine-muted, light-dark(#57606a, #9aa5b1));
  --_surface: var(--vitrine-surface, light-dark(#fff, #161b22));
  --_field: var(--vitrine-field, light-dark(#fff, #0d1117));
  --_line: var(--vitrine-line, light-dark(#d0d7de, #373e47));
  --_control-line: var(--vitrine-control-line, #7d8590);
  --_primary: var(--vitrine-primary, var(--_agent-primary, light-dark(#0b57d0, #a8c7fa)));
  --_on-primary: var(--vitrine-on-primary, ${READABLE_ON_PRIMARY});
  --_danger: var(--vitrine-danger, light-dark(#b3261e, #f2b8b5));
  --_warning: var(--vitrine-warning, light-dark(#8a4b00, #ffb870));
  --_success: var(--vitrine-success, light-dark(#146c2e, #6dd58c));
  --_focus: var(--vitrine-focus, var(--_primary));
  --_gap: var(--vitrine-gap, 0.75rem);
  --_radius: var(--vitrine-radius, 0.5rem);
  --_mono: var(--vitrine-font-mono, ui-monospace, monospace);
  --_tint: color-mix(in srgb, var(--_primary) 8%, transparent);
  --_shade: light-dark(#eaeef2, #21262d);
  display: block;
  contain: content;
  /* Room for a focus ring, and for a border that a display of 125% rounds to the other side of the edge. */
  overflow-clip-margin: 6px;
  isolation: isolate;
  color: var(--_text);
  font: var(--vitrine-font, 1rem/1.5 var(--_agent-font, system-ui), sans-serif);
  overflow-wrap: break-word;
}
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
:focus-visible { outline: 2px solid var(--_focus); outline-offset: 2px; }
.placeholder { display: block; margin: 0; padding: 0.375rem 0.625rem; border: 1px dashed var(--_control-line); border-radius: var(--_radius); color: var(--_muted); font-size: 0.875em; }
.skeleton { display: block; min-width: 3rem; min-height: 1.25rem; border-radius: var(--_radius); background: var(--_shade); }
@media (prefers-reduced-motion: no-preference) {
  .skeleton { animation: wait 1.6s ease-in-out infinite alternate; }
  @keyframes wait { to { opacity: 0.45; } }
}
@media (prefers-contrast: more) {
  :host { --_muted: var(--_text); --_line: var(--_control-line); --_control-line: var(--_text); }
}
@media (forced-colors: active) {
  :host { --_primary: Highlight; --_on-primary: HighlightText; --_shade: Canvas; }
  .skeleton { border: 1px solid GrayText; }
}
@media print {
  :host { contain: none; color: #000; }
  .skeleton { display: none; }
}
`;
