// What few surfaces have: pictures, icons, players, tabs, dialogs.

import { surfaceStyles } from './sheet.ts';

/** Whatever draws one of them calls this before. */
export function addRareStyles(): void {
  surfaceStyles.add('media', MEDIA_CSS);
  surfaceStyles.add('overlays', OVERLAYS_CSS);
}

const MEDIA_CSS = `
.icon { flex: none; width: 1.5rem; height: 1.5rem; vertical-align: middle; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.button .icon { width: 1.25em; height: 1.25em; }
.filled { fill: currentColor; stroke: none; }
.turns:dir(rtl) { scale: -1 1; }
.image, .video { display: block; position: relative; flex: none; overflow: hidden; max-width: 100%; border-radius: var(--_radius); }
.image { width: 300px; height: 200px; }
.size-icon { width: 24px; height: 24px; border-radius: 0; }
.size-avatar { width: 40px; height: 40px; border-radius: 50%; }
.size-smallFeature { width: 100px; height: 100px; }
.size-largeFeature { width: 100%; height: min(400px, 75vw); }
.size-header { width: 100%; }
.image img { display: block; width: 100%; height: 100%; object-fit: contain; }
:is(.size-avatar, .size-header, .fit-cover) img { object-fit: cover; }
.fit-contain img { object-fit: contain; }
.fit-fill img { object-fit: fill; }
.fit-none img { object-fit: none; }
[class*=fit-scale] img { object-fit: scale-down; }
.instead { display: grid; place-content: center; justify-items: center; position: absolute; inset: 0; padding: 0.5rem; overflow: hidden; text-align: center; white-space: pre-line; overflow-wrap: anywhere; font-size: 0.8125em; line-height: 1.35; color: var(--_muted); background: var(--_shade); }
.instead[title] { border: 1px dashed var(--_control-line); border-radius: inherit; }
:is(.size-icon, .size-avatar) > .instead { font-size: 0; padding: 0; }
:is(.size-icon, .size-avatar) > .instead[title] { background: linear-gradient(to top right, var(--_shade) 46%, var(--_control-line) 47% 53%, var(--_shade) 54%); }
.video { width: 100%; max-width: 40rem; }
:is(.video, .audio) > .instead { position: static; min-height: 5rem; border-radius: var(--_radius); }
.video > * { aspect-ratio: 16/9; }
.video > .player { display: block; width: 100%; background: #000; border-radius: var(--_radius); }
.audio { display: flex; flex-direction: column; gap: 0.25rem; }
.audio > .player { width: 100%; max-width: 30rem; }
`;

const OVERLAYS_CSS = `
.close, .tab { font: inherit; color: var(--_text); background: var(--_surface); border: 1px solid var(--_control-line); border-radius: var(--_radius); cursor: pointer; }
.tab { min-inline-size: 2.25rem; min-block-size: 2.25rem; padding: 0.3125rem 1rem; font-weight: 500; }
:is(.tab, .close):not([aria-disabled=true]):hover { background: var(--_tint); }
.tabs { min-inline-size: 0; }
.tablist { display: flex; overflow-x: auto; scrollbar-width: thin; gap: 0.25rem; border-block-end: 1px solid var(--_line); }
.tab { flex: none; color: var(--_muted); background: none; border: 0; border-block-end: 3px solid transparent; border-radius: var(--_radius) var(--_radius) 0 0; }
.tab[aria-selected=true] { color: var(--_primary); border-block-end-color: var(--_primary); }
.panel { padding-block-start: var(--_gap); border-radius: var(--_radius); }
.trigger[role=button] { cursor: pointer; border-radius: var(--_radius); }
.dialog { min-inline-size: min(20rem, 90vw); max-inline-size: min(40rem, 90vw); padding: 1.25rem; color: var(--_text); background: var(--_surface); border: 1px solid var(--_line); border-radius: var(--_radius); box-shadow: 0 1rem 3rem rgb(0 0 0 / 0.3); }
.speaker { margin: 0 0 0.75rem; color: var(--_muted); font-size: 0.875rem; }
.dialog::backdrop { background: rgb(0 0 0 / 0.5); }
.close { float: inline-end; display: grid; place-items: center; inline-size: 2rem; block-size: 2rem; margin: -0.375rem; padding: 0; background: none; border-color: transparent; }
.close::before { content: '\\d7' / ''; font-size: 1.5rem; line-height: 1; }
@media (forced-colors: active) {
  .tab { border-block-end-color: Canvas; }
  .tab[aria-selected=true] { border-block-end-color: Highlight; }
  .close { border-color: ButtonBorder; }
}
`;
