// The A2UI project's cases for its A2A extension, against our public functions. Exceptions stand in exceptions.yaml.

import { existsSync, readFileSync } from 'node:fs';
import {
  type ExtensionForm,
  FORMS,
  formById,
  formByUri,
  isA2uiPart,
  newestCommon,
  newestForm,
  textPart,
  writeExtension,
  writeParts,
} from '@vitrine/a2a';
import { parseAnswer } from '@vitrine/agent';
import { isObject, type Json, type JsonObject } from '@vitrine/core/internal';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Case {
  readonly name: string;
  readonly action: string;
  readonly args: JsonObject;
  readonly expect: Json;
}

const FILE = new URL('../../../shared/conformance/a2ui/extensions/a2a_integration.yaml', import.meta.url);
const ABSENT = 'The A2UI cases (../shared/conformance) are not beside this repository; nothing was compared with them.';
const LEAST_CASES = 14;

/** The suite counts versions; without one it means the oldest. */
function formOf(version: Json | undefined): ExtensionForm {
  const uri = `https://a2ui.org/a2a-extension/a2ui/v${String(version ?? '0.8')}`;
  return formByUri(uri) as ExtensionForm;
}

const list = (value: Json | undefined) => value as readonly string[];

/** An answer as it is read here, part by part: the words and the messages in it. What is refused of it is neither. */
function partsOf(text: string, form: ExtensionForm): readonly JsonObject[] {
  return parseAnswer(text, { values: 'any' }).flatMap((part) => {
    if (part.part === 'text') return part.text.trim() === '' ? [] : [textPart(part.text.trim(), '0.3')];
    return part.part === 'message' ? writeParts(form, [part.message], { protocol: '0.3' }) : [];
  });
}

const ACTIONS: { readonly [action: string]: (args: JsonObject) => Json } = {
  create_a2ui_part: ({ data, version }) => {
    const [part] = writeParts(formOf(version), [data as Json], { protocol: '1.0' });
    return { mime_type: ((part as JsonObject).metadata as JsonObject).mimeType as Json };
  },
  is_a2ui_part: ({ mime_type: mimeType }) => isA2uiPart({ data: {}, metadata: { mimeType: mimeType as Json } }),
  try_activate_extension: ({ uris }) => newestForm(list(uris), FORMS) !== undefined,
  try_activate: ({ requested, advertised }) => {
    const uri = newestCommon(list(requested), list(advertised));
    const version = uri === undefined ? {} : { version: (formByUri(uri) as ExtensionForm).id.replace('v', '') };
    return { activated: uri ?? null, ...version };
  },
  select_newest: ({ requested, advertised }) => ({ newest: newestCommon(list(requested), list(advertised)) ?? null }),
  get_extension: ({ version, accepts_inline_catalogs: inline, supported_catalog_ids: ids }) => {
    const offer = { acceptsInline: inline === true, catalogs: ids === undefined ? [] : list(ids) };
    const { uri, params } = writeExtension(formOf(version), offer);
    return { uri: uri as Json, params: params ?? null };
  },
  handle_rpc: ({ runner_output: output }) => {
    const parts = partsOf(String(output), formById('v0.8'));
    return { parts: parts.map(({ metadata, ...part }) => ({ ...part, ...(isObject(metadata) ? metadata : {}) })) };
  },
};

function run({ action, args, expect: expected }: Case): void {
  const act = ACTIONS[action];
  if (act === undefined) throw new Error(`the runner does not know the action ${action}`);
  expect(act(args)).toEqual(expected);
}

if (existsSync(FILE)) {
  const cases = parse(readFileSync(FILE, 'utf8')) as readonly Case[];
  const exceptions = parse(readFileSync(new URL('exceptions.yaml', import.meta.url), 'utf8')) as readonly {
    readonly case: string;
  }[];
  const excepted = new Set(exceptions.map((one) => one.case));

  describe('A2UI over A2A', () => {
    for (const one of cases)
      test(one.name, () => {
        if (!excepted.has(one.name)) return run(one);
        expect(() => run(one), 'it passes now: take it out of exceptions.yaml').toThrow();
      });
  });

  test('all cases are there, and every exception is one of them', () => {
    expect(cases.length).toBeGreaterThanOrEqual(LEAST_CASES);
    expect([...excepted].filter((name) => cases.every((one) => one.name !== name))).toEqual([]);
  });

  test('the smart quotes are excepted for the MIME type alone', () => {
    const one = cases.find(({ name }) => name === 'test_handler_replaces_smart_quotes') as Case;
    const expected = JSON.stringify(one.expect).replace('application/a2ui+json', 'application/json+a2ui');
    expect(() => run({ ...one, expect: JSON.parse(expected) as Json })).not.toThrow();
  });

  test('of JSON that is broken the words around it are left, and it is told', () => {
    const one = cases.find(({ name }) => name === 'test_handler_gracefully_handles_invalid_json') as Case;
    const words = ['Here is an invalid chart:', 'Oops.'].map((text) => ({ kind: 'text', text }));
    expect(() => run({ ...one, expect: { parts: words } })).not.toThrow();
    const refused = parseAnswer(String(one.args.runner_output), { values: 'any' }).filter(
      ({ part }) => part === 'refused',
    );
    expect(refused).toMatchObject([{ issues: [{ code: 'VITRINE_JSON_MALFORMED', severity: 'error' }] }]);
  });
} else {
  test('the A2UI cases are compared where they are present', () => {
    console.log(ABSENT);
    expect(process.env.VITRINE_CONFORMANCE, ABSENT).not.toBe('required');
  });
}
