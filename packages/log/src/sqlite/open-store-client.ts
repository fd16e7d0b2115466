// Two ways to the store: a thread that owns the file, so that a sync of the disk stops nobody; or the caller's own
// thread, for tests and for sources that run without a build, where a thread would find no JavaScript to load.

import { Worker } from 'node:worker_threads';
import { fromFailure, type LogFailure, messageOf, toFailure } from '../log-error.ts';
import { openStore, type Store, type StoreOptions, type StoreReply } from './store.ts';
import { StoreClient } from './store-client.ts';

/** What a thread says first: that the store is open, and what should be known of it; or why it is not. */
export type StoreGreeting = { readonly notices: readonly string[] } | LogFailure;

type OnNotice = (notice: string) => void;

export async function openInline(options: StoreOptions, onNotice: OnNotice = () => undefined): Promise<StoreClient> {
  try {
    const store = await openStore(options);
    for (const notice of store.notices) onNotice(notice);
    return createInlineClient(store);
  } catch (error) {
    throw fromFailure(toFailure(error));
  }
}

export function createInlineClient(store: Store): StoreClient {
  const client: StoreClient = new StoreClient({
    send: (requests) => store.handle(requests, (replies) => client.settle(replies)),
    end: async () => store.close(),
    keepAlive: () => undefined,
  });
  return client;
}

export async function openInWorker(options: StoreOptions, onNotice: OnNotice): Promise<StoreClient> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: options });
  const greeting = await new Promise<StoreGreeting>((resolve) => {
    worker.once('message', resolve);
    worker.once('error', (error) => resolve(toFailure(error)));
  });
  if ('code' in greeting) throw fromFailure(greeting);
  for (const notice of greeting.notices) onNotice(notice);
  worker.unref();
  const client = new StoreClient({
    send: (requests) => worker.postMessage(requests),
    end: () => endWorker(worker),
    keepAlive: (busy) => (busy ? worker.ref() : worker.unref()),
  });
  worker.on('message', (replies: readonly StoreReply[]) => client.settle(replies));
  worker.on('error', (error) => client.fail(`The thread of the store failed: ${messageOf(error)}.`));
  worker.on('exit', () => client.fail('The thread of the store ended.'));
  return client;
}

async function endWorker(worker: Worker): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.ref();
  worker.postMessage('close');
  await ended;
}
