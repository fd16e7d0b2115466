// What a viewer sees, as an SSE stream of messages of its dialect; and what an operator sees: the entries as they are.

import { defined } from '@vitrine/core/internal';
import { vitrine } from '@vitrine/dialects';
import { dataFrame, eventFrame, pump, streamAnswer } from '@vitrine/face-kit';
import { type JoinRequest, type LiveSession, welcomeOf } from '../live.ts';
import { type Query, resumePoint } from './query.ts';
import { type Exchange, type HttpRoute, route } from './route.ts';
import { type HttpServices, reachSession } from './services.ts';
import { SseOutlet } from './sse-outlet.ts';

export function streamRoutes(services: HttpServices): readonly HttpRoute[] {
  return [
    route({
      method: 'GET',
      path: '/sessions/:session/stream',
      roles: ['viewer'],
      parameters: ['dialect', 'after', 'history', 'locale', 'zone'],
      answer: (exchange) => watch(services, exchange),
    }),
    route({
      method: 'GET',
      path: '/sessions/:session/entries',
      roles: ['operator'],
      parameters: ['after'],
      answer: (exchange) => inspect(services, exchange),
    }),
  ];
}

async function watch(services: HttpServices, exchange: Exchange<'viewer'>): Promise<Response> {
  const { request, query, caller } = exchange;
  const { viewer } = caller;
  const dialect = query.dialect() ?? vitrine;
  const history = query.flag('history');
  const after = resumePoint(request, query);
  const hello = helloOf(viewer, query);
  const session = await reachSession(services, exchange);
  const stream = services.streams.open(exchange);
  try {
    const isBehind = history || after !== undefined;
    const onReady = isBehind ? beginCatchUp(services, caller, stream.signal) : undefined;
    // Our own client reads it; other dialects have messages and nothing else to expect.
    if (dialect === vitrine) stream.write(eventFrame('welcome', JSON.stringify({ ...welcomeOf(session), viewer })));
    const empty = dialect === vitrine ? 'event' : 'id';
    new SseOutlet({ viewer, stream, empty, ...defined({ onReady }) }).attachTo(session, {
      dialect,
      ...defined({ after }),
      // One who has seen some of it goes on behind that.
      ...(history && after === undefined ? { history } : {}),
    });
  } catch (error) {
    stream.end();
    throw error;
  }
  tellPresence(services, session, hello, stream.signal);
  return streamAnswer(stream);
}

/** @returns to be called when the viewer has caught up */
function beginCatchUp(
  { catchUps }: HttpServices,
  { session, viewer }: Exchange<'viewer'>['caller'],
  over: AbortSignal,
): () => void {
  const done = catchUps.begin(session, viewer);
  if (over.aborted) done();
  else over.addEventListener('abort', done, { once: true });
  return done;
}

function helloOf(viewer: string, query: Query): JoinRequest {
  const [locale, zone] = [query.name('locale'), query.name('zone')];
  return { viewer, ...defined({ locale, zone }) };
}

/** Tells the session who comes and who is gone. */
function tellPresence(
  { presence, onFailure }: HttpServices,
  session: LiveSession,
  hello: JoinRequest,
  over: AbortSignal,
): void {
  if (over.aborted) return;
  presence.arrive(session, hello).catch(onFailure);
  over.addEventListener('abort', () => {
    presence.depart(session, hello.viewer).catch(onFailure);
  });
}

async function inspect(services: HttpServices, exchange: Exchange<'operator'>): Promise<Response> {
  const after = resumePoint(exchange.request, exchange.query) ?? 0;
  const session = await reachSession(services, exchange);
  const stream = services.streams.open(exchange);
  pump(stream, session.entries(after, stream.signal), (entry) => dataFrame(JSON.stringify(entry), entry.seq)).catch(
    (error: unknown) => {
      services.onFailure(error);
      stream.end();
    },
  );
  return streamAnswer(stream);
}
