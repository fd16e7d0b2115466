// Basic catalogs of A2UI 0.8 and 1.0, where they differ from 0.9: other names of properties, and what only they have.

import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { defined, type Json, type JsonObject } from '@vitrine/core/page';
import type { Family } from '../entry.ts';
import { HILLS } from './pictures.ts';

const words = (literalString: string) => ({ literalString });
const at = (path: string) => ({ path });

/** A2UI 0.8: components by id, the first of which is the root. */
function first(
  components: { readonly [id: string]: JsonObject },
  contents: readonly Json[] = [],
  styles?: JsonObject,
): Json[] {
  const [root = ''] = Object.keys(components);
  const list = Object.entries(components).map(([id, component]) => ({ id, component }));
  return [
    { surfaceUpdate: { surfaceId: 'main', components: list } },
    ...(contents.length === 0 ? [] : [{ dataModelUpdate: { surfaceId: 'main', contents } }]),
    { beginRendering: { surfaceId: 'main', root, ...defined({ styles }) } },
  ];
}

/** A2UI 1.0: one message opens the surface with all that it has. */
function candidate(components: readonly Json[], dataModel: Json = {}): Json[] {
  return [{ version: 'v1.0', createSurface: { surfaceId: 'main', catalogId: basic10.id, dataModel, components } }];
}

const column = (...explicitList: string[]) => ({ Column: { children: { explicitList } } });
const option = (label: string) => ({ label: words(label), value: label.toLowerCase() });

export const basicVersions: Family = {
  title: 'Basic: 0.8 and 1.0',
  entries: [
    {
      group: 'A2UI 0.8',
      title: 'Text, Image, Icon',
      messages: first({
        root: column('title', 'words', 'picture', 'icon'),
        title: { Text: { text: words('A heading of 0.8'), usageHint: 'h2' } },
        words: { Text: { text: words('Body text.'), usageHint: 'body' } },
        picture: { Image: { url: words(HILLS), altText: words('Hills'), usageHint: 'smallFeature', fit: 'cover' } },
        icon: { Icon: { name: words('home') } },
      }),
    },
    {
      group: 'A2UI 0.8',
      title: 'Inputs',
      messages: first(
        {
          root: column('name', 'born', 'secret', 'agree', 'day', 'volume'),
          name: { TextField: { label: words('Name'), text: at('/name'), textFieldType: 'shortText' } },
          born: { TextField: { label: words('Born'), text: at('/born'), textFieldType: 'date' } },
          secret: { TextField: { label: words('Password'), text: at('/secret'), textFieldType: 'obscured' } },
          agree: { CheckBox: { label: words('I agree'), value: at('/agree') } },
          day: { DateTimeInput: { value: at('/day'), enableDate: true, enableTime: false } },
          volume: { Slider: { value: at('/volume'), minValue: 0, maxValue: 10 } },
        },
        [
          { key: 'name', valueString: 'Ada' },
          { key: 'born', valueString: '1815-12-10' },
          { key: 'agree', valueBoolean: true },
          { key: 'day', valueString: '2026-03-14' },
          { key: 'volume', valueNumber: 3 },
        ],
      ),
    },
    {
      group: 'A2UI 0.8',
      title: 'MultipleChoice, at most two',
      messages: first(
        {
          root: {
            MultipleChoice: {
              selections: at('/colours'),
              options: [option('Red'), option('Green'), option('Blue')],
              maxAllowedSelections: 2,
            },
          },
        },
        [{ key: 'colours', valueMap: [{ key: '0', valueString: 'green' }] }],
      ),
    },
    {
      group: 'A2UI 0.8',
      title: 'Tabs, Modal and a primary button, with styles',
      messages: first(
        {
          root: column('tabs', 'modal'),
          tabs: {
            Tabs: {
              tabItems: [
                { title: words('First'), child: 'one' },
                { title: words('Second'), child: 'two' },
              ],
            },
          },
          one: { Text: { text: words('In the first tab') } },
          two: { Text: { text: words('In the second tab') } },
          modal: { Modal: { entryPointChild: 'open', contentChild: 'inside' } },
          open: { Button: { child: 'open-text', primary: true, action: { name: 'opened' } } },
          'open-text': { Text: { text: words('Open') } },
          inside: { Text: { text: words('Inside the dialog') } },
        },
        [],
        { primaryColor: '#b45309', font: 'Georgia' },
      ),
    },
    {
      group: 'A2UI 0.8',
      title: 'Row and List with distribution and alignment',
      messages: first(
        {
          root: column('row', 'list'),
          row: {
            Row: { children: { explicitList: ['left', 'right'] }, distribution: 'spaceBetween', alignment: 'center' },
          },
          left: { Text: { text: words('Left'), usageHint: 'h3' } },
          right: { Text: { text: words('Right'), usageHint: 'caption' } },
          list: { List: { children: { template: { componentId: 'item', dataBinding: '/items' } } } },
          item: { Text: { text: at('/name') } },
        },
        [
          {
            key: 'items',
            valueMap: [
              { key: 'a', valueMap: [{ key: 'name', valueString: 'First of a map' }] },
              { key: 'b', valueMap: [{ key: 'name', valueString: 'Second of a map' }] },
            ],
          },
        ],
      ),
    },
    {
      group: 'A2UI 1.0',
      title: 'Headings are Markdown',
      messages: candidate([
        { id: 'root', component: 'Column', children: ['title', 'words', 'small'] },
        { id: 'title', component: 'Text', text: '# A heading\n\n## And a smaller one' },
        { id: 'words', component: 'Text', text: 'Body text.' },
        { id: 'small', component: 'Text', text: 'A caption', variant: 'caption' },
      ]),
    },
    {
      group: 'A2UI 1.0',
      title: 'Placeholder, steps, index',
      messages: candidate(
        [
          { id: 'root', component: 'Column', children: ['name', 'stars', 'list'] },
          {
            id: 'name',
            component: 'TextField',
            label: 'Name',
            placeholder: 'As in your passport',
            value: { path: '/name' },
          },
          { id: 'stars', component: 'Slider', label: 'Stars', min: 1, max: 5, steps: 4, value: { path: '/stars' } },
          { id: 'list', component: 'List', children: { componentId: 'item', path: '/items' } },
          {
            id: 'item',
            component: 'Text',
            text: { call: 'formatString', args: { value: 'No. ${@index(offset: 1)}: ${name}' } },
          },
        ],
        { name: '', stars: 4, items: [{ name: 'Minestrone' }, { name: 'Risotto' }] },
      ),
    },
    {
      group: 'A2UI 1.0',
      title: 'Checks with a message of their own',
      messages: candidate(
        [
          { id: 'root', component: 'Column', children: ['age', 'go'] },
          {
            id: 'age',
            component: 'TextField',
            label: 'Age',
            variant: 'number',
            value: { path: '/age' },
            checks: [
              {
                condition: { call: 'numeric', args: { value: { path: '/age' }, min: 18 } },
                message: 'You must be 18 or older.',
              },
            ],
          },
          { id: 'go', component: 'Button', child: 'go-text', action: { event: { name: 'go' } } },
          { id: 'go-text', component: 'Text', text: 'Go on' },
        ],
        { age: 12 },
      ),
    },
  ],
};
