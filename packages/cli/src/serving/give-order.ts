// An order, carried out by whoever holds the data folder: the server at its door, else this process, on the log in the folder or
// in the database that VITRINE_DATABASE_URL names.

import type { JsonObject } from '@vitrine/core';
import { defined } from '@vitrine/core/internal';
import { createHost, HostError } from '@vitrine/host';
import { LogError } from '@vitrine/log';
import { forgetRemotes } from '../connecting/kept-remote.ts';
import { CommandError } from '../errors.ts';
import type { Io } from '../io.ts';
import { type HostOrder, runOrder } from './agent-orders.ts';
import { assertUsed, folderFailure, isOfDatabase, logFailure } from './data-folder.ts';
import { findHostOf, orderThroughDoor } from './door-order.ts';
import { readKeys, sharedLogAt } from './shared-log.ts';

/** What a folder that is new can be told too: it becomes that of a host. */
const FIRST_ORDERS = ['add', 'list', 'rotate', 'revoke', 'rotate-key'];

/** @param io absent: the log is in the folder, or nowhere */
export async function giveOrder(order: HostOrder, folder: string, io?: Pick<Io, 'env'>): Promise<JsonObject> {
  // A host on a database leaves the folder unlocked.
  if ((await findHostOf(folder)) !== undefined) return orderThroughDoor(folder, order);
  const database = io?.env.VITRINE_DATABASE_URL || undefined;
  if (database === undefined && (await isOfDatabase(folder)))
    throw new CommandError(
      `the sessions of "${folder}" are in a database, not in the folder: name it with VITRINE_DATABASE_URL, or start "vitrine serve" with it.`,
    );
  if (database === undefined && !FIRST_ORDERS.includes(order.order)) assertUsed(folder);
  const shared = database === undefined ? undefined : sharedLogAt({ url: database });
  try {
    const erased = (sessions: readonly string[]): Promise<void> => forgetRemotes(folder, sessions);
    const host = await createHost({ folder, erased, ...defined({ shared, keys: io && readKeys(io) }) });
    try {
      const answer = await runOrder(order, host);
      // What holds in this process alone ends with it.
      if (answer.durable === false) throw new CommandError('nothing could be stored: the revocation does not hold.');
      return answer;
    } finally {
      await host.stop();
    }
  } catch (error) {
    if (error instanceof LogError && error.code === 'VITRINE_LOG_LOCKED' && database === undefined)
      return orderThroughDoor(folder, order);
    if (error instanceof HostError) throw new CommandError(`${error.code}: ${error.message}`);
    if (error instanceof LogError) throw logFailure(folder, error);
    throw folderFailure(folder, error);
  }
}
