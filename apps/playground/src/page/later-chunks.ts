// Chunks that a surface or a press may need are fetched once the page is shown and has nothing to do. Which ones, and when, never
// depends on what a surface holds. The build names them in the page.

import { el } from './element.ts';

export async function fetchLaterChunks(): Promise<void> {
  const names = document.querySelector<HTMLMetaElement>('meta[name="later-chunks"]')?.content.split(' ') ?? [];
  await pageIdle();
  document.head.append(...names.map((href) => el('link', { rel: 'modulepreload', href })));
}

export function pageIdle(): Promise<void> {
  return new Promise((done) => {
    const whenIdle = () =>
      'requestIdleCallback' in window ? requestIdleCallback(() => done()) : setTimeout(() => done(), 200);
    if (document.readyState === 'complete') whenIdle();
    else addEventListener('load', whenIdle, { once: true });
  });
}
