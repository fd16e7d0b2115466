// What an agent may say about the looks of its surface: a colour, a font of this device, its name and its picture. Colours
// become numbers and fonts names before they come near a style; contrast is corrected for both schemes.

import { issue, type JsonObject, quote, Watcher } from '@vitrine/core';
import { formatColour, parseColour, tonesOf } from './contrast.ts';
import { make } from './dom.ts';
import type { SurfaceWords } from './english/surface.ts';
import { shown } from './shown-text.ts';
import type { Stage } from './stage.ts';

/** Families without a comma, a quote or an escape in them, and no more than a few. */
const FAMILY = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,63}$/u;
const GENERIC = /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-(?:serif|sans-serif|monospace|rounded))$/;
const MOST_FAMILIES = 4;
const MOST_NAME = 80;

/** The list of families as a style may hold it; undefined when one of them is no plain name. */
export function familiesOf(font: unknown): string | undefined {
  if (typeof font !== 'string' || font.length > 300) return undefined;
  const names = font.split(',').map((name) => name.trim());
  if (names.length > MOST_FAMILIES || !names.every((name) => FAMILY.test(name))) return undefined;
  return names.map((name) => (GENERIC.test(name) ? name : `"${name}"`)).join(', ');
}

/** The private properties that a theme sets. */
type Looks = { [name in '--_agent-primary' | '--_agent-font']?: string };

/** Follows the theme of a surface. */
export class ThemeDrawn extends Watcher {
  readonly #stage: Stage;
  readonly #root: ShadowRoot;
  #last: JsonObject | undefined;
  #words: SurfaceWords | undefined;
  #sheet: CSSStyleSheet | undefined;
  #agent: Element | undefined;

  constructor(stage: Stage, root: ShadowRoot) {
    super();
    this.#stage = stage;
    this.#root = root;
  }

  override dispose(): void {
    super.dispose();
    this.#agent?.remove();
    this.#dress({});
  }

  failed(error: unknown): void {
    throw error;
  }

  override enqueue(): void {
    this.#stage.enqueue(this);
  }

  override run(): void {
    const { surface, words } = this.#stage;
    const theme = surface.held ? undefined : surface.theme;
    if (theme === this.#last && words === this.#words) return;
    if (theme !== this.#last) this.#dress(this.#looksOf(theme ?? {}));
    this.#last = theme;
    this.#words = words;
    this.#agent?.remove();
    this.#agent = theme === undefined ? undefined : this.#agentOf(theme);
    if (this.#agent !== undefined) this.#root.prepend(this.#agent);
  }

  #looksOf(theme: JsonObject): Looks {
    const looks: Looks = {};
    const colour = parseColour(theme.primaryColor);
    if (colour !== undefined) {
      const { light, dark } = tonesOf(colour);
      looks['--_agent-primary'] = `light-dark(${formatColour(light)}, ${formatColour(dark)})`;
    } else if (theme.primaryColor !== undefined) this.#refuse('primaryColor', 'is not written #rrggbb');
    const families = familiesOf(theme.font);
    if (families !== undefined) looks['--_agent-font'] = families;
    else if (theme.font !== undefined) this.#refuse('font', 'is not a list of plain family names');
    return looks;
  }

  #dress(looks: Looks): void {
    const entries = Object.entries(looks);
    if (this.#sheet !== undefined) {
      const old = this.#sheet;
      this.#root.adoptedStyleSheets = this.#root.adoptedStyleSheets.filter((sheet) => sheet !== old);
      this.#sheet = undefined;
    }
    if (entries.length === 0) return;
    const sheet = new CSSStyleSheet();
    const rule = sheet.cssRules[sheet.insertRule(':host {}')] as CSSStyleRule;
    for (const [name, value] of entries) rule.style.setProperty(name, value);
    this.#sheet = sheet;
    this.#root.adoptedStyleSheets.push(sheet);
  }

  /** Who speaks here. Whether it is true is the host's business; where nobody vouches for it, that is said. */
  #agentOf({ agentDisplayName, iconUrl }: JsonObject): Element | undefined {
    const name = typeof agentDisplayName === 'string' ? shown(agentDisplayName.slice(0, MOST_NAME)).trim() : '';
    if (name === '' && iconUrl === undefined) return undefined;
    const dom = make('p', 'agent');
    if (iconUrl !== undefined) dom.append(this.#iconOf(iconUrl, name));
    if (name === '') return dom;
    const bold = document.createElement('bdi');
    bold.textContent = name.replaceAll('\n', ' ');
    const words = make('span', 'agent-name');
    words.dir = 'auto';
    const { from, unverified } = this.#stage.words;
    words.append(from, bold, this.#stage.isTrusted ? '' : unverified);
    dom.append(words);
    return dom;
  }

  #iconOf(url: unknown, name: string): Element {
    const letter = make('span', 'agent-icon');
    letter.setAttribute('aria-hidden', 'true');
    letter.textContent = [...name][0] ?? '';
    const checked = this.#stage.media(url, 'image');
    if (!checked.ok) {
      for (const problem of checked.issues) this.#stage.report(problem);
      return letter;
    }
    const image = make('img', 'agent-icon');
    image.alt = '';
    image.referrerPolicy = 'no-referrer';
    image.addEventListener('error', () => image.replaceWith(letter));
    image.src = checked.value;
    return image;
  }

  #refuse(key: string, why: string): void {
    const message = `The theme's ${quote(key)} ${why} and is not used.`;
    this.#stage.report(issue('VITRINE_THEME_INVALID', 'warning', message, `/theme/${key}`));
  }
}
