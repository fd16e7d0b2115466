// The A2UI project's own cases for assistive technology (core_more/accessibility.yaml), in a real Chromium. Their surfaces
// are a shorthand, which is written out as messages of 1.0 here: a button's title is a text, a Container a Column.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { BYPASS, brokenRules } from './axe.ts';
import { bundle, Harness, launch } from './harness.ts';

interface Shorthand extends JsonObject {
  readonly id: string;
  readonly component: string;
}

interface AccessibilityCase {
  readonly name: string;
  readonly surface: Shorthand & { readonly components: { readonly [id: string]: Shorthand } };
  readonly assertions: {
    readonly axeCore: readonly string[];
    readonly accessibilityTree: { readonly [id: string]: JsonObject };
  };
}

const FILE = fileURLToPath(
  new URL('../../../../shared/conformance/a2ui/core_more/accessibility.yaml', import.meta.url),
);
const ABSENT = 'The A2UI cases (../shared/conformance) are not beside this repository; nothing was compared with them.';
const LEAST_CASES = 6;
const CATALOG = 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json';

const cases = existsSync(FILE) ? (parse(readFileSync(FILE, 'utf8')) as AccessibilityCase[]) : [];

let browser: Browser;
let files: Map<string, Uint8Array>;
beforeAll(async () => {
  [browser, files] = await Promise.all([launch(), bundle()]);
});
afterAll(() => browser?.close());

test('the accessibility cases are there', () => {
  if (cases.length === 0) console.log(ABSENT);
  if (process.env.VITRINE_CONFORMANCE === 'required') expect(cases.length, ABSENT).toBeGreaterThanOrEqual(LEAST_CASES);
});

if (cases.length > 0) test.each(cases)('$name', run);

async function run({ surface, assertions }: AccessibilityCase): Promise<void> {
  const harness = await Harness.open(browser, files, { context: BYPASS });
  const { components, ...root } = surface;
  const all: readonly Shorthand[] = [root, ...Object.entries(components).map(([id, one]) => ({ ...one, id }))];
  const receipts = await harness.feed({
    version: 'v1.0',
    createSurface: { surfaceId: 's', catalogId: CATALOG, components: all.flatMap(writtenOut) },
  });
  expect(receipts.flatMap(({ issues }) => issues)).toEqual([]);
  for (const [id, expected] of Object.entries(assertions.accessibilityTree)) {
    const component = all.find((one) => one.id === id) as Shorthand;
    for (const [what, wanted] of Object.entries(expected)) await compare(component, what, wanted, harness);
  }
  expect(await brokenRules(harness.page, assertions.axeCore)).toEqual([]);
  await harness.close();
}

/** The component in the words of the basic catalog, with what it holds. */
function writtenOut(short: Shorthand): Json[] {
  const { title, checked, selectedIndex, ...rest } = short;
  switch (short.component) {
    case 'Button': {
      const label = `${short.id}_title`;
      const text = { id: label, component: 'Text', text: title ?? '' };
      return [{ ...rest, child: label, action: { event: { name: 'press' } } }, text];
    }
    case 'CheckBox':
      return [{ ...rest, value: checked ?? false }];
    case 'ChoicePicker': {
      const options = short.options as readonly JsonObject[];
      return [{ ...rest, value: [options[Number(selectedIndex)]?.value ?? ''] }];
    }
    case 'Container': {
      const { child, ...more } = rest;
      return [{ ...more, component: 'Column', children: [child as string] }];
    }
    default:
      return [rest];
  }
}

const ROLES = {
  Button: 'button',
  TextField: 'textbox',
  CheckBox: 'checkbox',
  ChoicePicker: 'radiogroup',
} as const;

/** The element of a component; each of the cases has one of a kind. */
function elementOf({ component, text }: Shorthand, { page }: Harness): Locator {
  const role = Object.hasOwn(ROLES, component) ? ROLES[component as keyof typeof ROLES] : undefined;
  if (role !== undefined) return page.getByRole(role, { includeHidden: true });
  return component === 'Text'
    ? page.locator('.text', { hasText: String(text) }).first()
    : page.locator('.column').first();
}

async function compare(component: Shorthand, what: string, wanted: Json, harness: Harness): Promise<void> {
  const element = elementOf(component, harness);
  if (isObject(wanted)) return compareBound(component, what, String(wanted.path), harness);
  switch (what) {
    case 'label':
      return expect(await nameOf(element)).toBe(wanted);
    case 'description':
      return expect(await element.getAttribute('aria-description')).toBe(wanted);
    case 'live':
      return expect(await element.getAttribute('aria-live')).toBe(wanted);
    case 'hidden':
      return expect(await hides(element)).toBe(wanted);
    case 'role':
      return expect(await harness.page.getByRole(wanted as 'button').count()).toBe(1);
    case 'checked':
      return expect(await element.isChecked()).toBe(wanted);
    default:
      throw new Error(`the cases have a new word: ${what}`);
  }
}

/** What is bound follows the data. */
async function compareBound(component: Shorthand, what: string, path: string, harness: Harness): Promise<void> {
  const values: readonly Json[] = what === 'hidden' ? [true, false] : ['One', 'Two'];
  for (const value of values) {
    await harness.feed({ version: 'v1.0', updateDataModel: { surfaceId: 's', path, value } });
    await compare(component, what, value, harness);
  }
}

/** As Chromium computes it. */
async function nameOf(element: Locator): Promise<string> {
  const snapshot = await element.ariaSnapshot();
  return /^- [a-z]+ "((?:[^"\\]|\\.)*)"/.exec(snapshot)?.[1] ?? '';
}

/** Neither read aloud nor reached with the keyboard. */
function hides(element: Locator): Promise<boolean> {
  return element.evaluate((one) => one.ariaHidden === 'true' && (one as HTMLElement).inert);
}
