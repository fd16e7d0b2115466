// What a prompt with the basic catalog of A2UI 1.0 is made of.

import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { basic10Descriptions } from '@vitrine/core/catalogs/descriptions-1.0';
import { fn, ui } from '../ui/basic-1.0.ts';
import { each } from '../ui/node.ts';
import { surface } from '../ui/surface.ts';
import { bind, check, event } from '../ui/values.ts';
import type { PromptSource } from './create-prompt.ts';

const booking = surface('booking', {
  root: ui.Column({
    children: [
      ui.Text({ text: '## Book a table' }, { id: 'title' }),
      ui.TextField({ label: 'Name', value: bind('/name') }, { id: 'name' }),
      ui.Button(
        {
          child: ui.Text({ text: 'Book' }, { id: 'book-label' }),
          action: event('book', { name: bind('/name') }),
          checks: [check(fn.required({ value: bind('/name') }), 'Please give a name.')],
        },
        { id: 'book' },
      ),
    ],
  }),
  data: { name: '' },
});

const guests = surface('guests', {
  root: ui.List({ children: each('/guests', ui.Text({ text: bind('name') }, { id: 'guest' })) }),
  data: { guests: [{ name: 'Ada' }, { name: 'Grace' }] },
});

export const basic10Prompt: PromptSource = {
  catalog: basic10,
  descriptions: basic10Descriptions,
  examples: [
    { request: 'I would like to book a table.', caption: 'Gladly.', shows: booking },
    { request: 'Who is coming?', caption: 'Two people so far:', shows: guests },
  ],
};
