// What both elements take from a page alike. Undefined is what they begin with: templates of frameworks hand over what they have
// not got yet. Where there is no document, as on a server, modules that name our elements load all the same; only a page makes one.

import { DEFAULT_URL_POLICY, type UrlPolicy } from '@vitrine/core/page';
import { Widgets } from './widget.ts';

/** The widgets that surfaces of this page draw with unless they are told otherwise. */
export const pageWidgets = new Widgets();

const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

export class ElementBase extends Base {
  #urls: UrlPolicy | undefined;
  #widgets: Widgets | undefined;

  /** Which links may be opened and where media may come from. In a session read when a surface opens or a setting changes. */
  get urls(): UrlPolicy {
    return this.#urls ?? DEFAULT_URL_POLICY;
  }
  set urls(urls: UrlPolicy | undefined) {
    this.#urls = urls;
  }

  /** The widgets that draw; those of the page when not set. */
  get widgets(): Widgets {
    return this.#widgets ?? pageWidgets;
  }
  set widgets(widgets: Widgets | undefined) {
    this.#widgets = widgets;
  }
}
