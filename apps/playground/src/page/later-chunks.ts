// Chunks that a surface or a press may need are fetched once the page is shown and has nothing to do. Which ones, and when, never
// depends on what a surface holds. The build names them in the page.

import { el } from './element.ts';

export function fetchLaterChunks(): void {
  const names = document.querySelector<HTMLMetaElement>('meta[name="later-chunks"]')?.content.split(' ') ?? [];
  const fetchAll = () => document.head.append(...names.map((href) => el('link', { rel: 'modulepreload', href })));
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(fetchAll) : setTimeout(fetchAll, 200));
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
