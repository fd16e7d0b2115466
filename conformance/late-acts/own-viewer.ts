// Our own client over real sockets, whose frames arrive as late as they are asked to, both ways.

import { connectViewer, type SocketLike, type ViewerConnection } from '@vitrine/client';
import { Catalogs } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { WebSocket } from 'ws';
import { SlowLine } from './slow-line.ts';
import { turn } from './virtual-clock.ts';
import type { OpenShop } from './world.ts';

export interface OwnViewer {
  readonly connection: ViewerConnection;
  /** How many confirmations went up. */
  confirms: number;
  /** As a cable that is pulled, and put back after a time. */
  cut(ms: number): void;
}

export async function openOwnViewer(shop: OpenShop, viewer: string, lagMs: number): Promise<OwnViewer> {
  const { clock, url } = shop.world;
  const sockets: LateSocket[] = [];
  let barredUntil = 0;
  const counted = { confirms: 0 };
  const connection = connectViewer({
    url,
    session: shop.session,
    token: await shop.token(viewer),
    catalogs: new Catalogs([basic09]),
    transport: 'socket',
    clock,
    random: () => 1,
    socket: (address, protocols) => {
      if (clock.now() < barredUntil) throw new Error('There is no network.');
      const socket = new LateSocket(shop, lagMs, address, protocols, counted);
      sockets.push(socket);
      return socket;
    },
  });
  while (connection.state !== 'live') await clock.advance(1);
  return Object.assign(counted, {
    connection,
    cut: (ms: number): void => {
      barredUntil = clock.now() + ms;
      sockets.at(-1)?.cut();
    },
  });
}

class LateSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  onerror: SocketLike['onerror'] = null;
  readonly #shop: OpenShop;
  readonly #lagMs: number;
  readonly #socket: WebSocket;
  readonly #down: SlowLine;
  readonly #own: { confirms: number };
  /** Names of what the host has answered. */
  readonly #answered = new Set<string>();
  /** Called when it is live or over. */
  #settle: () => void = () => undefined;
  #reached = 0;
  #isLive = false;

  constructor(shop: OpenShop, lagMs: number, address: string, protocols: readonly string[], own: { confirms: number }) {
    this.#shop = shop;
    this.#lagMs = lagMs;
    this.#own = own;
    const { clock } = shop.world;
    this.#down = new SlowLine(clock, lagMs, (data) => this.onmessage?.({ data }));
    this.#socket = new WebSocket(address, [...protocols]);
    this.#socket.on('open', () => this.onopen?.(undefined as never));
    this.#socket.on('message', (data) => this.#take(String(data)));
    this.#socket.on('close', (code) => {
      this.#settle();
      this.onclose?.({ code });
    });
    this.#socket.on('error', () => undefined);
    clock.hold(
      new Promise((resolve) => {
        this.#settle = resolve;
      }),
    );
  }

  /** Hello is heard at once. What comes later is heard later, and time waits until it is answered. */
  send(text: string): void {
    const frame = JSON.parse(text) as { readonly hello?: object; readonly key?: string; readonly confirm?: number };
    if (frame.hello !== undefined) return this.#socket.send(text);
    this.#shop.world.clock.after(this.#lagMs, async () => {
      if (this.#socket.readyState !== WebSocket.OPEN) return;
      if (frame.confirm !== undefined) this.#own.confirms++;
      this.#socket.send(text);
      const name = frame.key ?? `ping ${this.#own.confirms}`;
      if (frame.key === undefined) this.#socket.send(JSON.stringify({ ping: name }));
      while (!this.#answered.has(name) && this.#socket.readyState === WebSocket.OPEN) await turn();
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** What is on its way is lost. */
  cut(): void {
    this.#socket.removeAllListeners('message');
    this.#socket.terminate();
    this.onmessage = null;
    this.onclose?.({ code: 1006 });
    this.onclose = null;
  }

  #take(text: string): void {
    const frame = JSON.parse(text) as { readonly [name: string]: unknown };
    if (typeof frame.pong === 'string') return void this.#answered.add(frame.pong);
    if (typeof frame.key === 'string') this.#answered.add(frame.key);
    const seq = [frame.seq, frame.ack, frame.ready].find((one): one is number => typeof one === 'number');
    if (seq !== undefined) this.#reached = Math.max(this.#reached, seq);
    const { clock } = this.#shop.world;
    this.#down.push(text, seq === undefined ? clock.now() : this.#shop.sentAt(seq));
    if (frame.ready === undefined || this.#isLive) return;
    this.#isLive = true;
    this.#settle();
    const isOver = () => this.#socket.readyState !== WebSocket.OPEN;
    this.#shop.watch({
      reached: () => (isOver() ? Number.POSITIVE_INFINITY : this.#reached),
      arrival: (sentAt) => this.#down.arrival(sentAt),
    });
  }
}
