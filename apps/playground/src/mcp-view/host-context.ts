// What the host says of itself, put on the document: colours, fonts, scheme, language, safe areas.

import { isArray, isObject, type JsonObject } from '@vitrine/core/page';

const root = document.documentElement;
const fonts = new CSSStyleSheet();

/** @param context all that is known, what was told last on top */
export function applyHostContext(context: JsonObject): void {
  const { theme, styles, locale, safeAreaInsets } = context;
  if (theme === 'light' || theme === 'dark') root.style.colorScheme = theme;
  if (typeof locale === 'string') root.lang = locale;
  if (isObject(styles)) applyStyles(styles);
  if (isObject(safeAreaInsets))
    for (const side of ['top', 'right', 'bottom', 'left']) setLength(`--safe-${side}`, safeAreaInsets[side]);
}

/** The host is who shows this document: its variables and fonts are as good as its own page. */
function applyStyles({ variables, css }: JsonObject): void {
  if (isObject(variables))
    for (const [name, value] of Object.entries(variables))
      if (/^--[\w-]+$/.test(name) && typeof value === 'string') root.style.setProperty(name, value);
  const faces = isObject(css) ? css.fonts : undefined;
  if (typeof faces !== 'string') return;
  fonts.replaceSync(faces);
  if (!document.adoptedStyleSheets.includes(fonts)) document.adoptedStyleSheets.push(fonts);
}

function setLength(name: string, value: unknown): void {
  if (typeof value === 'number' && value >= 0) root.style.setProperty(name, `${Math.min(value, 10_000)}px`);
}

export function offersFullscreen({ availableDisplayModes, displayMode }: JsonObject): boolean {
  return isArray(availableDisplayModes) && availableDisplayModes.includes('fullscreen') && displayMode !== 'fullscreen';
}
