import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FORMS, formById, formByUri, newestCommon, newestForm, readExtension, writeExtension } from './forms.ts';

const uri = (version: string) => `https://a2ui.org/a2a-extension/a2ui/${version}`;

describe('the table of forms', () => {
  it('[XF1] names what each form is written with', () => {
    const rows = FORMS.map(({ id, mimeType, isList, version, dialect, dataModelKey }) =>
      [id, mimeType, isList ? 'list' : 'single', version, dialect, dataModelKey === undefined ? '-' : 'data'].join(' '),
    );
    expect(rows).toEqual([
      'original application/json+a2ui single v0.8 a2ui-0.8 -',
      'v0.8 application/json+a2ui single v0.8 a2ui-0.8 -',
      'v0.9 application/json+a2ui list v0.9 a2ui-0.9 data',
      'v0.9.1 application/a2ui+json list v0.9 a2ui-0.9 data',
      'v1.0 application/a2ui+json list v1.0 a2ui-1.0 data',
    ]);
    expect(FORMS.slice(1).map((form) => form.uri)).toEqual(['v0.8', 'v0.9', 'v0.9.1', 'v1.0'].map(uri));
    expect(formById('v0.9.1').catalog).toBe('https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json');
  });

  it('[XF2] a URI is matched exactly', () => {
    expect(formByUri(uri('v0.9'))?.id).toBe('v0.9');
    for (const other of [uri('v0.9/'), uri('V0.9'), uri('v0.9.0'), uri('v0.11'), 'https://a2ui.org/ext/a2a-ui/v0.1'])
      expect(formByUri(other)).toBeUndefined();
  });

  it('[XF2] the newest common one is taken by its numbers', () => {
    const offered = FORMS.map((form) => form.uri);
    expect(newestCommon([uri('v0.8'), uri('v0.9.1'), uri('v0.9')], offered)).toBe(uri('v0.9.1'));
    expect(newestCommon([...offered].reverse(), offered)).toBe(uri('v1.0'));
    expect(newestCommon([uri('v0.8'), offered[0] as string], offered)).toBe(uri('v0.8'));
    expect(newestCommon([uri('v1.2'), uri('v1.10'), uri('v1.9')], [uri('v1.9'), uri('v1.10')])).toBe(uri('v1.10'));
    expect(newestCommon([uri('v1.1')], offered)).toBeUndefined();
    expect(newestCommon([], offered)).toBeUndefined();
    expect(newestForm([uri('v0.9'), uri('v1.0')], [formById('v0.8'), formById('v0.9')])?.id).toBe('v0.9');
  });
});

describe('the draft of 1.0', () => {
  it('[XF2] is that form, under the URI that was asked for', () => {
    expect(formByUri(uri('v0.10'))).toEqual({ ...formById('v1.0'), uri: uri('v0.10') });
    expect(newestForm([uri('v0.9.1'), uri('v0.10')], FORMS)?.uri).toBe(uri('v0.10'));
    expect(newestForm([uri('v1.0'), uri('v0.10')], FORMS)?.uri).toBe(uri('v1.0'));
    expect(newestForm([uri('v0.10')], [formById('v0.9')])).toBeUndefined();
    expect(readExtension({ uri: uri('v0.10') })?.form.id).toBe('v1.0');
  });
});

describe('the entry of a card', () => {
  it('[XF3] says what is not default', () => {
    expect(writeExtension(formById('v0.9'))).not.toHaveProperty('params');
    expect(writeExtension(formById('v0.8'), { catalogs: ['a'], acceptsInline: true, isRequired: true })).toMatchObject({
      required: true,
      params: { supportedCatalogIds: ['a'], acceptsInlineCatalogs: true },
    });
    expect(writeExtension(formById('original'))).toMatchObject({ required: false, params: { supportedSchemas: [] } });
  });

  it.each(FORMS.map(({ id }) => id))('[XF3] of %s is read back', (id) => {
    const offer = { catalogs: ['a', 'b'], acceptsInline: true, isRequired: false };
    expect(readExtension(writeExtension(formById(id), offer))).toEqual({ form: formById(id), ...offer });
  });

  it('[XF3] of another kind, or of the original form without its list, is none', () => {
    expect(readExtension({ uri: 'https://example.com/x' })).toBeUndefined();
    expect(readExtension({ uri: formById('original').uri, params: {} })).toBeUndefined();
    expect(readExtension({ uri: formById('original').uri, params: { supportedSchemas: 'a' } })).toBeUndefined();
    for (const junk of [null, 3, 'x', [], {}]) expect(readExtension(junk)).toBeUndefined();
    const odd = readExtension({
      uri: uri('v0.9'),
      params: { supportedCatalogIds: ['a', 3], acceptsInlineCatalogs: 1 },
    });
    expect(odd).toMatchObject({ catalogs: ['a'], acceptsInline: false });
  });
});

describe('the functions over plain JSON', () => {
  it('[XF1] need no SDK, and nothing that does', () => {
    const seen = new Set<string>();
    const walk = (file: URL): void => {
      if (seen.has(file.href)) return;
      seen.add(file.href);
      const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export)(?! type)[^;]*? from '([^']+)';/gms);
      for (const [, name = ''] of imports) {
        expect(`${file.pathname} ${name}`).not.toContain('@a2a-js');
        if (name.startsWith('.')) walk(new URL(name, file));
      }
    };
    for (const name of ['forms', 'parts', 'beside-messages', 'schemas', 'sent-check'])
      walk(new URL(`./${name}.ts`, import.meta.url));
    expect(seen.size).toBeGreaterThan(4);
  });
});
