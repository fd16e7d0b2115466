import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { HostError } from '../host-error.ts';
import { Connection, type OwnedSocket, type Role } from './connection.ts';
import type { SocketContext } from './socket-context.ts';
import { SOCKET_LIMITS } from './socket-limits.ts';

const QUEUE = 64 * 1024;
const UNDER_WAY_BYTES = 1024 * 1024;

class FakeSocket extends EventEmitter {
  readonly readyState = 1;
  isPaused = false;
  ended: string | undefined;
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  close(code: number): void {
    this.ended = `${code}`;
  }
  terminate(): void {
    this.ended = 'terminated';
  }
  say(frame: object): void {
    this.emit('message', Buffer.from(JSON.stringify(frame)), false);
  }
}

/** A connection whose other side takes nothing until `drain` is called. */
function open(pace = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = [];
  const written: Buffer[] = [];
  const raw = new Duplex({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      waiting.push(done);
    },
  });
  const socket = new FakeSocket();
  let frames = 0;
  const context = {
    limits: { ...SOCKET_LIMITS, queueBytes: QUEUE, underWayBytes: UNDER_WAY_BYTES },
    ticks: 0,
    bytesSent: 0,
    random: () => 1,
    forget: () => undefined,
    explain: (error: unknown) => error,
    assertPace: () => {
      if (++frames > pace) throw new HostError('VITRINE_RATE');
    },
  } as unknown as SocketContext;
  let asked = 0;
  const take = () => connection.underWay(++asked);
  const role: Role = { sender: 'viewer', isSettled: true, take, leave: () => undefined };
  const caller = {
    role: 'viewer',
    session: 's',
    viewer: 'v',
    jti: 'j',
    expiresAt: '2100-01-01T00:00:00Z',
    grant: { agent: 'a', epoch: 0 },
  } as const;
  const connection: Connection = new Connection(
    socket as unknown as OwnedSocket,
    raw,
    { caller, session: 's' },
    context,
    () => role,
  );
  socket.say({ hello: {} });
  return {
    ...{ connection, socket, raw, written },
    tick: (seconds: number) => {
      for (let i = 0; i < seconds; i++) {
        context.ticks++;
        connection.tick(0);
      }
    },
    drain: async () => {
      while (waiting.length > 0) {
        waiting.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

const LARGE = new Uint8Array(QUEUE);

describe('a connection', () => {
  it('[SO30] that takes nothing is not read until it does', async () => {
    const { connection, socket, raw, drain } = open();
    socket.say({ ping: 1 });
    expect(socket.isPaused).toBe(false);
    connection.write(LARGE);
    expect(socket.isPaused).toBe(true);
    await drain();
    expect(raw.writableLength).toBe(0);
    expect(socket.isPaused).toBe(false);
  });

  it('[SO18] [SO30] is read again when it takes what is said and its frames are answered, not before', async () => {
    const { connection, socket, drain } = open();
    connection.underWay(SOCKET_LIMITS.underWay);
    connection.write(LARGE);
    await drain();
    expect(socket.isPaused).toBe(true);
    connection.underWay(0);
    expect(socket.isPaused).toBe(false);
    connection.underWay(SOCKET_LIMITS.underWay);
    connection.write(LARGE);
    connection.underWay(0);
    expect(socket.isPaused).toBe(true);
  });

  it('[SO18] that has sent much is not read until half of it is answered', () => {
    const { connection, socket } = open();
    const say = (size: number) => socket.say({ event: { event: 'say', text: 'x'.repeat(size) } });
    for (let i = 0; i < 32; i++) {
      expect(socket.isPaused).toBe(false);
      say(UNDER_WAY_BYTES / 32);
    }
    expect(socket.isPaused).toBe(true);
    connection.underWay(24);
    expect(socket.isPaused).toBe(true);
    connection.underWay(8);
    expect(socket.isPaused).toBe(false);
  });

  it('[SO25] [SO30] answers pings of the protocol as long as there is room', async () => {
    const { connection, socket, raw, written, drain } = open();
    socket.emit('ping', Buffer.from('abc'));
    expect(written[0]).toEqual(Buffer.from([0x8a, 3, 0x61, 0x62, 0x63]));
    connection.write(LARGE);
    const full = raw.writableLength;
    for (let i = 0; i < 1000; i++) socket.emit('ping', Buffer.alloc(125));
    expect(raw.writableLength).toBe(full);
    await drain();
    socket.emit('ping', Buffer.alloc(0));
    expect(written.at(-1)).toEqual(Buffer.from([0x8a, 0]));
  });

  it('[SO8] that floods with pings of the protocol is closed', () => {
    const { socket, written } = open(5);
    for (let i = 0; i < 100; i++) socket.emit('ping', Buffer.alloc(125));
    expect(socket.ended).toBe('4429');
    expect(written.length).toBeLessThan(7);
  });

  it('[SO30] that takes nothing for two pings is ended, however much it sends', () => {
    const { socket, tick } = open();
    socket.say({ ping: 1 });
    tick(30);
    for (let i = 0; i < 2; i++) {
      expect(socket.ended).toBeUndefined();
      socket.say({ ping: 2 });
      tick(30);
    }
    expect(socket.ended).toBe('terminated');
  });

  it('[SO8] that goes on after its end is cut off', () => {
    const { connection, socket } = open();
    connection.end(4429, '');
    for (let i = 0; i < 1000; i++) socket.emit('ping', Buffer.alloc(125));
    expect(socket.ended).toBe('4429');
    for (let i = 0; i < 100_000; i++) socket.emit('ping', Buffer.alloc(125));
    expect(socket.ended).toBe('terminated');
  });

  it('[SO30] is read when it has ended: the close of the other side is to be seen', () => {
    const { connection, socket } = open();
    connection.write(LARGE);
    connection.end(1000, '');
    expect(socket.isPaused).toBe(false);
  });
});
