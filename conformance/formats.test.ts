// The A2UI project's own cases for the notations that a model may write, one test a case, through the public API of
// @vitrine/formats. Exceptions stand in format-exceptions.yaml; none is stale.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prune } from '@vitrine/agent';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { type Catalog, isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import {
  CatalogError,
  directJson,
  express,
  type Format,
  type MessageKind,
  type ParsedAnswer,
  type RawPart,
  vertical,
} from '@vitrine/formats';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readData } from './a2ui/cases.ts';
import { catalogAt, imported } from './a2ui/catalogs.ts';
import { publishedCatalog } from './a2ui/published-catalogs.ts';
import { readDataFile } from './data-file.ts';

interface CatalogEntry {
  readonly catalog: string;
  readonly transformers?: readonly { readonly [kind: string]: readonly string[] }[];
}

interface Case {
  readonly name: string;
  readonly action: string;
  readonly args: {
    readonly format: string;
    readonly catalog?: string | JsonObject;
    readonly catalogs?: readonly (string | CatalogEntry)[];
    readonly examples?: readonly string[];
    readonly allowed_messages?: readonly MessageKind[];
    readonly wrapped?: boolean;
  };
  readonly input?: string;
  readonly messages?: readonly JsonObject[];
  readonly parts?: readonly { readonly text?: string; readonly a2ui_raw?: string; readonly is_final?: boolean }[];
  readonly steps?: readonly { readonly input: string; readonly expect: Json }[];
  readonly expect?: Json;
  readonly expect_output?: string;
  readonly expect_contains?: readonly string[];
  readonly expect_absent?: readonly string[];
  readonly expect_present?: readonly string[];
  readonly expect_round_trip?: boolean;
  readonly expect_deterministic?: boolean;
  readonly expect_error?: { readonly category: string };
}

interface Exception {
  readonly case: string;
  readonly reason: string;
}

const FOLDER = fileURLToPath(new URL('../../shared/conformance/a2ui/agent/', import.meta.url));
const ABSENT = 'The A2UI cases (../shared/conformance) are not beside this repository; nothing was compared with them.';
const FORMATS: { readonly [name: string]: Format } = { express, vertical, direct_json: directJson };
const LEAST_CASES = 151;
const MAX_EXCEPTIONS = 5;

function catalogsOf({ catalog, catalogs = [] }: Case['args']): readonly Catalog[] {
  const listed = catalogs.map((one) => (typeof one === 'string' ? catalogAt(one) : transformed(one)));
  if (catalog === undefined) return listed;
  return [typeof catalog === 'string' ? catalogAt(catalog) : imported(catalog)];
}

function transformed({ catalog, transformers = [] }: CatalogEntry): Catalog {
  return transformers.reduce((one, { component_pruning, function_pruning }) => {
    const components = component_pruning === undefined ? {} : { components: component_pruning };
    return prune(one, function_pruning === undefined ? components : { ...components, functions: function_pruning });
  }, catalogAt(catalog));
}

/** Both spellings of bindings and calls become one. */
function normalised(value: Json): Json {
  if (Array.isArray(value)) return value.map(normalised);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key === '@path' ? 'path' : key === '@call' ? 'call' : key,
      normalised(one),
    ]),
  );
}

const ACTIONS: { readonly [action: string]: (testCase: Case, format: Format) => void } = {
  compile(testCase, format) {
    const { ok, messages, category } = format.compile(testCase.input ?? '', { catalogs: catalogsOf(testCase.args) });
    if (testCase.expect_error !== undefined) return expect(category).toBe(testCase.expect_error.category);
    expect(ok).toBe(true);
    const value = JSON.parse(JSON.stringify(messages)) as Json;
    for (const pointer of testCase.expect_present ?? []) takeOut(value, pointer);
    expect(normalised(value)).toEqual(normalised(testCase.expect as Json));
  },
  decompile(testCase, format) {
    const catalogs = catalogsOf(testCase.args);
    const { ok, text } = format.decompile(testCase.messages ?? [], { catalogs });
    expect(ok).toBe(true);
    contains(text, testCase);
    if (!testCase.expect_round_trip) return;
    const { messages } = format.compile(text, { catalogs });
    expect(normalised([...messages])).toEqual(normalised(testCase.messages as Json));
  },
  unwrap(testCase, format) {
    expect(format.unwrap(testCase.input ?? '').map(rawPart)).toEqual(testCase.expect);
  },
  wrap(testCase, format) {
    const parts = (testCase.parts ?? []).map(
      ({ text, a2ui_raw }): RawPart => (text === undefined ? { raw: a2ui_raw ?? '' } : { text }),
    );
    const output = format.wrap(parts);
    if (testCase.expect_output !== undefined) expect(output).toBe(testCase.expect_output);
    contains(output, testCase);
    if (testCase.expect_round_trip) expect(format.unwrap(output)).toEqual(parts);
  },
  parse_response(testCase, format) {
    const { wrapped = true } = testCase.args;
    const parsed = format.parse(testCase.input ?? '', { catalogs: catalogsOf(testCase.args), wrapped });
    if (testCase.expect_error !== undefined) return expect(parsed.category).toBe(testCase.expect_error.category);
    expect(parsed.ok).toBe(true);
    expect(parsedParts(parsed)).toEqual(separated(normalised(testCase.expect as Json)));
  },
  parse_chunk(testCase, format) {
    const reader = format.createReader({ catalogs: catalogsOf(testCase.args) });
    for (const step of testCase.steps ?? []) {
      const parts = reader.push(step.input).map((part): Json => {
        if (part.part === 'text') return { text: part.text };
        return part.part === 'message' ? { a2ui: [normalised(part.message)] } : { refused: JSON.stringify(part) };
      });
      expect(parts).toEqual(normalised(step.expect));
    }
  },
  generate_prompt_snippet(testCase, format) {
    const { examples = [], allowed_messages } = testCase.args;
    const options = {
      catalogs: catalogsOf(testCase.args),
      examples: examples.map((path) => readData(path) as unknown as readonly JsonObject[]),
      ...(allowed_messages === undefined ? {} : { messages: allowed_messages }),
    };
    if (testCase.expect_error !== undefined) return expect(() => format.prompt(options)).toThrow(CatalogError);
    contains(format.prompt(options), testCase);
    if (testCase.expect_deterministic) expect(format.prompt(options)).toBe(format.prompt(options));
  },
};

function contains(text: string, { expect_contains = [], expect_absent = [] }: Case): void {
  for (const one of expect_contains) expect(text).toContain(one);
  for (const one of expect_absent) expect(text).not.toContain(one);
}

function rawPart(part: RawPart): Json {
  if ('text' in part) return { text: part.text };
  return part.isFinal === false ? { a2ui_raw: part.raw, is_final: false } : { a2ui_raw: part.raw };
}

function parsedParts({ parts }: ParsedAnswer): Json {
  return parts.map((part) => ('text' in part ? { text: part.text } : { a2ui: normalised([...part.messages]) }));
}

/** One case puts a text and the payload behind it into one part; everywhere else they are two. */
function separated(parts: Json): Json {
  return (parts as readonly JsonObject[]).flatMap((part) => {
    const { text, a2ui } = part;
    return text !== undefined && a2ui !== undefined ? [{ text }, { a2ui }] : [part];
  });
}

/** What a pointer leads to must hold something, and is not compared. */
function takeOut(value: Json, pointer: string): void {
  const path = pointer.split('/').slice(1);
  const last = path.pop() as string;
  const holder = path.reduce<Json>((at, segment) => (at as JsonObject)[segment] as Json, value) as {
    [key: string]: Json;
  };
  expect(holder[last]).toBeTruthy();
  delete holder[last];
}

function run(testCase: Case): void {
  const action = ACTIONS[testCase.action];
  const format = FORMATS[testCase.args.format];
  if (action === undefined || format === undefined) throw new Error(`the runner does not know ${testCase.action}`);
  action(testCase, format);
}

function readCases(): readonly { readonly title: string; readonly testCase: Case }[] {
  return Object.keys(FORMATS).flatMap((folder) => {
    const files = readdirSync(join(FOLDER, folder)).filter((file) => file.endsWith('.yaml'));
    return files.flatMap((file) => {
      const cases = parse(readFileSync(join(FOLDER, folder, file), 'utf8')) as Case[];
      return cases.map((testCase) => ({ title: `${folder}/${basename(file, '.yaml')}/${testCase.name}`, testCase }));
    });
  });
}

/** The same case with something else expected. */
function spoiled(testCase: Case): Case {
  const { expect_error, steps, ...rest } = testCase;
  if (expect_error !== undefined)
    return {
      ...testCase,
      expect_error: { category: 'NoError' },
      action: testCase.action === 'generate_prompt_snippet' ? 'wrap' : testCase.action,
      expect_output: 'x',
    };
  if (steps !== undefined)
    return { ...rest, steps: steps.map((step) => ({ ...step, expect: [{ text: 'something else' }] })) };
  return {
    ...rest,
    expect: [{ text: 'something else' }],
    expect_output: 'something else',
    expect_contains: ['something \0 else'],
    expect_present: [],
  };
}

function passes(testCase: Case): boolean {
  try {
    run(testCase);
    return true;
  } catch {
    return false;
  }
}

/** Each component with all its properties, each with its name for a value: their order is that of the arguments. */
function everyComponent(catalog: Catalog): string {
  const components = [...catalog.components].map(([component, { props }]) => ({
    id: component,
    component,
    weight: 'weight',
    ...Object.fromEntries(Object.keys(props).flatMap((name) => (name === 'checks' ? [] : [[name, name]]))),
  }));
  const messages = [{ version: 'v1.0', updateComponents: { surfaceId: 's', components } }];
  return express
    .decompile(messages, { catalogs: [catalog] })
    .text.split('\n')
    .sort()
    .join('\n');
}

test.each([
  { path: 'specification/v0_9/catalogs/basic/catalog.json', ours: basic09 },
  { path: 'catalogs/basic/v1/catalog.json', ours: basic10 },
])('the basic catalog has the order of its published document $path', ({ path, ours }) => {
  const text = everyComponent(ours);
  expect(text).toContain('Button = Button(child, "variant", "action", "weight")');
  expect(text).toBe(everyComponent(imported(publishedCatalog(path))));
});

if (existsSync(FOLDER)) {
  const cases = readCases();
  const exceptions = readDataFile<Exception>('format-exceptions.yaml');
  const excepted = new Set(exceptions.map((exception) => exception.case));

  describe('A2UI formats', () => {
    for (const { title, testCase } of cases) {
      test(title, () => {
        if (!excepted.has(title)) return run(testCase);
        expect(() => run(testCase), 'it passes now: take it out of format-exceptions.yaml').toThrow();
      });
    }
  });

  test('all cases of the formats are there', () => {
    expect(cases.length).toBeGreaterThanOrEqual(LEAST_CASES);
    expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
  });

  test('a format case whose expectations are spoiled fails', () => {
    expect(cases.filter(({ testCase }) => passes(spoiled(testCase))).map(({ title }) => title)).toEqual([]);
  });

  test('exceptions of the formats are few, exist, and have a reason each', () => {
    const titles = new Set(cases.map(({ title }) => title));
    expect([...excepted].filter((title) => !titles.has(title))).toEqual([]);
    expect(exceptions.length).toBeLessThanOrEqual(MAX_EXCEPTIONS);
    expect(exceptions.filter(({ reason }) => typeof reason !== 'string' || reason.length < 40)).toEqual([]);
  });
} else {
  test('the format cases of A2UI are compared where they are present', () => {
    console.log(ABSENT);
    expect(process.env.VITRINE_CONFORMANCE, ABSENT).not.toBe('required');
  });
}
