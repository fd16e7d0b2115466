// The catalogs that viewers brought to one session. They hold in it and in its forks and nowhere else, over restarts too;
// whether they may be brought is judged by whoever takes them.

import { importCatalog } from '@vitrine/core/import-catalog';
import { type Catalogs, isArray, isObject, type Limits, type PortCatalog } from '@vitrine/core/internal';
import type { RecordWrite, SessionId } from '@vitrine/log';
import type { SessionContext } from './context.ts';
import type { WritableSession } from './writable.ts';

/** The kind of their record, which is called by the id of the session. */
export const CATALOGS = 'catalogs';

/** Those of the host, and what was brought to the session. */
export async function catalogsOf({ log, catalogs, limits }: SessionContext, session: SessionId): Promise<Catalogs> {
  const scope = catalogs.scope();
  await addBrought({ log, limits }, session, scope);
  return scope;
}

/** Adds what was brought to the session, by whichever host, and is not there yet. */
export async function addBrought(
  { log, limits }: Pick<SessionContext, 'log' | 'limits'>,
  session: SessionId,
  catalogs: Catalogs,
): Promise<void> {
  const value = (await log.record(CATALOGS, session))?.value;
  for (const item of isArray(value) ? value : [])
    if (isObject(item)) add(catalogs, item as unknown as PortCatalog, limits);
}

/** Holds at once; what it returns makes it durable. */
export function bringCatalog({ view, context, id }: WritableSession, asked: PortCatalog): readonly RecordWrite[] {
  const brought = context.redact(asked);
  const { catalogs, limits } = view;
  const before = catalogs.own.length;
  add(catalogs, brought, limits);
  if (catalogs.own.length === before) return [];
  const all = catalogs.own.map(({ source = {}, protocol = brought.protocol }) => ({ definition: source, protocol }));
  return [{ kind: CATALOGS, key: id, session: id, value: all }];
}

function add(catalogs: Catalogs, { definition, protocol }: PortCatalog, limits: Limits): void {
  const read = importCatalog(definition, limits, { protocol });
  if (read.ok) catalogs.add(read.value);
}
