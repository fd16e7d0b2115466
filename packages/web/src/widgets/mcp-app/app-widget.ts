// McpApp: an app of an MCP server. The page is asked for a way to the host, the host for the app; what may not stand is a sentence in
// its place. A surface that is not trusted asks for nothing.

import { type Json, namedApp, type TreeNode, toText, type Value } from '@vitrine/core/page';
import { make, text } from '../../dom.ts';
import { brief } from '../../shown-text.ts';
import type { Drawing, Ui, Widget } from '../../widget.ts';
import { AppConsent } from './app-consent.ts';
import { type AppChannel, type AppContent, AppFrame } from './app-frame.ts';

/** Of the event `vitrine-app`: a component wants to show an app, and somebody may have a way to the host. */
export interface AppRequest {
  readonly surface: string;
  readonly component: string;
  /** Called before the event is over. */
  respondWith(channel: Promise<AppChannel>): void;
}

export const mcpApp: Widget = (ui, node) => new McpApp(ui, node);

const UNTRUSTED = 'Apps are shown only in what is trusted.';
const NOWHERE = 'Apps are shown in the page of the session.';

class McpApp implements Drawing {
  readonly dom = make('div', 'app');
  readonly #ui: Ui;
  readonly #node: TreeNode;
  readonly #note = make('p', 'app-note');
  #shown = '';
  #frame: AppFrame | undefined;
  #consent: AppConsent | undefined;

  constructor(ui: Ui, node: TreeNode) {
    this.#ui = ui;
    this.#node = node;
    this.dom.append(this.#note);
  }

  draw(): void {
    const named = namedApp({
      type: this.#node.type ?? '',
      props: { server: this.#read('server'), resource: this.#read('resource') },
    });
    const content: AppContent = { input: this.#value('input'), result: this.#value('result') };
    this.dom.setAttribute('aria-label', this.#title);
    if (!this.#ui.stage.isTrusted) return this.#say(UNTRUSTED);
    if (named === undefined) return this.#say('This app is named by no server and no resource.');
    const key = JSON.stringify([named.server, named.resource]);
    if (key === this.#shown) return this.#frame?.update(content);
    this.#shown = key;
    // The event needs a place on the page to start from.
    this.#ui.stage.whenPlaced(() => void this.#begin(key));
  }

  dispose(): void {
    this.#shown = '';
    this.#frame?.dispose();
  }

  get #title(): string {
    return brief(toText((this.#node.get('title') ?? this.#node.get('resource') ?? '') as Value)) || 'App';
  }

  async #begin(key: string): Promise<void> {
    this.#frame?.dispose();
    this.#consent?.dom.remove();
    this.#say('Loading …');
    try {
      const channel = await this.#channel();
      if (channel === undefined) return this.#say(NOWHERE);
      const document = await channel.open();
      if (this.#shown !== key) return;
      this.#say('');
      const consent = new AppConsent(() => this.#title);
      const frame = new AppFrame({
        ...{ channel, title: this.#title, locale: this.#node.scope.locale },
        agree: (question) => consent.agree(question),
        openLink: (url) => void this.#ui.stage.act([{ kind: 'open-url', url }]),
        over: (why) => {
          consent.dom.remove();
          this.#say(why);
        },
      });
      this.#consent = consent;
      this.#frame = frame;
      this.dom.append(consent.dom, frame.dom);
      frame.show(document, { input: this.#value('input'), result: this.#value('result') });
    } catch (error) {
      if (this.#shown === key) this.#say(error instanceof Error ? error.message : 'This app cannot be shown.');
    }
  }

  async #channel(): Promise<AppChannel | undefined> {
    let given: Promise<AppChannel> | undefined;
    const { stage } = this.#ui;
    const detail: AppRequest = {
      ...{ surface: stage.surface.id, component: stage.ownerOf(this.#node.id) },
      respondWith: (channel) => {
        given = channel;
      },
    };
    this.dom.dispatchEvent(new CustomEvent('vitrine-app', { detail, bubbles: true, composed: true }));
    return given;
  }

  #read(name: string): Json {
    return (this.#node.get(name) ?? null) as Json;
  }

  #value(name: string): Json | undefined {
    return this.#node.get(name) as Json | undefined;
  }

  #say(words: string): void {
    text(this.#note, words);
    this.#note.hidden = words === '';
  }
}
