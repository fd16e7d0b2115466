// The chat beside the surfaces: what agent and people said, and a line to say more. Shown where something was said, or
// where the agent waits for words. Texts are only ever texts: nothing that an agent says becomes a link or markup.

import type { TalkLine } from '@vitrine/core/internal';
import { stripControlChars, type View, type Watcher, watch } from '@vitrine/core/page';
import { el, setAttributes, setText } from '../page/element.ts';
import { grown } from './grown.ts';

/** False: it was not taken, and the person may change it and send it again. */
export type Say = (text: string) => Promise<boolean>;

const MAX_TEXT_LENGTH = 10_000;
/** From the foot of the log, in pixels: whoever is nearer reads along. */
const NEAR = 48;
/** Some agents speak only when they are spoken to. */
const BEGIN = 'Nothing was said yet. Write something to begin.';
const WAITS = 'You are offline. Your words will be sent when you are back.';
const TURNS: { readonly [turn: string]: string } = {
  working: 'Working …',
  failed: 'That did not work. You can try again.',
};

export class ChatLine {
  readonly #say: Say;
  readonly #log = el('div', { class: 'chat-log', role: 'log', 'aria-label': 'What was said', tabindex: 0 });
  readonly #turn = el('p', { class: 'chat-turn', role: 'status' });
  readonly #title = el('h2', { class: 'chat-title' }, 'Conversation');
  readonly #mark = el('p', { class: 'chat-mark' });
  readonly #text = el('textarea', {
    rows: 1,
    maxlength: MAX_TEXT_LENGTH,
    'aria-label': 'Your words',
    placeholder: 'Write …',
  });
  readonly #send = el('button', { type: 'submit', class: 'primary' }, 'Send');
  readonly #form = el('form', { class: 'chat-form' }, this.#text, this.#send);
  readonly element = el(
    'section',
    { class: 'chat', 'aria-label': 'Conversation', hidden: true },
    ...[this.#title, this.#mark, this.#log, this.#turn, this.#form],
  );
  #shown: readonly TalkLine[] = [];
  #at: string | undefined;
  #isWaiting = false;
  #isSending = false;
  #watcher: Watcher | undefined;

  constructor(say: Say) {
    this.#say = say;
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#submit();
    });
    this.#text.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#form.requestSubmit();
    });
  }

  /** Follows this view from now on. */
  show(view: View | undefined): void {
    this.#watcher?.dispose();
    this.#watcher = view === undefined ? undefined : watch(() => this.#draw(view.talk, view.turn));
  }

  /** Who is on the other side, as the host says it. */
  name(agent: string, isTrusted: boolean): void {
    this.element.dataset.agent = agent;
    setText(this.#mark, isTrusted ? `With ${agent}` : `With ${agent} · not verified`);
  }

  /** What was said cannot be sent yet. */
  wait(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
    this.#drawTurn();
  }

  /** Nothing more can be said. */
  end(): void {
    this.#form.hidden = true;
    this.#drawTurn();
  }

  #draw(lines: readonly TalkLine[], turn: string | undefined): void {
    const isNear = this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < NEAR;
    const { gone, more } = grown(this.#shown, lines);
    for (let i = 0; i < gone; i++) this.#log.firstChild?.remove();
    this.#log.append(...more.map(drawLine));
    this.#shown = lines;
    this.#at = turn;
    this.element.hidden &&= lines.length === 0 && turn !== 'input';
    this.#drawTurn();
    if (more.length > 0 && isNear) this.#log.scrollTop = this.#log.scrollHeight;
  }

  #drawTurn(): void {
    const words = TURNS[this.#at ?? ''] ?? (this.#shown.length === 0 ? BEGIN : '');
    setText(this.#turn, this.#form.hidden ? '' : this.#isWaiting ? WAITS : words);
  }

  /** Not disabled: what is disabled loses the focus. */
  async #submit(): Promise<void> {
    const text = this.#text.value.trim();
    if (text === '' || this.#isSending) return;
    this.#markSending(true);
    this.#text.value = '';
    const isTaken = await this.#say(text);
    this.#markSending(false);
    if (!isTaken && this.#text.value === '') this.#text.value = text;
  }

  #markSending(isSending: boolean): void {
    this.#isSending = isSending;
    setAttributes(this.#send, {
      'aria-disabled': isSending ? 'true' : undefined,
      'aria-busy': isSending ? 'true' : undefined,
    });
  }
}

function drawLine({ by, text, trust }: TalkLine): HTMLElement {
  const from = trust === 'untrusted' ? 'Agent · from elsewhere, not trusted' : 'Agent';
  const who = el('span', { class: 'chat-who' }, by === 'agent' ? from : 'You');
  return el('div', { class: `chat-said by-${by}` }, who, el('p', { dir: 'auto' }, stripControlChars(text)));
}
