// Surfaces that the scripts of the faces show: small, with a field, a choice, a button and an obscured field.

import type { JsonObject } from '@vitrine/core';

const version = 'v0.9';
const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
const name = { path: '/name' };

/** A2UI 0.9. */
export function booking(surfaceId = 'booking'): readonly JsonObject[] {
  return [
    { version, createSurface: { surfaceId, catalogId, sendDataModel: true } },
    { version, updateDataModel: { surfaceId, path: '/', value: { name: 'Ada', guests: ['2'], code: '' } } },
    {
      version,
      updateComponents: {
        surfaceId,
        components: [
          { id: 'root', component: 'Column', children: ['title', 'name', 'guests', 'code', 'book'] },
          { id: 'title', component: 'Text', text: 'Book a table', variant: 'h2' },
          { id: 'name', component: 'TextField', label: 'Name', value: name },
          {
            ...{ id: 'guests', component: 'ChoicePicker', label: 'Guests', value: { path: '/guests' } },
            ...{ variant: 'mutuallyExclusive', options: ['2', '4'].map((value) => ({ label: value, value })) },
          },
          { id: 'code', component: 'TextField', label: 'Code', value: { path: '/code' }, variant: 'obscured' },
          { id: 'word', component: 'Text', text: 'Book' },
          {
            ...{ id: 'book', component: 'Button', child: 'word' },
            action: { event: { name: 'book', context: { name, guests: { path: '/guests' } } } },
          },
        ],
      },
    },
  ];
}

export const CLOSE_BOOKING: JsonObject = { version, deleteSurface: { surfaceId: 'booking' } };

export function setName(value: string, surfaceId = 'booking'): JsonObject {
  return { version, updateDataModel: { surfaceId, path: '/name', value } };
}

/** The press of a person, in the neutral form and in A2UI 0.9. */
export const PRESS: JsonObject = {
  event: 'action',
  ...{ surface: 'booking', source: 'book', name: 'book', context: { name: 'Ada', guests: ['2'] }, checked: true },
};
export const PRESS_09: JsonObject = {
  version,
  action: {
    ...{ name: 'book', surfaceId: 'booking', sourceComponentId: 'book', timestamp: '2040-03-01T12:00:00.000Z' },
    context: { name: 'Ada', guests: ['2'] },
  },
};

export const neutral = (...body: readonly JsonObject[]): JsonObject => ({ vitrine: 1, body });
export const input = (path: string, value: unknown, surface = 'booking'): JsonObject =>
  ({ event: 'input', surface, path, value }) as JsonObject;
