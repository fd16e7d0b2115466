import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Catalog, Prop, Props } from '../catalog.ts';
import type { CatalogDescriptions } from '../descriptions.ts';
import { agentchains } from './agentchains.ts';
import { basic08 } from './basic-0.8.ts';
import { basic09 } from './basic-0.9.ts';
import { basic10 } from './basic-1.0.ts';
import { basic08Descriptions } from './descriptions-0.8.ts';
import { basic09Descriptions } from './descriptions-0.9.ts';
import { basic10Descriptions } from './descriptions-1.0.ts';
import { agentchainsDescriptions } from './descriptions-agentchains.ts';
import { openwop1Descriptions, openwop2Descriptions } from './descriptions-openwop.ts';
import { vitrine08Descriptions, vitrine09Descriptions, vitrine10Descriptions } from './descriptions-vitrine.ts';
import { openwop1, openwop2 } from './openwop.ts';
import { vitrine08, vitrine09, vitrine10 } from './vitrine.ts';

function pathsOf(props: Props, prefix = ''): string[] {
  return Object.entries(props).flatMap(([name, prop]) => [prefix + name, ...pathsBelow(prop, `${prefix}${name}.`)]);
}

function pathsBelow(prop: Prop, prefix: string): string[] {
  if (prop.kind === 'object') return pathsOf(prop.props, prefix);
  if (prop.kind === 'list') return pathsBelow(prop.item, prefix);
  return prop.kind === 'any-of' ? prop.of.flatMap((option) => pathsBelow(option, prefix)) : [];
}

type Entities = CatalogDescriptions['components'];

function described(entities: Entities = {}): unknown {
  return Object.fromEntries(
    Object.entries(entities).map(([name, { props = {} }]) => [name, Object.keys(props).sort()]),
  );
}

function declared(entities: ReadonlyMap<string, Props>): unknown {
  return Object.fromEntries([...entities].map(([name, props]) => [name, pathsOf(props).sort()]));
}

const PAIRS = [
  [basic08, basic08Descriptions],
  [basic09, basic09Descriptions],
  [basic10, basic10Descriptions],
  [vitrine08, vitrine08Descriptions],
  [vitrine09, vitrine09Descriptions],
  [vitrine10, vitrine10Descriptions],
  [agentchains, agentchainsDescriptions],
  [openwop1, openwop1Descriptions],
  [openwop2, openwop2Descriptions],
] as const;

describe.each(PAIRS)('descriptions of %o', (catalog: Catalog, descriptions: CatalogDescriptions) => {
  test('[CA10] everything that is declared is described, and nothing else', () => {
    const components = new Map([...catalog.components].map(([name, { props }]) => [name, props]));
    const functions = new Map([...catalog.functions].map(([name, { args }]) => [name, args]));
    expect(described(descriptions.components)).toEqual(declared(components));
    expect(described(descriptions.functions)).toEqual(declared(functions));
    expect(Object.keys(descriptions.theme ?? {}).sort()).toEqual(
      catalog.theme?.kind === 'object' ? pathsOf(catalog.theme.props).sort() : [],
    );
  });

  test('[CA10] every description is a sentence', () => {
    const { components = {}, functions = {} } = descriptions;
    const entities = [...Object.values(components), ...Object.values(functions)];
    const sentences = entities.flatMap(({ summary, props = {} }) => [summary, ...Object.values(props)]);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});

test('[CA11] no catalog and no function imports a description', () => {
  const folder = import.meta.dirname;
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('descriptions-'),
  );
  expect(modules.length).toBeGreaterThan(10);
  const importing = modules.filter((file) => /from '.*descriptions/.test(readFileSync(join(folder, file), 'utf8')));
  expect(importing).toEqual([]);
});
