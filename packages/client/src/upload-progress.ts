// A call whose body is told of while it goes out. `fetch` says nothing of that, XMLHttpRequest does; where there is none, as
// outside browsers, nothing is told.

import type { Fetch } from './http.ts';

/** How many bytes of the body have gone out. */
export type UploadProgress = (sent: number) => void;

/** Undefined where progress cannot be had. */
export function fetchTelling(progress: UploadProgress): Fetch | undefined {
  if (typeof XMLHttpRequest !== 'function') return undefined;
  return (url, init = {}) =>
    new Promise((resolve, reject) => {
      const call = new XMLHttpRequest();
      call.open(init.method ?? 'GET', url);
      for (const [name, value] of new Headers(init.headers)) call.setRequestHeader(name, value);
      call.upload.onprogress = ({ loaded }) => progress(loaded);
      call.onload = () => resolve(new Response(call.responseText, { status: call.status }));
      // What `fetch` throws where the line broke.
      call.onerror = call.ontimeout = () => reject(new TypeError('The host was not reached.'));
      call.onabort = () => reject(new DOMException('The call was given up.', 'AbortError'));
      const { signal } = init;
      if (signal?.aborted === true) return reject(new DOMException('The call was given up.', 'AbortError'));
      signal?.addEventListener('abort', () => call.abort(), { once: true });
      call.send((init.body ?? null) as XMLHttpRequestBodyInit | null);
    });
}
