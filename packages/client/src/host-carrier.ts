// A viewer's connection to a host over its own interface: a WebSocket, or server-sent events and calls.

import { defined, type JsonObject } from '@vitrine/core/page';
import { systemClock } from './clock.ts';
import type { KeptFile } from './file-uploads.ts';
import { callUntilAnswered, type Endpoint } from './http.ts';
import { addressOf, type ClientLink, type LineEvents, pathOf, type Transport } from './line.ts';
import { fetchTelling, type UploadProgress } from './upload-progress.ts';
import type { ViewerCarrier, ViewerHello } from './viewer-carrier.ts';
import type { ViewerOptions } from './viewer-options.ts';
import { openViewerStream, postParting } from './viewer-stream.ts';
import { RenewedToken } from './viewer-token.ts';
import { openSocketLine } from './websocket.ts';

export class HostCarrier implements ViewerCarrier {
  readonly #options: ViewerOptions;
  readonly #endpoint: Endpoint;
  readonly #token: RenewedToken;

  constructor(options: ViewerOptions) {
    this.#options = options;
    const { url, clock = systemClock, random = Math.random, fetch = (...call) => globalThis.fetch(...call) } = options;
    this.#endpoint = { url, clock, random, fetch };
    this.#token = new RenewedToken(options, this.#endpoint);
  }

  get token(): string {
    return this.#token.value;
  }

  get isNewer(): boolean {
    return this.#token.isNewer;
  }

  open(transport: Transport, { after, catalogs }: ViewerHello, events: LineEvents): ClientLink {
    const { session, locale, zone, viewer, socket } = this.#options;
    const endpoint = this.#endpoint;
    const credential = this.#token.show();
    if (transport === 'sse') return openViewerStream({ endpoint, credential, session, after, catalogs }, events);
    const hello = {
      role: 'viewer',
      dialect: 'vitrine',
      capabilities: { catalogs },
      ...defined({ after, viewer, locale, zone }),
    };
    const url = addressOf(endpoint.url, pathOf(session, '/socket'));
    return openSocketLine({ url, credential, hello, ...defined({ socket }) }, events);
  }

  renew(): Promise<boolean> {
    return this.#token.replace();
  }

  part(frames: readonly JsonObject[]): void {
    const { session } = this.#options;
    void postParting({ endpoint: this.#endpoint, credential: this.token, session }, frames);
  }

  async upload(file: Blob, name: string, tell: UploadProgress, signal: AbortSignal): Promise<KeptFile> {
    const path = pathOf(this.#options.session, '/files');
    const call = { path, query: { name }, credential: this.token, body: file };
    const telling = this.#options.fetch === undefined ? fetchTelling(tell) : undefined;
    const endpoint = { ...this.#endpoint, ...defined({ fetch: telling }) };
    return (await callUntilAnswered(endpoint, call, signal)) as unknown as KeptFile;
  }

  stop(): void {
    this.#token.stop();
  }
}
