// The frame of an app of somebody else: a page on an origin of its own, which passes on what the app and we say to each other. What
// the app asks for is done only where it is listed here, and within bounds; whatever else it does ends its frame and nothing more.

import { isObject, type Json, type JsonObject, jsonEqual } from '@vitrine/core/page';
import { make } from '../../dom.ts';

/** What whoever holds the connection to the host does for an app. */
export interface AppChannel {
  /** Rejects, with a sentence for the person, where the app may not stand. */
  open(): Promise<AppDocument>;
  /** The person has agreed. Rejects with a sentence for the app. */
  call(tool: string, args: JsonObject): Promise<JsonObject>;
}

export interface AppDocument {
  readonly html: string;
  /** The address of the page on the other origin. */
  readonly sandbox: string;
}

/** What is shown: what its tool was called with, and what it has answered. */
export interface AppContent {
  readonly input: Json | undefined;
  readonly result: Json | undefined;
}

export interface AppFrameOptions {
  readonly title: string;
  readonly locale: string;
  readonly channel: AppChannel;
  /** Asks the person; false: refused. */
  readonly agree: (question: AppQuestion) => Promise<boolean>;
  /** Where the page's policy lets it lead. */
  readonly openLink: (url: string) => void;
  /** It is gone for good: why, for the person. */
  readonly over: (why: string) => void;
}

export type AppQuestion =
  | { readonly kind: 'call'; readonly tool: string; readonly args: JsonObject }
  | { readonly kind: 'link'; readonly url: string };

interface Heights {
  readonly least: number;
  readonly most: number;
}

const PROTOCOL = '2026-01-26';
const HEIGHT: Heights = { least: 40, most: 2000 };
const FIRST_HEIGHT = 300;
/** Smaller differences are not followed, nor more than one in this time, nor more than so many in all. */
const HEIGHT_STEP = 5;
const RESIZE_MS = 100;
const MAX_RESIZES = 300;
/** Until it says that it is there. */
const READY_MS = 20_000;
/** Requests that are not answered yet. */
const MAX_OPEN = 8;
/** A frame that is moved loads anew. */
const MAX_LOADS = 20;
const METHOD_NOT_FOUND = -32601;
const REFUSED = -32000;

const FAULTS: { readonly [reason: string]: string } = {
  flood: 'This app sends too much, and was ended.',
  size: 'This app sends too much at once, and was ended.',
  forged: 'This app pretends to be its frame, and was ended.',
};

export class AppFrame {
  readonly dom = make('iframe', 'app-frame');
  readonly #options: AppFrameOptions;
  readonly #over = new AbortController();
  #document: AppDocument | undefined;
  #content: AppContent = { input: undefined, result: undefined };
  /** Of it, what the app has been told. */
  #sent: AppContent = { input: undefined, result: undefined };
  #isReady = false;
  #open = 0;
  #loads = 0;
  #resizes = 0;
  #wanted = FIRST_HEIGHT;
  #resizing: ReturnType<typeof setTimeout> | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(options: AppFrameOptions) {
    this.#options = options;
    this.dom.title = options.title;
    // No origin, no window, no way to the top, no form: not even the page around the app has them.
    this.dom.setAttribute('sandbox', 'allow-scripts');
    this.dom.setAttribute('allow', "camera 'none'; microphone 'none'; geolocation 'none'; display-capture 'none'");
    this.dom.referrerPolicy = 'no-referrer';
    this.dom.height = String(FIRST_HEIGHT);
    const { signal } = this.#over;
    window.addEventListener('message', (event) => this.#hear(event), { signal });
  }

  show(document: AppDocument, content: AppContent): void {
    this.#document = document;
    this.#content = content;
    this.dom.src = document.sandbox;
    this.#late = setTimeout(() => this.#end('This app does not answer.'), READY_MS);
  }

  update(content: AppContent): void {
    this.#content = content;
    if (this.#isReady) this.#sendContent();
  }

  dispose(): void {
    if (this.#over.signal.aborted) return;
    this.#post({ id: 'teardown', method: 'ui/resource-teardown', params: {} });
    this.#close();
  }

  #close(): void {
    this.#over.abort();
    clearTimeout(this.#late);
    clearTimeout(this.#resizing);
    this.dom.remove();
  }

  #end(why: string): void {
    if (this.#over.signal.aborted) return;
    this.#close();
    this.#options.over(why);
  }

  #hear({ source, data }: MessageEvent): void {
    if (source === null || source !== this.dom.contentWindow || !isObject(data as Json)) return;
    const message = data as JsonObject;
    const { method, id } = message;
    if (typeof method !== 'string') return;
    const params = isObject(message.params) ? message.params : {};
    if (id === undefined) this.#notified(method, params);
    else if (typeof id === 'string' || typeof id === 'number') void this.#answer(id, method, params);
  }

  #notified(method: string, params: JsonObject): void {
    switch (method) {
      case 'ui/notifications/sandbox-proxy-ready':
        return this.#load();
      case 'ui/notifications/sandbox-fault':
        return this.#end(FAULTS[String(params.reason)] ?? 'This app was ended.');
      case 'ui/notifications/initialized':
        clearTimeout(this.#late);
        this.#isReady = true;
        return this.#sendContent();
      case 'ui/notifications/size-changed':
        return this.#resize(params.height);
      case 'ui/notifications/request-teardown':
        return this.#end('This app has closed itself.');
    }
  }

  #load(): void {
    if (this.#document === undefined) return;
    if (++this.#loads > MAX_LOADS) return this.#end('This app begins again and again, and was ended.');
    this.#isReady = false;
    this.#sent = { input: undefined, result: undefined };
    const { html } = this.#document;
    this.#post({ method: 'ui/notifications/sandbox-resource-ready', params: { html } });
  }

  async #answer(id: string | number, method: string, params: JsonObject): Promise<void> {
    if (this.#open >= MAX_OPEN) return this.#post({ id, error: { code: REFUSED, message: 'Too much at once.' } });
    this.#open++;
    try {
      this.#post({ id, result: await this.#resultOf(method, params) });
    } catch (error) {
      const { code = REFUSED, message } = error as { readonly code?: number; readonly message: string };
      this.#post({ id, error: { code: typeof code === 'number' ? code : REFUSED, message } });
    } finally {
      this.#open--;
    }
  }

  async #resultOf(method: string, params: JsonObject): Promise<JsonObject> {
    switch (method) {
      case 'ui/initialize':
        return this.#hello();
      case 'ping':
        return {};
      case 'ui/request-display-mode':
        return { mode: 'inline' };
      case 'tools/call':
        return this.#call(params);
      case 'ui/open-link':
        return this.#openLink(String(params.url));
      default:
        throw Object.assign(new Error(`This host does not do ${method.slice(0, 100)}.`), { code: METHOD_NOT_FOUND });
    }
  }

  #hello(): JsonObject {
    const { locale } = this.#options;
    const isDark =
      getComputedStyle(this.dom).colorScheme.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches;
    return {
      protocolVersion: PROTOCOL,
      hostInfo: { name: 'vitrine', version: '0.1.0' },
      hostCapabilities: { serverTools: {}, openLinks: {} },
      hostContext: {
        ...{ theme: isDark ? 'dark' : 'light', locale, platform: 'web' },
        timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...{ displayMode: 'inline', availableDisplayModes: ['inline'] },
      },
    };
  }

  async #call({ name, arguments: args }: JsonObject): Promise<JsonObject> {
    if (typeof name !== 'string') throw new Error('A call names its tool.');
    const given = isObject(args) ? args : {};
    if (!(await this.#options.agree({ kind: 'call', tool: name, args: given })))
      throw new Error('The person did not allow this call.');
    return this.#options.channel.call(name, given);
  }

  async #openLink(url: string): Promise<JsonObject> {
    if (!(await this.#options.agree({ kind: 'link', url }))) throw new Error('The person did not open this link.');
    this.#options.openLink(url);
    return {};
  }

  /** As the specification has it: what the tool was called with, then what it has answered. Each again only when it is another. */
  #sendContent(): void {
    const { input, result } = this.#content;
    const before = this.#sent;
    this.#sent = { input, result };
    if (input !== undefined && !isSame(input, before.input))
      this.#post({ method: 'ui/notifications/tool-input', params: { arguments: isObject(input) ? input : {} } });
    if (isObject(result) && !isSame(result, before.result))
      this.#post({ method: 'ui/notifications/tool-result', params: { content: [], ...result } });
  }

  #resize(height: Json | undefined): void {
    if (typeof height !== 'number' || !Number.isFinite(height)) return;
    const wanted = Math.min(HEIGHT.most, Math.max(HEIGHT.least, Math.ceil(height)));
    if (Math.abs(wanted - this.#wanted) < HEIGHT_STEP || this.#resizes >= MAX_RESIZES) return;
    this.#wanted = wanted;
    this.#resizing ??= setTimeout(() => {
      this.#resizing = undefined;
      this.#resizes++;
      this.dom.height = String(this.#wanted);
    }, RESIZE_MS);
  }

  #post(message: JsonObject): void {
    // The frame has no origin that could be named. Only the sandbox can be in it: the page's policy lets in nothing else.
    this.dom.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}

function isSame(one: Json, other: Json | undefined): boolean {
  return other !== undefined && jsonEqual(one, other);
}
