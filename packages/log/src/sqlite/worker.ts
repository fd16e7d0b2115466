// The thread that owns the file. It takes everything that waits as one group, so that the slower the disk, the more
// commits share a sync. Started by open-store-client.ts.

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { toFailure } from '../log-error.ts';
import type { StoreGreeting } from './open-store-client.ts';
import { openStore, type Request, type StoreOptions } from './store.ts';

/** Beyond this a group would make its first commit wait for its last. */
const MAX_REQUESTS = 1024;

type WorkerMessage = readonly Request[] | 'close';

const port = parentPort;
if (port === null) throw new Error('This module runs in a thread of its own.');

try {
  const store = await openStore(workerData as StoreOptions);
  port.on('message', (first: WorkerMessage) => {
    const requests: Request[] = [];
    let message: WorkerMessage | undefined = first;
    while (message !== undefined && message !== 'close') {
      for (const request of message) requests.push(request);
      if (requests.length >= MAX_REQUESTS) break;
      message = (receiveMessageOnPort(port) as { readonly message: WorkerMessage } | undefined)?.message;
    }
    store.handle(requests, (replies) => port.postMessage(replies));
    if (message !== 'close') return;
    store.close();
    port.close();
  });
  port.postMessage({ notices: store.notices } satisfies StoreGreeting);
} catch (error) {
  port.postMessage(toFailure(error));
  port.close();
}
