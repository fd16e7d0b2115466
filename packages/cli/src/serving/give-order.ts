// An order, carried out by whoever holds the data folder: this process, or the server at its door.

import type { JsonObject } from '@vitrine/core';
import { createHost, HostError } from '@vitrine/host';
import { LogError } from '@vitrine/log';
import { CommandError } from '../errors.ts';
import { type HostOrder, runOrder } from './agent-orders.ts';
import { folderFailure, logFailure } from './data-folder.ts';
import { findHostOf, orderThroughDoor } from './door-order.ts';

export async function giveOrder(order: HostOrder, folder: string): Promise<JsonObject> {
  // A host on a database leaves the folder unlocked.
  if ((await findHostOf(folder)) !== undefined) return orderThroughDoor(folder, order);
  try {
    const host = await createHost({ folder });
    try {
      const answer = await runOrder(order, host);
      // What holds in this process alone ends with it.
      if (answer.durable === false) throw new CommandError('nothing could be stored: the revocation does not hold.');
      return answer;
    } finally {
      await host.stop();
    }
  } catch (error) {
    if (error instanceof LogError && error.code === 'VITRINE_LOG_LOCKED') return orderThroughDoor(folder, order);
    if (error instanceof HostError) throw new CommandError(`${error.code}: ${error.message}`);
    if (error instanceof LogError) throw logFailure(folder, error);
    throw folderFailure(folder, error);
  }
}
