// What a page knows of the network and of being looked at. Where there is no page, nothing is ever told.

export interface PageSignals {
  /** Now may be a good moment to try again. */
  wake(): void;
  /** What seems alive may not be. */
  doubt(): void;
  /** Nobody looks any more: this may be the last moment of the page. */
  leave(): void;
}

export function watchPage(signals: PageSignals): () => void {
  const page = typeof document === 'undefined' ? undefined : document;
  const place = typeof addEventListener === 'function' ? globalThis : undefined;
  const wake = (): void => signals.wake();
  const doubt = (): void => signals.doubt();
  const leave = (): void => signals.leave();
  const seen = (): void => {
    if (page?.visibilityState === 'visible') wake();
    else leave();
  };
  place?.addEventListener('online', wake);
  place?.addEventListener('offline', doubt);
  place?.addEventListener('pagehide', leave);
  page?.addEventListener('visibilitychange', seen);
  return () => {
    place?.removeEventListener('online', wake);
    place?.removeEventListener('offline', doubt);
    place?.removeEventListener('pagehide', leave);
    page?.removeEventListener('visibilitychange', seen);
  };
}
