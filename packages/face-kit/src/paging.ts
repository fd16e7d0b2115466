// Lists in pages: `limit` says how many, `next` of one answer is `next` of the next call. A call without either has what it
// had before there were pages.

import { HostError } from './host-error.ts';

export interface PageQuery {
  /** Absent: all, as far as the list itself is bounded. */
  readonly limit?: number;
  /** Behind the item of this id. */
  readonly after?: string;
}

/** Refuses with VITRINE_QUERY_INVALID. */
export function readPage(query: URLSearchParams, maxLimit: number): PageQuery {
  const [limit, next] = [query.get('limit'), query.get('next')];
  if (limit !== null && !(/^\d{1,9}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= maxLimit))
    throw new HostError('VITRINE_QUERY_INVALID', `limit is 1 to ${maxLimit}.`);
  return {
    ...(limit === null ? {} : { limit: Number(limit) }),
    ...(next === null ? {} : { after: cursorIn(next) }),
  };
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Absent: there is no more, or nobody asked for pages. */
  readonly next?: string;
}

/** What of a list goes into its pages, and how much of it is looked through for one of them. */
export interface PagePick<T, I> {
  readonly pick: (item: T) => Promise<I | undefined>;
  readonly maxLooks: number;
}

/** One page of a list, which is read no further. Refuses with VITRINE_QUERY_INVALID where the item is gone. */
export async function pageOf<T, I = T>(
  all: AsyncIterable<T> | Iterable<T>,
  { limit = Number.POSITIVE_INFINITY, after }: PageQuery,
  idOf: (item: T) => string,
  { pick, maxLooks }: PagePick<T, I> = { pick: async (item) => item as object as I, maxLooks: limit },
): Promise<Page<I>> {
  const items: I[] = [];
  let last: string | undefined;
  let looks = 0;
  let isBehind = after === undefined;
  for await (const item of all) {
    if (!isBehind) {
      isBehind = idOf(item) === after;
      continue;
    }
    if (last !== undefined && (items.length >= limit || looks >= maxLooks)) return { items, next: cursorOf(last) };
    last = idOf(item);
    looks++;
    const picked = await pick(item);
    if (picked !== undefined) items.push(picked);
  }
  if (!isBehind) throw new HostError('VITRINE_QUERY_INVALID', 'What next names is gone; begin again without it.');
  return { items };
}

/** Opaque: what it is made of may change. */
export function cursorOf(id: string): string {
  return Buffer.from(id).toString('base64url');
}

function cursorIn(text: string): string {
  const id = Buffer.from(text, 'base64url').toString('utf8');
  if (id === '' || cursorOf(id) !== text) throw new HostError('VITRINE_QUERY_INVALID', 'next is what an answer said.');
  return id;
}
