import { describe, expect, it } from 'vitest';
import { component, createStage, otherCatalog, puts, stageCatalog, told } from '../test/stage.ts';
import type { Dynamic } from './entry.ts';
import type { Json } from './json.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { Catalogs } from './registry.ts';

/** What is said of a binding in a text, with pointers from the property on. */
function judge(
  binding: Dynamic,
  options: { readonly strict?: boolean; readonly limits?: Partial<Limits>; readonly name?: string } = {},
) {
  const { name = 'text', ...rest } = options;
  const stage = createStage({ catalogs: new Catalogs([stageCatalog, otherCatalog]), ...rest });
  const outcome = stage.send(puts(component('c', 'Kinds', { [name]: binding as Json })));
  return told(outcome).map((line) => line.replace(`/components/0/${name}`, '.'));
}

const call = (name: string, args: { [name: string]: Dynamic } = {}) => ({ call: name, args }) as unknown as Dynamic;

describe('paths', () => {
  it('[CK11] a pointer that could not be read refuses the entry', () => {
    expect(judge({ path: '/a/~2' })).toEqual(['!POINTER_SYNTAX .']);
    expect(judge({ path: '/__proto__' })).toEqual(['!POINTER_RESERVED .']);
    expect(judge({ path: '/\ud800' })).toEqual(['!JSON_TEXT .']);
    expect(judge({ a: [{ path: '/~' }] }, { name: 'any' })).toEqual(['!POINTER_SYNTAX ./a/0']);
    expect(judge({ x: { path: '/~' } }, { name: 'free' })).toEqual(['!POINTER_SYNTAX ./x']);
    expect(judge({ componentId: 'x', path: '/~' } as unknown as Dynamic, { name: 'children' })).toEqual([
      '!POINTER_SYNTAX .',
    ]);
    expect(judge(call('upper', { value: { path: '/~' } }))).toEqual(['!POINTER_SYNTAX ./args/value']);
    expect(judge(call('open', { any: [{ path: '/~' }] }))).toEqual(['!POINTER_SYNTAX ./args/any/0']);
  });

  it('[CK11] a pointer that can lead nowhere refuses the entry', () => {
    const deep = (depth: number) => `/${Array(depth).fill('a').join('/')}`;
    expect(judge({ path: deep(100) })).toEqual([]);
    expect(judge({ path: deep(101) })).toEqual(['!LIMIT_DEPTH .']);
    expect(judge({ path: deep(100_000) })).toEqual(['!LIMIT_DEPTH .']);
    expect(judge({ path: `/${'k'.repeat(1024)}` })).toEqual([]);
    expect(judge({ path: `/${'k'.repeat(1025)}` })).toEqual(['!LIMIT_TEXT .']);
  });

  it('[CK11] an object with a path and a call is judged as the path that it is', () => {
    expect(judge({ path: '/a', call: 'none' } as unknown as Dynamic)).toEqual(['BINDING_INVALID .']);
    expect(judge({ path: '/~', call: 'upper' } as unknown as Dynamic)).toEqual([
      '!POINTER_SYNTAX .',
      'BINDING_INVALID .',
    ]);
  });
});

describe('calls', () => {
  it('[CK12] a function must be one of the catalog that is meant', () => {
    expect(judge(call('upper', { value: 'x' }))).toEqual([]);
    expect(judge(call('none'))).toEqual(['FUNCTION_UNKNOWN .']);
    expect(judge(call('toString'))).toEqual(['FUNCTION_UNKNOWN .']);
    expect(judge(call('none'), { strict: true })).toEqual(['!FUNCTION_UNKNOWN .']);
    expect(judge({ call: 'upper', args: {}, catalog: 'other' })).toEqual([]);
    expect(judge({ call: 'upper', args: { value: 'x' }, catalog: 'nowhere' })).toEqual(['!CATALOG_UNKNOWN .']);
    expect(judge({ call: 'upper', catalog: 5 } as unknown as Dynamic)).toEqual(['!MESSAGE_SHAPE .']);
  });

  it('[CK12] arguments are judged by their declaration, with pointers into the call', () => {
    expect(judge(call('upper'))).toEqual(['FUNCTION_ARGS ./args']);
    expect(judge({ call: 'upper' })).toEqual(['FUNCTION_ARGS ./args']);
    expect(judge(call('upper', { value: 5 }))).toEqual(['FUNCTION_ARGS ./args/value']);
    expect(judge(call('upper', { value: 'x', more: 1 }))).toEqual(['FUNCTION_ARGS ./args/more']);
    expect(judge(call('upper', { value: { path: '/a' } }))).toEqual([]);
    expect(judge({ call: 'upper', args: ['x'] } as unknown as Dynamic)).toEqual(['FUNCTION_ARGS .']);
    expect(judge(call('open', { anything: { at: ['all'] } }))).toEqual([]);
  });

  it('[CK12] one of several arguments may be demanded', () => {
    expect(judge(call('between', { value: 1 }))).toEqual(['FUNCTION_ARGS .']);
    expect(judge(call('between', { value: 1, max: 2 }))).toEqual([]);
  });

  it('[CK12] a function of the agent may not be bound', () => {
    expect(judge(call('secret'))).toEqual(['FUNCTION_CALLER .']);
  });

  it('[CK12] unknown members of a call are a warning, known ones are not', () => {
    expect(
      judge({
        call: 'upper',
        args: { value: 'x' },
        returnType: 'string',
        callableFrom: 'clientOnly',
      } as unknown as Dynamic),
    ).toEqual([]);
    expect(judge({ call: 'upper', args: { value: 'x' }, more: 1 } as unknown as Dynamic)).toEqual([
      'BINDING_INVALID .',
    ]);
  });

  it('[CK13] nested calls are judged where they stand, in lists and objects too', () => {
    expect(judge(call('upper', { value: call('none') }))).toEqual(['FUNCTION_UNKNOWN ./args/value']);
    expect(judge(call('pair', { a: [1, { x: call('upper') as Json }] }))).toEqual(['FUNCTION_ARGS ./args/a/1/x/args']);
    expect(judge([call('none')] as unknown as Dynamic, { name: 'any' })).toEqual(['FUNCTION_UNKNOWN ./0']);
    expect(judge(call('pair', { a: { literal: call('none') } as unknown as Dynamic }))).toEqual([]);
  });

  it('[CK13] calls nest up to callDepth', () => {
    const nest = (depth: number): Dynamic =>
      depth === 1 ? call('upper', { value: 'x' }) : call('upper', { value: nest(depth - 1) });
    expect(judge(nest(5))).toEqual([]);
    expect(judge(nest(6))).toEqual([`!EXPRESSION_DEPTH .${'/args/value'.repeat(5)}`]);
    expect(judge(nest(3), { limits: { callDepth: 2 } })).toEqual(['!EXPRESSION_DEPTH ./args/value/args/value']);
  });

  it('[CK13] calls in a text template are judged as calls of the text', () => {
    const template = (value: string) => judge(call('formatString', { value }));
    expect(template('${upper(value: "x")}')).toEqual([]);
    expect(template('${none()}')).toEqual(['FUNCTION_UNKNOWN ./args/value']);
    expect(template('${upper(value: none())}')).toEqual(['FUNCTION_UNKNOWN ./args/value']);
    expect(template('${upper()}')).toEqual(['FUNCTION_ARGS ./args/value']);
    expect(template('${')).toEqual(['EXPRESSION_SYNTAX ./args/value']);
    expect(template('${'.repeat(50))).toEqual(['EXPRESSION_DEPTH ./args/value']);
    expect(judge(call('formatString', { value: { path: '/t' } }))).toEqual([]);
  });

  it('[CK14] @index is the only system function, with at most an offset', () => {
    expect(judge(call('@index'))).toEqual([]);
    expect(judge(call('@index', { offset: 1 }))).toEqual([]);
    expect(judge(call('@index', { by: 1 }))).toEqual(['FUNCTION_ARGS ./args/by']);
    expect(judge(call('@index', { offset: 'x' }))).toEqual(['FUNCTION_ARGS ./args/offset']);
    expect(judge(call('@key'))).toEqual(['FUNCTION_UNKNOWN .']);
  });

  it('[CK13] a hundred thousand calls in one property are judged in a moment, and the issues are bounded', () => {
    const many = Array.from({ length: 100_000 }, () => call('none'));
    expect(judge(many as unknown as Dynamic, { name: 'any' })).toHaveLength(DEFAULT_LIMITS.issuesPerMessage);
  });
});
