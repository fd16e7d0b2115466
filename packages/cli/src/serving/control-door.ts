// How a command reaches the server that holds the data folder: a second port on this machine alone, and a file in the
// folder that says where it is and what to show there. Who can read the folder could read the keys in it as well, so the
// file gives away nothing more. Orders are those of agent-orders.ts and nothing else.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Json, parseJson } from '@vitrine/core/internal';
import { type Host, toHostError } from '@vitrine/host';
import { type AppServerOrder, readOrder, runOrder } from './agent-orders.ts';
import { DOOR_FILE, type HostAddress } from './door-order.ts';

const MAX_ORDER_LENGTH = 4096;

/** Whose door it is. */
export interface Behind {
  readonly host: Pick<Host, 'credentials' | 'operator' | 'audit' | 'verify' | 'retention'>;
  readonly address: HostAddress;
  /** Whoever holds the folder names a server whose apps may stand in sessions. */
  readonly nameApps: (named: AppServerOrder) => void;
  /** The address that lets the operator in, with a new code in it; the one before is void then. */
  readonly operatorUrl: () => string;
}

export interface ControlDoor {
  close(): Promise<void>;
}

export async function openControlDoor(folder: string, behind: Behind): Promise<ControlDoor> {
  const [secret, proof] = [newSecret(), newSecret()];
  const server = createServer((request, response) => void answer(request, response, { secret, proof }, behind));
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const path = join(folder, DOOR_FILE);
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, JSON.stringify({ port, secret, proof }), { mode: 0o600 });
  await rename(draft, path);
  return { close: () => close(server, path) };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

async function close(server: Server, path: string): Promise<void> {
  await rm(path, { force: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, proof }: { readonly secret: string; readonly proof: string },
  { host, operatorUrl, address, nameApps }: Behind,
): Promise<void> {
  try {
    if (!isMeant(request, secret)) return reply(response, 403, { error: 'refused', message: 'This is not for you.' });
    const order = readOrder(parse(await readText(request)));
    if (order === undefined) return reply(response, 400, { error: 'refused', message: 'There is no such order.' });
    if (order.order === 'app-server') {
      nameApps(order);
      return reply(response, 200, { isNamed: true });
    }
    if (order.order === 'operator') return reply(response, 200, { url: operatorUrl() });
    if (order.order === 'address') return reply(response, 200, { ...address, proof });
    if (order.order === 'revoke-operators')
      return reply(response, 200, { ...(await host.operator.revokeOperators('command')) });
    reply(response, 200, await runOrder(order, host));
  } catch (error) {
    const { status, code, message } = toHostError(error);
    reply(response, status, { error: code, message });
  }
}

/** A page in a browser can neither read the file nor send the header. */
function isMeant({ method, headers }: IncomingMessage, secret: string): boolean {
  const [shown, known] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${secret}`)];
  return method === 'POST' && shown.length === known.length && timingSafeEqual(shown, known);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > MAX_ORDER_LENGTH) return '';
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): Json {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : null;
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(body));
}
