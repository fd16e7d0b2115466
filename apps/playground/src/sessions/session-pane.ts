// The session that is open on the operator's page: as a viewer sees it, live, or as it was at an earlier moment. A viewer's
// token is minted for this tab and kept, so that a reload, and a host that was started anew, go on where they were.

import type { LinkState } from '@vitrine/client';
import { defined, type Seq } from '@vitrine/core/page';
import type { RefusalReason } from '@vitrine/embed';
import { type HostApi, type ListedSession, toRefusal, UNREACHABLE } from '../host/host-api.ts';
import { hostUrls } from '../host/settings.ts';
import { keep, kept, viewerOf } from '../host/tab-credentials.ts';
import { ConnectedSession } from '../live/live-session.ts';
import { drawNotice, NOTICES, type Notice } from '../live/notice.ts';
import { drawStatus } from '../live/status-line.ts';
import { byId, el, setText } from '../page/element.ts';
import { loadOwnCatalogs } from '../page/own-catalogs.ts';
import { saveFile } from '../page/save-file.ts';
import { InspectorToggle } from './inspector-toggle.ts';
import { OperatorDeeds } from './operator-deeds.ts';
import { drawPast } from './past-view.ts';
import { factsOf, othersIn, othersWords, titleOf } from './session-list.ts';
import { ViewerLinks } from './viewer-links.ts';

export interface PaneEvents {
  /** The operator's access has ended. */
  ended(): void;
  /** The list may be another one. */
  done(): void;
  say(words: string): void;
}

export class SessionPane {
  readonly #api: HostApi;
  readonly #events: PaneEvents;
  readonly #side = byId('stage-side', HTMLElement);
  readonly #stage = byId('stage', HTMLElement);
  readonly #head = byId('session-head', HTMLElement);
  readonly #title = byId('session-title', HTMLElement);
  readonly #status = byId('link-status', HTMLElement);
  readonly #pastBar = byId('past-bar', HTMLElement);
  readonly #inspector: InspectorToggle;
  readonly #links: ViewerLinks;
  readonly #deeds: OperatorDeeds;
  readonly #note = el('p', { class: 'ended-note' }, 'This session has ended. It is shown as it was left.');
  #session: string | undefined;
  #summary: ListedSession | undefined;
  #live: ConnectedSession | undefined;
  /** The moment that is shown or on its way; now when undefined. */
  #at: Seq | undefined;
  /** What is shown of that moment, or of a copy. */
  #past: HTMLElement | undefined;
  #isCopy = false;

  constructor(api: HostApi, events: PaneEvents) {
    this.#api = api;
    this.#events = events;
    this.#inspector = new InspectorToggle({
      travel: (at) => this.#travel(at),
      copy: () => void this.#copy(),
      savePage: () => void this.#savePage(),
      ended: events.ended,
      say: events.say,
    });
    byId('past-back', HTMLElement).addEventListener('click', () => void this.#travel(undefined));
    this.#links = new ViewerLinks(api, events);
    this.#deeds = new OperatorDeeds(api, events);
    this.#draw();
  }

  get session(): string | undefined {
    return this.#session;
  }

  /** Shows another session, or none. */
  async open(session: string | undefined): Promise<void> {
    if (session === this.#session) return;
    this.#close();
    this.#session = session;
    this.#summary = undefined;
    this.#inspector.inspect(session, this.#api);
    if (session !== undefined && this.#api.token !== undefined) this.#side.dataset.unknown = 'true';
    this.#draw();
    if (session !== undefined) await this.#connect(session);
  }

  /** What the list says of the open session; `isRead`: it was read, and says no more for now. */
  describe(summary: ListedSession | undefined, isRead: boolean): void {
    if (summary !== undefined) this.#summary = summary;
    if (isRead) this.#settle();
    this.#drawHead();
  }

  /** Until it is known what the session is called nothing of it is seen: a title that comes later would move all below it. */
  #settle(): void {
    delete this.#side.dataset.unknown;
  }

  /** There is access again: what was missing without it is read. */
  resume(): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#inspector.inspect(session, this.#api);
    this.#inspector.show(this.#live?.view, undefined);
    if (this.#live === undefined) void this.#connect(session);
  }

  async #connect(session: string): Promise<void> {
    drawStatus(this.#status, 'connecting');
    const token = kept(viewerOf(session)) ?? (await this.#mint(session));
    const [urls] = await Promise.all([hostUrls(), loadOwnCatalogs()]);
    if (token === undefined || session !== this.#session || this.#live !== undefined) return;
    this.#live = new ConnectedSession(session, { token }, urls, 3, {
      state: (state, reason) => this.#turned(session, state, reason),
      welcome: () => this.#drawHead(),
      viewed: () => this.#viewed(),
      changed: () => this.#inspector.redraw(),
      found: (issue) => this.#inspector.found(issue),
      say: this.#events.say,
      renew: () => this.#renew(session, token),
    });
    this.#viewed();
    this.#draw();
  }

  async #mint(session: string): Promise<string | undefined> {
    try {
      const { token } = await this.#api.mintViewer(session);
      keep(viewerOf(session), token);
      return token;
    } catch (error) {
      if (session !== this.#session) return undefined;
      const refusal = toRefusal(error);
      if (refusal.isCredential) this.#events.ended();
      drawStatus(this.#status, refusal.status === UNREACHABLE ? 'offline' : 'refused');
      this.#refuse(this.#noticeFor(refusal.status));
      return undefined;
    }
  }

  #noticeFor(status: number): Notice {
    if (status === 404) return NOTICES.unknown;
    const again = () => {
      const session = this.#session;
      if (session !== undefined) void this.#connect(session);
    };
    if (status === 401 && this.#api.token === undefined)
      return {
        title: 'Your access has ended',
        text: 'Enter a new code at the side to go on; "npx @vitrine/cli operator" prints one.',
      };
    if (status === 401)
      return {
        title: 'Your access was taken back',
        text: 'The agent of this session ended the access of its viewers. You can enter again as the operator.',
        act: { label: 'Enter again', run: again },
      };
    const text = 'It may be starting. What you see comes back when it does.';
    return { title: 'The host does not answer', text, act: { label: 'Try again', run: again } };
  }

  #turned(session: string, state: LinkState, reason: RefusalReason | undefined): void {
    if (session !== this.#session) return;
    drawStatus(this.#status, state);
    if (state !== 'connecting' && state !== 'live') this.#settle();
    if (state === 'closed') {
      this.#note.hidden = false;
      this.#inspector.finish();
    }
    if (state !== 'refused') return;
    keep(viewerOf(session), undefined);
    this.#live?.close();
    this.#live = undefined;
    this.#refuse(this.#noticeFor(reason === 'unknown' ? 404 : 401));
  }

  /** A token that ended is no reason to stop where the operator may have another one. */
  async #renew(session: string, token: string): Promise<string> {
    if (this.#api.token === undefined) return token;
    const fresh = await this.#api.mintViewer(session);
    keep(viewerOf(session), fresh.token);
    return fresh.token;
  }

  #viewed(): void {
    if (this.#past === undefined) this.#inspector.show(this.#live?.view, undefined);
  }

  async #travel(at: Seq | undefined): Promise<void> {
    if (at === this.#at && !this.#isCopy) return;
    this.#at = at;
    this.#isCopy = false;
    if (at === undefined) return this.#drawNow();
    await this.#showPast(at);
  }

  /** What is shown now, apart from the session: it may be changed and is written nowhere. */
  async #copy(): Promise<void> {
    this.#isCopy = true;
    await this.#showPast(this.#at);
  }

  async #showPast(at: Seq | undefined): Promise<void> {
    const [session, isCopy] = [this.#session, this.#isCopy];
    if (session === undefined) return;
    try {
      const snapshot = await this.#api.snapshot(session, at);
      // Only the last wish counts.
      if (session !== this.#session || at !== this.#at || isCopy !== this.#isCopy) return;
      const { element, view, asks } = drawPast(snapshot, this.#summary?.agent ?? '', await hostUrls());
      // The live one stays where it is, out of sight: off the page it would leave the session.
      this.#removePast();
      this.#past = element;
      this.#stage.dataset.shows = 'past';
      // Nothing in it takes the focus, and it may be longer than its place.
      this.#stage.tabIndex = 0;
      this.#stage.append(element);
      this.#pastBar.hidden = false;
      const asked = asks === 0 ? '' : asks === 1 ? ' A question was open.' : ` ${asks} questions were open.`;
      const words = isCopy ? 'A copy of what stood there after entry' : 'As it was after entry';
      setText(byId('past-text', HTMLElement), `${words} ${snapshot.seq}.${asked}`);
      this.#inspector.show(view, at, isCopy ? view : undefined);
    } catch (error) {
      this.#at = undefined;
      this.#isCopy = false;
      const refusal = toRefusal(error);
      if (refusal.isCredential) this.#events.ended();
      this.#events.say(`That moment cannot be shown: ${refusal.message}`);
      this.#drawNow();
    }
  }

  async #savePage(): Promise<void> {
    const shown = this.#past ?? this.#live?.element;
    if (shown === undefined) return;
    const { pageOf } = await import('./save-page.ts');
    const html = await pageOf(shown, this.#title.textContent ?? '', await hostUrls());
    saveFile(`${this.#session ?? 'session'}.html`, 'text/html', html);
    this.#events.say('What is shown is saved as one file.');
  }

  #drawNow(): void {
    this.#pastBar.hidden = true;
    this.#removePast();
    this.#draw();
    this.#inspector.show(this.#live?.view, undefined);
  }

  #removePast(): void {
    this.#past?.remove();
    this.#past = undefined;
    delete this.#stage.dataset.shows;
    this.#stage.removeAttribute('tabindex');
  }

  #refuse(notice: Notice): void {
    this.#settle();
    this.#stage.replaceChildren(drawNotice(notice));
  }

  #close(): void {
    this.#live?.close();
    this.#live = undefined;
    this.#at = undefined;
    this.#isCopy = false;
    this.#removePast();
    this.#pastBar.hidden = true;
    this.#note.hidden = true;
    delete this.#status.dataset.state;
    setText(this.#status, '');
  }

  #draw(): void {
    this.#head.hidden = this.#session === undefined;
    if (this.#session === undefined) this.#inspector.close();
    this.#drawHead();
    if (this.#live !== undefined) this.#stage.replaceChildren(this.#note, this.#live.element, this.#live.chat.element);
    else if (this.#session === undefined) this.#stage.replaceChildren(vacant());
    else this.#stage.replaceChildren();
  }

  #drawHead(): void {
    const { title = this.#live?.title, viewers, closedAt } = this.#summary ?? {};
    setText(this.#title, this.#session === undefined ? '' : titleOf(defined({ title })));
    const facts = this.#summary === undefined ? [] : [factsOf(this.#summary)];
    if (viewers !== undefined && closedAt === undefined) facts.push(othersWords(othersIn({ viewers }, true)));
    setText(byId('session-facts', HTMLElement), facts.join(' · '));
    this.#links.draw(this.#session);
    this.#deeds.draw(defined({ session: this.#session, agent: this.#summary?.agent }));
  }
}

function vacant(): Node {
  return byId('vacant', HTMLTemplateElement).content.cloneNode(true);
}
