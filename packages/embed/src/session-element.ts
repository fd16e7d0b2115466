// <vitrine-session src>: web's element, which draws, with a connection that it keeps itself. `src` is the link to a session;
// whatever a page has to do for one (connect, send, show what was refused, ask for another token) is done here. Without a
// `src` it is web's element, driven by whoever sets its view.

import {
  connectViewer,
  HostClient,
  HostRefusal,
  type LinkState,
  redeemViewerCode,
  type ViewerConnection,
  type ViewerEvents,
  type ViewerStorage,
} from '@vitrine/client';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { type Catalog, Catalogs, DEFAULT_URL_POLICY, defined, type Issue, type ViewerEvent } from '@vitrine/core/page';
import { type NoticeKind, VitrineSession, type Words } from '@vitrine/web';
import type { AppRequest } from '@vitrine/web/catalogs/mcp-app';
import { wordsFor } from './page-language.ts';
import { fieldRefusalWords, refusalWords } from './refusal-words.ts';
import { readSessionAddress, type SessionAddress } from './session-address.ts';

/** `idle`: there is no `src`. The others are those of the client's connection. */
export type SessionState = 'idle' | LinkState;

/** Why nothing can be shown; a page may say it in its own way. */
export type RefusalReason = Extract<NoticeKind, 'address' | 'locked' | 'expired' | 'unknown' | 'foreign' | 'version'>;

/** Of the event `vitrine-state`. */
export interface SessionStateDetail {
  readonly state: SessionState;
  readonly reason?: RefusalReason;
}

/** Of the event `vitrine-refused`: the host did not take what a person did. Prevented, the element says nothing of it. */
export interface RefusedDetail {
  readonly event: ViewerEvent;
  readonly issues: readonly Issue[];
  /** For the person. */
  readonly message: string;
}

/** Of the event `vitrine-token`: the host wants a token, and there is none that it takes. */
export interface TokenRequest {
  /** Where the host is. */
  readonly url: string;
  readonly session: string;
  /** Called before the event is over, with a token or a promise of one. */
  respondWith(token: string | Promise<string>): void;
}

/** What could not be drawn is told to the agent; reports beyond this many say nothing new. */
const MAX_REPORTS = 50;
const USUAL_CATALOGS = [basic08, basic09, basic10];
const ATTRIBUTES = ['src', 'token', 'locale', 'media', 'heading-level', 'quiet'] as const;

/** One connection of the element, from the moment that a `src` is read until another one is. */
interface OpenedLink {
  readonly address: SessionAddress;
  readonly over: AbortController;
  readonly reported: Set<string>;
  /** Why there is no token. */
  refusal?: RefusalReason;
  connection?: ViewerConnection;
}

export class VitrineSessionElement extends VitrineSession {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

  #catalogs: Iterable<Catalog> = USUAL_CATALOGS;
  #token: string | undefined;
  #link: OpenedLink | undefined;
  #state: SessionState = 'idle';
  #reason: RefusalReason | undefined;
  #wasLive = false;
  #words: Partial<Words> | undefined;
  #isPlanned = false;

  constructor() {
    super();
    this.addEventListener('vitrine-event', (event) => this.#send((event as CustomEvent<ViewerEvent>).detail));
    this.addEventListener('vitrine-app', (event) => this.#answerApp((event as CustomEvent<AppRequest>).detail));
    this.addEventListener('vitrine-issue', (event) => this.#report((event as CustomEvent<Issue>).detail));
  }

  get src(): string {
    return this.getAttribute('src') ?? '';
  }
  set src(src: string | undefined) {
    this.#reflect('src', src);
  }

  /** The token of a viewer. An attribute of this name is read once and removed. */
  get token(): string | undefined {
    return this.#link?.connection?.token ?? this.#token;
  }
  set token(token: string | undefined) {
    if (token === this.#token) return;
    this.#token = token;
    if (token !== undefined && this.#state !== 'live') this.#plan();
  }

  /** The language that the element speaks and the agent is told of; that of the page, else of the browser. */
  get locale(): string {
    return this.getAttribute('locale') ?? (document.documentElement.lang || navigator.language);
  }
  set locale(locale: string | undefined) {
    this.#reflect('locale', locale);
  }

  /** Which components can be shown: those of A2UI's basic catalogs. Read when a connection is opened. */
  get catalogs(): Iterable<Catalog> {
    return this.#catalogs;
  }
  set catalogs(catalogs: Iterable<Catalog> | undefined) {
    this.#catalogs = catalogs ?? USUAL_CATALOGS;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The one that is open, for a page that wants more than what is shown. */
  get connection(): ViewerConnection | undefined {
    return this.#link?.connection;
  }

  attributeChangedCallback(name: (typeof ATTRIBUTES)[number], before: string | null, value: string | null): void {
    if (before === value) return;
    switch (name) {
      case 'token':
        if (value === null) return;
        this.removeAttribute('token');
        this.token = value;
        return;
      case 'media':
        this.urls = { ...DEFAULT_URL_POLICY, media: (value ?? '').split(/\s+/).filter(Boolean) };
        return;
      case 'heading-level':
        this.headingLevel = value === null ? undefined : Math.min(6, Math.max(1, Number.parseInt(value, 10) || 1));
        return;
      case 'quiet':
        return this.#tell();
      case 'locale':
        void this.#speak();
        return this.#plan();
      case 'src':
        this.#plan();
    }
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#speak();
    if (this.#link === undefined) this.#plan();
  }

  /** An element that is only moved is back at once, and keeps its connection. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => {
      if (!this.isConnected) this.#close();
    });
  }

  #reflect(attribute: string, value: string | undefined): void {
    if (value === undefined || value === null) this.removeAttribute(attribute);
    else this.setAttribute(attribute, value);
  }

  /** Opens what the attributes and properties say by the end of this task: they come one by one. */
  #plan(): void {
    if (this.#isPlanned || !this.isConnected) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      if (this.isConnected) void this.#open();
    });
  }

  async #open(): Promise<void> {
    this.#close();
    if (!this.hasAttribute('src')) return this.#turn('idle');
    const address = readSessionAddress(this.src, document.baseURI);
    if (address === undefined) return this.#turn('refused', 'address');
    const link: OpenedLink = { address, over: new AbortController(), reported: new Set() };
    this.#link = link;
    this.#turn('connecting');
    const token = await this.#firstToken(link);
    if (this.#link !== link) return;
    if (token === undefined) return this.#turn('refused', link.refusal ?? 'locked');
    this.#connect(link, token);
  }

  #close(): void {
    const link = this.#link;
    if (link === undefined) return;
    this.#link = undefined;
    this.#wasLive = false;
    link.over.abort();
    link.connection?.close();
    if (this.ended) this.inert = false;
    Object.assign(this, { view: undefined, pending: [], offline: false, ended: false });
  }

  /** What the page gave, what its link is good for, what this tab had before; else the page is asked. */
  async #firstToken(link: OpenedLink): Promise<string | undefined> {
    const { session, code, token = this.#token } = link.address;
    if (token !== undefined) return token;
    const kept = tabStorage()?.getItem(`vitrine:${session}:token`) ?? undefined;
    if (code === undefined) return kept ?? this.#request(link);
    // A link whose time is over may have been good for a token that still holds.
    return (await this.#redeem(link, code)) ?? kept;
  }

  async #redeem(link: OpenedLink, code: string): Promise<string | undefined> {
    const { address, over } = link;
    const unanswered = (): void => {
      if (this.#link === link && this.#state === 'connecting') this.#turn('offline');
    };
    try {
      return (await redeemViewerCode({ url: address.url, code, signal: over.signal, unanswered })).token;
    } catch (error) {
      link.refusal = refusalOf(error);
      return undefined;
    }
  }

  async #request({ address: { url, session } }: OpenedLink): Promise<string | undefined> {
    let freshToken: string | Promise<string> | undefined;
    let isOver = false;
    const detail: TokenRequest = {
      url,
      session,
      respondWith: (token) => {
        if (isOver) throw new Error('respondWith has to be called before the event is over; give it a promise.');
        freshToken = token;
      },
    };
    this.#dispatch('vitrine-token', detail);
    isOver = true;
    try {
      return await freshToken;
    } catch {
      return undefined;
    }
  }

  #connect(link: OpenedLink, token: string): void {
    const { url, session, code } = link.address;
    const connection = connectViewer({
      url,
      session,
      token,
      catalogs: new Catalogs(this.catalogs),
      locale: this.locale,
      zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      renew: async () => {
        const other = code === undefined ? await this.#request(link) : await this.#redeem(link, code);
        if (other === undefined) throw new Error('There is no other token.');
        return other;
      },
      ...defined({ storage: tabStorage() }),
    });
    link.connection = connection;
    const show = () => {
      this.view = connection.view;
      this.#dispatch('vitrine-view', connection);
    };
    connection.on('reset', show);
    show();
    connection.on('welcome', ({ agent = '', trust }) => {
      this.agentName = agent;
      this.trust = trust === 'trusted' ? 'trusted' : 'untrusted';
      this.#dispatch('vitrine-welcome', { agent, title: connection.title, trust: this.trust });
    });
    connection.on('effect', (effect) => this.happen(effect));
    connection.on('issue', (issue) => {
      // Of the line, not of what the agent sent.
      link.reported.add(keyOf(issue));
      this.#dispatch('vitrine-issue', issue);
    });
    connection.on('pending', (pending) => {
      this.pending = pending;
    });
    connection.on('refused', (refused) => this.#refused(refused));
    connection.on('state', (state) => void this.#turned(link, state));
    this.pending = connection.pending;
  }

  #refused({ event, issues, fields }: ViewerEvents['refused']): void {
    if (event.event === 'answer') this.refuse(event.ask, issues[0]?.message ?? 'It was not accepted.');
    // At their fields, from the last to the first: that is where the person is led to.
    for (const field of fields.toReversed())
      this.refuseInput(field, fieldRefusalWords(field.issue), event.event === 'action');
    const message = refusalWords(event, issues);
    if (message === undefined) return;
    if (this.#dispatch('vitrine-refused', { event, issues, message } satisfies RefusedDetail)) this.note(message);
  }

  async #turned(link: OpenedLink, state: LinkState): Promise<void> {
    if (this.#link !== link) return;
    this.offline = state === 'offline' || state === 'connecting';
    if (state === 'live') this.#wasLive = true;
    if (state === 'closed') Object.assign(this, { ended: true, inert: true });
    if (state !== 'refused') return this.#turn(state === 'connecting' && this.#wasLive ? 'offline' : state);
    const reason = await this.#whyRefused(link);
    if (this.#link !== link) return;
    if (reason !== 'version') tabStorage()?.removeItem(`vitrine:${link.address.session}:token`);
    this.view = undefined;
    this.#turn('refused', reason);
  }

  /** A socket only says that it was refused; the same credential over HTTP is told why. */
  async #whyRefused({ address: { url, session }, connection }: OpenedLink): Promise<RefusalReason> {
    const client = new HostClient({ url, ...defined({ credential: connection?.token }) });
    try {
      await client.call({ path: `/sessions/${encodeURIComponent(session)}/snapshot` });
      // It may be read, and what the host says of it is not understood here.
      return 'version';
    } catch (error) {
      return refusalOf(error);
    }
  }

  #send(event: ViewerEvent): void {
    const connection = this.#link?.connection;
    if (connection === undefined) return;
    // What is typed unseen, as passwords are, and files are no inputs: they travel with the action that needs them.
    const writes =
      event.event === 'action' ? this.unseen(event.surface).map((write) => ({ surface: event.surface, ...write })) : [];
    void connection.send(event, { writes });
  }

  #report(issue: Issue): void {
    const link = this.#link;
    if (link?.connection === undefined) return;
    const key = keyOf(issue);
    if (link.reported.has(key) || link.reported.size >= MAX_REPORTS) return;
    link.reported.add(key);
    void link.connection.send({ event: 'issue', issue });
  }

  #turn(state: SessionState, reason?: RefusalReason): void {
    this.#state = state;
    this.#reason = reason;
    this.#tell();
    this.#dispatch('vitrine-state', { state, ...defined({ reason }) } satisfies SessionStateDetail);
  }

  #tell(): void {
    const kind = noticeOf(this.#state, this.#reason);
    this.notice = this.hasAttribute('quiet') ? undefined : kind;
  }

  /** A component that shows an app of somebody else asks for the way to the host. */
  #answerApp({ surface, component, respondWith }: AppRequest): void {
    const link = this.#link;
    if (link === undefined) return;
    const host = { url: link.address.url, token: () => link.connection?.token };
    respondWith(import('./app-channel.ts').then(({ appChannel }) => appChannel(host, { surface, component })));
  }

  /** In words of the page's own, where it gave some. */
  async #speak(): Promise<void> {
    if (!this.hasAttribute('src') && !this.hasAttribute('locale')) return;
    const { locale } = this;
    const words = await wordsFor(locale);
    const isOwn = this.words === this.#words || Object.keys(this.words).length === 0;
    if (this.locale !== locale || !isOwn || words === this.words) return;
    this.#words = words;
    this.words = words;
  }

  /** False: the page has prevented what would be done. */
  #dispatch(type: string, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }));
  }
}

function keyOf({ code, at = '', message }: Issue): string {
  return `${code} ${at} ${message}`;
}

/** An answer without a code of ours is that of another version, or of no host at all. */
function refusalOf(error: unknown): RefusalReason {
  if (!(error instanceof HostRefusal)) return 'expired';
  if (error.code === 'VITRINE_HOST_FAILED') return 'version';
  if (error.status === 404) return 'unknown';
  return error.status === 403 ? 'foreign' : 'expired';
}

function noticeOf(state: SessionState, reason: RefusalReason | undefined): NoticeKind | undefined {
  if (state === 'refused') return reason;
  if (state === 'closed') return 'ended';
  return state === 'live' || state === 'idle' ? undefined : state;
}

/** The storage of this tab, where the browser gives one: a reload keeps the token and what was not sent. */
function tabStorage(): ViewerStorage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
