// A page that shows a form with every input of A2UI's basic catalog, as an agent sends it. Its size is measured.

import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { a2ui09Reader } from '@vitrine/dialects/a2ui-0.9/reader';
import { createSurface } from '@vitrine/embed/surface';

const element = createSurface({ dialects: [a2ui09Reader], catalogs: [basic09] });
document.body.append(element);
element.push({ version: 'v0.9', createSurface: { surfaceId: 'form', catalogId: basic09.id } });

const required = { call: 'required', args: { value: { path: '/name' } } };
const event = { name: 'send', context: { name: { path: '/name' } } };
const seats = ['Inside', 'Terrace'].map((label) => ({ label, value: label.toLowerCase() }));
const bound = (path: string) => ({ path });
element.push({
  version: 'v0.9',
  updateDataModel: { surfaceId: 'form', value: { name: 'Ada', guests: 4, seat: ['inside'] } },
});
element.push({
  version: 'v0.9',
  updateComponents: {
    surfaceId: 'form',
    components: [
      { id: 'root', component: 'Column', children: ['name', 'note', 'pin', 'guests', 'news', 'day', 'seat', 'send'] },
      {
        id: 'name',
        component: 'TextField',
        label: 'Name',
        value: bound('/name'),
        checks: [{ condition: required, message: 'A name.' }],
      },
      { id: 'note', component: 'TextField', label: 'Note', variant: 'longText', value: bound('/note') },
      { id: 'pin', component: 'TextField', label: 'Pin', variant: 'obscured', value: bound('/pin') },
      { id: 'guests', component: 'Slider', label: 'Guests', min: 1, max: 12, value: bound('/guests') },
      { id: 'news', component: 'CheckBox', label: 'News', value: bound('/news') },
      { id: 'day', component: 'DateTimeInput', label: 'Day', enableDate: true, value: bound('/day') },
      {
        id: 'seat',
        component: 'ChoicePicker',
        label: 'Where',
        options: seats,
        variant: 'mutuallyExclusive',
        value: bound('/seat'),
      },
      { id: 'send', component: 'Button', child: 'label', variant: 'primary', action: { event } },
      { id: 'label', component: 'Text', text: 'Send' },
    ],
  },
});
