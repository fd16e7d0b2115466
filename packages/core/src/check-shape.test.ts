// The check of components is written out for speed; here it is held to the table of fields.

import { expect, test } from 'vitest';
import { isPartShaped } from './check-shape.ts';
import type { Op } from './entry.ts';
import { COMPONENT_FIELDS, type EntryFields } from './entry-fields.ts';
import { Findings } from './findings.ts';
import { DEFAULT_LIMITS } from './limits.ts';

const component = { id: 'a', type: 'Text', props: {}, catalog: 'c', weight: 1, a11y: {}, ext: {}, wire: {} };

function isShaped(item: object): boolean {
  const part = { op: 'put', surface: 's', components: [item] };
  return isPartShaped(part as unknown as Op, new Findings(DEFAULT_LIMITS, false));
}

test('[FO18] a component has every field of the table and passes with them', () => {
  expect(Object.keys(component)).toEqual(Object.keys(COMPONENT_FIELDS));
  expect(isShaped(component)).toBe(true);
});

test.each(Object.entries(COMPONENT_FIELDS as EntryFields))(
  '[FO18] a component whose %s is of a wrong type is refused, and where it is required without it too',
  (name, field) => {
    expect(isShaped({ ...component, [name]: true })).toBe(false);
    expect(isShaped({ ...component, [name]: undefined })).toBe(field.optional === true);
  },
);
