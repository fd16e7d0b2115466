// Starts the page at `/`: home, the sessions of the host for its operator (`#sessions`), one of them (`#/ID`).

import { defineElements } from '@vitrine/embed';
import { Home } from '../home/home.ts';
import { isSessionsRoute, readCode, readRoute, takeFragment } from '../host/address.ts';
import { type HostApiRefusal, UNREACHABLE } from '../host/host-api.ts';
import { kept, viewerOf } from '../host/tab-credentials.ts';
import { say } from '../live/status-line.ts';
import { byId, setAttributes, setText } from '../page/element.ts';
import { defineWidgets, wireSkip } from '../page/widgets.ts';
import { type Access, Operator } from './operator.ts';
import { SessionList, titleOf } from './session-list.ts';
import { SessionPane } from './session-pane.ts';

const SESSIONS_ROUTE = '#sessions';
const HOST_STATES = { none: '', in: 'live', away: 'offline', ended: 'refused' } as const;
const HOST_WORDS: { readonly [access in Access]: string } = {
  none: '',
  in: 'Connected',
  away: 'Host does not answer',
  ended: 'Access ended',
};

class SessionsPage {
  readonly #operator = new Operator(() => this.#draw());
  readonly #list = new SessionList();
  readonly #pane = new SessionPane(this.#operator.api, {
    ended: () => this.#operator.end(),
    done: () => void this.#operator.look(),
    say,
  });

  readonly #home = new Home(this.#operator.api, say);

  async start(code: string | undefined): Promise<void> {
    this.#wireForm('welcome');
    this.#wireForm('again');
    addEventListener('hashchange', () => this.#route());
    addEventListener('popstate', () => this.#route());
    byId('back', HTMLElement).addEventListener('click', () => {
      history.pushState(null, '', SESSIONS_ROUTE);
      this.#route();
    });
    if (code !== undefined) {
      const refusal = await this.#operator.enter(code);
      // An old address opened again, in a tab that is in already, needs no new code.
      if (refusal !== undefined && this.#operator.access === 'none') this.#problem('welcome', refusal);
    }
    this.#route();
    await this.#operator.look();
  }

  #route(): void {
    // A code that is pasted into the address bar of an open page.
    const code = takeFragment('operator');
    if (code !== undefined) void this.#enter('again', code);
    const session = readRoute(location.hash);
    const before = this.#pane.session;
    void this.#pane.open(session);
    this.#draw();
    if (session !== undefined && before !== undefined && session !== before) return;
    // On a narrow screen one view takes the place of the other: the focus goes along.
    if (session !== undefined && before === undefined && !byId('side', HTMLElement).checkVisibility())
      byId('session-title', HTMLElement).focus();
  }

  #draw(): void {
    const { access, sessions, isFresh } = this.#operator;
    const { session } = this.#pane;
    const hasOwn = session !== undefined && kept(viewerOf(session)) !== undefined;
    const isIn = access !== 'none' || hasOwn;
    // Without access the list is empty: the first page says how to get in.
    const isHome = !isIn || !isSessionsRoute(location.hash);
    byId('home', HTMLElement).hidden = !isHome;
    byId('space', HTMLElement).hidden = isHome;
    setAttributes(document.body, { 'data-open': session !== undefined, 'data-view': isHome ? 'home' : 'space' });
    for (const link of document.querySelectorAll<HTMLElement>('.pages [data-page]'))
      setAttributes(link, {
        'aria-current': link.dataset.page === (isHome ? 'home' : 'sessions') ? 'page' : undefined,
      });
    this.#home.update(sessions, access === 'in' || access === 'away', isFresh, isHome);
    const status = byId('host-status', HTMLElement);
    status.dataset.state = HOST_STATES[access];
    setText(status, HOST_WORDS[access]);
    byId('again-form', HTMLElement).hidden = access !== 'ended' && access !== 'none';
    this.#list.update(sessions, session, isFresh);
    const summary = sessions.find((one) => one.session === session);
    this.#pane.describe(summary, isFresh || access !== 'in');
    document.title = isHome ? 'Vitrine' : `${summary === undefined ? 'Sessions' : titleOf(summary)} · Vitrine`;
  }

  #wireForm(name: 'welcome' | 'again'): void {
    byId(`${name}-form`, HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      const input = byId(`${name}-code`, HTMLInputElement);
      const code = readCode(input.value);
      if (code === undefined) {
        setText(byId(`${name}-problem`, HTMLElement), 'This is neither a code nor an address with one in it.');
        input.focus();
      } else void this.#enter(name, code);
    });
  }

  async #enter(name: 'welcome' | 'again', code: string): Promise<void> {
    setText(byId(`${name}-problem`, HTMLElement), '');
    const refusal = await this.#operator.enter(code);
    if (refusal !== undefined) return this.#problem(name, refusal);
    byId(`${name}-code`, HTMLInputElement).value = '';
    this.#pane.resume();
    this.#draw();
  }

  #problem(name: 'welcome' | 'again', refusal: HostApiRefusal): void {
    setText(byId(`${name}-problem`, HTMLElement), problemOf(refusal));
    byId(`${name}-code`, HTMLInputElement).focus();
  }
}

function problemOf({ status, message }: HostApiRefusal): string {
  if (status === UNREACHABLE) return 'The host does not answer. Is it running?';
  if (status === 401)
    return 'This code was used before, or its time is over. "npx @vitrine/cli operator" prints a new one.';
  if (status === 404 || status === 405)
    return 'This server shows pages only: it is no host. Start it with "vitrine serve".';
  return message;
}

defineWidgets(defineElements);
wireSkip(() => {
  const places = ['session-title', 'session-list', 'welcome-code', 'home-title'].map((id) => byId(id, HTMLElement));
  return places.find((place) => place.checkVisibility()) ?? byId('space', HTMLElement);
});
// Before anything else: nothing shall see the code in the address.
const code = takeFragment('operator');
void new SessionsPage().start(code);
