import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function told(answer: () => Response): Promise<unknown> {
  const asked = vi.fn(async () => answer());
  vi.stubGlobal('fetch', asked);
  const { hostUrls } = await import('./settings.ts');
  const [urls] = await Promise.all([hostUrls(), hostUrls()]);
  expect(asked).toHaveBeenCalledTimes(1);
  return urls;
}

it('lets media come from where the host says', async () => {
  expect(await told(() => new Response('{"media":["media.example", 7]}'))).toEqual({
    media: ['media.example'],
    links: 'web',
  });
});

it.each(['', '[]', 'null', '{"media":"*"}'])('lets them come from nowhere when the host says %j', async (text) => {
  expect(await told(() => new Response(text))).toEqual({ media: [], links: 'web' });
});
