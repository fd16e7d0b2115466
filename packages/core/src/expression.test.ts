import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../test/runs.ts';
import { type ExpressionPart, parseExpression } from './expression.ts';
import type { IssueCode } from './issue-codes.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';

const HUGE: Limits = { ...DEFAULT_LIMITS, expressionLength: 10_000_000 };

function parts(template: string, limits = DEFAULT_LIMITS): readonly ExpressionPart[] {
  const outcome = parseExpression(template, limits);
  if (!outcome.ok) throw new Error(outcome.issues[0]?.message ?? 'refused without an issue');
  expect(outcome.issues).toEqual([]);
  return outcome.value;
}

function problem(template: string, limits = DEFAULT_LIMITS): { code: IssueCode; message: string } {
  const outcome = parseExpression(template, limits);
  if (outcome.ok) throw new Error(`accepted ${JSON.stringify(outcome.value)}`);
  expect(outcome.issues).toHaveLength(1);
  const [first] = outcome.issues;
  if (first === undefined) throw new Error('refused without an issue');
  expect(first).toMatchObject({ severity: 'error', fault: 'agent' });
  return { code: first.code, message: first.message };
}

const path = (text: string) => ({ path: text });
const call = (name: string, args: { [name: string]: ExpressionPart } = {}) => ({ call: name, args });

describe('literals and interpolations', () => {
  test.each<[string, ExpressionPart[]]>([
    ['hello world', ['hello world']],
    ['', ['']],
    ['costs $5 {not} }{ \\ $', ['costs $5 {not} }{ \\ $']],
    ['a ${x} b ${y} c', ['a ', path('x'), ' b ', path('y'), ' c']],
    ['${x}${y}', [path('x'), path('y')]],
    ['${a}}', [path('a'), '}']],
  ])('[EX1] %j is text with its interpolations in order', (template, expected) => {
    expect(parts(template)).toEqual(expected);
  });

  test.each<[string, ExpressionPart[]]>([
    ["a${'b'}c", ['abc']],
    ["${'a'}${''}${'b'}", ['ab']],
    ["${''}${x}${''}", [path('x')]],
    ["${''}", ['']],
    ['${1}${2}', [1, 2]],
    ['${true} ${false}', [true, ' ', false]],
    ['${null}', [null]],
  ])('[EX2] %j joins literal strings that touch and nothing else', (template, expected) => {
    expect(parts(template)).toEqual(expected);
  });

  test.each<[string, ExpressionPart[]]>([
    ['\\${not_interpolated}', ['${not_interpolated}']],
    ['before \\${x} after', ['before ${x} after']],
    ['\\${literal} ${real}', ['${literal} ', path('real')]],
    ['\\${\\${', ['${${']],
    ['C:\\dir \\n \\$ ${x}', ['C:\\dir \\n \\$ ', path('x')]],
    ['\\\\${x}', ['\\${x}']],
    ['${a}\\${b}', [path('a'), '${b}']],
  ])('[EX3] %j has no escape but the one for the marker', (template, expected) => {
    expect(parts(template)).toEqual(expected);
  });
});

describe('values', () => {
  test.each([
    'user',
    '/user/name',
    '/',
    '.',
    'my-path.with_underscores',
    '/items/0/name',
    '0/name',
    '2fa_enabled',
    '/a~1b/c~0d',
    '/größe/名前/नाम',
    '/𝒳/y',
    '__proto__',
    'trueish',
    'nullable',
    'true/false',
  ])('[EX4] ${%s} is a path, taken as it stands', (word) => {
    expect(parts(`\${${word}}`)).toEqual([path(word)]);
  });

  test.each([
    ["'hello world'", 'hello world'],
    ['"hello world"', 'hello world'],
    ["'line\\nbreak\\t\\r'", 'line\nbreak\t\r'],
    ["'it\\'s'", "it's"],
    ['"a \\"b\\" \\\\"', 'a "b" \\'],
    ["'\\x\\$'", 'x$'],
    ["'${x} } )'", '${x} } )'],
    ['"it\'s"', "it's"],
    ["'😀 ü'", '😀 ü'],
  ])('[EX5] ${%s} is a quoted string', (source, value) => {
    expect(parts(`\${${source}}`)).toEqual([value]);
  });

  test.each([
    ['42', 42],
    ['1.5', 1.5],
    ['1.', 1],
    ['007', 7],
    ['-3.25', -3.25],
    ['12345678901234567890', 12345678901234567000],
  ])('[EX6] ${%s} is a number', (source, value) => {
    expect(parts(`\${${source}}`)).toEqual([value]);
  });

  test('[EX6] a negative zero becomes zero', () => {
    expect(Object.is(parts('${-0}')[0], 0)).toBe(true);
  });

  test.each(['1.2.3', '.5', '1..2', '-1.2.3', '9'.repeat(400)])('[EX7] ${%s} is no number', (source) => {
    const { code, message } = problem(`\${${source}}`);
    expect(code).toBe('VITRINE_EXPRESSION_SYNTAX');
    expect(message).toContain('Invalid number literal');
    expect(message).toContain('at character 3');
  });

  test.each<[string, ExpressionPart]>([
    ['${ true }', true],
    ['${false}', false],
    ['${null}', null],
    ['${True}', path('True')],
  ])('[EX8] %s is a keyword only as a whole lower-case word', (template, expected) => {
    expect(parts(template)).toEqual([expected]);
  });
});

describe('calls', () => {
  test.each<[string, ExpressionPart]>([
    ['now()', call('now')],
    ['add(a: 10, b: 20)', call('add', { a: 10, b: 20 })],
    ['add ( a:10 ,b :20 , )', call('add', { a: 10, b: 20 })],
    [
      "format(value: /amount, suffix: ' USD', fallback: zero())",
      call('format', { value: path('/amount'), suffix: ' USD', fallback: call('zero') }),
    ],
    ['outer(a: inner(b: 1))', call('outer', { a: call('inner', { b: 1 }) })],
    ['f(a: true, b: null, c: -1)', call('f', { a: true, b: null, c: -1 })],
    ['formatDate(value: ${/when}, format: "MM-dd")', call('formatDate', { value: path('/when'), format: 'MM-dd' })],
    ['@index()', call('@index')],
    ['@index(offset: 1)', call('@index', { offset: 1 })],
    ['my.lib.fn(größe: 1, a-b: 2, 1st: 3)', call('my.lib.fn', { größe: 1, 'a-b': 2, '1st': 3 })],
  ])('[EX9] ${%s} is a call with named arguments', (source, expected) => {
    expect(parts(`\${${source}}`)).toEqual([expected]);
  });

  test.each<[string, ExpressionPart]>([
    ["${${'hello'}}", 'hello'],
    ['${ ${ ${ /x } } }', path('/x')],
    ['${f(a: ${g(b: ${1})})}', call('f', { a: call('g', { b: 1 }) })],
    ['${}', ''],
    ['${  }', ''],
  ])('[EX10] %s stands for the inner expression', (template, expected) => {
    expect(parts(template)).toEqual([expected]);
  });

  test('[EX11] blanks of every kind around tokens are ignored', () => {
    const template = '${\t\n f\u00a0(\u2003a\r\n:\t1 , b: /x ) }';
    expect(parts(template)).toEqual([call('f', { a: 1, b: path('/x') })]);
  });
});

describe('refusals', () => {
  test.each([
    ['hello ${world', 'Unclosed interpolation', 7],
    ['${', 'Unclosed interpolation', 1],
    ['${add(a: 1', 'Unclosed interpolation', 1],
    ['${add(a', 'Unclosed interpolation', 1],
    ['${a} ${${b}', 'Unclosed interpolation', 6],
    ["${'abc}", 'Unclosed interpolation', 3],
    ["${'abc\\'}", 'Unclosed interpolation', 3],
    ['${add(a: 1, b: 2}', 'after function arguments', 17],
    ['${add(a: 1 b: 2)}', 'after function arguments', 12],
    ['${add(a 1)}', 'after argument name', 9],
    ['${add(1)}', 'after argument name', 8],
    ['${add(/x)}', 'Expected an argument', 7],
    ['${add("a": 1)}', 'Expected an argument', 7],
    ['${add(,)}', 'Expected an argument', 7],
    ['${add(a: )}', 'Expected a value', 10],
    ['${true false}', 'Unexpected characters', 8],
    ['${a + b}', 'Unexpected characters', 5],
    ["${'a' 'b'}", 'Unexpected characters', 7],
    ['${add(a: 1))}', 'Unexpected characters', 12],
    ['${[1]}', 'Expected a value', 3],
    ['${*}', 'Expected a value', 3],
    ['${@index}', 'Expected "("', 9],
    ['${/a(b: 1)}', 'is not a function name', 3],
    ['${1(b: 1)}', 'is not a function name', 3],
    ['${@(b: 1)}', 'is not a function name', 3],
    ['${(a: 1)}', 'Expected a value', 3],
    ['${f(a: 1, a: 2)}', 'given twice', 11],
    ['${\ud800}', 'Expected a value', 3],
  ])('[EX12] %j is refused with a sentence and its place', (template, sentence, character) => {
    const { code, message } = problem(template);
    expect(code).toBe('VITRINE_EXPRESSION_SYNTAX');
    expect(message).toContain(sentence);
    expect(message).toContain(`(at character ${character}).`);
    expect(message.isWellFormed()).toBe(true);
  });

  test.each(['__proto__', 'constructor', 'prototype'])('[EX13] the argument name %s is refused', (name) => {
    expect(problem(`\${f(${name}: 1)}`).code).toBe('VITRINE_NAME_RESERVED');
    expect(problem(`\${f(a: g(${name}: 1))}`).code).toBe('VITRINE_NAME_RESERVED');
  });

  test('[EX13] names of Object.prototype that are not reserved are plain arguments', () => {
    const [part] = parts('${f(toString: 1, hasOwnProperty: 2)}');
    expect(part).toEqual(call('f', { toString: 1, hasOwnProperty: 2 }));
  });

  test('[EX14] nesting up to the limit is read and one deeper is refused', () => {
    const limits = { ...DEFAULT_LIMITS, expressionDepth: 3 };
    const nested = (levels: number) => `${'${'.repeat(levels + 1)}x${'}'.repeat(levels + 1)}`;
    const calls = (levels: number) => `\${${'f(a: '.repeat(levels)}x${')'.repeat(levels)}}`;
    expect(parts(nested(3), limits)).toEqual([path('x')]);
    expect(problem(nested(4), limits).code).toBe('VITRINE_EXPRESSION_DEPTH');
    expect(parts(calls(3), limits)).toHaveLength(1);
    expect(problem(calls(4), limits).code).toBe('VITRINE_EXPRESSION_DEPTH');
    expect(problem('${f(a: ${g(b: ${x})})}', { ...limits, expressionDepth: 2 }).code).toBe('VITRINE_EXPRESSION_DEPTH');
    expect(problem('${f()}', { ...limits, expressionDepth: 0 }).code).toBe('VITRINE_EXPRESSION_DEPTH');
  });

  test.each([
    ['markers', '${'.repeat(10_000)],
    ['calls', `\${${'f(a:'.repeat(10_000)}`],
    ['both', '${f(a:'.repeat(10_000)],
  ])('[EX14] ten thousand nested %s are refused without a stack', (_, template) => {
    expect(problem(template, HUGE).code).toBe('VITRINE_EXPRESSION_DEPTH');
  });

  test('[EX15] a template longer than the limit is refused', () => {
    const limits = { ...DEFAULT_LIMITS, expressionLength: 5 };
    expect(parts('12345', limits)).toEqual(['12345']);
    expect(problem('123456', limits).code).toBe('VITRINE_LIMIT_TEXT');
    expect(problem('x'.repeat(100_000)).code).toBe('VITRINE_LIMIT_TEXT');
  });

  test.each([
    ['interpolations', (n: number) => '${x}'.repeat(n)],
    ['escapes', (n: number) => '\\${'.repeat(n)],
    ['blanks', (n: number) => `\${${' '.repeat(n * 4)}`],
    ['an unclosed string', (n: number) => `\${'${'\\n'.repeat(n * 2)}`],
    ['digits and two dots', (n: number) => `\${${'1'.repeat(n * 4)}..}`],
    ['a long word', (n: number) => `\${${'a'.repeat(n * 4)}}`],
    ['arguments', (n: number) => `\${f(${Array.from({ length: n }, (_, i) => `a${i}:1`).join(',')})}`],
    ['digits that a letter ends', (n: number) => `\${${'1'.repeat(n)}a}`],
  ])('[EX15] %s cost time in proportion to their length', (_, make) => {
    const small = fastest(() => parseExpression(make(2_500), HUGE));
    const large = fastest(() => parseExpression(make(25_000), HUGE));
    // Ten times the text; a quadratic parser takes a hundred times as long.
    expect(large).toBeLessThan(small * 50 + 20);
  });
});

function fastest(run: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

describe('properties', () => {
  const word = fc
    .stringMatching(/^[a-z_][a-z0-9_]{0,6}$/)
    .filter((w) => !['true', 'false', 'null', '__proto__', 'constructor', 'prototype'].includes(w));
  const { part } = fc.letrec<{ part: ExpressionPart }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.boolean(),
      fc.constant(null),
      fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => path(`/${words.join('/')}`)),
      fc.record({ call: word, args: fc.dictionary(word, tie('part'), { maxKeys: 3 }) }),
    ),
  }));

  function print(value: ExpressionPart): string {
    if (typeof value === 'string')
      return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
    if (typeof value !== 'object' || value === null) return String(value);
    if ('path' in value) return value.path;
    return `${value.call}(${Object.entries(value.args)
      .map(([name, arg]) => `${name}: ${print(arg)}`)
      .join(', ')})`;
  }

  test('[EX16] what is printed is read back', () => {
    fc.assert(
      fc.property(part, fc.string(), (value, text) => {
        const plain = text.replaceAll('$', '').replaceAll('\\', '');
        const expected = typeof value === 'string' ? [plain + value] : plain === '' ? [value] : [plain, value];
        expect(parts(`${plain}\${${print(value)}}`)).toEqual(expected);
      }),
    );
  });

  test('[EX16] no text throws, and a refusal carries one issue', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '${',
        '}',
        '\\${',
        '\\',
        "'",
        '"',
        '(',
        ')',
        ':',
        ',',
        '@',
        '/',
        '.',
        '-',
        '~',
        ' ',
        'a',
        '1',
        'true',
        '__proto__',
      ),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const outcome = parseExpression(pieces.join(''), DEFAULT_LIMITS);
        expect(outcome.ok ? outcome.value.length > 0 : outcome.issues.length === 1).toBe(true);
      }),
      { numRuns: runs(3000) },
    );
  });
});
