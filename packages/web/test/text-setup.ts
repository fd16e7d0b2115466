// What the tests of text, media and layout share: a page for each test, and surfaces in each version of A2UI.

import type { Json, JsonObject } from '@vitrine/core';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { BASIC_09, bundle, Harness, launch, type PageOptions } from './harness.ts';

const BASIC_10 = 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json';

export interface Pages {
  /** A fresh page. It is closed after the test; nothing may have been requested or complained about. */
  open(options?: PageOptions): Promise<Harness>;
}

export function pages(): Pages {
  let browser: Browser;
  let files: Map<string, Uint8Array>;
  const opened: Harness[] = [];
  beforeAll(async () => {
    [browser, files] = await Promise.all([launch(), bundle()]);
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (const harness of opened.splice(0)) {
      expect(harness.complaints).toEqual([]);
      expect(harness.requests).toEqual([]);
      await harness.close();
    }
  });
  return {
    open: async (options) => {
      const harness = await Harness.open(browser, files, options);
      opened.push(harness);
      return harness;
    },
  };
}

export type Version = '0.8' | '0.9' | '1.0';
export const VERSIONS: readonly Version[] = ['0.8', '0.9', '1.0'];

/** Messages that open surface `s` with these components, written as 0.9 has them, and this data. */
export function surface(version: Version, components: readonly JsonObject[], data?: JsonObject): Json[] {
  if (version === '0.8') {
    return [
      { surfaceUpdate: { surfaceId: 's', components: components.map(wrapped) } },
      { beginRendering: { surfaceId: 's', root: 'root' } },
    ];
  }
  const v = `v${version}`;
  return [
    { version: v, createSurface: { surfaceId: 's', catalogId: version === '0.9' ? BASIC_09 : BASIC_10 } },
    ...(data === undefined ? [] : [{ version: v, updateDataModel: { surfaceId: 's', value: data } }]),
    { version: v, updateComponents: { surfaceId: 's', components } },
  ];
}

/** A component as 0.8 writes it: its type around its properties, and lists of children and texts spelled out. */
function wrapped({ id = '', component, weight, ...props }: JsonObject): JsonObject {
  const values = Object.entries(props).map(([name, value]) => {
    if (name === 'children') return [name, { explicitList: value }];
    return [name, BOUND.has(name) ? { literalString: value } : value];
  });
  return {
    id,
    ...(weight === undefined ? {} : { weight }),
    component: { [String(component)]: Object.fromEntries(values) },
  };
}

const BOUND = new Set(['text', 'url', 'altText', 'description', 'name', 'label']);

export function put(components: readonly JsonObject[], version: Version = '0.9'): JsonObject {
  return { version: `v${version}`, updateComponents: { surfaceId: 's', components } };
}

export function write(path: string, value: Json): JsonObject {
  return { version: 'v0.9', updateDataModel: { surfaceId: 's', path, value } };
}

/** A column with these components in it. */
export function column(...components: readonly JsonObject[]): JsonObject[] {
  return [{ id: 'root', component: 'Column', children: components.map(({ id }) => id as string) }, ...components];
}
