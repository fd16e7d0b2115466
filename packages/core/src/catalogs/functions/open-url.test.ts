import { describe, expect, test } from 'vitest';
import { codesOf, createCaller, resultOf } from '../../../test/function-scope.ts';
import { basic09 } from '../basic-0.9.ts';
import { basic10 } from '../basic-1.0.ts';

describe.each([basic09, basic10])('openUrl of $protocol', (catalog) => {
  test('[FN16] asks the page to open the checked address while a person acts', () => {
    const { call, effects } = createCaller(catalog, { gesture: true });
    expect(resultOf(call('openUrl', { url: 'https://example.com' }))).toBeNull();
    expect(effects).toEqual([{ kind: 'open-url', url: 'https://example.com/' }]);
  });

  test('[FN16] does nothing without a gesture', () => {
    const { call, effects, scope, reported } = createCaller(catalog);
    expect(codesOf(call('openUrl', { url: 'https://example.com' }))).toEqual(['VITRINE_FUNCTION_CALLER']);
    scope.evaluate({ call: 'openUrl', args: { url: 'https://example.com' } });
    expect(reported.map(({ code }) => code)).toEqual(['VITRINE_FUNCTION_CALLER']);
    expect(effects).toEqual([]);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'java\nscript:alert(1)',
    '',
    7,
    null,
    undefined,
  ])('[FN17] refuses the address %j', (url) => {
    const { call, effects } = createCaller(catalog, { gesture: true });
    expect(codesOf(call('openUrl', { url }))).toEqual(['VITRINE_URL_REFUSED']);
    expect(effects).toEqual([]);
  });
});
