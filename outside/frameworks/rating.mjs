// A rating in React: radio buttons, of which the page's own style sheet knows.

import { reactWidget } from '@vitrine/react';
import { createElement as h, useId } from 'react';
import { declarations } from './catalog.mjs';

const MARKS = [1, 2, 3, 4, 5];

/** @param {import('@vitrine/react').WidgetProps<typeof declarations.Rating>} props */
function Rating({ label, value, set, problem }) {
  const name = useId();
  const mark = (/** @type {number} */ count) =>
    h(
      'label',
      { key: count },
      h('input', { type: 'radio', name, checked: value === count, onChange: () => set('value', count) }),
      ` ${count} of ${MARKS.length}`,
    );
  return h('div', { role: 'radiogroup', 'aria-label': label, 'aria-invalid': problem !== undefined }, MARKS.map(mark));
}

export const rating = reactWidget(declarations.Rating, Rating);
