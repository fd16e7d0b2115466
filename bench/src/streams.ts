// The streams that the engine bench feeds: the same shapes for us, for the floor and for the peers.

import type { Json } from '@vitrine/core';

export const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
export const SURFACE = 's';

export type Message = { readonly [key: string]: Json };

export function message(kind: string, payload: Message): Message {
  return { version: 'v0.9', [kind]: { surfaceId: SURFACE, ...payload } };
}

export const OPEN: Message = message('createSurface', { catalogId: CATALOG });

/** Cards of ten components each, parents before their children, twenty components a message, the data last. */
export function cards(components: number): Message[] {
  const count = components / 10;
  const list: Json[] = [{ id: 'root', component: 'Column', children: range(count, (i) => `card${i}`) }];
  for (let i = 0; i < count; i++) list.push(...card(i));
  const messages: Message[] = [OPEN];
  for (let i = 0; i < list.length; i += 20)
    messages.push(message('updateComponents', { components: list.slice(i, i + 20) }));
  const items = range(count, (i) => ({ name: `Name ${i}`, body: `Body of item ${i}`, done: i % 2 === 0 }));
  messages.push(message('updateDataModel', { path: '/items', value: items }));
  return messages;
}

function card(i: number): Json[] {
  return [
    { id: `card${i}`, component: 'Card', child: `col${i}` },
    { id: `col${i}`, component: 'Column', children: [`title${i}`, `body${i}`, `row${i}`, `field${i}`, `check${i}`] },
    { id: `title${i}`, component: 'Text', text: `Title ${i}`, variant: 'h3' },
    { id: `body${i}`, component: 'Text', text: { path: `/items/${i}/body` } },
    { id: `row${i}`, component: 'Row', children: [`note${i}`, `go${i}`], justify: 'spaceBetween' },
    { id: `note${i}`, component: 'Text', text: 'Some text that says a little more' },
    {
      id: `go${i}`,
      component: 'Button',
      child: `label${i}`,
      variant: 'primary',
      action: { event: { name: 'go', context: { id: i, name: { path: `/items/${i}/name` } } } },
    },
    { id: `label${i}`, component: 'Text', text: 'Go' },
    { id: `field${i}`, component: 'TextField', label: 'Name', value: { path: `/items/${i}/name` } },
    { id: `check${i}`, component: 'CheckBox', label: 'Done', value: { path: `/items/${i}/done` } },
  ];
}

/** A flat surface whose `observed` texts are bound to one leaf each. */
export function leaves(observed: number): Message[] {
  return [
    OPEN,
    message('updateComponents', {
      components: [
        { id: 'root', component: 'Column', children: range(observed, (i) => `t${i}`) },
        ...range(observed, (i) => ({ id: `t${i}`, component: 'Text', text: { path: `/values/key${i}` } })),
      ],
    }),
    message('updateDataModel', {
      path: '/values',
      value: Object.fromEntries(range(observed, (i) => [`key${i}`, 'start'])),
    }),
  ];
}

export function leafWrites(count: number, keys: number, tag: string): Message[] {
  return range(count, (i) => message('updateDataModel', { path: `/values/key${i % keys}`, value: `${tag} ${i}` }));
}

/** One text repeated over a list: the peer needs about 190 times JSON.parse for it. */
export const TEMPLATE: readonly Message[] = [
  OPEN,
  message('updateComponents', {
    components: [
      { id: 'root', component: 'List', children: { componentId: 'item', path: '/items' } },
      { id: 'item', component: 'Text', text: { path: 'name' } },
    ],
  }),
];

export function templateData(items: number): Message {
  return message('updateDataModel', {
    path: '/items',
    value: range(items, (i) => ({ name: `Item ${i}`, quantity: i })),
  });
}

/** `count` writes spread evenly over a list of `items`. */
export function itemWrites(count: number, items: number, tag: string): Message[] {
  return range(count, (i) =>
    message('updateDataModel', { path: `/items/${Math.floor((i * items) / count)}/name`, value: `${tag} ${i}` }),
  );
}

/** Surfaces opened, filled, updated five times, closed. */
export function shortLives(surfaces: number): Message[] {
  return range(surfaces, (n) => {
    const surfaceId = `surface${n}`;
    const send = (kind: string, payload: Message): Message => ({ version: 'v0.9', [kind]: { surfaceId, ...payload } });
    return [
      send('createSurface', { catalogId: CATALOG }),
      send('updateComponents', {
        components: [
          { id: 'root', component: 'Column', children: ['a', 'b'] },
          { id: 'a', component: 'Text', text: { path: '/title' } },
          { id: 'b', component: 'TextField', label: 'Name', value: { path: '/name' } },
        ],
      }),
      ...range(5, (i) => send('updateDataModel', { path: '/title', value: `Title ${i} of ${n}` })),
      send('updateDataModel', { path: '/name', value: `Name ${n}` }),
      send('deleteSurface', {}),
    ];
  }).flat();
}

export function toLines(messages: readonly Message[]): string[] {
  return messages.map((one) => JSON.stringify(one));
}

export function range<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}
