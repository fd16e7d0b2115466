// Starts the page of one viewer, `/s/ID`: the session and nothing else. The code of the link, or a token, comes in the
// fragment, leaves the address bar at once, and is kept for this tab, so that a reload works.

import type { LinkState } from '@vitrine/client';
import { defined, type UrlPolicy } from '@vitrine/core/page';
import { defineElements, type RefusalReason } from '@vitrine/embed';
import { readSessionPath, takeFragment } from '../host/address.ts';
import { hostUrls } from '../host/settings.ts';
import { codeOf, keep, kept, viewerOf } from '../host/tab-credentials.ts';
import { ConnectedSession, type Credential } from '../live/live-session.ts';
import { drawNotice, NOTICES, type Notice } from '../live/notice.ts';
import { drawStatus, say } from '../live/status-line.ts';
import { byId, el, setText } from '../page/element.ts';
import { loadOwnCatalogs } from '../page/own-catalogs.ts';
import { defineWidgets } from '../page/widgets.ts';
import { titleOf } from '../sessions/session-list.ts';

class ViewerPage {
  readonly #stage = byId('stage', HTMLElement);
  readonly #status = byId('link-status', HTMLElement);
  readonly #session: string;

  constructor(session: string, credential: Credential, urls: UrlPolicy) {
    this.#session = session;
    drawStatus(this.#status, 'connecting');
    const live = new ConnectedSession(session, credential, urls, 2, {
      state: (state, reason) => this.#turned(live, state, reason),
      welcome: () => {
        this.#name(live.title);
        byId('trust-mark', HTMLElement).hidden = live.isTrusted;
      },
      viewed: () => undefined,
      changed: () => undefined,
      // They stand in the log, and on the operator's page.
      found: () => undefined,
      say,
    });
    this.#stage.append(live.element, live.chat.element);
  }

  #turned(live: ConnectedSession, state: LinkState, reason: RefusalReason | undefined): void {
    drawStatus(this.#status, state);
    if (state === 'closed')
      live.element.before(el('p', { class: 'ended-note' }, 'This session has ended. It is shown as it was left.'));
    if (state !== 'refused') return;
    if (reason !== 'version') {
      keep(viewerOf(this.#session), undefined);
      keep(codeOf(this.#session), undefined);
    }
    live.close();
    this.#stage.replaceChildren(drawNotice(noticeFor(reason)));
  }

  #name(title: string | undefined): void {
    const name = titleOf(defined({ title }));
    setText(byId('session-title', HTMLElement), name);
    document.title = `${name} · Vitrine`;
  }
}

function noticeFor(reason: RefusalReason | undefined): Notice {
  return reason === undefined || reason === 'address' ? NOTICES.expired : NOTICES[reason];
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
  await loadOwnCatalogs();
  new ViewerPage(session, defined({ code, token: code === undefined ? held : undefined }), await hostUrls());
}

defineWidgets(defineElements);
void start(takeCredentials());
// A new link pasted into the address bar of this tab.
addEventListener('hashchange', () => {
  const session = readSessionPath(location.pathname);
  const credentials = takeCredentials();
  if (session === undefined || (credentials.code === undefined && credentials.token === undefined)) return;
  keepCredentials(session, credentials);
  location.reload();
});
