// Basic catalog of A2UI 0.9: what is read, looked at and heard.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { type Family, stack, surface, text } from '../entry.ts';
import { HILLS, PERSON } from './pictures.ts';

const VARIANTS = ['h1', 'h2', 'h3', 'h4', 'h5', 'body', 'caption'];
const SIZES = ['icon', 'avatar', 'smallFeature', 'mediumFeature', 'largeFeature', 'header'];
const FITS = ['contain', 'cover', 'fill', 'none', 'scaleDown'];
const HEART = 'M12 21 4 13a5 5 0 0 1 8-6 5 5 0 0 1 8 6Z';

const picture = (more: object) => ({ component: 'Image', url: HILLS, description: 'Hills under a low sun', ...more });

export const basicContent: Family = {
  title: 'Basic: content',
  entries: [
    {
      group: 'Text',
      title: 'Every variant',
      messages: stack(VARIANTS.map((variant) => ({ component: 'Text', text: `Text as ${variant}`, variant }))),
    },
    {
      group: 'Text',
      title: 'Markdown',
      note: 'The safe subset: no HTML, no pictures, links only where a person may be sent.',
      messages: stack([
        text('a', '## A heading\n\nWords that are **strong**, *stressed*, `code` or [a link](https://example.com/).'),
        text('b', '- bread\n- butter\n- salt'),
        text('c', '1. boil water\n2. add pasta\n3. wait'),
      ]),
    },
    {
      group: 'Text',
      title: 'From data and functions',
      messages: stack(
        [
          { component: 'Text', text: { path: '/name' }, variant: 'h3' },
          { component: 'Text', text: { call: 'formatString', args: { value: 'Table ${/table}, ${/guests} guests' } } },
          {
            component: 'Text',
            text: { call: 'formatCurrency', args: { value: { path: '/price' }, currency: 'EUR' } },
          },
          {
            component: 'Text',
            text: { call: 'formatDate', args: { value: { path: '/at' }, format: 'EEEE, d MMMM yyyy' } },
          },
        ],
        [],
        { data: { name: 'Ada Lovelace', table: 7, guests: 4, price: 1234.5, at: '2026-03-14T19:30:00Z' } },
      ),
    },
    {
      group: 'Text',
      title: 'Long words and long lines',
      messages: stack([
        text('a', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'),
        text('b', 'The quick brown fox jumps over the lazy dog. '.repeat(6).trim()),
      ]),
    },
    {
      group: 'Text',
      title: 'Right to left',
      messages: stack([
        text('a', 'שלום עולם', { variant: 'h3' }),
        text('b', 'مرحبا بالعالم، هذه جملة قصيرة.'),
        text('c', 'Left to right, with עברית inside.'),
      ]),
    },
    {
      group: 'Image',
      title: 'Every variant',
      messages: stack(
        SIZES.map((variant) =>
          variant === 'avatar' ? { ...picture({ variant }), url: PERSON } : picture({ variant }),
        ),
      ),
    },
    {
      group: 'Image',
      title: 'Every fit',
      messages: stack(
        FITS.flatMap((fit) => [
          text(`of-${fit}`, fit, { variant: 'caption' }),
          picture({ fit, variant: 'smallFeature' }),
        ]),
      ),
    },
    {
      group: 'Image',
      title: 'Without a description, and blocked',
      messages: stack([
        { component: 'Image', url: HILLS, variant: 'smallFeature' },
        { component: 'Image', url: 'https://pictures.example/hills.jpg', description: 'Hills from elsewhere' },
      ]),
    },
    {
      group: 'Icon',
      title: 'Every name',
      messages: surface([
        { id: 'root', component: 'Column', children: rows().map((_, i) => `row${i}`) },
        ...rows().flatMap((names, i) => [
          { id: `row${i}`, component: 'Row', children: names.map((name) => `icon-${name}`) },
          ...names.map((name) => ({
            id: `icon-${name}`,
            component: 'Icon',
            name,
            accessibility: { label: name },
          })),
        ]),
      ]),
    },
    {
      group: 'Icon',
      title: 'An outline of its own',
      messages: stack([{ component: 'Icon', name: { svgPath: HEART }, accessibility: { label: 'A heart' } }]),
    },
    {
      group: 'Video and AudioPlayer',
      title: 'From a host that is not allowed',
      note: 'Where the page allows the host, the player of the browser stands here and fetches nothing before it is pressed.',
      messages: stack([
        { component: 'Video', url: 'https://films.example/trailer.mp4' },
        { component: 'AudioPlayer', url: 'https://sounds.example/episode.mp3', description: 'Episode 12' },
      ]),
    },
    {
      group: 'Divider',
      title: 'Both axes',
      messages: surface([
        { id: 'root', component: 'Column', children: ['above', 'line', 'row'] },
        text('above', 'Above'),
        { id: 'line', component: 'Divider' },
        { id: 'row', component: 'Row', children: ['left', 'bar', 'right'] },
        text('left', 'Left'),
        { id: 'bar', component: 'Divider', axis: 'vertical' },
        text('right', 'Right'),
      ]),
    },
  ],
};

/** Every icon that the catalog names, eight a row. */
function rows(): string[][] {
  const name = basic09.components.get('Icon')?.props.name;
  const ways = name?.kind === 'any-of' ? name.of : [];
  const names = ways.flatMap((way) => (way.kind === 'one-of' ? way.options.map(String) : []));
  return Array.from({ length: Math.ceil(names.length / 8) }, (_, i) => names.slice(i * 8, i * 8 + 8));
}
