// The face, put together: its calls, what it takes of the host's roads, and the one clock that ends what is over.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { defined, type Face, type FacePorts, type PortClient } from '@vitrine/core/internal';
import { type EverySecond, everySecond } from '@vitrine/face-kit';
import type { OpenwopSeams, Services } from './http/call.ts';
import { Router } from './http/router.ts';
import { InterruptTokens } from './interrupts/tokens.ts';
import { createDeadlines } from './runs/deadlines.ts';
import { RunRegistry } from './runs/run-registry.ts';
import { Workers } from './runs/workers.ts';
import { createSessionHandler } from './session-handler.ts';
import { OPENWOP_SETTINGS, type OpenwopSettings } from './settings.ts';

export type OpenwopFace = Face<Request, Response, [incoming: IncomingMessage, socket: Duplex, head: Buffer]>;

export interface OpenwopOptions {
  readonly settings?: Partial<OpenwopSettings>;
  readonly everySecond?: EverySecond;
  /** The doors of the conformance suite: for tests on one's own machine. */
  readonly seams?: (settings: OpenwopSettings) => OpenwopSeams;
}

export function createOpenwopFace(port: FacePorts, options: OpenwopOptions = {}): OpenwopFace {
  const settings = { ...OPENWOP_SETTINGS, ...options.settings };
  const registry = new RunRegistry(port, settings);
  const deadlines = createDeadlines(port, registry, settings);
  const seams = options.seams?.(settings);
  const services: Services = {
    ...{ port, registry },
    ...defined({ seams, trace: seams?.trace }),
    get settings() {
      return seams?.settings ?? settings;
    },
    tokens: new InterruptTokens(() => port.identity.secrets()),
    workers: new Workers(() => port.transport.steadyNow()),
  };
  const router = new Router(services);
  port.sessions.handle(createSessionHandler(services));
  const endTicks = (options.everySecond ?? everySecond)(() => void deadlines.look());
  return {
    async fetch(request: Request, client: PortClient): Promise<Response | undefined> {
      return router.isOwn(new URL(request.url).pathname) ? router.answer(request, client) : undefined;
    },
    async stop(): Promise<void> {
      endTicks();
      deadlines.stop();
    },
  };
}
