// A host that is killed again and again while several writers send calls under keys. A call that was not answered is
// repeated under its key by the next process; in the end every call is repeated once more. What the calls are, and what
// must stand in the log when all is over, is left to the test of each face.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type HostProcess, startHostProcess } from './host-process.ts';

export interface KeyedRequest {
  readonly path: string;
  readonly body: unknown;
  /** POST where none is named. */
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
}

export interface KeyedAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as they come.
  readonly body: any;
}

/** Yields one call after the other, without end, and is given what each was answered. */
export type Writer = Generator<KeyedRequest, never, KeyedAnswer>;

/** Sends a call under a key; rejects when the host is gone. */
export type SendKeyed = (host: HostProcess, request: KeyedRequest, key: string) => Promise<KeyedAnswer>;

export interface KeyedCrash {
  /** Starts the host (host-process.ts). */
  readonly script: URL;
  readonly kills: number;
  readonly writers: readonly ((name: string) => Writer)[];
  /** Where a key travels otherwise than in `Idempotency-Key`. */
  readonly send?: SendKeyed;
}

export interface CrashOutcome {
  /** Of the data, for `readStored`; the host is gone. */
  readonly folder: string;
  readonly answers: readonly KeyedAnswer[];
  /** Calls that were sent again because a kill came between. */
  readonly repeated: number;
}

export const sendWithHeader: SendKeyed = async ({ url, key: credential }, { path, body, method, headers }, key) => {
  const response = await fetch(`${url}${path}`, {
    method: method ?? 'POST',
    headers: {
      authorization: `Bearer ${credential}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};

interface Answered {
  readonly key: string;
  readonly request: KeyedRequest;
  readonly answer: KeyedAnswer;
}

class Sender {
  readonly answered: Answered[] = [];
  repeated = 0;
  readonly #name: string;
  readonly #writer: Writer;
  readonly #send: SendKeyed;
  #request: KeyedRequest;

  constructor(name: string, writer: Writer, send: SendKeyed) {
    this.#name = name;
    this.#writer = writer;
    this.#send = send;
    this.#request = writer.next().value;
  }

  /** Until the host no longer answers. */
  async run(host: HostProcess, onStep: () => void): Promise<void> {
    for (;;) {
      const request = this.#request;
      const key = `${this.#name}-${this.answered.length}`;
      const answering = this.#send(host, request, key).catch(() => undefined);
      onStep();
      // A connection that was being made when the host was killed may never be told so.
      const answer = await Promise.race([answering, host.process.ended]);
      if (answer === undefined) {
        this.repeated++;
        return;
      }
      if (answer.status >= 300) throw new Error(`${key} ${request.path} was answered ${JSON.stringify(answer)}.`);
      this.answered.push({ key, request, answer });
      this.#request = this.#writer.next(answer).value;
      onStep();
    }
  }
}

/** Every call is answered in the end, and the same when it is sent once more. */
export async function killUnderKeyedCalls({
  script,
  kills,
  writers,
  send = sendWithHeader,
}: KeyedCrash): Promise<CrashOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'keyed-crash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const senders = writers.map((begin, i) => new Sender(`w${i}`, begin(`w${i}`), send));
  for (const moment of momentsOf(kills)) {
    const host = await startHostProcess(script, folder);
    let steps = 0;
    // Both when a call has left and when one was answered: others are at other places then.
    const onStep = (): void => {
      if (++steps === moment) void host.process.kill();
    };
    await Promise.all(senders.map((sender) => sender.run(host, onStep)));
    await host.process.kill();
  }
  const last = await startHostProcess(script, folder);
  for (const { key, request, answer } of senders.flatMap(({ answered }) => answered))
    expect(await send(last, request, key), `${key} ${request.path}, once more`).toEqual(answer);
  await last.process.kill();
  return {
    folder,
    answers: senders.flatMap(({ answered }) => answered.map(({ answer }) => answer)),
    repeated: senders.reduce((sum, { repeated }) => sum + repeated, 0),
  };
}

/** The same each time, and spread over what a process does. */
function momentsOf(kills: number): readonly number[] {
  return Array.from({ length: kills }, (_, i) => 2 + ((i * 37) % 47));
}
