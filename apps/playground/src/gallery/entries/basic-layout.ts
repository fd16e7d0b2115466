// Basic catalog of A2UI 0.9: what holds others.

import type { JsonObject } from '@vitrine/core';
import { type Family, stack, surface, text } from '../entry.ts';

const JUSTIFY = ['start', 'center', 'end', 'spaceBetween', 'spaceAround', 'spaceEvenly', 'stretch'];
const ALIGN = ['start', 'center', 'end', 'stretch'];

const PEOPLE = [
  { name: 'Ada Lovelace', role: 'Mathematician' },
  { name: 'Grace Hopper', role: 'Rear admiral' },
  { name: 'Emmy Noether', role: 'Algebraist' },
];

/** Three small cards under ids that begin alike. */
function three(prefix: string): JsonObject[] {
  return ['One', 'Two', 'Three'].flatMap((words, i) => [
    { id: `${prefix}${i}`, component: 'Card', child: `${prefix}${i}-text` },
    text(`${prefix}${i}-text`, words),
  ]);
}
const ids = (prefix: string) => [0, 1, 2].map((i) => `${prefix}${i}`);

const PERSON: JsonObject[] = [
  { id: 'person', component: 'Card', child: 'facts' },
  { id: 'facts', component: 'Column', children: ['name', 'role'] },
  { id: 'name', component: 'Text', text: { path: 'name' }, variant: 'h5' },
  { id: 'role', component: 'Text', text: { path: 'role' }, variant: 'caption' },
];

export const basicLayout: Family = {
  title: 'Basic: layout',
  entries: [
    {
      group: 'Row',
      title: 'Every justify',
      messages: stack(
        JUSTIFY.flatMap((justify) => [
          text(`name-${justify}`, justify, { variant: 'caption' }),
          { id: `row-${justify}`, component: 'Row', justify, children: ids(justify) },
        ]),
        JUSTIFY.flatMap(three),
      ),
    },
    {
      group: 'Row',
      title: 'Every align',
      messages: stack(
        ALIGN.flatMap((align) => [
          text(`name-${align}`, align, { variant: 'caption' }),
          { id: `row-${align}`, component: 'Row', align, children: [`tall-${align}`, ...ids(align)] },
        ]),
        ALIGN.flatMap((align) => [text(`tall-${align}`, 'Tall', { variant: 'h1' }), ...three(align)]),
      ),
    },
    {
      group: 'Row',
      title: 'Weights',
      note: 'One part takes twice as much of the free room as the other.',
      messages: surface([
        { id: 'root', component: 'Row', children: ['wide', 'narrow'] },
        { id: 'wide', component: 'Card', child: 'wide-text', weight: 2 },
        text('wide-text', 'Weight 2'),
        { id: 'narrow', component: 'Card', child: 'narrow-text', weight: 1 },
        text('narrow-text', 'Weight 1'),
      ]),
    },
    {
      group: 'Column',
      title: 'Every align',
      messages: stack(
        ALIGN.flatMap((align) => [
          text(`name-${align}`, align, { variant: 'caption' }),
          { id: `column-${align}`, component: 'Column', align, children: ids(align) },
        ]),
        ALIGN.flatMap(three),
      ),
    },
    {
      group: 'List',
      title: 'From a template',
      messages: surface(
        [{ id: 'root', component: 'List', children: { componentId: 'person', path: '/people' } }, ...PERSON],
        { data: { people: PEOPLE } },
      ),
    },
    {
      group: 'List',
      title: 'Horizontal',
      messages: surface(
        [
          {
            id: 'root',
            component: 'List',
            direction: 'horizontal',
            children: { componentId: 'person', path: '/people' },
          },
          ...PERSON,
        ],
        { data: { people: [...PEOPLE, ...PEOPLE] } },
      ),
    },
    {
      group: 'List',
      title: 'A thousand rows',
      tall: true,
      note: 'Only what is in sight is laid out.',
      messages: surface(
        [
          { id: 'root', component: 'List', children: { componentId: 'row', path: '/rows' } },
          { id: 'row', component: 'Text', text: { path: 'name' } },
        ],
        { data: { rows: Array.from({ length: 1000 }, (_, i) => ({ name: `Row ${i + 1}` })) } },
      ),
    },
    {
      group: 'List',
      title: 'Empty',
      messages: surface(
        [
          { id: 'root', component: 'Column', children: ['above', 'list'] },
          text('above', 'The list below has no items yet.'),
          { id: 'list', component: 'List', children: { componentId: 'row', path: '/rows' } },
          { id: 'row', component: 'Text', text: { path: 'name' } },
        ],
        { data: { rows: [] } },
      ),
    },
    {
      group: 'Card',
      title: 'Nested',
      messages: surface([
        { id: 'root', component: 'Card', child: 'outer' },
        { id: 'outer', component: 'Column', children: ['title', 'inner'] },
        text('title', 'Outer', { variant: 'h4' }),
        { id: 'inner', component: 'Card', child: 'words' },
        text('words', 'Inner'),
      ]),
    },
    {
      group: 'Tabs',
      title: 'Three tabs',
      messages: surface([
        {
          id: 'root',
          component: 'Tabs',
          tabs: [
            { title: 'Overview', child: 'first' },
            { title: 'Details', child: 'second' },
            { title: 'History', child: 'third' },
          ],
        },
        text('first', 'What matters most.'),
        text('second', 'What matters to some.'),
        text('third', 'What mattered once.'),
      ]),
    },
    {
      group: 'Modal',
      title: 'Opened by a button',
      messages: surface([
        { id: 'root', component: 'Modal', trigger: 'open', content: 'content' },
        { id: 'open', component: 'Button', child: 'open-text', action: { event: { name: 'opened' } } },
        text('open-text', 'Show the terms'),
        { id: 'content', component: 'Column', children: ['title', 'words'] },
        text('title', 'Terms', { variant: 'h3' }),
        text('words', 'Be kind to each other.'),
      ]),
    },
  ],
};
