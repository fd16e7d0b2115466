// What stands in the place of a session that cannot be shown, and the quiet mark beside one whose connection is on its way.

import { make, text } from '../dom.ts';
import { firstSessionWords, type NoticeKind } from '../english/session-first.ts';
import type { Words } from '../words.ts';

/** They pass by themselves and stand over what is shown, so that nothing moves when they come and go. */
const PASSING: ReadonlySet<NoticeKind> = new Set(['connecting', 'offline']);

export class SessionNotice {
  readonly dom = make('div', 'notice');
  readonly #title = make('p', 'notice-title');
  readonly #text = make('p', 'notice-text');
  kind: NoticeKind | undefined;

  constructor() {
    this.dom.setAttribute('role', 'status');
    this.dom.append(this.#title, this.#text);
  }

  draw(words: Partial<Words>): void {
    const { kind } = this;
    if (kind === undefined) return;
    const [title, body] = (words.notices ?? firstSessionWords.notices)[kind];
    const isPassing = PASSING.has(kind);
    this.dom.classList.toggle('passing', isPassing);
    text(this.#title, title);
    text(this.#text, body);
    this.#text.hidden = isPassing;
  }
}
