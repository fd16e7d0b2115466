// The OpenWOP catalogs: a flat list of plain-text components, and generation 2 on components of the basic catalog.

import type { Component, JsonObject, Op } from '@vitrine/core';
import { openwop1, openwop2, openwopAction, openwopValue } from '@vitrine/core/catalogs/openwop';
import type { Family } from '../entry.ts';

function part(id: string, type: string, props: JsonObject): Component {
  return { id, type, props };
}
const field = (name: string, type: string, label: string, more: JsonObject = {}) =>
  part(name, type, { name, label, value: { ...openwopValue(name) }, ...more });

function list(
  title: string,
  components: readonly Component[],
  data: JsonObject = {},
  more: { partial?: true } = {},
): Op[][] {
  const root = part('root', 'surface', { title, children: components.map(({ id }) => id) });
  return [
    [
      {
        op: 'open',
        surface: 'main',
        catalog: openwop1.id,
        components: [root, ...components],
        data: { values: data },
        ...more,
      },
    ],
  ];
}

const GO = part('go', 'action.button', { name: 'go', label: 'Go on', action: openwopAction('resume', 'go') });

export const openwop: Family = {
  title: 'OpenWOP',
  entries: [
    {
      group: 'Generation 1',
      title: 'Heading and text',
      note: 'Every string is plain text: no Markdown, no links.',
      entries: list('Words', [
        part('h', 'heading', { text: 'A heading', level: 3 }),
        part('t', 'text', { text: 'Plain **text** with [no link](https://example.com/).' }),
      ]),
    },
    {
      group: 'Generation 1',
      title: 'Every field',
      entries: list(
        'A trip',
        [
          field('name', 'field.text', 'Traveller', { placeholder: 'As in the passport', required: true }),
          field('day', 'field.date', 'Day', { required: true }),
          field('class', 'field.select', 'Class', {
            options: [
              { value: '1', label: 'First' },
              { value: '2', label: 'Second' },
            ],
          }),
          field('seat', 'field.checkbox', 'Reserve a seat', { default: true }),
          GO,
        ],
        { name: '', day: '2026-03-14', class: '2', seat: true },
      ),
    },
    {
      group: 'Generation 1',
      title: 'Resume and exchange',
      entries: list('Two ways on', [
        GO,
        part('more', 'action.button', {
          name: 'more',
          label: 'Ask something',
          action: openwopAction('exchange', 'more'),
        }),
      ]),
    },
    {
      group: 'Generation 1',
      title: 'While it is partial',
      note: 'Nothing can be invoked until the surface is whole.',
      entries: list('Still coming', [part('t', 'text', { text: 'More is on its way.' }), GO], {}, { partial: true }),
    },
    {
      group: 'Generation 2',
      title: 'A form',
      entries: [
        [
          {
            op: 'open',
            surface: 'main',
            catalog: openwop2.id,
            data: { name: 'Ada', agree: false, size: ['m'] },
            components: [
              part('root', 'Column', { children: ['title', 'name', 'agree', 'size', 'go'] }),
              part('title', 'Text', { text: 'Plain **words**', variant: 'h3' }),
              part('name', 'TextField', { label: 'Name', value: { path: '/name' } }),
              part('agree', 'CheckBox', { label: 'I agree', value: { path: '/agree' } }),
              part('size', 'ChoicePicker', {
                label: 'Size',
                options: [
                  { label: 'Small', value: 's' },
                  { label: 'Medium', value: 'm' },
                ],
                value: { path: '/size' },
              }),
              part('go-text', 'Text', { text: 'Go on' }),
              part('go', 'Button', { child: 'go-text', action: { event: { name: 'resume' } } }),
            ],
          },
        ],
      ],
    },
  ],
};
