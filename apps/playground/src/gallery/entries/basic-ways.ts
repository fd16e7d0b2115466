// Basic catalog of A2UI 0.9: what concerns every component: names for assistive technology, the theme, and arriving.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { type Family, stack, surface, text } from '../entry.ts';
import { PERSON } from './pictures.ts';

const version = 'v0.9';
const main = { surfaceId: 'main' };
const themed = [
  text('title', 'A themed surface', { variant: 'h3' }),
  { id: 'go', component: 'Button', variant: 'primary', child: 'go-text', action: { event: { name: 'go' } } },
  { id: 'on', component: 'CheckBox', label: 'A choice', value: true },
  { id: 'far', component: 'Slider', label: 'A range', max: 10, value: 4 },
];

export const basicWays: Family = {
  title: 'Basic: everywhere',
  entries: [
    {
      group: 'Accessibility',
      title: 'Labels, descriptions, live and hidden',
      messages: stack([
        { component: 'Icon', name: 'star', accessibility: { label: 'Favourite' } },
        {
          component: 'TextField',
          label: 'Nick',
          value: 'ada',
          accessibility: { description: 'Others see this name.' },
        },
        text('live', 'Said when it changes', { accessibility: { live: 'polite' } }),
        text('hidden', 'Seen, not said', { accessibility: { hidden: true } }),
      ]),
    },
    {
      group: 'Theme',
      title: 'Colour, name and picture of the agent',
      messages: stack(themed, [text('go-text', 'Go')], {
        theme: { primaryColor: '#7a3d8f', agentDisplayName: 'Ledger', iconUrl: PERSON },
      }),
    },
    ...['#ffff00', '#000000', '#ffffff', '#808080'].map((primaryColor) => ({
      group: 'Theme',
      title: `A colour that nobody could read: ${primaryColor}`,
      note: 'The contrast is corrected in both schemes.',
      messages: stack(themed, [text('go-text', 'Go')], { theme: { primaryColor } }),
    })),
    {
      group: 'Theme',
      title: 'Not verified',
      trust: 'untrusted',
      messages: stack([text('words', 'Nobody vouches for this agent.')], [], {
        theme: { agentDisplayName: 'Your bank', iconUrl: 'https://bank.example/logo.png' },
      }),
    },
    {
      group: 'Arriving',
      title: 'Parents before children',
      note: 'What has not come yet is a quiet skeleton.',
      replay: true,
      messages: [
        { version, createSurface: { ...main, catalogId: basic09.id } },
        {
          version,
          updateComponents: {
            ...main,
            components: [{ id: 'root', component: 'Column', children: ['title', 'card', 'go'] }],
          },
        },
        { version, updateComponents: { ...main, components: [text('title', 'A page that grows', { variant: 'h3' })] } },
        { version, updateComponents: { ...main, components: [{ id: 'card', component: 'Card', child: 'words' }] } },
        {
          version,
          updateComponents: { ...main, components: [{ id: 'words', component: 'Text', text: { path: '/words' } }] },
        },
        { version, updateDataModel: { ...main, path: '/words', value: 'First the structure,' } },
        { version, updateDataModel: { ...main, path: '/words', value: 'First the structure, then the words.' } },
        {
          version,
          updateComponents: {
            ...main,
            components: [{ id: 'go', component: 'Button', child: 'go-text', action: { event: { name: 'go' } } }],
          },
        },
        { version, updateComponents: { ...main, components: [text('go-text', 'Go')] } },
      ],
    },
    {
      group: 'Arriving',
      title: 'A list that grows',
      replay: true,
      messages: [
        ...surface(
          [
            { id: 'root', component: 'List', children: { componentId: 'row', path: '/rows' } },
            { id: 'row', component: 'Text', text: { path: 'name' } },
          ],
          { data: { rows: [] } },
        ),
        ...['Bread', 'Butter', 'Salt', 'Tea'].map((name, i) => ({
          version,
          updateDataModel: { ...main, path: `/rows/${i}`, value: { name } },
        })),
      ],
    },
  ],
};
