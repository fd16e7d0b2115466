// A page with catalogs of its author: one with widgets and styles, one with the same class names and none, one without widgets.

import {
  action,
  checks,
  child,
  children,
  defineComponent,
  extendCatalog,
  number,
  required,
  type TreeNode,
  text,
  toNumber,
} from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { pageWidgets } from '@vitrine/web';
import { Field, frame, make, type Ui, type Widget } from '@vitrine/web/authoring';
import { addOwnCatalogs } from '@vitrine/web/catalogs/own-catalog';
import { stageCatalogs } from './stage-page.ts';

const dial = defineComponent({
  label: required(text()),
  value: required(number({ writable: true })),
  checks: checks(),
});
const box = defineComponent({ children: required(children()) });

class Dial extends Field {
  declare control: HTMLInputElement;

  constructor(ui: Ui, node: TreeNode) {
    const input = make('input', 'knob');
    input.type = 'number';
    super(ui, node, 'value', frame('field dial', input));
  }

  get fallback(): string {
    return 'Dial';
  }

  show(): void {
    this.control.value = String(toNumber(this.value));
  }

  entered(): number {
    return this.control.valueAsNumber;
  }
}

const boxWidget: Widget = (ui, node) => {
  const dom = make('section', 'box');
  const inner = make('div', 'inner');
  dom.append(inner);
  return { dom, draw: () => ui.fill(inner, node.get('children') as never) };
};

const styles = `
:scope { outline: 1px solid rgb(1, 2, 3); }
.knob, .text, .label { color: rgb(1, 2, 3); }
* { letter-spacing: 1px; }
:host { background: rgb(1, 2, 3); }
@media (min-width: 1px) { .inner { padding-top: 7px; } }
} .text { color: rgb(9, 9, 9); }
`;

const first = {
  catalog: extendCatalog(basic10, { Dial: dial, Box: box }, { id: 'urn:first' }),
  widgets: { Dial: (ui: Ui, node: TreeNode) => new Dial(ui, node), Box: boxWidget },
  styles,
};
const second = {
  catalog: extendCatalog(vitrine10, { Box: box }, { id: 'urn:second' }),
  widgets: { Box: boxWidget },
};

const card = defineComponent(
  { title: required(text()), body: child(), press: action() },
  {
    fallback: ({ id, props: { title = '', body, press } }, { partId }) => ({
      components: [
        {
          id,
          type: 'Column',
          props: { children: [partId('title'), partId('go'), ...(body === undefined ? [] : [body])] },
        },
        { id: partId('title'), type: 'Text', props: { text: title } },
        { id: partId('go-label'), type: 'Text', props: { text: 'Go' } },
        {
          id: partId('go'),
          type: 'Button',
          props: { child: partId('go-label'), action: press ?? { event: { name: '' } } },
        },
      ],
      losses: [],
    }),
  },
);
const broken = defineComponent(
  { title: required(text()) },
  {
    fallback: () => {
      throw new Error('no fallback today');
    },
  },
);
const third = { catalog: extendCatalog(basic10, { Offer: card, Broken: broken }, { id: 'urn:third' }) };

for (const module of [first, second, third]) stageCatalogs.push(...addOwnCatalogs(pageWidgets, module));
