import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { expect, test } from 'vitest';
import { iconPath } from './icons.ts';

/** The names that a catalog's Icon lists. */
function namesOf(catalog: typeof basic08 | typeof basic09): readonly string[] {
  const prop = catalog.components.get('Icon')?.props.name;
  const named = prop?.kind === 'any-of' ? prop.of[0] : prop;
  return named?.kind === 'one-of' ? (named.options as readonly string[]) : [];
}

test.each([
  ['0.8', basic08, 48],
  ['0.9', basic09, 59],
] as const)('every icon name of the basic catalog %s has a picture', (_version, catalog, count) => {
  const names = namesOf(catalog);
  expect(names).toHaveLength(count);
  for (const name of names)
    expect([name, iconPath(name)]).toEqual([
      name,
      expect.stringMatching(/^(?:M[-\d][\sMmZzLlHhVvCcSsQqTtAae\d.,-]+)$/),
    ]);
});

test('no two icon names share a picture', () => {
  const paths = namesOf(basic09).map(iconPath);
  expect(new Set(paths).size).toBe(paths.length);
});

test.each(['', 'nothing', 'constructor', '__proto__', 'toString'])('the name %j has no picture', (name) => {
  expect(iconPath(name)).toBeUndefined();
});
