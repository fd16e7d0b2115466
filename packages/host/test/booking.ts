// A small form in A2UI 0.9 as its agent sends it, and the press of its button as an A2UI viewer reports it.

const CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';

export const OPEN = { version: 'v0.9', createSurface: { surfaceId: 'booking', catalogId: CATALOG } };
export const SHOW = {
  version: 'v0.9',
  updateComponents: {
    surfaceId: 'booking',
    components: [
      { id: 'root', component: 'Column', children: ['title', 'send'] },
      { id: 'title', component: 'Text', text: { path: '/title' } },
      { id: 'send', component: 'Button', child: 'label', action: { event: { name: 'book', context: {} } } },
      { id: 'label', component: 'Text', text: 'Book' },
    ],
  },
};

export function title(value: unknown): object {
  return { version: 'v0.9', updateDataModel: { surfaceId: 'booking', path: '/title', value } };
}

export const FORM = [OPEN, SHOW, title('Table')];

export const PRESS = {
  version: 'v0.9',
  action: {
    name: 'book',
    surfaceId: 'booking',
    sourceComponentId: 'send',
    timestamp: '2026-03-01T12:00:00.000Z',
    context: {},
  },
};
