/// <reference lib="dom" />
// A component as somebody writes it in React: a rating whose stars are buttons.

import { createElement as h, memo, type ReactNode } from 'react';

export interface StarsProps {
  readonly label: string;
  readonly value: number;
  readonly set: (name: 'value', value: number) => void;
}

const MARKS = [1, 2, 3, 4, 5];

export const Stars = memo(({ label, value, set }: StarsProps): ReactNode => {
  const mark = (count: number): ReactNode =>
    h(
      'button',
      { key: count, type: 'button', 'aria-pressed': count <= value, onClick: () => set('value', count) },
      `${count}`,
    );
  return h('div', { role: 'group', 'aria-label': label }, MARKS.map(mark), h('p', null, `Given ${value} to ${label}`));
});
