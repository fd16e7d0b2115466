/// <reference lib="dom" />
// The floor of the same: a list in React alone, of the same components behind the same labels, whose state is the messages' data.

import { createElement as h, memo, type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { offer } from '../page.ts';
import { Stars } from './stars.ts';

interface Rated {
  readonly label: string;
  readonly value: number;
}

const Row = memo(({ label, value, at }: Rated & { readonly at: number }): ReactNode => {
  const set = (_: 'value', given: number): void => write(`/items/${at}/value`, given);
  return h('div', null, h('span', null, label), h(Stars, { label, value, set }));
});

let change: (items: (before: readonly Rated[]) => readonly Rated[]) => void;

function List(): ReactNode {
  const [items, setItems] = useState<readonly Rated[]>([]);
  change = setItems;
  return h(
    'div',
    null,
    items.map((item, at) => h(Row, { ...item, at, key: at })),
  );
}

function write(path: string, value: unknown): void {
  const [, , at] = path.split('/');
  if (at === undefined) change(() => value as readonly Rated[]);
  else change((before) => before.map((item, i) => (i === Number(at) ? { ...item, value: value as number } : item)));
}

offer({
  open(host) {
    createRoot(host.appendChild(document.createElement('div'))).render(h(List));
  },
  take(line) {
    const { updateDataModel } = JSON.parse(line);
    if (updateDataModel !== undefined) write(updateDataModel.path, updateDataModel.value);
  },
});
