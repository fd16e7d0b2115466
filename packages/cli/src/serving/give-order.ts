// An order about agents, carried out by whoever holds the data folder: this process, or the server at its door.

import type { JsonObject } from '@vitrine/core';
import { createHost, HostError } from '@vitrine/host';
import { LogError } from '@vitrine/log';
import { Failure } from '../failure.ts';
import { type AgentOrder, runOrder } from './agent-orders.ts';
import { orderThroughDoor } from './control-door.ts';
import { folderFailure, logFailure } from './data-folder.ts';

export async function giveOrder(order: AgentOrder, folder: string): Promise<JsonObject> {
  try {
    const host = await createHost({ folder });
    try {
      return await runOrder(order, host.credentials);
    } finally {
      await host.stop();
    }
  } catch (error) {
    if (error instanceof LogError && error.code === 'VITRINE_LOG_LOCKED') return orderThroughDoor(folder, order);
    if (error instanceof HostError) throw new Failure(`${error.code}: ${error.message}`);
    if (error instanceof LogError) throw logFailure(folder, error);
    throw folderFailure(folder, error);
  }
}
