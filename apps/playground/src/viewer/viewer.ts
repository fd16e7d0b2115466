// Starts the page of one viewer, `/s/ID`: the session and nothing else. The token comes in the fragment, leaves the
// address bar at once, and is kept for this tab, so that a reload works.

import type { UrlPolicy } from '@vitrine/core';
import { readSessionPath, takeFragment } from '../host/address.ts';
import { keep, kept, viewerOf } from '../host/kept.ts';
import { hostUrls } from '../host/settings.ts';
import { LiveSession } from '../live/live-session.ts';
import { drawNotice, NOTICES, type Notice } from '../live/notice.ts';
import { say } from '../live/said.ts';
import { drawStatus, type LinkState } from '../live/status-line.ts';
import { byId, el, setText } from '../page/element.ts';
import { defineWidgets } from '../page/widgets.ts';
import { titleOf } from '../sessions/session-list.ts';

class ViewerPage {
  readonly #stage = byId('stage', HTMLElement);
  readonly #status = byId('link-status', HTMLElement);
  readonly #session: string;

  constructor(session: string, token: string, urls: UrlPolicy) {
    this.#session = session;
    drawStatus(this.#status, 'connecting');
    const live = new LiveSession(session, token, urls, {
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
      renew: () => Promise.resolve(token),
    });
    this.#stage.append(live.element, live.chat.element);
  }

  #turned(live: LiveSession, state: LinkState, status: number | undefined): void {
    drawStatus(this.#status, state);
    if (state === 'closed')
      live.element.before(el('p', { class: 'ended-note' }, 'This session has ended. It is shown as it was left.'));
    if (state !== 'refused') return;
    keep(viewerOf(this.#session), undefined);
    live.close();
    this.#stage.replaceChildren(drawNotice(noticeFor(status)));
  }

  #name(title: string | undefined): void {
    const name = titleOf(title === undefined ? {} : { title });
    setText(byId('session-title', HTMLElement), name);
    document.title = `${name} · Vitrine`;
  }
}

function noticeFor(status: number | undefined): Notice {
  if (status === 404) return NOTICES.unknown;
  return status === 403 ? NOTICES.foreign : NOTICES.expired;
}

async function start(given: string | undefined): Promise<void> {
  const session = readSessionPath(location.pathname);
  const token = session === undefined ? undefined : (given ?? kept(viewerOf(session)));
  if (session === undefined || token === undefined) {
    byId('stage', HTMLElement).append(drawNotice(session === undefined ? NOTICES.unknown : NOTICES.locked));
    return;
  }
  keep(viewerOf(session), token);
  new ViewerPage(session, token, await hostUrls());
}

defineWidgets();
void start(takeFragment('token'));
// A new link pasted into the address bar of this tab.
addEventListener('hashchange', () => {
  const session = readSessionPath(location.pathname);
  const token = takeFragment('token');
  if (session === undefined || token === undefined) return;
  keep(viewerOf(session), token);
  location.reload();
});
