// The side of the control door that commands stand on: reads where the door is and hands an order to the server behind it.
// Apart from the door itself, because that needs the host and its libraries, and commands start without them.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defined, isObject, type Json, type JsonObject, parseJson } from '@vitrine/core/internal';
import { CommandError } from '../errors.ts';
import { ask } from '../host-call.ts';
import type { DoorOrder } from './agent-orders.ts';

/** In the data folder, readable for whoever may read the keys in it. */
export const DOOR_FILE = 'control.json';

interface Door {
  readonly port: number;
  readonly secret: string;
  /** What the server says so that it can be told from another program that listens there since. */
  readonly proof?: string;
}

/** Where the server that holds a folder is reached. */
export interface HostAddress {
  /** As people are told it. */
  readonly url: string;
  /** Where it listens. */
  readonly port: number;
  /** From this machine, where that is possible without a certificate. */
  readonly near?: string;
}

/** Hands an order to the server that holds the folder. */
export async function orderThroughDoor(folder: string, order: DoorOrder): Promise<JsonObject> {
  const door = (await findHostOf(folder)) === undefined ? undefined : await readDoor(folder);
  if (door === undefined)
    throw new CommandError(
      order.order === 'operator' || order.order === 'revoke-operators'
        ? `no server runs on "${folder}": "vitrine serve" prints an address with a code when it starts.`
        : `another process uses "${folder}" and takes no orders; is it "vitrine serve"?`,
    );
  return give(door, order);
}

/** A host says at once where it is. Whoever listens in its place may never say anything. */
const ADDRESS_MS = 10_000;

/** Undefined: no server runs on the folder. A door that a killed one left behind, and whoever listens there since, is none. */
export async function findHostOf(folder: string, patienceMs = ADDRESS_MS): Promise<HostAddress | undefined> {
  const door = await readDoor(folder);
  if (door === undefined) return undefined;
  const late = AbortSignal.timeout(patienceMs);
  const { url, port, near, proof } = await give(door, { order: 'address' }, late).catch((): JsonObject => ({}));
  if (typeof url !== 'string' || typeof port !== 'number' || door.proof === undefined || proof !== door.proof)
    return undefined;
  return { url, port, ...(typeof near === 'string' ? { near } : {}) };
}

async function readDoor(folder: string): Promise<Door | undefined> {
  const text = await readFile(join(folder, DOOR_FILE), 'utf8').catch(() => '');
  const parsed = parseJson(text);
  const stored: Json = parsed.ok ? parsed.value : null;
  if (!isObject(stored)) return undefined;
  const { port, secret, proof } = stored;
  if (typeof port !== 'number' || typeof secret !== 'string') return undefined;
  return { port, secret, ...(typeof proof === 'string' ? { proof } : {}) };
}

function give({ port, secret }: Door, order: DoorOrder, signal?: AbortSignal): Promise<JsonObject> {
  const call = { path: '/', body: { ...order }, ...defined({ signal }) };
  return ask({ url: `http://127.0.0.1:${port}`, key: secret }, call);
}
