// What a viewer sees, as an SSE stream of messages of its dialect; and what an operator sees: the entries as they are.

import { vitrine } from '@vitrine/dialects';
import { type LiveSession, type ViewerHello, welcomeOf } from '../live.ts';
import { streamAnswer } from './open-streams.ts';
import { type Query, resumePoint } from './query.ts';
import { type Exchange, type Route, route } from './route.ts';
import { reachSession, type Services } from './services.ts';
import { dataFrame, eventFrame } from './sse-frames.ts';
import { SseOutlet } from './sse-outlet.ts';
import { pump } from './sse-stream.ts';

export function streamRoutes(services: Services): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/sessions/:session/stream',
      roles: ['viewer'],
      answer: (exchange) => watch(services, exchange),
    }),
    route({
      method: 'GET',
      path: '/sessions/:session/entries',
      roles: ['operator'],
      answer: (exchange) => inspect(services, exchange),
    }),
  ];
}

async function watch(services: Services, exchange: Exchange<'viewer'>): Promise<Response> {
  const { request, query, caller } = exchange;
  const dialect = query.dialect() ?? vitrine;
  const history = query.flag('history');
  const after = resumePoint(request, query);
  const session = await reachSession(services, exchange);
  const stream = services.streams.open(exchange);
  const { viewer } = caller;
  // Our own client reads it; other dialects have messages and nothing else to expect.
  if (dialect === vitrine) stream.write(eventFrame('welcome', JSON.stringify({ ...welcomeOf(session), viewer })));
  new SseOutlet({ viewer, stream }).attachTo(session, {
    dialect,
    ...(after === undefined ? {} : { after }),
    // One who has seen some of it goes on behind that.
    ...(history && after === undefined ? { history } : {}),
  });
  tellPresence(services, session, helloOf(viewer, query), stream.signal);
  return streamAnswer(stream);
}

function helloOf(viewer: string, query: Query): ViewerHello {
  const [locale, zone] = [query.name('locale'), query.name('zone')];
  return { viewer, ...(locale === undefined ? {} : { locale }), ...(zone === undefined ? {} : { zone }) };
}

/** Tells the session who comes and who is gone. */
function tellPresence(
  { presence, onFailure }: Services,
  session: LiveSession,
  hello: ViewerHello,
  over: AbortSignal,
): void {
  if (over.aborted) return;
  presence.arrive(session, hello).catch(onFailure);
  over.addEventListener('abort', () => {
    presence.depart(session, hello.viewer).catch(onFailure);
  });
}

async function inspect(services: Services, exchange: Exchange<'operator'>): Promise<Response> {
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
