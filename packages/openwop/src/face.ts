// The face, put together: its calls, what it takes of the host's roads, and the one clock that ends what is over.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Face, FacePorts, PortClient } from '@vitrine/core';
import type { Services } from './http/call.ts';
import { Endings } from './http/endings.ts';
import { Router } from './http/router.ts';
import { InterruptTokens } from './interrupts/tokens.ts';
import { Deadlines } from './runs/deadlines.ts';
import { RunBook } from './runs/run-book.ts';
import { Spans } from './runs/spans.ts';
import { Workers } from './runs/workers.ts';
import { CapabilityOverlay } from './seams/capability-overlay.ts';
import { OPENWOP_SETTINGS, type OpenwopSettings } from './settings.ts';
import { createTaker } from './taker.ts';

export type OpenwopFace = Face<Request, Response, [incoming: IncomingMessage, socket: Duplex, head: Buffer]>;

export interface OpenwopOptions {
  readonly settings?: Partial<OpenwopSettings>;
  /** Calls once a second until what it returned is called. */
  readonly everySecond?: (run: () => void) => () => void;
}

export function createOpenwopFace(port: FacePorts, options: OpenwopOptions = {}): OpenwopFace {
  const settings = { ...OPENWOP_SETTINGS, ...options.settings };
  const book = new RunBook(port, settings);
  const deadlines = new Deadlines(port, book, settings);
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const endings = new Endings(port);
  const overlay = new CapabilityOverlay(settings);
  const services: Services = {
    ...{ port, book, deadlines, stopped, overlay, endings },
    get settings() {
      return overlay.settings;
    },
    ...(settings.seams ? { spans: new Spans() } : {}),
    tokens: new InterruptTokens(() => port.identity.secrets()),
    workers: new Workers(() => port.transport.now()),
  };
  const router = new Router(services);
  port.sessions.take(createTaker(services));
  let isStopping = false;
  const endTicks = (options.everySecond ?? everySecond)(() => {
    deadlines.look().catch((error: unknown) => isStopping || port.transport.failed('runs could not be ended', error));
  });
  return {
    async fetch(request: Request, client: PortClient): Promise<Response | undefined> {
      return router.isOwn(new URL(request.url).pathname) ? router.answer(request, client) : undefined;
    },
    async stop(): Promise<void> {
      isStopping = true;
      endTicks();
      endings.stop();
      stop();
    },
  };
}

function everySecond(run: () => void): () => void {
  const timer = setInterval(run, 1000).unref();
  return () => clearInterval(timer);
}
