// The chrome of a session: where surfaces stand, and what the host itself shows about them. Styles of what most sessions
// do not show at once are added with its code.

import { StyleParts } from './style-parts.ts';
import { TOKENS_CSS } from './tokens.ts';

// Comments stand beside the styles, for pages load these as they are.

/** `[dir="auto"]`: words run in their own direction, from the side that the page starts at. `.elsewhere` is in sight for as long as anything of its surface is. */
const LAYOUT_CSS = `
:host { container-type: inline-size; --_band: light-dark(#16202c, #dfe6ee); --_on-band: light-dark(#ffffff, #10161d);
  --_raised: var(--vitrine-raised, light-dark(#ffffff, #1d232b)); --_shadow: 0 4px 14px rgb(0 0 0 / 0.2), 0 1px 3px rgb(0 0 0 / 0.18); }
[hidden] { display: none !important; }
:is(div, span)[dir="auto"] { text-align: -webkit-match-parent; text-align: match-parent; }
.layout { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
.layout.coming { visibility: hidden; }
.main, .sidebar { display: grid; gap: 1.5rem; min-width: 0; grid-template-columns: minmax(0, 1fr); }
.main:empty { display: none; }
.sidebar { border-block-start: 1px solid var(--_line); padding-block-start: 1.5rem; }
@container (min-width: 48rem) {
  .layout.sided { grid-template-columns: minmax(0, 1fr) minmax(14rem, 20rem); }
  .sidebar { border-block-start: 0; padding-block-start: 0; border-inline-start: 1px solid var(--_line);
    padding-inline-start: 1.5rem; grid-column: 2; }
}
.elsewhere { display: flex; align-items: start; gap: 0.375rem; margin: 0; color: var(--_warning); font-size: 0.875em; font-weight: 600; }
.elsewhere .icon { margin-block-start: 0.125em; }
.framed { min-width: 0; }
.framed.foreign { border: 1px dashed var(--_warning); border-radius: var(--_radius); padding: 0 1rem 1rem; }
.framed > .elsewhere { position: sticky; inset-block-start: 0; z-index: 1; margin: 0 -1rem 1rem; padding: 0.375rem 1rem; border-radius: var(--_radius);
  background: color-mix(in srgb, var(--_warning) 10%, var(--_surface)); }
.empty { margin: 0; padding: 3rem 1rem; text-align: center; color: var(--_muted); grid-column: 1 / -1; }
.hush { position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.icon { flex: none; inline-size: 1.25em; block-size: 1.25em; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
`;

/**
 * `.passing` stands over what is shown, and late: a line that is back within a second is no news. Over nothing it makes its own
 * place, because the element is no higher than what stands in it.
 */
const NOTICE_CSS = `
.notice { padding: 1.25rem 1.5rem; margin-block-end: 1.5rem; border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_surface); }
.notice-text[hidden] { display: none; }
.notice p { margin: 0; overflow-wrap: anywhere; }
.notice-title { font-weight: 600; }
.notice-text { color: var(--_muted); margin-block-start: 0.25rem; }
.notice.passing { position: absolute; z-index: 2; inset-block-start: 0; inset-inline-end: 0; margin: 0; padding: 0.125rem 0.75rem; border-radius: 1rem; font-size: 0.875em;
  box-shadow: var(--_shadow); pointer-events: none; animation: appear 0.2s 1s both; }
.notice.passing:only-child { position: relative; inline-size: fit-content; margin-inline-start: auto; }
@keyframes appear { from { opacity: 0; visibility: hidden; } }
`;

export const chromeStyles = new StyleParts({
  tokens: TOKENS_CSS,
  controls: '',
  layout: LAYOUT_CSS,
  notice: NOTICE_CSS,
  layers: '',
});
