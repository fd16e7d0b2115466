// "Connect your agent": address, key and snippets of this host, and the line that waits for the first call. The key is
// asked for when the operator is in and lives in the memory of the page alone.

import type { HostApi, HostConnection, ListedSession } from '../host/host-api.ts';
import { byId, el, setText } from '../page/element.ts';
import { markSelected, wireTabs } from '../page/tab-bar.ts';
import { titleOf } from '../sessions/session-list.ts';
import { type Snippet, snippetsFor } from './snippets.ts';

/** In the place of a key that this page is not given. */
const NO_KEY = 'THE-KEY-IN-.vitrine/agent.key';

export class ConnectPanel {
  readonly #say: (words: string) => void;
  readonly #tabs = byId('snippet-tabs', HTMLElement);
  #snippets: readonly Snippet[] = [];
  #chosen = 'curl';
  #isAsked = false;

  constructor(say: (words: string) => void) {
    this.#say = say;
    byId('copy-snippet', HTMLElement).addEventListener('click', () => void this.#copy(this.#snippet?.text));
    byId('copy-key', HTMLElement).addEventListener(
      'click',
      () => void this.#copy(byId('home-key', HTMLElement).textContent),
    );
    wireTabs(this.#tabs, (tab) => {
      this.#chosen = tab.dataset.snippet ?? this.#chosen;
      markSelected(this.#tabs, tab);
      this.#draw();
    });
  }

  async ask(api: HostApi): Promise<void> {
    if (this.#isAsked || api.token === undefined) return;
    this.#isAsked = true;
    try {
      this.#fill(await api.connection());
    } catch {
      this.#isAsked = false;
    }
  }

  /** The first call has come. */
  showFirst(session: ListedSession): void {
    const line = byId('first-call', HTMLElement);
    line.dataset.state = 'heard';
    setText(line, `${session.agent} has called: “${titleOf(session)}”. It is shown above.`);
  }

  get #snippet(): Snippet | undefined {
    return this.#snippets.find(({ id }) => id === this.#chosen);
  }

  #fill({ agent = 'dev', key }: HostConnection): void {
    setText(byId('home-url', HTMLElement), location.origin);
    setText(byId('home-key', HTMLElement), key ?? 'in the file agent.key of the data folder');
    byId('copy-key', HTMLElement).hidden = key === undefined;
    this.#snippets = snippetsFor({ url: location.origin, agent, key: key ?? NO_KEY });
    this.#tabs.replaceChildren(
      ...this.#snippets.map(({ id, label }) => {
        const isChosen = id === this.#chosen;
        const at = { id: `snippet-${id}`, 'data-snippet': id, 'aria-controls': 'snippet' };
        return el(
          'button',
          { type: 'button', role: 'tab', 'aria-selected': String(isChosen), tabindex: isChosen ? 0 : -1, ...at },
          label,
        );
      }),
    );
    this.#draw();
  }

  #draw(): void {
    setText(byId('snippet-text', HTMLElement), this.#snippet?.text ?? '');
    setText(byId('snippet-note', HTMLElement), this.#snippet?.note ?? '');
    byId('snippet', HTMLElement).setAttribute('aria-labelledby', `snippet-${this.#chosen}`);
  }

  async #copy(text: string | null | undefined): Promise<void> {
    try {
      await navigator.clipboard.writeText(text ?? '');
      this.#say('Copied.');
    } catch {
      this.#say('The browser did not let the page copy.');
    }
  }
}
