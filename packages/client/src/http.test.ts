import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { callOnce, callUntilAnswered, type Endpoint, type Fetch } from './http.ts';

const call = { path: '/x', credential: 'k' };

function endpointWith(fetch: Fetch): Endpoint {
  return { url: 'http://host.example', fetch, random: () => 0, clock: { now: () => 0, after: () => () => undefined } };
}

describe('a call', () => {
  it('[CL42] leaves nothing behind at a signal that outlives it, answered or failed', async () => {
    const over = new AbortController();
    const given: AbortSignal[] = [];
    const endpoint = endpointWith((url, init) => {
      given.push(init?.signal as AbortSignal);
      return url.endsWith('/x') ? Promise.resolve(new Response('{}')) : Promise.reject(new Error('down'));
    });
    for (let n = 0; n < 20; n++) await callUntilAnswered(endpoint, call, over.signal);
    await expect(callOnce(endpoint, { ...call, path: '/y', signal: over.signal })).rejects.toThrow('down');
    expect(getEventListeners(over.signal, 'abort')).toEqual([]);
    expect(new Set(given).size).toBe(21);
    expect(given).not.toContain(over.signal);
  });

  it('[CL42] ends with the signal, before it begins and while its answer is read', async () => {
    const over = new AbortController();
    const endpoint = endpointWith((_url, init) => {
      const { signal } = init as { readonly signal: AbortSignal };
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
      });
      return signal.aborted ? Promise.reject(signal.reason) : Promise.resolve(new Response(body));
    });
    const reading = callOnce(endpoint, { ...call, signal: over.signal });
    await Promise.resolve();
    over.abort(new Error('closed here'));
    await expect(reading).rejects.toThrow('closed here');
    await expect(callOnce(endpoint, { ...call, signal: over.signal })).rejects.toThrow('closed here');
  });
});
