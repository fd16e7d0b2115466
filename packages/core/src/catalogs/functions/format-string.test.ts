import { describe, expect, test } from 'vitest';
import { codesOf, createCaller, resultOf } from '../../../test/function-scope.ts';
import { basic09 } from '../basic-0.9.ts';
import { basic10 } from '../basic-1.0.ts';

const data = {
  user: { name: 'Ada', age: 36, tags: ['a', 'b'] },
  on: true,
  none: null,
  price: 1234.5,
  template: 'again ${/template}',
};

describe.each([basic09, basic10])('formatString of $protocol', (catalog) => {
  const fill = (value: string) => resultOf(createCaller(catalog, { data }).call('formatString', { value }));

  test.each([
    ['Hello World', 'Hello World'],
    ['', ''],
    ['Hello ${/user/name}!', 'Hello Ada!'],
    ['${/user/name} is ${/user/age}', 'Ada is 36'],
    ['${/on} ${true} ${1.50}', 'true true 1.5'],
    ['Greeting: ${null}', 'Greeting: '],
    ['[${/none}][${/missing/far}]', '[][]'],
    ['${/user/tags} ${/user}', '["a","b"] {"name":"Ada","age":36,"tags":["a","b"]}'],
    ['\\${/user/name}', '${/user/name}'],
    ['costs $5', 'costs $5'],
    ["${formatCurrency(value: /price, currency: 'USD')}", '$1,234.50'],
    ["${pluralize(value: ${/user/age}, one: 'year', other: 'years')}", 'years'],
  ])('[FN9] %j becomes %j', (template, filled) => {
    expect(fill(template)).toBe(filled);
  });

  test('[FN9] a template that is no text is converted to one', () => {
    const { call } = createCaller(catalog);
    expect(resultOf(call('formatString', { value: 5 }))).toBe('5');
    expect(resultOf(call('formatString', { value: undefined }))).toBe('');
  });

  test('[FN10] a syntax error is an issue of the parser, the same at every call', () => {
    const { call } = createCaller(catalog);
    for (let i = 0; i < 2; i++) {
      expect(codesOf(call('formatString', { value: 'a ${/b' }))).toEqual(['VITRINE_EXPRESSION_SYNTAX']);
    }
    expect(codesOf(call('formatString', { value: `\${${'x'.repeat(20_000)}}` }))).toEqual(['VITRINE_LIMIT_TEXT']);
  });

  test('[FN10] a call inside that fails is reported and leaves its place empty', () => {
    const { call, reported } = createCaller(catalog);
    expect(resultOf(call('formatString', { value: 'a${nope()}b' }))).toBe('ab');
    expect(reported.map(({ code }) => code)).toEqual(['VITRINE_FUNCTION_UNKNOWN']);
  });

  test('[FN11] limits belong to the scope, whatever was parsed before under others', () => {
    const nested = "${formatString(value: ${formatString(value: 'x')})}";
    expect(resultOf(createCaller(catalog).call('formatString', { value: nested }))).toBe('x');
    const strict = createCaller(catalog, { limits: { expressionDepth: 1 } });
    expect(codesOf(strict.call('formatString', { value: nested }))).toEqual(['VITRINE_EXPRESSION_DEPTH']);
  });

  test('[FN12] a filled template is never longer than a text may be', () => {
    const { call } = createCaller(catalog, { data: { long: 'x'.repeat(600) }, limits: { textLength: 1000 } });
    expect(resultOf(call('formatString', { value: '${/long}' }))).toHaveLength(600);
    expect(codesOf(call('formatString', { value: '${/long}${/long}' }))).toEqual(['VITRINE_LIMIT_TEXT']);
  });

  test('[FN12] a template in the data that calls itself ends', () => {
    const { scope, reported } = createCaller(catalog, {
      data: { t: 'x${formatString(value: /t)}${formatString(value: /t)}' },
    });
    const result = scope.evaluate({ call: 'formatString', args: { value: { path: '/t' } } });
    expect(typeof result).toBe('string');
    expect(reported.map(({ code }) => code)).toContain('VITRINE_EXPRESSION_DEPTH');
  });

  test('[FN11] more templates than are remembered are all filled', () => {
    const { call } = createCaller(catalog, { data });
    for (let i = 0; i < 2000; i++) {
      expect(resultOf(call('formatString', { value: `${i} \${/user/name}` }))).toBe(`${i} Ada`);
    }
  });
});
