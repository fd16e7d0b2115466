// What a prompt with the basic catalog of A2UI 0.9 is made of.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic09Descriptions } from '@vitrine/core/catalogs/descriptions-0.9';
import { fn, ui } from '../ui/basic-0.9.ts';
import { each } from '../ui/node.ts';
import { surface } from '../ui/surface.ts';
import { bind, check, event } from '../ui/values.ts';
import type { PromptSource } from './create-prompt.ts';

const booking = surface('booking', {
  root: ui.Column({
    children: [
      ui.Text({ text: 'Book a table', variant: 'h2' }, { id: 'title' }),
      ui.TextField({ label: 'Name', value: bind('/name') }, { id: 'name' }),
      ui.DateTimeInput({ label: 'When', value: bind('/when'), enableDate: true, enableTime: true }, { id: 'when' }),
      ui.Button(
        {
          child: ui.Text({ text: 'Book' }, { id: 'book-label' }),
          variant: 'primary',
          action: event('book', { name: bind('/name'), when: bind('/when') }),
          checks: [check(fn.required({ value: bind('/name') }), 'Please give a name.')],
        },
        { id: 'book' },
      ),
    ],
  }),
  data: { name: '', when: '' },
});

const trains = surface('trains', {
  root: ui.List({
    children: each(
      '/trains',
      ui.Card(
        {
          child: ui.Row(
            {
              children: [
                ui.Text({ text: bind('time') }, { id: 'time', weight: 1 }),
                ui.Text({ text: fn.formatCurrency({ value: bind('price'), currency: 'EUR' }) }, { id: 'price' }),
                ui.Button(
                  {
                    child: ui.Text({ text: 'Choose' }, { id: 'choose-label' }),
                    action: event('choose', { id: bind('id') }),
                  },
                  { id: 'choose' },
                ),
              ],
              align: 'center',
            },
            { id: 'line' },
          ),
        },
        { id: 'train' },
      ),
    ),
  }),
  data: {
    trains: [
      { id: 'r1', time: '9:05', price: 24 },
      { id: 'r2', time: '10:05', price: 19.5 },
    ],
  },
});

export const basic09Prompt: PromptSource = {
  catalog: basic09,
  descriptions: basic09Descriptions,
  examples: [
    { request: 'I would like to book a table.', caption: 'Gladly. When shall it be?', shows: booking },
    { request: 'Which trains go to Lyon tomorrow morning?', caption: 'There are two:', shows: trains },
  ],
};
