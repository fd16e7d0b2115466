import type { Entry } from '@vitrine/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EntryFeed } from './entry-feed.ts';
import { CLOSED, HostApi, type HostApiRefusal } from './host-api.ts';

const PATIENCE = { timeout: 20_000, interval: 100 };

/** What the host answers, call after call; the last answer stays. */
let answers: (() => Response | Promise<Response>)[] = [];
let asked: string[] = [];
let seen: number[] = [];
let refused: HostApiRefusal | undefined;
let feed: EntryFeed | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  [asked, seen, refused] = [[], [], undefined];
  vi.stubGlobal('location', { origin: 'http://host.example' });
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url.replace('http://host.example', ''));
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return Promise.resolve().then(() => answer?.() as Response);
  });
});
afterEach(() => {
  feed?.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function start(): void {
  feed = new EntryFeed(new HostApi('token'), 's', {
    entry: ({ seq }: Entry) => seen.push(seq),
    refused: (refusal) => {
      refused = refusal;
    },
  });
}

const stream = (...seqs: readonly number[]) =>
  new Response(seqs.map((seq) => `id: ${seq}\ndata: {"seq":${seq}}\n\n`).join(''));
const problem = (status: number) => new Response('{"error":"X","message":"no"}', { status });
const broken = () => Promise.reject(new TypeError('no network'));

it('goes on behind the last entry when the connection ends, and gives none twice', async () => {
  answers = [() => stream(1, 2), broken, () => stream(2, 3)];
  start();
  // What reads a stream is fetched with the first: no clock of ours says how long that takes.
  await vi.waitFor(() => expect(seen).toEqual([1, 2, 3]), PATIENCE);
  expect(asked.slice(0, 3)).toEqual([0, 2, 2].map((after) => `/sessions/s/entries?after=${after}`));
});

it('tries a host that does not answer again and again, ever less often', async () => {
  answers = [broken];
  start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.length).toBeLessThan(15);
  expect(refused).toBeUndefined();
});

it.each([401, 403, 404])('ends when the host refuses with %i', async (status) => {
  answers = [() => problem(status)];
  start();
  await vi.waitFor(() => expect(refused?.status).toBe(status));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
});

it('goes on when the host is busy', async () => {
  answers = [() => problem(503), () => problem(429), () => stream(1)];
  start();
  await vi.waitFor(() => expect(seen).toEqual([1]), PATIENCE);
});

it('ends with the session', async () => {
  answers = [() => new Response('data: {"seq":1}\n\nevent: closed\ndata:\n\n')];
  start();
  await vi.waitFor(() => expect(refused?.status).toBe(CLOSED));
  expect(seen).toEqual([1]);
});

it('ends with the last entry of a session that is known to be closed', async () => {
  answers = [() => stream(1)];
  start();
  feed?.finish();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual([1]);
  expect(asked).toHaveLength(1);
});

it('says nothing once it is closed', async () => {
  answers = [broken];
  start();
  feed?.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
});
