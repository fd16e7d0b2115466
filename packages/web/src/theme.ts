// What an agent may say about the looks of its surface: a colour, a font of this device, its name and its picture. What
// is not just that comes near no style; the colour's contrast is corrected for both schemes.

import { issue, type Json, type JsonObject, quote } from '@vitrine/core/page';
import { make } from './dom.ts';
import { readableColour } from './readable-colour.ts';
import { reportOnce } from './report-once.ts';
import { shown } from './shown-text.ts';
import type { Stage } from './stage.ts';
import { AGENT_CSS } from './styles/agent.ts';
import { surfaceStyles } from './styles/sheet.ts';
import { addressOf } from './widgets/media.ts';

/** `#rrggbb` and nothing else. */
const COLOUR = /^#[0-9a-f]{6}$/i;
/** Families without a comma, a quote or an escape in them, and no more than a few. */
const FAMILY = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,63}$/u;
/** Generic names: a quoted one would be none, and any other word may mean something else unquoted. */
const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-(?:serif|sans-serif|monospace|rounded)|math|emoji)$/;
const MAX_FAMILIES = 4;
const MAX_NAME_LENGTH = 80;

/** The list of families as a style may hold it; undefined when one of them is no plain name. */
export function familiesOf(font: unknown): string | undefined {
  if (typeof font !== 'string' || font.length > 300) return undefined;
  const names = font.split(',').map((name) => name.trim());
  if (names.length > MAX_FAMILIES || !names.every((name) => FAMILY.test(name))) return undefined;
  return names.map((name) => (GENERIC.test(name) ? name : `"${name}"`)).join(', ');
}

/** Shows the theme of a surface; when, is left to theme-watcher.ts. */
export class ThemeDrawing {
  readonly #stage: Stage;
  readonly #root: ShadowRoot;
  #agent: Element | undefined;
  /** What the theme says, as styles. */
  #sheet: CSSStyleSheet | undefined;

  constructor(stage: Stage, root: ShadowRoot) {
    this.#stage = stage;
    this.#root = root;
    surfaceStyles.add('agent', AGENT_CSS);
  }

  draw(theme: JsonObject): void {
    this.#dress(theme);
    this.#agent?.remove();
    this.#agent = this.#agentOf(theme);
    if (this.#agent !== undefined) this.#root.prepend(this.#agent);
  }

  #dress({ primaryColor, font }: JsonObject): void {
    const root = this.#root;
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
    const colour =
      typeof primaryColor === 'string' && COLOUR.test(primaryColor) ? readableColour(primaryColor) : undefined;
    const families = familiesOf(font);
    if (colour === undefined && primaryColor !== undefined) this.#refuse('primaryColor', 'is not written #rrggbb');
    if (families === undefined && font !== undefined) this.#refuse('font', 'is not a list of plain family names');
    if (colour === undefined && families === undefined) return;
    const sheet = new CSSStyleSheet();
    const { style } = sheet.cssRules[sheet.insertRule(':host {}')] as CSSStyleRule;
    style.setProperty('--_agent-primary', colour ?? null);
    style.setProperty('--_agent-font', families ?? null);
    this.#sheet = sheet;
    root.adoptedStyleSheets.push(sheet);
  }

  /** Who speaks here. Whether it is true is the host's business; where nobody vouches for it, that is said. */
  #agentOf({ agentDisplayName, iconUrl }: JsonObject): Element | undefined {
    const name = typeof agentDisplayName === 'string' ? shown(agentDisplayName.slice(0, MAX_NAME_LENGTH)).trim() : '';
    if (name === '' && iconUrl === undefined) return undefined;
    const dom = make('p', 'agent');
    if (iconUrl !== undefined) dom.append(this.#iconOf(iconUrl, name));
    if (name === '') return dom;
    const bold = document.createElement('bdi');
    bold.textContent = name;
    const words = make('span', 'agent-name');
    words.dir = 'auto';
    const { from, unverified } = this.#stage.words;
    words.append(from, bold, this.#stage.isTrusted ? '' : unverified);
    dom.append(words);
    return dom;
  }

  #iconOf(source: Json, name: string): Element {
    const letter = make('span', 'agent-icon');
    letter.ariaHidden = 'true';
    letter.textContent = [...name][0] ?? '';
    const { url } = addressOf(this.#stage, source, 'image');
    if (url === undefined) return letter;
    const image = make('img', 'agent-icon');
    image.alt = '';
    image.referrerPolicy = 'no-referrer';
    image.addEventListener('error', () => image.replaceWith(letter));
    image.src = url;
    return image;
  }

  #refuse(key: string, why: string): void {
    const message = `The theme's ${quote(key)} ${why} and is not used.`;
    reportOnce(this.#stage, issue('VITRINE_THEME_INVALID', 'warning', message, `/theme/${key}`));
  }
}
