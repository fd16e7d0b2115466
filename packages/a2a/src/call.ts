// What travels with one request through the SDK: who calls which agent, in which form and version of A2A it is answered,
// what message it brings, and who reads what comes of that.

import { createHash } from 'node:crypto';
import { ServerCallContext } from '@a2a-js/sdk/server';
import type { JsonObject, PortClient, PortKeyedCall, Seq } from '@vitrine/core';
import type { Keep } from '@vitrine/face-kit';
import type { CardSettings } from './card.ts';
import type { Principal } from './credentials.ts';
import type { Form } from './forms.ts';
import type { A2aVersion } from './parts.ts';

export interface Caller {
  readonly agent: string;
  readonly principal: Principal;
}

export interface Call extends Caller {
  readonly client: Pick<PortClient, 'address'>;
  readonly settings: CardSettings;
  readonly protocol: A2aVersion;
  readonly form?: Form;
  /** As it came: the SDK is given a copy that it can read. */
  readonly message: JsonObject;
  /** Undefined: it brings no message, or one without an id. */
  readonly key: PortKeyedCall | undefined;
  readonly taking: Taking;
  readonly isStream: boolean;
  /** Of the message, or of the one whose task is followed. */
  readonly audience: Audience;
  /** The one who made this call. */
  readonly reader: Reader;
  /** Names of headers that asked for a form. */
  readonly askedIn: readonly string[];
}

const KEY = 'vitrine';

/** The owner of tasks and messages is one client of one agent. */
export function ownerOf({ agent, principal }: Caller): string {
  return JSON.stringify([agent, principal.id]);
}

export function contextOf(call: Call): ServerCallContext {
  const { form, protocol } = call;
  return new ServerCallContext({
    user: { isAuthenticated: true, userName: ownerOf(call) },
    requestedExtensions: form === undefined ? [] : [form.uri],
    requestedVersion: protocol,
    state: new Map([[KEY, call]]),
  });
}

export function callOf(context: ServerCallContext): Call {
  return context.state.get(KEY) as Call;
}

/** A message is called by its id, in the place that it names; what it says, and in which form, tells a repeat. */
export function keyOf(
  caller: Caller,
  { messageId, contextId, taskId, parts }: JsonObject,
  how: readonly (string | undefined)[],
): PortKeyedCall | undefined {
  if (typeof messageId !== 'string' || messageId === '') return undefined;
  const name = JSON.stringify([ownerOf(caller), contextId || null, taskId || null, messageId]);
  return { name: createHash('sha256').update(name).digest('hex'), said: JSON.stringify([how, parts]) };
}

/** What a repeat of a message is answered with, by whatever process. */
export type Receipt = JsonObject & {
  readonly task: string;
  readonly contextId: string;
  /** All of it is delivered, behind this, and so much of it may be answered. Absent: the rest goes on under its keys. */
  readonly seq?: Seq;
  readonly asked?: number;
};

/** A message on its way into its session: the receipt is kept in the commit that takes it. */
export class Taking {
  keep: Keep<Receipt> = () => undefined;
  /** It was taken by a process that has ended, and is gone on with. */
  before: Receipt | undefined;
  /** What it became. */
  task = '';
  /** Undefined: nothing of it was taken. */
  readonly receipt: Promise<Receipt | undefined>;
  /** The first word counts. */
  end: (receipt?: Receipt) => void = () => undefined;

  constructor() {
    this.receipt = new Promise((resolve) => {
      this.end = resolve;
    });
  }
}

/**
 * Who reads what comes of a message: the one who sent it, and whoever follows its task after a break. Where nobody is left
 * at the end, nobody has seen it.
 */
export class Audience {
  readonly readers = new Set<Reader>();

  get isEmpty(): boolean {
    return this.readers.size === 0;
  }

  /** Each of them has taken what it was handed: what comes next need not be held for anybody. */
  async caughtUp(): Promise<void> {
    for (const reader of this.readers) await reader.caughtUp;
  }
}

/** One reader of one audience at a time. */
export class Reader {
  #audience: Audience;
  #isLeft = false;
  #take: () => void = () => undefined;
  caughtUp: Promise<void> | undefined;
  /** For whoever writes to it: resolves when there is room again. */
  room: Promise<unknown> | undefined;

  constructor(audience: Audience) {
    this.#audience = audience;
    audience.readers.add(this);
  }

  get isLeft(): boolean {
    return this.#isLeft;
  }

  /** It reads no more. */
  readonly leave = (): void => {
    this.#isLeft = true;
    this.#audience.readers.delete(this);
    this.#take();
  };

  moveTo(audience: Audience): void {
    this.#audience.readers.delete(this);
    this.#audience = audience;
    if (!this.#isLeft) audience.readers.add(this);
  }

  /**
   * Hands on what comes, as fast as it is taken. Whoever leaves ends nothing: the rest is read to its end, so that it is there
   * for whoever asks for the task.
   */
  async *read<T>(items: AsyncIterator<T>, first = items.next()): AsyncGenerator<T, void, undefined> {
    let next = await first;
    try {
      for (; next.done !== true; next = await items.next()) {
        this.caughtUp = new Promise((resolve) => {
          this.#take = resolve;
        });
        if (this.#isLeft) this.#take();
        yield next.value;
        await this.room;
        this.#take();
      }
    } finally {
      this.#take();
      if (next.done !== true) void drain(items);
    }
  }
}

async function drain(items: AsyncIterator<unknown>): Promise<void> {
  try {
    while ((await items.next()).done !== true);
  } catch {
    // Told in the task.
  }
}
