// What viewers did, for the agent: as a stream, or by asking again and again. Both begin where `after` says, else where
// the consumer confirmed last; which events those are is left to the sessions.

import type { Delivery, DeliveryOptions } from '../live.ts';
import { jsonAnswer } from './answers.ts';
import { MAX_WAIT } from './limits.ts';
import { streamAnswer } from './open-streams.ts';
import { resumePoint } from './query.ts';
import { type Exchange, type Route, route } from './route.ts';
import { reachSummary, type Services } from './services.ts';
import { dataFrame } from './sse-frames.ts';
import { pump } from './sse-stream.ts';

export function deliveryRoutes(services: Services): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/sessions/:session/events',
      roles: ['agent'],
      answer: async (exchange) => {
        const { session } = await reachSummary(services, exchange);
        return deliver(services, exchange, session);
      },
    }),
    route({ method: 'GET', path: '/events', roles: ['agent'], answer: (exchange) => deliver(services, exchange) }),
  ];
}

async function deliver(services: Services, exchange: Exchange<'agent'>, session?: string): Promise<Response> {
  const { request, query, caller } = exchange;
  const after = resumePoint(request, query);
  const consumer = query.consumer();
  const wait = query.seconds('wait', MAX_WAIT);
  const options: DeliveryOptions = {
    agent: caller.agent,
    ...(session === undefined ? {} : { session }),
    ...(after === undefined ? {} : { after }),
    ...(consumer === undefined ? {} : { consumer }),
  };
  return wantsJson(request) ? poll(services, exchange, options, wait) : stream(services, exchange, options);
}

/** A stream is what a client gets that does not ask for JSON alone. */
function wantsJson(request: Request): boolean {
  const accept = request.headers.get('accept')?.toLowerCase() ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}

function stream(services: Services, exchange: Exchange<'agent'>, options: DeliveryOptions): Response {
  const opened = services.streams.open(exchange);
  const deliveries = services.sessions.deliveries({ ...options, live: true, signal: opened.signal });
  const frame = (delivery: Delivery) => dataFrame(JSON.stringify(toEvent(delivery)), delivery.next);
  pump(opened, deliveries, frame).catch((error: unknown) => {
    services.onFailure(error);
    opened.end();
  });
  return streamAnswer(opened);
}

async function poll(
  services: Services,
  exchange: Exchange<'agent'>,
  options: DeliveryOptions,
  wait: number,
): Promise<Response> {
  let found = await collect(services, options);
  if (found.length === 0 && wait > 0 && (await arrives(services, exchange, options, wait)))
    found = await collect(services, options);
  const last = found.at(-1);
  const next = last?.next ?? options.after ?? (await services.sessions.confirmed?.(options));
  return jsonAnswer(200, { events: found.map(toEvent), ...(next === undefined ? {} : { next }) });
}

async function collect({ sessions, limits }: Services, options: DeliveryOptions): Promise<readonly Delivery[]> {
  const found: Delivery[] = [];
  for await (const delivery of sessions.deliveries({ ...options, live: false })) {
    found.push(delivery);
    if (found.length >= limits.pollEvents) break;
  }
  return found;
}

/** Whether there is one before the time is over, the client is gone, its key ends or the host stops. */
async function arrives(
  { sessions, streams }: Services,
  { request, caller }: Exchange<'agent'>,
  options: DeliveryOptions,
  wait: number,
): Promise<boolean> {
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, wait * 1000);
  const release = streams.hold(caller, end);
  const signal = AbortSignal.any([over.signal, request.signal]);
  try {
    for await (const _ of sessions.deliveries({ ...options, live: true, signal })) return true;
    return false;
  } finally {
    clearTimeout(timer);
    release();
    end();
  }
}

function toEvent({ session, seq, at, event, metadata }: Delivery): object {
  return { session, seq, at, event, ...(metadata === undefined ? {} : { metadata }) };
}
