import { DEFAULT_LIMITS, Findings, type Json, type JsonObject } from '@vitrine/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deep } from '../../test/reading.ts';
import { readDynamic, readLiteralArguments } from './dynamic-values.ts';

function read(value: Json): Json {
  const findings = new Findings(DEFAULT_LIMITS, true);
  const result = readDynamic(value, findings);
  expect(findings.all()).toEqual([]);
  return result;
}

function refusal(value: Json): string {
  const findings = new Findings(DEFAULT_LIMITS, false);
  readDynamic(value, findings);
  expect(findings.refused).toBe(true);
  expect(findings.path).toEqual([]);
  const [first] = findings.all();
  return `${first?.code.replace('VITRINE_', '')} ${first?.at}`.trim();
}

describe('dynamic values of 1.0', () => {
  it('[DC6] {"@path"} and {path} alone are paths', () => {
    expect(read({ '@path': '/a' })).toEqual({ path: '/a' });
    expect(read({ path: '/a' })).toEqual({ path: '/a' });
    expect(read([{ x: { '@path': 'rel' } }])).toEqual([{ x: { path: 'rel' } }]);
  });

  it('[DC6] {"@call"} and {call} are calls, with the catalog that they name', () => {
    const neutral = { call: 'f', args: { value: { path: '/a' } }, catalog: 'c' };
    expect(read({ '@call': 'f', args: { value: { '@path': '/a' } }, catalogId: 'c' })).toEqual(neutral);
    expect(read({ call: 'f', args: { value: { path: '/a' } }, catalogId: 'c' })).toEqual(neutral);
    expect(read({ '@call': '@index', args: { offset: 1 } })).toEqual({ call: '@index', args: { offset: 1 } });
    expect(read({ call: 'now' })).toEqual({ call: 'now' });
    expect(read({ '@call': 'f', catalogId: '' })).toEqual({ call: 'f', catalog: '' });
    expect(read({ call: 'f', returnType: 'string' })).toEqual({ call: 'f', returnType: 'string' });
  });

  it('[DC6] names of arguments never make a binding', () => {
    expect(read({ '@call': 'move', args: { path: '/x', call: 'y', to: { '@path': '/to' } } })).toEqual({
      call: 'move',
      args: { path: '/x', call: 'y', to: { path: '/to' } },
    });
  });

  it('[DC7] a binding with other keys, or of another type, is refused', () => {
    expect(refusal({ '@path': '/a', extra: 1 })).toBe('BINDING_INVALID');
    expect(refusal({ path: '/a', extra: 1 })).toBe('BINDING_INVALID');
    expect(refusal({ call: 'now', path: '/a', extra: 1 })).toBe('BINDING_INVALID');
    expect(refusal({ call: 'now', path: '/a', args: {} })).toBe('BINDING_INVALID');
    expect(refusal({ '@call': 'f', '@path': '/a' })).toBe('BINDING_INVALID');
    expect(refusal({ '@path': 5 })).toBe('BINDING_INVALID');
    expect(refusal({ '@call': null })).toBe('BINDING_INVALID');
    expect(refusal({ '@call': 'f', catalog: 'c' })).toBe('BINDING_INVALID');
    expect(refusal({ '@path': '/a', from: 'item-first' })).toBe('BINDING_INVALID');
    expect(refusal({ list: [{ '@call': 'f', catalogId: 3 }] })).toBe('MESSAGE_SHAPE /list/0');
    expect(refusal({ call: 'f', args: [1] })).toBe('FUNCTION_ARGS');
  });

  it('[DC7] any other key with one @ is refused; two stand for one', () => {
    expect(refusal({ '@if': true, then: 'x' })).toBe('BINDING_INVALID');
    expect(refusal({ a: { '@': 1 } })).toBe('BINDING_INVALID /a');
    expect(refusal({ '@path': '/a', '@as': 'x' })).toBe('BINDING_INVALID');
    expect(read({ '@@path': '/static', '@@type': 'R', n: { '@@': 1 } })).toEqual({
      '@path': '/static',
      '@type': 'R',
      n: { '@': 1 },
    });
    expect(read({ '@@@x': 1 })).toEqual({ '@@x': 1 });
    expect(read({ 'a@b': 1 })).toEqual({ 'a@b': 1 });
  });

  it('[DC8] data that would look like a neutral binding is wrapped', () => {
    expect(read({ path: '/var/log', call: 'audit' })).toEqual({ literal: { path: '/var/log', call: 'audit' } });
    expect(read({ literal: 5 })).toEqual({ literal: { literal: 5 } });
    expect(read({ path: 5, size: 1 })).toEqual({ literal: { path: 5, size: 1 } });
    expect(read({ call: null })).toEqual({ literal: { call: null } });
    expect(read({ a: { literal: { literal: { path: '/x', call: 'y' } } } })).toEqual({
      a: { literal: { literal: { literal: { path: '/x', call: 'y' } } } },
    });
    expect(read({ literal: [{ '@@k': { path: 1 } }] })).toEqual({ literal: { literal: [{ '@k': { path: 1 } }] } });
  });

  it('[DC8] such data with a binding inside is refused where it would be misread', () => {
    expect(refusal({ literal: { '@path': '/a' } })).toBe('BINDING_INVALID');
    expect(refusal({ path: '/x', call: { '@path': '/a' } })).toBe('BINDING_INVALID');
    expect(read({ path: 7, of: { '@path': '/a' } })).toEqual({ path: 7, of: { path: '/a' } });
  });

  it('[DC9] templates stay, and the keys of a context never make a binding', () => {
    expect(read({ componentId: 'row', path: '/items' })).toEqual({ componentId: 'row', path: '/items' });
    const context = { path: '/file.txt', call: 'external', who: { '@path': '/who' } };
    expect(read({ event: { name: 'save', context, userMessage: { '@path': '/m' } } })).toEqual({
      event: {
        name: 'save',
        context: { path: '/file.txt', call: 'external', who: { path: '/who' } },
        message: { path: '/m' },
      },
    });
    expect(read({ name: 'save', context })).toMatchObject({ name: 'save', context: { path: '/file.txt' } });
    expect(read({ functionCall: { '@call': 'openUrl', args: { url: 'u' } } })).toEqual({
      functionCall: { call: 'openUrl', args: { url: 'u' } },
    });
  });

  it('[DC9] fields that an event does not have are not used; a template with @path is mended', () => {
    const findings = new Findings(DEFAULT_LIMITS, false);
    expect(readDynamic({ event: { name: 'n', message: 'm', wantResponse: true } }, findings)).toEqual({
      event: { name: 'n' },
    });
    expect(readDynamic({ componentId: 'row', '@path': '/items' }, findings)).toEqual({
      componentId: 'row',
      path: '/items',
    });
    expect(findings.refused).toBe(false);
    expect(findings.all()).toHaveLength(3);
  });

  it('[DC10] depth and reserved names are refused at any level', () => {
    expect(refusal(deep(51))).toBe(`LIMIT_DEPTH ${'/a'.repeat(50)}`);
    expect(read(deep(50))).toEqual(deep(50));
    expect(refusal(deep(100_000))).toContain('LIMIT_DEPTH');
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      expect(refusal(JSON.parse(`{"a": [{"${key}": 1}]}`) as Json)).toBe('NAME_RESERVED /a/0');
      expect(refusal(JSON.parse(`{"@call": "f", "args": {"x": 1, "${key}": {"@path": "/a"}}}`) as Json)).toBe(
        'NAME_RESERVED /args',
      );
      expect(refusal(JSON.parse(`{"event": {"name": "n", "context": {"${key}": 1}}}`) as Json)).toBe(
        'NAME_RESERVED /event/context',
      );
    }
    let calls: Json = 'x';
    for (let i = 0; i < 1000; i++) calls = { '@call': 'f', args: { value: calls } };
    expect(refusal(calls)).toContain('LIMIT_DEPTH');
  });

  it('[DC10] what is neutral already is passed on and not copied', () => {
    const value = { list: ['a', { b: 1 }], at: { path: '/x' } };
    expect(read(value)).toBe(value);
    const mixed = { list: ['a', { b: 1 }], at: { '@path': '/x' } };
    expect((read(mixed) as JsonObject).list).toBe(mixed.list);
  });

  it('[DC8] data without bindings means the same after reading', () => {
    const data = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<Json>('x', 1, true, null),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'literal', 'path', 'call', 'event', 'name', '@@k'), tie('json'), {
          maxKeys: 3,
        }),
      ),
    })).json;
    fc.assert(
      fc.property(data, (value) => {
        const findings = new Findings(DEFAULT_LIMITS, true);
        const neutral = readDynamic(value, findings);
        fc.pre(!findings.refused && !hasBinding(value));
        expect(meaning(neutral)).toEqual(unescaped(value));
      }),
      { numRuns: 2000 },
    );
  });
});

/** What core's evaluator makes of a neutral value without paths and calls. */
function meaning(value: Json): Json {
  if (Array.isArray(value)) return value.map(meaning);
  if (typeof value !== 'object' || value === null) return value;
  const object = value as JsonObject;
  if ('literal' in object) return object.literal as Json;
  return Object.fromEntries(Object.entries(object).map(([key, item]) => [key, meaning(item)]));
}

function unescaped(value: Json): Json {
  if (Array.isArray(value)) return value.map(unescaped);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.replace(/^@@/, '@'), unescaped(item)]));
}

function hasBinding(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { path, call } = value as JsonObject;
  if (typeof path === 'string' && call === undefined) return true;
  if (typeof call === 'string' && path === undefined) return true;
  return Object.values(value).some(hasBinding);
}

describe('arguments of a call without a surface', () => {
  it('[DC12] are literals, unescaped; a binding refuses them', () => {
    const findings = new Findings(DEFAULT_LIMITS, false);
    expect(readLiteralArguments({ path: 'x', o: { '@@t': 1, literal: 2 } }, findings)).toEqual({
      path: 'x',
      o: { '@t': 1, literal: 2 },
    });
    expect(findings.all()).toEqual([]);
    expect(readLiteralArguments({ a: { b: { '@path': '/x' } } }, findings)).toBeUndefined();
    expect(findings.all()[0]?.code).toBe('VITRINE_BINDING_INVALID');
  });
});
