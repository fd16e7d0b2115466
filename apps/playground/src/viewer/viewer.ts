// Starts the page of one viewer, `/s/ID`: the session and nothing else. The code of the link, or a token, comes in the
// fragment, leaves the address bar at once, and is kept for this tab, so that a reload works.

import { type LinkState, redeemViewerCode } from '@vitrine/client';
import { defined, type UrlPolicy } from '@vitrine/core/internal';
import { readSessionPath, takeFragment } from '../host/address.ts';
import { hostUrls } from '../host/settings.ts';
import { codeOf, keep, kept, tabStorage, viewerOf } from '../host/tab-credentials.ts';
import { ConnectedSession } from '../live/live-session.ts';
import { drawNotice, NOTICES, type Notice } from '../live/notice.ts';
import { drawStatus, say } from '../live/status-line.ts';
import { byId, el, setText } from '../page/element.ts';
import { defineWidgets } from '../page/widgets.ts';
import { titleOf } from '../sessions/session-list.ts';

class ViewerPage {
  readonly #stage = byId('stage', HTMLElement);
  readonly #status = byId('link-status', HTMLElement);
  readonly #session: string;

  constructor(session: string, token: string, urls: UrlPolicy, renew: () => Promise<string>) {
    this.#session = session;
    drawStatus(this.#status, 'connecting');
    const live = new ConnectedSession(session, token, urls, 2, {
      state: (state, status) => this.#turned(live, state, status),
      welcome: () => {
        this.#name(live.title);
        byId('trust-mark', HTMLElement).hidden = live.isTrusted;
      },
      viewed: () => undefined,
      changed: () => undefined,
      // They stand in the log, and on the operator's page.
      found: () => undefined,
      say,
      // What the connection kept from an earlier visit may have been taken back; the link may still be good.
      renew,
    });
    this.#stage.append(live.element, live.chat.element);
  }

  #turned(live: ConnectedSession, state: LinkState, status: number | undefined): void {
    drawStatus(this.#status, state);
    if (state === 'closed')
      live.element.before(el('p', { class: 'ended-note' }, 'This session has ended. It is shown as it was left.'));
    if (state !== 'refused') return;
    keep(viewerOf(this.#session), undefined);
    keep(codeOf(this.#session), undefined);
    live.close();
    this.#stage.replaceChildren(drawNotice(noticeFor(status)));
  }

  #name(title: string | undefined): void {
    const name = titleOf(defined({ title }));
    setText(byId('session-title', HTMLElement), name);
    document.title = `${name} · Vitrine`;
  }
}

function noticeFor(status: number | undefined): Notice {
  if (status === 404) return NOTICES.unknown;
  return status === 403 ? NOTICES.foreign : NOTICES.expired;
}

interface AddressCredentials {
  readonly code: string | undefined;
  readonly token: string | undefined;
}

function takeCredentials(): AddressCredentials {
  return { code: takeFragment('code'), token: takeFragment('token') };
}

/** What was in the address replaces what the tab had: a new link is another way in. */
function keepCredentials(session: string, { code, token }: AddressCredentials): void {
  if (code === undefined && token === undefined) return;
  keep(codeOf(session), code);
  keep(viewerOf(session), token);
}

async function redeem(code: string): Promise<string> {
  return (await redeemViewerCode({ url: location.origin, code })).token;
}

/** A link whose time is over may have been good for a token that still holds. */
function lastToken(session: string): string | undefined {
  return tabStorage()?.getItem(`vitrine:${session}:token`) ?? undefined;
}

function refuse(notice: Notice): void {
  drawStatus(byId('link-status', HTMLElement), 'refused');
  byId('stage', HTMLElement).append(drawNotice(notice));
}

async function start(credentials: AddressCredentials): Promise<void> {
  const session = readSessionPath(location.pathname);
  if (session === undefined) return refuse(NOTICES.unknown);
  keepCredentials(session, credentials);
  const [code, held] = [kept(codeOf(session)), kept(viewerOf(session))];
  if (code === undefined && held === undefined) return refuse(NOTICES.locked);
  drawStatus(byId('link-status', HTMLElement), 'connecting');
  const token = code === undefined ? held : await redeem(code).catch(() => lastToken(session));
  if (token === undefined) return refuse(NOTICES.expired);
  const renew = () => (code === undefined ? Promise.resolve(token) : redeem(code));
  new ViewerPage(session, token, await hostUrls(), renew);
}

defineWidgets();
void start(takeCredentials());
// A new link pasted into the address bar of this tab.
addEventListener('hashchange', () => {
  const session = readSessionPath(location.pathname);
  const credentials = takeCredentials();
  if (session === undefined || (credentials.code === undefined && credentials.token === undefined)) return;
  keepCredentials(session, credentials);
  location.reload();
});
