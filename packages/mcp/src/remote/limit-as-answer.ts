// A stream that is over a limit ends with a refusal of what was asked: the SDK takes one that breaks for a line that is down, asks
// for the rest of it again, and lets whoever called wait until their time is over.

import { isObject, parseJson } from '@vitrine/core/internal';
import { type GlobalFetch, RemoteError } from '@vitrine/face-kit';

/** Of the range that servers give meanings of their own. */
export const LIMIT_CODE = -32099;

export function limitAsAnswer(fetch: GlobalFetch): GlobalFetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
    const asked = typeof init?.body === 'string' ? parseJson(init.body) : undefined;
    const id = asked?.ok === true && isObject(asked.value) ? asked.value.id : undefined;
    if (!isStream || response.body === null || id === undefined) return response;
    const { status, headers } = response;
    return new Response(ReadableStream.from(withRefusal(response.body, JSON.stringify(id))), { status, headers });
  };
}

async function* withRefusal(body: AsyncIterable<Uint8Array>, id: string): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (!(error instanceof RemoteError) || error.reason !== 'limit') throw error;
    const refusal = { code: LIMIT_CODE, message: error.message };
    // What was begun is over first.
    yield Buffer.from(`\n\ndata: {"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(refusal)}}\n\n`);
  }
}
