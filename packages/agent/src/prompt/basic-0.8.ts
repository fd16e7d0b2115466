// What a prompt with the standard catalog of A2UI 0.8 is made of.

import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic08Descriptions } from '@vitrine/core/catalogs/descriptions-0.8';
import { ui } from '../ui/basic-0.8.ts';
import { surface } from '../ui/surface.ts';
import { bind, event } from '../ui/values.ts';
import type { PromptSource } from './create-prompt.ts';

const booking = surface('booking', {
  root: ui.Column({
    children: [
      ui.Text({ text: 'Book a table', usageHint: 'h2' }, { id: 'title' }),
      ui.TextField({ label: 'Name', text: bind('/name') }, { id: 'name' }),
      ui.Button(
        {
          child: ui.Text({ text: 'Book' }, { id: 'book-label' }),
          action: event('book', { name: bind('/name') }),
        },
        { id: 'book' },
      ),
    ],
  }),
  data: { name: '' },
});

export const basic08Prompt: PromptSource = {
  catalog: basic08,
  descriptions: basic08Descriptions,
  examples: [{ request: 'I would like to book a table.', caption: 'Gladly.', shows: booking }],
};
