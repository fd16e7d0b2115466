// Where an agent wants to send the person: a bar that names the host, and a link that the person may follow. Nothing is
// opened by itself, not even on this origin: following a link can end what the page is doing.

import { checkLink, isSameOrigin } from '@vitrine/core/later';
import { type EffectOp, issue, type Trust } from '@vitrine/core/page';
import { make, text } from '../dom.ts';
import { iconButton, isUsable, label, usable } from './button.ts';
import { Guard } from './guard.ts';
import { icon } from './icon.ts';
import type { SessionHost } from './session-host.ts';
import { policyOf } from './url-policy.ts';

const MAX_LINKS = 3;

type Navigate = Extract<EffectOp['effect'], { kind: 'navigate' }>;

export class Links {
  readonly dom = make('div', 'links');
  readonly #host: SessionHost;
  readonly #guards = new Map<HTMLElement, Guard>();
  /** Says what each bar says. */
  readonly #spoken = new WeakMap<HTMLElement, () => void>();

  constructor(host: SessionHost) {
    this.#host = host;
  }

  offer({ url, newTab }: Navigate, trust?: Trust): void {
    const checked = checkLink(url, policyOf(this.#host.settings, trust));
    if (!checked.ok) {
      for (const problem of checked.issues) this.#host.report(problem);
      return;
    }
    if (this.#guards.size >= MAX_LINKS) {
      const message = `The person has ${MAX_LINKS} links to look at already.`;
      this.#host.report(issue('VITRINE_LIMIT_MESSAGES', 'warning', message));
      return;
    }
    this.#show(checked.value, newTab === true);
  }

  /** A question is in front. What comes back into sight has to be seen again. */
  hold(held: boolean): void {
    for (const guard of this.#guards.values()) held ? guard.stop() : guard.restart();
  }

  /** The page said something else about the session: one that is not trusted sends nobody anywhere. */
  tell(): void {
    const isTrusted = this.#host.settings.trust === 'trusted';
    for (const bar of [...this.#guards.keys()]) {
      if (isTrusted) this.#spoken.get(bar)?.();
      else this.#remove(bar);
    }
  }

  dispose(): void {
    for (const guard of this.#guards.values()) guard.stop();
    this.#guards.clear();
  }

  #show(href: string, newTab: boolean): void {
    const bar = make('div', 'link-bar');
    bar.setAttribute('role', 'group');
    const target = new URL(href);
    const says = make('p', 'link-words');
    const who = document.createElement('span');
    // The parser writes other alphabets as punycode, so the name cannot look like another one.
    const name = make('b', 'link-host');
    name.textContent = target.host;
    const rest = make('span', 'link-rest');
    rest.textContent = shortened(href.slice(target.origin.length));
    says.append(who, ' ', name, ' ', rest);
    const away = newTab || !isSameOrigin(href, location.href);
    const link = this.#link(href, away, bar);
    bar.append(icon('leave'), says, link);
    const dismiss = iconButton('', 'close', () => this.#remove(bar));
    bar.append(dismiss);
    const speak = (): void => {
      const { words, agent } = this.#host;
      const sentence = words.wantsToOpen(agent);
      text(who, sentence);
      bar.setAttribute('aria-label', `${sentence} ${target.host}`);
      text(link, away ? words.openInTab : words.open);
      label(dismiss, words.dismissLink);
    };
    this.#spoken.set(bar, speak);
    speak();
    this.dom.append(bar);
    const guard = new Guard((armed) => usable(link, armed));
    this.#guards.set(bar, guard);
    guard.restart();
    this.#host.layers.settle();
    this.#host.announce(`${bar.getAttribute('aria-label')}.`);
  }

  #link(href: string, away: boolean, bar: HTMLElement): HTMLElement {
    const link = make('a', 'button primary');
    link.href = href;
    link.rel = 'noopener noreferrer';
    link.target = away ? '_blank' : '_self';
    const follow = (event: Event): void => {
      if (!isUsable(link)) event.preventDefault();
      // After the browser has followed it.
      else setTimeout(() => this.#remove(bar));
    };
    link.addEventListener('click', follow);
    link.addEventListener('auxclick', follow);
    return link;
  }

  #remove(bar: HTMLElement): void {
    this.#guards.get(bar)?.stop();
    this.#guards.delete(bar);
    bar.remove();
    this.#host.layers.settle();
  }
}

function shortened(path: string): string {
  return path === '/' ? '' : path.length > 80 ? `${path.slice(0, 79)}…` : path;
}
