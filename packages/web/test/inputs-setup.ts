// What the tests of inputs share: a page for each test, and one input on a surface in each version of A2UI.

import type { Json, JsonObject, ViewerEvent } from '@vitrine/core';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { BASIC_09, bundle, Harness, launch, type PageOptions } from './harness.ts';

const BASIC_10 = 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json';

/** A fresh page before each test of the file; nothing may be requested or complained about. */
export function inputPage(options: PageOptions = {}): { readonly harness: Harness } {
  const held: { harness: Harness } = { harness: undefined as unknown as Harness };
  let browser: Browser;
  let files: Map<string, Uint8Array>;
  beforeAll(async () => {
    [browser, files] = await Promise.all([launch(), bundle()]);
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    held.harness = await Harness.open(browser, files, options);
    held.harness.page.setDefaultTimeout(5000);
  });
  afterEach(async () => {
    expect(held.harness.complaints).toEqual([]);
    expect(held.harness.requests).toEqual([]);
    await held.harness.close();
  });
  return held;
}

/** Components in a column under each other, with an untouchable place to click at the end. */
export function form09(inputs: readonly JsonObject[], data: Json = {}): Json[] {
  const ids = inputs.map(({ id }) => id as string);
  return [
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: BASIC_09 } },
    { version: 'v0.9', updateDataModel: { surfaceId: 's', value: data } },
    put09({ id: 'root', component: 'Column', children: ids }, ...inputs),
  ];
}

export function put09(...components: readonly JsonObject[]): JsonObject {
  return { version: 'v0.9', updateComponents: { surfaceId: 's', components } };
}

export function data09(path: string, value: Json): JsonObject {
  return { version: 'v0.9', updateDataModel: { surfaceId: 's', path, value } };
}

/** A button that refuses to work until the rule holds. */
export function sender(condition: Json): JsonObject[] {
  return [
    { id: 'words', component: 'Text', text: 'Send' },
    {
      id: 'send',
      component: 'Button',
      child: 'words',
      checks: [{ condition, message: 'Not yet' }],
      action: { event: { name: 'send' } },
    },
  ];
}

export function form10(inputs: readonly JsonObject[], data: JsonObject = {}): Json[] {
  const root = { id: 'root', component: 'Column', children: inputs.map(({ id }) => id as string) };
  return [
    {
      version: 'v1.0',
      createSurface: { surfaceId: 's', catalogId: BASIC_10, dataModel: data, components: [root, ...inputs] },
    },
  ];
}

/** Each input is `[type, props]`; contents are entries of A2UI 0.8. */
export function form08(inputs: readonly (readonly [string, JsonObject])[], contents: readonly JsonObject[]): Json[] {
  const components = inputs.map(([type, props], i) => ({ id: `i${i}`, component: { [type]: props } }));
  const list = { explicitList: components.map(({ id }) => id) };
  const root = { id: 'root', component: { Column: { children: list } } };
  return [
    { dataModelUpdate: { surfaceId: 's', contents } },
    { surfaceUpdate: { surfaceId: 's', components: [root, ...components] } },
    { beginRendering: { surfaceId: 's', root: 'root' } },
  ];
}

export function required(path: string, message = 'Needed'): JsonObject {
  return { condition: { call: 'required', args: { value: { path } } }, message };
}

/** The values that `input` events carried for a path. */
export function inputs(events: readonly ViewerEvent[], path: string): Json[] {
  return events.flatMap((event) => (event.event === 'input' && event.path === path ? [event.value] : []));
}

/** The element itself, to see later whether it is still the same. */
export async function mark(locator: Locator): Promise<void> {
  await locator.evaluate((element) => {
    (element as HTMLElement).dataset.mark = 'yes';
  });
}
