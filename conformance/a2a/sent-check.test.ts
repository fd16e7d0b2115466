// What we send satisfies the schema of its form: every example stream of @a2ui/web_core, said again in every form, leaves as
// it is. The check is the one that stands before every client.

import { checkForClient, type ExtensionForm, FORMS } from '@vitrine/a2a';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { minimal09 } from '@vitrine/core/catalogs/minimal-0.9';
import { type Catalog, type Json, takeAll } from '@vitrine/core/internal';
import { convert, type Dialect, dialectById } from '@vitrine/dialects';
import { describe, expect, test } from 'vitest';
import { readExamples } from '../examples/streams.ts';

const streams = readExamples();
const CATALOGS: { readonly [dialect: string]: readonly Catalog[] } = {
  'a2ui-0.8': [basic08],
  'a2ui-0.9': [basic09, minimal09],
  'a2ui-1.0': [basic10],
};

function unsent(form: ExtensionForm, messages: readonly Json[]) {
  const { messages: said } = convert(messages, dialectById(form.dialect) as Dialect);
  const { messages: left, unsent: not } = takeAll(checkForClient(form, CATALOGS[form.dialect] ?? [], said));
  return {
    said: said.length,
    lost: said.length - left.length,
    issues: not.map(({ issue: { at, message } }) => `${at} ${message}`),
  };
}

describe('what leaves in each form', () => {
  test.each(FORMS)('$id: of every example stream everything is sent', (form) => {
    let said = 0;
    for (const { title, messages } of streams) {
      const found = unsent(form, messages as readonly Json[]);
      expect(found, title).toMatchObject({ lost: 0, issues: [] });
      said += found.said;
    }
    expect(said).toBeGreaterThan(streams.length);
  });
});
