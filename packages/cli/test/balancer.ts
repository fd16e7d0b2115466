// A balancer of the tests' own: every call and every socket goes to the next host that takes a connection, each by a
// connection of its own. It notes what a real one would have in its log.

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';

export interface Balancer {
  readonly url: string;
  /** The statuses of all answers. */
  readonly statuses: number[];
  /** With what hosts closed sockets, and when; and when a socket was first spoken to by its host. */
  readonly closes: { readonly code: number; readonly at: number }[];
  readonly welcomes: number[];
}

export async function startBalancer(hosts: readonly string[]): Promise<Balancer> {
  const balancer = { url: '', statuses: [] as number[], closes: [] as Balancer['closes'], welcomes: [] as number[] };
  let turn = 0;
  const places = (): URL[] => {
    const first = turn++;
    return hosts.map((_, n) => new URL(hosts[(first + n) % hosts.length] as string));
  };
  const server = createServer(async (incoming, answer) => {
    const body = Buffer.concat(await incoming.toArray());
    pass(incoming, body, answer, places(), balancer.statuses);
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) =>
    passSocket(incoming, socket, head, places(), balancer),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  balancer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return balancer;
}

function pass(
  incoming: IncomingMessage,
  body: Buffer,
  answer: ServerResponse,
  [host, ...others]: readonly URL[],
  statuses: number[],
): void {
  if (host === undefined) {
    statuses.push(502);
    answer.writeHead(502).end();
    return;
  }
  const headers = { ...incoming.headers, host: host.host, connection: 'close' };
  const passed = request(new URL(incoming.url ?? '/', host), { method: incoming.method, headers, agent: false });
  passed.once('response', (response) => {
    statuses.push(response.statusCode ?? 0);
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  // Only where nobody took the connection: what was sent may have been done.
  passed.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') return pass(incoming, body, answer, others, statuses);
    statuses.push(502);
    if (!answer.headersSent) answer.writeHead(502);
    answer.end();
  });
  passed.end(body);
}

const CLOSE = 0x88;

function passSocket(
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  [host, ...others]: readonly URL[],
  balancer: Pick<Balancer, 'closes' | 'welcomes'>,
): void {
  if (host === undefined) return void socket.destroy();
  const passed = connect(Number(host.port), host.hostname);
  let chunks = 0;
  passed.once('connect', () => {
    const lines = Object.entries({ ...incoming.headers, host: host.host }).map(([name, value]) => `${name}: ${value}`);
    passed.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    passed.write(head);
    socket.pipe(passed);
  });
  passed.on('data', (chunk: Buffer) => {
    // The first is the answer to the upgrade.
    if (chunks++ === 1) balancer.welcomes.push(performance.now());
    const at = chunk.lastIndexOf(CLOSE);
    if (at >= 0 && at + 2 + (chunk[at + 1] ?? 0) === chunk.length)
      balancer.closes.push({ code: chunk.readUInt16BE(at + 2), at: performance.now() });
    socket.write(chunk);
  });
  passed.once('end', () => socket.end());
  passed.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') passSocket(incoming, socket, head, others, balancer);
    else socket.destroy();
  });
  socket.once('error', () => passed.destroy());
  socket.once('close', () => passed.destroy());
}
