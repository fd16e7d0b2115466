// What travels with one request through the SDK: who calls which agent, in which form and version of A2A it is answered,
// what message it brings, and who reads what comes of that.

import { ServerCallContext } from '@a2a-js/sdk/server';
import type { JsonObject, PortClient, PortKeyedCall, Seq } from '@vitrine/core/internal';
import type { Principal } from '@vitrine/face-kit';
import { deferred, digestOf, type KeepAnswer } from '@vitrine/face-kit';
import type { CardSettings } from './card.ts';
import type { ExtensionForm } from './forms.ts';
import type { A2aVersion } from './parts.ts';

export interface A2aCaller {
  readonly agent: string;
  readonly principal: Principal;
}

export interface A2aCall extends A2aCaller {
  readonly client: Pick<PortClient, 'address'>;
  readonly settings: CardSettings;
  readonly protocol: A2aVersion;
  readonly form?: ExtensionForm;
  /** As it came: the SDK is given a copy that it can read. */
  readonly message: JsonObject;
  /** Undefined: it brings no message, or one without an id. */
  readonly key: PortKeyedCall | undefined;
  readonly taking: MessageDelivery;
  readonly isStream: boolean;
  /** Of the message, or of the one whose task is followed. */
  readonly audience: A2aAudience;
  /** The one who made this call. */
  readonly reader: AudienceReader;
  /** Names of headers that asked for a form. */
  readonly askedIn: readonly string[];
}

const KEY = 'vitrine';

/** The owner of tasks and messages is one client of one agent. */
export function ownerOf({ agent, principal }: A2aCaller): string {
  return JSON.stringify([agent, principal.id]);
}

export function contextOf(call: A2aCall): ServerCallContext {
  const { form, protocol } = call;
  return new ServerCallContext({
    user: { isAuthenticated: true, userName: ownerOf(call) },
    requestedExtensions: form === undefined ? [] : [form.uri],
    requestedVersion: protocol,
    state: new Map([[KEY, call]]),
  });
}

export function callOf(context: ServerCallContext): A2aCall {
  return context.state.get(KEY) as A2aCall;
}

/** A message is called by its id, in the place that it names; what it says, and in which form, tells a repeat. */
export function keyOf(
  caller: A2aCaller,
  { messageId, contextId, taskId, parts }: JsonObject,
  how: readonly (string | undefined)[],
): PortKeyedCall | undefined {
  if (typeof messageId !== 'string' || messageId === '') return undefined;
  const name = JSON.stringify([ownerOf(caller), contextId || null, taskId || null, messageId]);
  return { name: digestOf(name), content: JSON.stringify([how, parts]) };
}

/** What a repeat of a message is answered with, by whatever process. */
export type DeliveryReceipt = JsonObject & {
  readonly task: string;
  readonly contextId: string;
  /** All of it is delivered, behind this, and so much of it may be answered. Absent: the rest goes on under its keys. */
  readonly seq?: Seq;
  readonly asked?: number;
};

/** A message on its way into its session: the receipt is kept in the commit that takes it. */
export class MessageDelivery {
  keep: KeepAnswer<DeliveryReceipt> = () => undefined;
  /** It was taken by a process that has ended, and is gone on with. */
  before: DeliveryReceipt | undefined;
  /** What it became. */
  task = '';
  readonly #receipt = deferred<DeliveryReceipt | undefined>();
  /** Undefined: nothing of it was taken. */
  readonly receipt = this.#receipt.promise;

  /** The first word counts. */
  end(receipt?: DeliveryReceipt): void {
    this.#receipt.resolve(receipt);
  }
}

/**
 * Who reads what comes of a message: the one who sent it, and whoever follows its task after a break. Where nobody is left
 * at the end, nobody has seen it.
 */
export class A2aAudience {
  readonly readers = new Set<AudienceReader>();

  get isEmpty(): boolean {
    return this.readers.size === 0;
  }

  /** Each of them has taken what it was handed: what comes next need not be held for anybody. */
  async caughtUp(): Promise<void> {
    for (const reader of this.readers) await reader.caughtUp;
  }
}

/** One reader of one audience at a time. */
export class AudienceReader {
  #audience: A2aAudience;
  isLeft = false;
  #take: () => void = () => undefined;
  caughtUp: Promise<void> | undefined;

  constructor(audience: A2aAudience) {
    this.#audience = audience;
    audience.readers.add(this);
  }

  /** It reads no more. */
  readonly leave = (): void => {
    this.isLeft = true;
    this.#audience.readers.delete(this);
    this.#take();
  };

  moveTo(audience: A2aAudience): void {
    this.#audience.readers.delete(this);
    this.#audience = audience;
    if (!this.isLeft) audience.readers.add(this);
  }

  /**
   * Hands on what comes, as fast as it is taken. Whoever leaves ends nothing: the rest is read to its end, so that it is there
   * for whoever asks for the task.
   */
  async *read<T>(items: AsyncIterator<T>, first = items.next()): AsyncGenerator<T, void, undefined> {
    let next = await first;
    try {
      for (; next.done !== true; next = await items.next()) {
        const caughtUp = deferred();
        this.caughtUp = caughtUp.promise;
        this.#take = caughtUp.resolve;
        if (this.isLeft) this.#take();
        yield next.value;
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
