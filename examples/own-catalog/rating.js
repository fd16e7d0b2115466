// A catalog of one's own in one file: a rating in stars, beside everything of A2UI's basic catalog. It says what the component
// is, how it is described to agents and models, what stands for it where nobody knows it, and how a page draws it.

import { checks, defineComponent, extendCatalog, number, plainNumber, required, text, toNumber } from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { Field, make } from '@vitrine/web/authoring';

const MAX_STARS = 10;

const Rating = defineComponent(
  {
    label: required(text({ description: 'What is rated.' })),
    value: required(number({ writable: true, description: 'The stars that were given, 0 for none.' })),
    max: plainNumber({ default: 5, integer: true, min: 1, max: MAX_STARS, description: 'How many there can be.' }),
    lowest: plainNumber({ default: 0, integer: true, min: 0, max: 1, description: '1 where none is no answer.' }),
    checks: checks({ description: 'What has to hold before anything is sent.' }),
  },
  {
    description: 'Asks for a number of stars. Use it for opinions, not for quantities.',
    example: { label: 'How was your stay?', value: { path: '/stars' } },
    takes: { kind: 'range', min: 'lowest', max: 'max' },
    fallback: ({ id, weight, props: { label, value, max = 5, lowest = 0, checks = [] } }) => ({
      components: [{ id, type: 'Slider', weight, props: { label, value, min: lowest, max, checks } }],
      losses: ['stars are shown as a slider'],
    }),
  },
);

export const catalog = extendCatalog(
  basic10,
  { Rating },
  {
    id: 'https://example.com/catalogs/rating/1',
    title: 'Ratings',
    description: 'Everything of the basic catalog, and a rating in stars.',
  },
);

class RatingField extends Field {
  #stars = this.dom.querySelector('.stars');
  #name = this.ui.stage.newId();

  constructor(ui, node) {
    const dom = make('fieldset', 'field rating');
    dom.role = 'radiogroup';
    dom.append(make('legend', 'label'), make('div', 'stars'));
    super(ui, node, 'value', dom, dom);
  }

  get fallback() {
    return 'Rating';
  }

  prepare() {
    const max = Math.min(MAX_STARS, Math.max(1, toNumber(this.node.get('max'))));
    if (this.#stars.childElementCount === max) return false;
    this.#stars.replaceChildren(...Array.from({ length: max }, (_, i) => star(i + 1, this.#name)));
    return true;
  }

  show() {
    for (const input of this.#stars.querySelectorAll('input'))
      input.checked = Number(input.value) === toNumber(this.value);
  }

  entered(event) {
    return Number(event.target.value);
  }
}

function star(value, name) {
  const input = document.createElement('input');
  Object.assign(input, { type: 'radio', name, value, ariaLabel: value === 1 ? '1 star' : `${value} stars` });
  const label = make('label', 'star');
  label.append(input);
  return label;
}

export const widgets = { Rating: (ui, node) => new RatingField(ui, node) };

export const styles = `
.stars { display: inline-flex; }
.star { position: relative; display: grid; place-items: center; inline-size: 2.5rem; block-size: 2.5rem; cursor: pointer; }
.star::before { content: '\\2606' / ''; font-size: 1.75rem; line-height: 1; color: var(--_muted); }
.star:has(:checked)::before, .star:has(~ .star :checked)::before { content: '\\2605' / ''; color: var(--_primary); }
.star:has(:focus-visible) { outline: 2px solid var(--_focus); border-radius: var(--_radius); }
input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: inherit; }
`;
