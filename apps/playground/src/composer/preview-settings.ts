// How the preview is shown: width, colour scheme, direction, language, theme. None of it is part of the document.

import { wordsFor } from '@vitrine/embed/page-language';
import type { VitrineSession } from '@vitrine/web';
import { byId, setAttributes } from '../page/element.ts';

/** Custom properties of the elements, for looks that a page may give them. */
const THEMES: { readonly [name: string]: { readonly [property: string]: string } } = {
  default: {},
  ocean: {
    '--vitrine-primary': 'light-dark(#0b4f8a, #8ec7ff)',
    '--vitrine-radius': '14px',
    '--vitrine-surface': 'light-dark(#f2f8fd, #10202e)',
  },
  print: {
    '--vitrine-primary': 'light-dark(#1a1a1a, #f2f2f2)',
    '--vitrine-radius': '0',
    '--vitrine-font': '1rem/1.55 Georgia, "Times New Roman", serif',
  },
  dense: { '--vitrine-gap': '6px', '--vitrine-radius': '4px', '--vitrine-font': '0.875rem/1.4 system-ui, sans-serif' },
};

export class PreviewSettings {
  readonly #stage: HTMLElement;
  readonly #element: VitrineSession;
  readonly #locale = byId('locale', HTMLSelectElement);
  readonly #changed: () => void;

  /** `changed`: another language, in which all is evaluated anew. */
  constructor(stage: HTMLElement, element: VitrineSession, changed: () => void) {
    this.#stage = stage;
    this.#element = element;
    this.#changed = changed;
    this.#wire('width', (value) => setAttributes(stage, { 'data-width': value }));
    this.#wire('scheme', (value) => setAttributes(stage, { 'data-scheme': value }));
    this.#wire('direction', (value) => setAttributes(stage, { dir: value }));
    this.#wire('theme', (value) => this.#dress(value));
    this.#wire('locale', () => void this.#speak());
  }

  get locale(): string | undefined {
    return this.#locale.value === '' ? undefined : this.#locale.value;
  }

  #wire(id: string, apply: (value: string) => void): void {
    const select = byId(id, HTMLSelectElement);
    select.addEventListener('change', () => apply(select.value));
    // What the browser kept of an earlier visit holds.
    apply(select.value);
  }

  #dress(name: string): void {
    const theme = THEMES[name] ?? {};
    for (const property of new Set(Object.values(THEMES).flatMap(Object.keys)))
      this.#stage.style.setProperty(property, theme[property] ?? '');
  }

  async #speak(): Promise<void> {
    const language = this.locale ?? navigator.language;
    setAttributes(this.#stage, { lang: language });
    this.#changed();
    const words = await wordsFor(language);
    if (language === (this.locale ?? navigator.language)) this.#element.words = words;
  }
}
