// A line over a WebSocket: that of the platform, or of the package `ws` where there is none (Node 20).

import { isObject, type JsonObject } from '@vitrine/core/page';
import { type ClientLink, type LineEvents, parseFromHost } from './line.ts';

/** What is used of a WebSocket. */
export interface SocketLike {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number }) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

export type SocketMaker = (url: string, protocols: readonly string[]) => SocketLike;

async function findMaker(): Promise<SocketMaker> {
  const Own = globalThis.WebSocket;
  if (Own !== undefined) return (url, protocols) => new Own(url, [...protocols]) as unknown as SocketLike;
  const { WebSocket: Package } = await import('ws');
  return (url, protocols) => new Package(url, [...protocols], { perMessageDeflate: false }) as unknown as SocketLike;
}

export interface SocketLineOptions {
  readonly url: string;
  readonly credential: string;
  readonly hello: JsonObject;
  /** Makes the sockets; for tests. */
  readonly socket?: SocketMaker;
}

export function openSocketLine(options: SocketLineOptions, events: LineEvents): ClientLink {
  let socket: SocketLike | undefined;
  let opened = false;
  let over = false;
  const end = (code: number): void => {
    if (over) return;
    over = true;
    events.end({ code, opened });
  };
  const begin = (maker: SocketMaker): void => {
    if (over) return;
    socket = maker(options.url.replace(/^http/, 'ws'), ['vitrine.1', options.credential]);
    socket.onopen = () => {
      opened = true;
      socket?.send(JSON.stringify({ hello: options.hello }));
    };
    socket.onmessage = ({ data }) => {
      const frame = over ? undefined : readFrame(data);
      if (frame !== undefined) events.frame(frame);
    };
    socket.onclose = ({ code }) => end(code);
    // What failed is told by the close behind it.
    socket.onerror = () => undefined;
  };
  const made = options.socket === undefined ? findMaker() : Promise.resolve(options.socket);
  // No WebSocket at all, or an address that it does not take.
  made.then(begin).catch(() => end(1006));
  return {
    pings: true,
    send(frame) {
      if (opened && !over) socket?.send(JSON.stringify(frame));
    },
    close() {
      over = true;
      socket?.close(1000);
    },
  };
}

function readFrame(data: unknown): JsonObject | undefined {
  const frame = parseFromHost(String(data));
  return isObject(frame) ? frame : undefined;
}
