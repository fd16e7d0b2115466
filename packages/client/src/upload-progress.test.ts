import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchTelling } from './upload-progress.ts';

/** As much of XMLHttpRequest as is used; the test says what becomes of it. */
class FakeRequest {
  static last: FakeRequest;
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  readonly headers: string[] = [];
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  sent: unknown;
  opened: readonly string[] = [];

  constructor() {
    FakeRequest.last = this;
  }
  open(...call: string[]): void {
    this.opened = call;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.push(`${name}: ${value}`);
  }
  send(body: unknown): void {
    this.sent = body;
  }
  abort(): void {
    this.onabort?.();
  }
}

afterEach(() => vi.unstubAllGlobals());

describe('a call whose body is told of', () => {
  it('[CL54] says how much of it has gone out, and is answered as by fetch', async () => {
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    const told: number[] = [];
    const body = new Blob(['hello']);
    const answer = fetchTelling((sent) => told.push(sent))?.('/files', { method: 'POST', headers: { A: 'b' }, body });
    const call = FakeRequest.last;
    expect([call.opened, call.headers, call.sent]).toEqual([['POST', '/files'], ['a: b'], body]);
    for (const loaded of [2, 5]) call.upload.onprogress?.({ loaded });
    Object.assign(call, { status: 413, responseText: '{"error":"VITRINE_BODY_SIZE"}' }).onload?.();
    const { status, ok } = (await answer) as Response;
    expect([told, status, ok]).toEqual([[2, 5], 413, false]);
  });

  it('[CL54] fails as fetch does where the line breaks, and ends with its signal', async () => {
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    const fetch = fetchTelling(() => undefined);
    const broken = fetch?.('/files', {});
    FakeRequest.last.onerror?.();
    await expect(broken).rejects.toThrow(TypeError);
    const over = new AbortController();
    const ended = fetch?.('/files', { signal: over.signal });
    over.abort();
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
    await expect(fetch?.('/files', { signal: over.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('[CL54] is told nothing of where there is no such call', () => {
    vi.stubGlobal('XMLHttpRequest', undefined);
    expect(fetchTelling(() => undefined)).toBeUndefined();
  });
});
