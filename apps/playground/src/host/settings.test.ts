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

it('takes catalogs from paths of the host itself alone', async () => {
  const fine = ['/catalog-0123456789abcdef.js', '/catalog-fedcba9876543210.json'];
  const others = ['https://a.test/catalog-0123456789abcdef.js', '//a.test/x.js', '/gallery.js', '/catalog-..js', 3];
  const asked = vi.fn(async () => new Response(JSON.stringify({ catalogs: [...fine, ...others] })));
  vi.stubGlobal('fetch', asked);
  const { hostSettings } = await import('./settings.ts');
  expect((await hostSettings()).catalogs).toEqual(fine);
});
