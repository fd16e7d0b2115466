// A session whose agent never rests, in A2UI 0.9: a price and a stamp that change together five times a second, a list
// whose items move, a button that comes and goes, a surface that is closed and opened again under its name.

import type { JsonObject } from '@vitrine/core';

export const TICK_MS = 200;
const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const ITEMS = ['ant', 'bee', 'cow', 'dog', 'eel'];

const say = (payload: JsonObject): JsonObject => ({ version: 'v0.9', ...payload });
const set = (path: string, value: object): JsonObject =>
  say({ updateDataModel: { surfaceId: 'shop', path, value: value as JsonObject } });
const put = (surfaceId: string, ...components: readonly object[]): JsonObject =>
  say({ updateComponents: { surfaceId, components: components as unknown as JsonObject[] } });
const open = (surfaceId: string): JsonObject =>
  say({ createSurface: { surfaceId, catalogId: CATALOG, sendDataModel: true } });
const button = (id: string, name: string, context: object): readonly object[] => [
  { id, component: 'Button', child: `${id}-text`, action: { event: { name, context } } },
  { id: `${id}-text`, component: 'Text', text: name },
];
const stamp = { path: '/tick/stamp' };

/** What every state says of itself: no two have the same. */
export interface Tick {
  readonly price: number;
  readonly stamp: string;
}

export class Shop {
  #count = 0;
  #serial = 0;
  #blinks = false;

  begin(): readonly JsonObject[] {
    return [
      open('shop'),
      set('/tick', this.#tick()),
      set(
        '/items',
        ITEMS.map((id) => ({ id })),
      ),
      put(
        'shop',
        this.#root(),
        ...button('buy', 'buy', { price: { path: '/tick/price' }, stamp, kind: 'buy' }),
        { id: 'list', component: 'List', children: { componentId: 'row', path: '/items' } },
        ...button('row', 'pick', { id: { path: 'id' }, stamp }),
        { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
        ...button('send', 'send', { name: { path: '/name' }, stamp }),
        ...button('now', 'now', { kind: 'now' }),
        ...button('ghost', 'haunt', { kind: 'ghost' }),
      ),
      ...this.#pop(),
    ];
  }

  /** What comes at the next tick, each an entry of its own. */
  next(): readonly JsonObject[] {
    this.#count++;
    const messages: JsonObject[] = [set('/tick', this.#tick())];
    if (this.#count % 5 === 0)
      messages.push(
        set(
          '/items',
          rotated(this.#count / 5).map((id) => ({ id })),
        ),
      );
    if (this.#count % 15 === 0) {
      this.#blinks = !this.#blinks;
      messages.push(put('shop', this.#root()));
    }
    if (this.#count % 25 === 0) messages.push(say({ deleteSurface: { surfaceId: 'pop' } }), ...this.#pop());
    return messages;
  }

  #tick(): Tick {
    return { price: 1000 + this.#count, stamp: `t${this.#count}` };
  }

  #root(): object {
    const children = ['buy', 'list', 'name', 'send', ...(this.#blinks ? ['now'] : [])];
    return { id: 'root', component: 'Column', children };
  }

  #pop(): readonly JsonObject[] {
    this.#serial++;
    const context = { serial: this.#serial };
    return [
      open('pop'),
      put('pop', { id: 'root', component: 'Column', children: ['ok'] }, ...button('ok', 'ok', context)),
    ];
  }
}

function rotated(by: number): readonly string[] {
  const at = by % ITEMS.length;
  return [...ITEMS.slice(at), ...ITEMS.slice(0, at)];
}
