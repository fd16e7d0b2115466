// Waits until something is written into a run that somebody waits for, for so many seconds, until the caller is gone, its
// credential is taken back, or the face stops.

import type { Run } from '../runs/run.ts';
import type { Call } from './call.ts';

export function nextChange(
  { services, request, caller }: Call,
  isIt: (run: Run) => boolean,
  seconds: number,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = services.book.watch((run) => {
      if (isIt(run)) done();
    });
    const timer = setTimeout(() => done(), seconds * 1000);
    const done = (): void => {
      stop();
      forget();
      clearTimeout(timer);
      resolve();
    };
    const forget = services.endings.watch(caller.grant, done);
    request.signal.addEventListener('abort', done, { once: true });
    void services.stopped.then(done);
  });
}
