// What viewers did, for the agent: as a stream, or by asking again and again. Both begin where `after` says, else where
// the consumer confirmed last; which events those are is left to the sessions.

import { defined } from '@vitrine/core/internal';
import { dataFrame, jsonTextAnswer, pump, streamAnswer } from '@vitrine/face-kit';
import { HostError } from '../host-error.ts';
import type { Delivery, DeliveryOptions } from '../live.ts';
import { MAX_WAIT } from './limits.ts';
import { resumePoint } from './query.ts';
import { type Exchange, type HttpRoute, route } from './route.ts';
import { type HttpServices, reachSummary } from './services.ts';

const PARAMETERS = ['after', 'consumer', 'wait'];

export function deliveryRoutes(services: HttpServices): readonly HttpRoute[] {
  return [
    route({
      method: 'GET',
      path: '/sessions/:session/events',
      roles: ['agent'],
      parameters: PARAMETERS,
      answer: async (exchange) => {
        const { session } = await reachSummary(services, exchange);
        return deliver(services, exchange, session);
      },
    }),
    route({
      method: 'GET',
      path: '/events',
      roles: ['agent'],
      parameters: PARAMETERS,
      answer: (exchange) => deliver(services, exchange),
    }),
  ];
}

async function deliver(services: HttpServices, exchange: Exchange<'agent'>, session?: string): Promise<Response> {
  const { request, query, caller } = exchange;
  const after = resumePoint(request, query);
  const consumer = query.consumer();
  const wait = query.seconds('wait', MAX_WAIT);
  const options: DeliveryOptions = {
    agent: caller.agent,
    ...defined({ session, after, consumer }),
  };
  return wantsJson(request) ? poll(services, exchange, options, wait) : stream(services, exchange, options);
}

/** A stream is what a client gets that does not ask for JSON alone. */
function wantsJson(request: Pick<Request, 'headers'>): boolean {
  const accept = request.headers.get('accept')?.toLowerCase() ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}

function stream(services: HttpServices, exchange: Exchange<'agent'>, options: DeliveryOptions): Response {
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
  services: HttpServices,
  exchange: Exchange<'agent'>,
  options: DeliveryOptions,
  wait: number,
): Promise<Response> {
  const over = new AbortController();
  const leave = wait > 0 ? services.streams.seat(exchange) : undefined;
  const release = services.streams.hold(exchange, (why) => over.abort(why));
  try {
    let page = await collect(services, options);
    if (page === undefined && wait > 0 && (await arrives(services, exchange, options, { wait, over: over.signal })))
      page = await collect(services, options);
    // Whoever waited with a key that ended meanwhile is told so, and nothing else.
    if (over.signal.reason === 'revoked') throw new HostError('VITRINE_CREDENTIAL_REVOKED');
    const next = page?.next ?? options.after ?? (await services.sessions.confirmed(options));
    return jsonTextAnswer(200, `{"events":[${page?.events.join(',') ?? ''}],"next":${next}}`);
  } finally {
    release();
    leave?.();
  }
}

interface DeliveryPage {
  readonly events: readonly string[];
  readonly next: number;
}

/** Whole entries: what confirms one stands on its last event, so a page that ends before it could never be left. */
async function collect(
  { sessions, limits }: HttpServices,
  options: DeliveryOptions,
): Promise<DeliveryPage | undefined> {
  const events: string[] = [];
  let bytes = 0;
  let last: Delivery | undefined;
  for await (const delivery of sessions.deliveries({ ...options, live: false })) {
    const isSameEntry = delivery.seq === last?.seq && delivery.session === last.session;
    if (!isSameEntry && (events.length >= limits.pollEvents || bytes >= limits.pollBytes)) break;
    const text = JSON.stringify(toEvent(delivery));
    events.push(text);
    bytes += Buffer.byteLength(text);
    last = delivery;
  }
  return last === undefined ? undefined : { events, next: last.next };
}

/** Whether there is one before the time is over, the client is gone, its key ends or the host stops. */
async function arrives(
  { sessions }: HttpServices,
  { request }: Exchange<'agent'>,
  options: DeliveryOptions,
  { wait, over }: { readonly wait: number; readonly over: AbortSignal },
): Promise<boolean> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), wait * 1000);
  const signal = AbortSignal.any([late.signal, request.signal, over]);
  try {
    for await (const _ of sessions.deliveries({ ...options, live: true, signal })) return true;
    return false;
  } finally {
    clearTimeout(timer);
    late.abort();
  }
}

function toEvent({ next: _next, ...event }: Delivery): object {
  return event;
}
