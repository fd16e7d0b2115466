// A viewer that was shown everything, remembers every state, and says what it must not: acts that no state justifies, or
// one that it may no longer act on.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { Catalogs, isArray, type Json, Replica } from '@vitrine/core/internal';
import { vitrine } from '@vitrine/dialects';
import type { Tick } from './shop.ts';
import { turn } from './virtual-clock.ts';
import type { Answer, OpenShop } from './world.ts';

export interface State extends Tick {
  readonly seq: number;
  readonly blinks: boolean;
  readonly items: readonly string[];
  readonly serial: number;
}

export interface Forgery {
  readonly what: string;
  readonly basis: number;
  readonly event: object;
  readonly writes?: readonly object[];
}

const action = (source: string, name: string, context: object, more: object = {}): object => ({
  event: 'action',
  surface: 'shop',
  source,
  name,
  context,
  checked: false,
  ...more,
});
const buy = ({ price, stamp }: Tick): object => action('buy', 'buy', { price, stamp, kind: 'buy' });

export class Forger {
  readonly states: State[] = [];
  readonly #shop: OpenShop;
  readonly #token: string;
  readonly #over = new AbortController();
  readonly #replica = new Replica({ catalogs: new Catalogs([basic09]) });
  #confirmed = 0;

  constructor(shop: OpenShop, token: string) {
    this.#shop = shop;
    this.#token = token;
  }

  static async open(shop: OpenShop, viewer: string): Promise<Forger> {
    const forger = new Forger(shop, await shop.token(viewer));
    const response = await fetch(`${shop.world.url}/sessions/${shop.session}/stream`, {
      headers: { authorization: `Bearer ${await forger.#token}` },
      signal: forger.#over.signal,
    });
    void forger.#follow(response).catch(() => undefined);
    while (forger.states.length === 0) await turn();
    return forger;
  }

  close(): void {
    this.#over.abort();
  }

  get head(): State {
    return this.states.at(-1) as State;
  }

  /** Until it has all that the host wrote. */
  async caughtUp(): Promise<void> {
    while (this.head.seq < this.#shop.head) await turn();
  }

  async confirm(seq: number): Promise<Answer> {
    this.#confirmed = Math.max(this.#confirmed, seq);
    return this.#shop.post(this.#token, 'vitrine', { confirm: seq });
  }

  post({ basis, event, writes }: Forgery): Promise<Answer> {
    const message = { vitrine: 1, body: [event], basis, ...(writes === undefined ? {} : { writes }) };
    return this.#shop.post(this.#token, 'vitrine', message);
  }

  /** What no state justifies, or not the one that is named. */
  async forge(next: (below: number) => number, other: Forger): Promise<Forgery> {
    const { states, head } = this;
    const open = states.filter(({ seq }) => seq >= this.#confirmed && seq < head.seq);
    const pick = (from: readonly State[]): State => from[next(from.length)] as State;
    const [one, two] = [pick(open), pick(states)];
    const foreign = pick(other.states);
    const kinds: readonly (() => Forgery | Promise<Forgery> | undefined)[] = [
      () => ({ what: 'a price that never stood there', basis: one.seq, event: buy({ ...one, price: 7 }) }),
      () =>
        one.price !== two.price && head.price !== one.price
          ? { what: 'values of two states', basis: one.seq, event: buy({ price: one.price, stamp: two.stamp }) }
          : undefined,
      () =>
        one.price !== two.price && head.price !== two.price
          ? { what: 'values of another state than is named', basis: one.seq, event: buy(two) }
          : undefined,
      () => ({ what: 'a state that is still to come', basis: head.seq + 1 + next(1000), event: buy(one) }),
      () => ({ what: 'a state that is still to come', basis: head.seq + 1000, event: buy(head) }),
      () => ({
        what: 'a button that no root leads to',
        basis: one.seq,
        event: action('ghost', 'haunt', { kind: 'ghost' }),
      }),
      () => ({ what: 'a button that is not there', basis: one.seq, event: action('nobody', 'buy', {}) }),
      () => ({ what: 'another name', basis: one.seq, event: action('buy', 'sell', {}) }),
      () => ({
        what: 'a write where no input is',
        basis: one.seq,
        event: buy(one),
        writes: [{ surface: 'shop', path: '/tick/price', value: one.price }],
      }),
      () => ({
        // Not the next one, which stands there behind the same tick when the items have moved on.
        what: 'another item than stood there',
        basis: one.seq,
        event: action('row', 'pick', { id: one.items[2] as string, stamp: one.stamp }, { scope: '/items/0' }),
      }),
      () =>
        one.serial !== two.serial
          ? {
              what: 'a surface of the same name that came before or after',
              basis: one.seq,
              event: {
                ...action('ok', 'ok', { serial: two.serial === head.serial ? -1 : two.serial }),
                surface: 'pop',
              },
            }
          : undefined,
      () => {
        const here = states.find(({ seq }) => seq === foreign.seq);
        return here?.price !== foreign.price && head.price !== foreign.price
          ? { what: 'a state of another session', basis: foreign.seq, event: buy(foreign) }
          : undefined;
      },
      async () => {
        const gone = open.filter(({ blinks }) => blinks).at(-1);
        const after = open.find(({ seq, blinks }) => !blinks && seq > (gone?.seq ?? head.seq));
        if (gone === undefined || after === undefined || head.blinks) return undefined as unknown as Forgery;
        await this.confirm(after.seq);
        return {
          what: 'a button that is gone from what was confirmed',
          basis: gone.seq,
          event: action('now', 'now', { kind: 'now' }),
        };
      },
      async () => {
        const middle = open[Math.floor(open.length / 4)];
        const old = open.find(({ price }) => price !== middle?.price);
        if (middle === undefined || old === undefined || old.seq >= middle.seq) return undefined as unknown as Forgery;
        await this.confirm(middle.seq);
        return { what: 'values from before what was confirmed', basis: old.seq, event: buy(old) };
      },
    ];
    const forgery = await (kinds[next(kinds.length)] as () => Forgery | Promise<Forgery> | undefined)();
    return forgery ?? this.forge(next, other);
  }

  async #follow(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() as string;
      for (const block of blocks) this.#take(block.split('\n'));
    }
  }

  #take(lines: readonly string[]): void {
    const event = lines.find((line) => line.startsWith('event: '))?.slice(7);
    if (event !== undefined && event !== 'seq') return;
    const data = event === 'seq' ? undefined : lines.find((line) => line.startsWith('data: '))?.slice(6);
    if (data !== undefined) {
      const decoded = vitrine.decode(JSON.parse(data) as Json, this.#replica, 'agent');
      if (decoded.ok) this.#replica.apply(decoded.value);
    }
    const id = lines.find((line) => line.startsWith('id: '))?.slice(4);
    const state = id === undefined ? undefined : this.#stateAt(Number(id));
    if (state !== undefined) this.states.push(state);
  }

  #stateAt(seq: number): State | undefined {
    const shop = this.#replica.surfaces.get('shop');
    const tick = shop?.data.get('/tick') as unknown as Tick | undefined;
    if (shop === undefined || tick === undefined) return undefined;
    const children = shop.component('root')?.props.children as unknown;
    const items = (shop.data.get('/items') ?? []) as readonly { readonly id: string }[];
    const ok = this.#replica.surfaces.get('pop')?.component('ok')?.props.action as unknown as
      | { readonly event: { readonly context: { readonly serial: number } } }
      | undefined;
    return {
      ...tick,
      seq,
      blinks: isArray(children as Json) && JSON.stringify(children).includes('"now"'),
      items: items.map(({ id }) => id),
      serial: ok?.event.context.serial ?? 0,
    };
  }
}
