// What every face stands on: refusals and their answers, bodies within bounds, SSE, seats, idempotency by the claims of the
// log, rates and guesses, what is due, lines of work, slices of it, pages, messages of protobuf, and the
// way to agents elsewhere. A face adds its protocol's words and nothing else.

export * from './absent-agent.ts';
export * from './answer.ts';
export * from './body.ts';
export * from './client-credentials.ts';
export * from './due-records.ts';
export * from './host-error.ts';
export * from './idempotency.ts';
export * from './key-queue.ts';
export * from './open-streams.ts';
export * from './paging.ts';
export * from './proto-message.ts';
export * from './proto-writer.ts';
export * from './rate.ts';
export * from './refusal.ts';
export * from './refuse-upgrade.ts';
export * from './remote/bridge-session.ts';
export * from './remote/guarded-fetch.ts';
export * from './remote/json-meter.ts';
export * from './remote/named-hosts.ts';
export * from './remote/public-address.ts';
export * from './remote/remote-error.ts';
export * from './session-feed.ts';
export * from './sessions.ts';
export * from './slices.ts';
export * from './sse-stream.ts';
export * from './turn-deadlines.ts';
