import { describe, expect, it } from 'vitest';
import { pageOf, readPage } from './paging.ts';

const ALL = ['a', 'b', 'c', 'd', 'e'];
const page = async (query: string, all = ALL) => pageOf(all, readPage(new URLSearchParams(query), 10), (item) => item);

describe('a list', () => {
  it('[FK11] without a limit is what it was', async () => {
    expect(await page('')).toEqual({ items: ALL });
  });

  it('[FK11] is walked page by page to its end, and nothing comes twice when something is added in front', async () => {
    const seen: string[] = [];
    let next: string | undefined;
    let all = ALL;
    do {
      const found = await page(`limit=2${next === undefined ? '' : `&next=${next}`}`, all);
      seen.push(...found.items);
      next = found.next;
      all = ['new', ...all];
    } while (next !== undefined);
    expect(seen).toEqual(ALL);
    expect(await page('limit=5')).toEqual({ items: ALL });
    const { next: gone } = await page('limit=2');
    await expect(page(`next=${gone}`, ['c', 'd'])).rejects.toMatchObject({ code: 'VITRINE_QUERY_INVALID' });
  });

  it('[FK11] of which little is wanted looks through so much for a page, and leads on behind it', async () => {
    const looked: string[] = [];
    const pick = async (item: string) => {
      looked.push(item);
      return item === 'a' || item === 'e' ? item.toUpperCase() : undefined;
    };
    const wanted = (query: string) =>
      pageOf(ALL, readPage(new URLSearchParams(query), 10), (item) => item, { pick, maxLooks: 3 });
    const first = await wanted('limit=2');
    expect([first.items, looked]).toEqual([['A'], ['a', 'b', 'c']]);
    expect(await wanted(`limit=2&next=${first.next}`)).toEqual({ items: ['E'] });
  });

  it.each(['limit=0', 'limit=11', 'limit=x', 'limit=-1', 'limit=', 'next=%20', 'next=YQ%3D%3D', 'next='])(
    '[FK11] refuses %s',
    async (query) => {
      await expect(page(query)).rejects.toMatchObject({ code: 'VITRINE_QUERY_INVALID' });
    },
  );
});
