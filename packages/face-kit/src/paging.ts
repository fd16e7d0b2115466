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

/** One page of a list that is there as a whole. An item that is gone since leaves the list at its end. */
export function pageOf<T>(all: readonly T[], { limit, after }: PageQuery, idOf: (item: T) => string): Page<T> {
  const begin = after === undefined ? 0 : indexBehind(all, after, idOf);
  const items = all.slice(begin, limit === undefined ? undefined : begin + limit);
  const last = items.at(-1);
  const isMore = limit !== undefined && last !== undefined && begin + limit < all.length;
  return { items, ...(isMore ? { next: cursorOf(idOf(last)) } : {}) };
}

function indexBehind<T>(all: readonly T[], id: string, idOf: (item: T) => string): number {
  const index = all.findIndex((item) => idOf(item) === id);
  return index < 0 ? all.length : index + 1;
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
