// One entry on the wire: the messages that say it in a dialect, that of its author or another. The log keeps what a message said
// and not its letters; what a dialect writes for it says the same. Fetched when somebody asks for it: it brings every dialect.

import { type Entry, isOp, type Json } from '@vitrine/core/internal';
import { type DialectId, dialectById } from '@vitrine/dialects';
import type { SessionSnapshot } from '../host/host-api.ts';
import { knownCatalogs } from '../page/catalogs.ts';
import { replicaOf } from './past-view.ts';

export interface EntryJson {
  readonly messages: readonly Json[];
  readonly losses: readonly string[];
}

/** `before`: the session as the entry found it. */
export function entryJson(entry: Entry, before: SessionSnapshot, dialect: DialectId): EntryJson {
  const to = dialectById(dialect);
  if (to === undefined) return { messages: [], losses: [] };
  const view = replicaOf(before);
  for (const { trust, ...ask } of Object.values(before.asks)) view.apply({ body: [ask], trust: trust ?? 'trusted' });
  const { memory } = to.join(view, { catalogs: knownCatalogs().map(({ id }) => id) });
  view.apply(entry);
  const ops = entry.body.some(isOp) ? [to.encode(entry, view, memory)] : [];
  const events = entry.body.flatMap((part) => (isOp(part) ? [] : [to.encodeEvent(part, view, entry.at)]));
  const encoded = [...ops, ...events];
  return {
    messages: encoded.flatMap(({ wire }) => wire),
    losses: [...new Set(encoded.flatMap(({ losses }) => losses.map(({ what }) => what)))],
  };
}
