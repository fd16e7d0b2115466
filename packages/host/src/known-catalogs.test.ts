import { defineComponent, extendCatalog, text } from '@vitrine/core';
import { allCatalogs } from '@vitrine/core/catalogs/all';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { expect, it } from 'vitest';
import { createHost } from './host.ts';
import { knownCatalogs, OwnCatalogError } from './known-catalogs.ts';

const fail = (): never => {
  throw new Error('broken');
};
const Own = defineComponent(
  { label: text() },
  { fallback: ({ id }) => ({ components: [{ id, type: 'Divider', props: {} }], losses: [] }) },
);
const own = extendCatalog(basic09, { Own }, { id: 'urn:own' });

it('[KC1] catalogs of others stand beside those of Vitrine', () => {
  const known = knownCatalogs([own]);
  expect(known.ids).toEqual([...allCatalogs.map(({ id }) => id), 'urn:own']);
  expect(known.scope().get('urn:own')?.components.has('Own')).toBe(true);
});

it.each([
  ['has the id of one of ours', { ...own, id: basic09.id }, /already/],
  ['has another name of one of ours', { ...own, aliases: [basic09.id] }, /already/],
  ['has a fault', { ...own, protocol: '3' }, /\/protocol/],
])('[KC1] a host does not start with a catalog that %s', async (_what, catalog, message) => {
  await expect(createHost({ catalogs: [catalog] })).rejects.toThrow(OwnCatalogError);
  await expect(createHost({ catalogs: [catalog] })).rejects.toThrow(message);
});

it('[KC2] a hook of such a catalog that fails is told once, and gives nothing', () => {
  const told: string[] = [];
  const inputs = { ...Own, inputs: fail };
  const known = knownCatalogs([extendCatalog(basic09, { Own: inputs }, { id: 'urn:own' })], (where) =>
    told.push(where),
  );
  const hook = known.get('urn:own')?.components.get('Own')?.inputs;
  expect([hook?.({} as never), hook?.({} as never)]).toEqual([[], []]);
  expect(told).toEqual(['urn:own /components/Own/inputs']);
});
