// The document that MCP hosts show our surfaces in (`ui://vitrine/view`): asks the host for what it is, takes the result of the
// tool that it stands for, and then is a viewer of that session like any other, carried by tools.

import { ViewerConnection, type ViewerEvents } from '@vitrine/client';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { Catalogs, isArray, isObject, type JsonObject, type ViewerEvent } from '@vitrine/core/page';
import { fieldRefusalWords, refusalWords } from '@vitrine/embed';
import { pageWidgets, VitrineSession, VitrineSurface } from '@vitrine/web';
import { basicWidgets08, basicWidgets09, basicWidgets10 } from '@vitrine/web/catalogs/basic';
import { bringCode } from '@vitrine/web/catalogs/code-at-once';
import { HostBridge } from './host-bridge.ts';
import { applyHostContext, offersFullscreen } from './host-context.ts';
import { ToolCarrier } from './tool-carrier.ts';

/** A session that shows nothing has nothing that the way to its page could stand behind. */
const NOTHING_DRAWN_MS = 500;

const WORDS = {
  waiting: 'The agent is preparing what is shown here. If nothing comes, ask it to show it again.',
  silent: 'The host around this view does not answer it, so nothing can be shown here.',
  empty: 'This conversation was opened again without what was shown here. Ask the agent to show it again.',
  cancelled: 'The agent did not finish this.',
  superseded: 'This is shown further down in the conversation.',
  closed: 'This session has ended. It is shown as it was left.',
  offline: 'There is no connection at the moment. What you do is sent when it is back.',
  mute: 'This host does not let views speak to their server: this shows how it was, and cannot be used.',
  unopened: 'The host around this view does not open this link:',
  approve: 'Something waits for your approval. It is given in the page of the session.',
} as const;

pageWidgets.add(basic08, basicWidgets08).add(basic09, basicWidgets09).add(basic10, basicWidgets10);
bringCode();
customElements.define('vitrine-surface', VitrineSurface);
customElements.define('vitrine-session', VitrineSession);

class McpView {
  readonly #main = byId('view');
  readonly #notice = byId('notice');
  readonly #openButton = byId('open');
  readonly #fullButton = byId('full');
  readonly #element = document.createElement('vitrine-session') as VitrineSession;
  readonly #bridge: HostBridge;
  #context: JsonObject = {};
  #capabilities: JsonObject = {};
  #connection: ViewerConnection | undefined;
  #carrier: ToolCarrier | undefined;
  #viewerUrl: string | undefined;
  #mayApprove = false;
  #height = 0;
  /** Of the view as a whole. */
  #status = '';
  /** An approval does, and cannot be given here. */
  #waits = false;

  constructor() {
    this.#bridge = new HostBridge(window.parent, {
      told: (method, params) => this.#told(method, params),
      asked: (method) => this.#asked(method),
    });
    this.#main.prepend(this.#element);
    this.#element.addEventListener('vitrine-event', (event) => this.#send((event as CustomEvent<ViewerEvent>).detail));
    // Links of surfaces and functions that open something: a frame has no windows of its own.
    window.open = (url) => {
      this.#openLink(String(url));
      return null;
    };
    addEventListener('click', (event) => this.#clicked(event), { capture: true });
    this.#openButton.addEventListener('click', () => this.#openLink(this.#viewerUrl ?? ''));
    this.#fullButton.addEventListener('click', () => void this.#requestFullscreen());
    new ResizeObserver(() => this.#tellSize()).observe(this.#main);
  }

  async start(): Promise<void> {
    const appInfo = { name: 'vitrine', version: '0.1.0' };
    const appCapabilities = { availableDisplayModes: ['inline', 'fullscreen'] };
    const about = { protocolVersion: '2026-01-26', appInfo, appCapabilities };
    const hello = await this.#bridge.request('ui/initialize', about).catch(() => undefined);
    if (hello === undefined) return this.#say(WORDS.silent);
    const { hostCapabilities, hostContext } = hello;
    if (isObject(hostCapabilities)) this.#capabilities = hostCapabilities;
    if (isObject(hostContext)) this.#contextChanged(hostContext);
    this.#bridge.notify('ui/notifications/initialized', {});
    if (this.#connection === undefined) this.#say(WORDS.waiting);
    this.#tellSize();
  }

  #told(method: string, params: JsonObject): void {
    if (method === 'ui/notifications/tool-result') this.#show(params);
    else if (method === 'ui/notifications/tool-cancelled') this.#say(WORDS.cancelled);
    else if (method === 'ui/notifications/host-context-changed') this.#contextChanged(params);
    else if (method === 'notifications/resources/list_changed') this.#carrier?.ring();
  }

  #asked(method: string): JsonObject | undefined {
    if (method === 'ui/resource-teardown') {
      this.#leave();
      return {};
    }
    return method === 'ping' ? {} : undefined;
  }

  #contextChanged(part: JsonObject): void {
    this.#context = { ...this.#context, ...part };
    applyHostContext(this.#context);
    this.#fullButton.hidden = !offersFullscreen(this.#context);
  }

  /** One result is one session; what comes later of the same is an update that the session tells itself. */
  #show({ _meta, structuredContent, isError, content }: JsonObject): void {
    const given = isObject(_meta) ? _meta['vitrine/view'] : undefined;
    const url = isObject(structuredContent) ? structuredContent.viewerUrl : undefined;
    if (typeof url === 'string') this.#viewerUrl = url;
    this.#offerPage();
    if (isError === true) return this.#say(textOf(content));
    if (!isObject(given) || typeof given.ticket !== 'string') return this.#say(this.#connection ? '' : WORDS.empty);
    const { ticket, session, frames, welcome, approvals, wait } = given;
    this.#mayApprove = approvals === true;
    this.#element.approvals = this.#mayApprove;
    const first = isArray(frames) ? frames.filter(isObject) : [];
    this.#connect(
      { ticket, session: String(session), view: newName() },
      isObject(welcome) ? [{ welcome }, ...first] : first,
      ownLine(wait, this.#capabilities),
    );
  }

  /** Behind what is drawn: shown before that, it would move away. */
  #offerPage(): void {
    const offer = (): void => {
      drawn.disconnect();
      clearTimeout(late);
      this.#openButton.hidden = this.#viewerUrl === undefined || this.#capabilities.openLinks === undefined;
    };
    const drawn = new ResizeObserver(() => this.#element.offsetHeight > 0 && offer());
    const late = setTimeout(offer, NOTHING_DRAWN_MS);
    drawn.observe(this.#element);
  }

  /** `own`: where it may wait without its host; what cannot be had there is asked of the host from then on. */
  #connect(
    pass: { ticket: string; session: string; view: string },
    first: readonly JsonObject[],
    own: string | undefined,
  ): void {
    this.#leave();
    const zone = String(this.#context.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
    const locale = String(this.#context.locale ?? navigator.language);
    const isMute = this.#capabilities.serverTools === undefined;
    let line = own;
    const carrier = new ToolCarrier({
      pass,
      first,
      about: { locale, zone },
      call: async (name, args) => {
        if (isMute) return new Promise(() => undefined);
        const waited = name === 'a2ui_view_wait' && line ? await waitAt(line, args) : undefined;
        if (waited !== undefined) return { structuredContent: waited };
        if (name === 'a2ui_view_wait') line = undefined;
        return this.#bridge.request('tools/call', { name, arguments: args });
      },
      superseded: () => this.#end(WORDS.superseded),
      refused: (words) => this.#end(words),
      taken: (event, heard) => this.#tellModel(event, heard),
    });
    this.#carrier = carrier;
    const catalogs = new Catalogs([basic08, basic09, basic10]);
    const connection = new ViewerConnection(
      { session: pass.session, catalogs, locale, zone, transport: 'sse' },
      carrier,
    );
    this.#connection = connection;
    const show = (): void => {
      this.#element.view = connection.view;
    };
    connection.on('reset', show);
    show();
    connection.on('welcome', ({ agent = '', trust }) => {
      Object.assign(this.#element, { agentName: agent, trust: trust === 'trusted' ? 'trusted' : 'untrusted' });
    });
    connection.on('effect', (effect) => this.#element.happen(effect));
    connection.on('entry', () => this.#tellAsks(connection));
    connection.on('pending', (pending) => {
      this.#element.pending = pending;
    });
    connection.on('refused', (refused) => this.#refused(refused));
    connection.on('state', (state) => this.#turned(connection, state));
    this.#say(isMute ? WORDS.mute : '');
    this.#element.inert = isMute;
  }

  #send(event: ViewerEvent): void {
    const writes =
      event.event === 'action'
        ? this.#element.unseen(event.surface).map((write) => ({ surface: event.surface, ...write }))
        : [];
    void this.#connection?.send(event, { writes });
  }

  #refused({ event, issues, fields }: ViewerEvents['refused']): void {
    if (event.event === 'answer') this.#element.refuse(event.ask, issues[0]?.message ?? 'It was not accepted.');
    for (const field of fields.toReversed())
      this.#element.refuseInput(field, fieldRefusalWords(field.issue), event.event === 'action');
    const words = refusalWords(event, issues);
    if (words !== undefined) this.#element.note(words);
  }

  #turned(connection: ViewerConnection, state: ViewerEvents['state']): void {
    if (connection !== this.#connection) return;
    this.#element.offline = state === 'offline';
    if (state === 'offline') this.#say(WORDS.offline);
    if (state === 'live') this.#say('');
    if (state === 'closed') this.#end(WORDS.closed);
  }

  /** What is shown stays: it is not over because this view has left it. */
  #leave(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.close();
  }

  /** Nothing more comes here, and nothing can be done here. */
  #end(words: string): void {
    this.#leave();
    Object.assign(this.#element, { ended: true, inert: true });
    this.#say(words);
  }

  #tellAsks({ view }: ViewerConnection): void {
    // A question stands in front of all else, and needs the room for it.
    this.#element.classList.toggle('asks', view.asks.size > 0);
    const waits = [...view.asks.values()].some(({ want }) => want.kind === 'confirm');
    this.#waits = waits && !this.#mayApprove;
    this.#drawNotice();
  }

  /** The model does not see what happens here: it is told, and woken where nobody else hears the person. */
  #tellModel(event: JsonObject, heard: boolean): void {
    const words = deedWords(event, this.#connection?.seq ?? 0);
    if (words === undefined) return;
    const content = [{ type: 'text', text: words }];
    if (this.#capabilities.updateModelContext !== undefined)
      this.#bridge.request('ui/update-model-context', { content }).catch(() => undefined);
    if (!heard && this.#capabilities.message !== undefined)
      this.#bridge.request('ui/message', { role: 'user', content }).catch(() => undefined);
  }

  #clicked(event: MouseEvent): void {
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
    if (link === undefined || link.href === '') return;
    event.preventDefault();
    this.#openLink(link.href);
  }

  #openLink(url: string): void {
    if (!/^https?:/.test(url)) return;
    const unopened = (): void => this.#element.note(`${WORDS.unopened} ${url}`);
    if (this.#capabilities.openLinks === undefined) return unopened();
    this.#bridge.request('ui/open-link', { url }).then(({ isError }) => isError === true && unopened(), unopened);
  }

  async #requestFullscreen(): Promise<void> {
    const { mode } = await this.#bridge
      .request('ui/request-display-mode', { mode: 'fullscreen' })
      .catch(() => ({ mode: '' }));
    if (typeof mode === 'string' && mode !== '') this.#contextChanged({ displayMode: mode });
  }

  #say(words: string): void {
    this.#status = words;
    this.#drawNotice();
  }

  #drawNotice(): void {
    const words = this.#status || (this.#waits ? WORDS.approve : '');
    if (this.#notice.textContent !== words) this.#notice.textContent = words;
    this.#notice.hidden = words === '';
  }

  /** What is drawn, and not the document: that is never smaller than its frame. */
  #tellSize(): void {
    const height = Math.ceil(this.#main.getBoundingClientRect().height);
    if (height === this.#height) return;
    this.#height = height;
    this.#bridge.notify('ui/notifications/size-changed', { height });
  }
}

/** Where this host lets the view speak to the one that it shows a session of. */
function ownLine(url: unknown, { sandbox }: JsonObject): string | undefined {
  const csp = isObject(sandbox) ? sandbox.csp : undefined;
  const domains = isObject(csp) && isArray(csp.connectDomains) ? csp.connectDomains : [];
  return typeof url === 'string' && domains.includes(new URL(url).origin) ? url : undefined;
}

/** Undefined: there is no such way. */
async function waitAt(url: string, args: JsonObject): Promise<JsonObject | undefined> {
  const call = { method: 'POST', body: JSON.stringify(args), credentials: 'omit' } as const;
  return fetch(url, call).then(
    (answer) => (answer.ok ? answer.json() : undefined),
    () => undefined,
  );
}

function deedWords({ event, name, context, ask, value }: JsonObject, seq: number): string | undefined {
  const more = `a2ui_events tells what the person did (seq ${seq}).`;
  if (event === 'action') return `The person pressed ${JSON.stringify(name)} ${shortened(context)}. ${more}`;
  if (event === 'answer') return `The person answered ${JSON.stringify(ask)} with ${shortened(value)}. ${more}`;
  return undefined;
}

const MAX_DEED = 2000;

function shortened(value: unknown): string {
  const text = JSON.stringify(value ?? {});
  return text.length > MAX_DEED ? `${text.slice(0, MAX_DEED)}…` : text;
}

function textOf(content: unknown): string {
  const first = Array.isArray(content) ? content.find((one) => isObject(one) && one.type === 'text') : undefined;
  return String(first?.text ?? WORDS.cancelled);
}

function newName(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((one) => one.toString(16).padStart(2, '0')).join('');
}

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The document has no #${id}.`);
  return element;
}

void new McpView().start();
