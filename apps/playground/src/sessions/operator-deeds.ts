// What an operator orders from the page, each with a sentence of what it does and a second press; the host writes every one
// into its audit. Two lists in one dialog: of the open session, and of the host.

import { type HostApi, type OperatorOrder, toRefusal } from '../host/host-api.ts';
import { byId, el, setText } from '../page/element.ts';

export interface DeedEvents {
  /** The operator's access has ended. */
  ended(): void;
  /** The list may be another one. */
  done(): void;
  say(words: string): void;
}

interface DeedSubject {
  readonly session?: string;
  readonly agent?: string;
}

interface Deed {
  readonly label: string;
  /** What it does, to be confirmed. */
  readonly words: string;
  readonly done: string;
  readonly order: (name: string) => OperatorOrder;
  /** Whom it is about is asked for. */
  readonly asksFor?: string;
}

export class OperatorDeeds {
  readonly #api: HostApi;
  readonly #events: DeedEvents;
  readonly #dialog = byId('deeds', HTMLDialogElement);
  readonly #title = byId('deeds-title', HTMLElement);
  readonly #body = byId('deeds-body', HTMLElement);
  readonly #buttons = [byId('manage-session', HTMLButtonElement), byId('manage-host', HTMLButtonElement)];
  #subject: DeedSubject = {};

  constructor(api: HostApi, events: DeedEvents) {
    this.#api = api;
    this.#events = events;
    const [ofSession, ofHost] = this.#buttons;
    ofSession?.addEventListener('click', () => this.#list('This session', deedsOfSession(this.#subject)));
    ofHost?.addEventListener('click', () => this.#list('This host', DEEDS_OF_HOST));
    byId('deeds-close', HTMLElement).addEventListener('click', () => this.#dialog.close());
  }

  draw(subject: DeedSubject): void {
    this.#subject = subject;
    for (const button of this.#buttons) button.disabled = this.#api.token === undefined;
  }

  #list(title: string, deeds: readonly Deed[]): void {
    setText(this.#title, title);
    const buttons = deeds.map((deed) => {
      const button = el('button', { type: 'button', class: 'deed' }, deed.label);
      button.addEventListener('click', () => this.#confirm(title, deeds, deed));
      return button;
    });
    this.#body.replaceChildren(...buttons);
    if (!this.#dialog.open) this.#dialog.showModal();
    buttons[0]?.focus();
  }

  #confirm(title: string, deeds: readonly Deed[], deed: Deed): void {
    const input = el('input', { type: 'text', id: 'deed-name', autocomplete: 'off', required: '' });
    const back = el('button', { type: 'button' }, 'Back');
    const form = el(
      'form',
      { class: 'deed-form' },
      el('p', {}, deed.words),
      ...(deed.asksFor === undefined ? [] : [el('label', { for: 'deed-name' }, deed.asksFor), input]),
      el('div', { class: 'deed-row' }, back, el('button', { type: 'submit', class: 'danger' }, deed.label)),
    );
    back.addEventListener('click', () => this.#list(title, deeds));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#dialog.close();
      void this.#order(deed, input.value.trim());
    });
    this.#body.replaceChildren(form);
    // The deed itself is a second press away from where the focus is.
    (deed.asksFor === undefined ? back : input).focus();
  }

  async #order(deed: Deed, name: string): Promise<void> {
    try {
      await this.#api.order(deed.order(name));
      this.#events.say(deed.done);
      this.#events.done();
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal.isCredential) this.#events.ended();
      this.#events.say(`It was not done: ${refusal.message}`);
    }
  }
}

function deedsOfSession({ session = '', agent = '' }: DeedSubject): readonly Deed[] {
  const path = `/sessions/${encodeURIComponent(session)}`;
  return [
    {
      label: 'Close the session',
      words: 'Nobody can go on in it. Everybody still sees it as it was left.',
      done: 'The session is closed.',
      order: () => ({ method: 'DELETE', path }),
    },
    {
      label: 'Take back its links',
      words: 'Every link and every open page of this session ends at once, yours too. Its agent can make new links.',
      done: 'The links of the session are taken back.',
      order: () => ({ method: 'DELETE', path: `${path}/viewer-token`, body: {} }),
    },
    {
      label: `Revoke the agent ${agent}`,
      words: `The key of ${agent} and all that was made under it ends, in all of its sessions.`,
      done: `The agent ${agent} is revoked.`,
      order: () => ({ method: 'DELETE', path: `/agents/${encodeURIComponent(agent)}` }),
    },
    {
      label: 'Erase the session',
      words:
        'It is gone for good, with its files and all that was forked from it. Nothing brings it back but a backup.',
      done: 'The session is erased.',
      order: () => ({ method: 'DELETE', path, query: { erase: '1' } }),
    },
  ];
}

const DEEDS_OF_HOST: readonly Deed[] = [
  {
    label: 'Erase a person',
    words: 'Every session in which this person took part is gone for good, and what the audit says of them.',
    asksFor: 'Who, as sessions call them',
    done: 'The person is erased.',
    order: (name) => ({ method: 'DELETE', path: `/people/${encodeURIComponent(name)}` }),
  },
  ...(['token', 'seal'] as const).map((key) => ({
    label: key === 'token' ? 'Rotate the key that signs' : 'Rotate the key that seals',
    words: 'A new key is made and used from now on. What the former one made holds until its time is over.',
    done: 'The key is rotated.',
    order: () => ({ method: 'POST', path: `/keys/${key}/rotate`, body: {} }) as const,
  })),
  {
    label: 'End the access of all operators',
    words: 'Every operator needs a new code, you too.',
    done: 'The access of all operators has ended.',
    order: () => ({ method: 'DELETE', path: '/operator' }),
  },
];
