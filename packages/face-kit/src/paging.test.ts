import { describe, expect, it } from 'vitest';
import { pageOf, readPage } from './paging.ts';

const ALL = ['a', 'b', 'c', 'd', 'e'];
const page = (query: string, all = ALL) => pageOf(all, readPage(new URLSearchParams(query), 10), (item) => item);

describe('a list', () => {
  it('[FK11] without a limit is what it was', () => {
    expect(page('')).toEqual({ items: ALL });
  });

  it('[FK11] is walked page by page to its end, and nothing comes twice when something is added in front', () => {
    const seen: string[] = [];
    let next: string | undefined;
    let all = ALL;
    do {
      const found = page(`limit=2${next === undefined ? '' : `&next=${next}`}`, all);
      seen.push(...found.items);
      next = found.next;
      all = ['new', ...all];
    } while (next !== undefined);
    expect(seen).toEqual(ALL);
    expect(page('limit=5')).toEqual({ items: ALL });
  });

  it.each(['limit=0', 'limit=11', 'limit=x', 'limit=-1', 'limit=', 'next=%20', 'next=YQ%3D%3D', 'next='])(
    '[FK11] refuses %s',
    (query) => {
      expect(() => page(query)).toThrowError(expect.objectContaining({ code: 'VITRINE_QUERY_INVALID' }));
    },
  );
});
