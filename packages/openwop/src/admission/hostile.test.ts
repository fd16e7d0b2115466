// The bad input that OpenWOP's schemas let through: refused by name, quickly, and the run goes on.

import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import {
  create,
  envelope,
  envelope2,
  payload1,
  payload2,
  put,
  RULES,
  RULES_2,
  said,
  set,
  TestRun,
  text,
} from '../../test/envelopes.ts';

const times = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => item(i));
const row = (id: string, ...children: readonly string[]): JsonObject => ({ id, component: 'Row', children });
const link = (id: string, child: string): JsonObject => ({ id, component: 'Card', child });

describe('generation 1', () => {
  test.each<[string, JsonObject, RegExp]>([
    [
      '100,000 components',
      payload1(...times(100_000, (i) => ({ component: 'text', text: `${i}` }))),
      /LIMIT_(COMPONENTS|NODES|TEXT)/,
    ],
    ['texts of 2 MB', payload1({ component: 'text', text: 'x'.repeat(2_000_000) }), /LIMIT_TEXT/],
    ['half a character', payload1({ component: 'text', text: '\ud800' }), /JSON_TEXT/],
    ['an id of 2000 characters', payload1({ component: 'field.text', id: 'x'.repeat(2000), label: 'x' }), /LIMIT_TEXT/],
  ])('[OA9] %s are refused by name', (_name, payload, issue) => {
    const run = new TestRun(RULES);
    expect(said(run.emit(envelope(payload)))).toMatch(issue);
    expect(run.fold.surfaces.size).toBe(0);
    expect(said(run.emit(envelope(payload1({ component: 'text', text: 'alive' }))))).toBe('accepted');
  });
});

describe('generation 2', () => {
  const wide = [
    put(row('root', ...times(256, () => 'a'))),
    put(row('a', ...times(256, () => 'b'))),
    put(row('b', ...times(256, () => 'c'))),
    put(text('c')),
  ];
  const many = times(63, (i) => put(...times(512, (j) => text(`c${i}-${j}`))));
  const deep = times(512, (i) => link(i === 0 ? 'root' : `c${i}`, `c${i + 1}`));
  test.each<[string, JsonObject, RegExp]>([
    ['an expansion to 16.7 million nodes', payload2(create, ...wide), /LIMIT_NODES/],
    ['63 times 512 components', payload2(create, ...many), /LIMIT_(COMPONENTS|TEXT)/],
    ['more messages than 64', payload2(create, ...times(64, () => put(text('root')))), /LIMIT_ENTRIES/],
    ['a chain of 512', payload2(create, put(...deep), put(text('c512'))), /LIMIT_DEPTH/],
    ['a cycle', payload2(create, put(link('root', 'a'), link('a', 'b'), link('b', 'a'))), /TREE_CYCLE/],
    ['a component in itself', payload2(create, put(link('root', 'root'))), /TREE_CYCLE/],
    ['a cycle over two messages', payload2(create, put(link('root', 'a')), put(link('a', 'root'))), /TREE_CYCLE/],
    ['a child that never came', payload2(create, put(row('root', 'a', 'b'), text('a'))), /TREE_DANGLING/],
    ['two roots', payload2(create, put(text('root'), row('root'))), /COMPONENT_DUPLICATE/],
    ['an id that is reserved', payload2(create, put(text('__proto__'))), /NAME_RESERVED/],
    ['a reserved path', payload2(create, set('/__proto__/x', 1)), /POINTER_RESERVED/],
    ['a reserved key', payload2(create, set('/a', JSON.parse('{"__proto__": {"x": 1}}') as Json)), /NAME_RESERVED/],
    ['deep data', payload2(create, set('/a', JSON.parse(`${'['.repeat(150)}${']'.repeat(150)}`) as Json)), /DEPTH/],
    ['an image', payload2(create, put({ id: 'root', component: 'Image', url: 'https://x.example' })), /MESSAGE_SHAPE/],
    [
      'a call',
      payload2(
        create,
        put({
          id: 'root',
          component: 'Button',
          child: 'a',
          action: { functionCall: { call: 'openUrl', args: { url: 'x' } } },
        }),
      ),
      /MESSAGE_/,
    ],
  ])('[OA9] %s: refused by name', (_name, payload, issue) => {
    const run = new TestRun(RULES_2);
    const outcome = run.emit(envelope2(payload));
    expect(said(outcome)).toMatch(issue);
    expect(outcome).toMatchObject({ status: 'invalid', reason: 'envelope_invalid' });
    expect(run.fold.surfaces.size).toBe(0);
    expect(said(run.emit(envelope2(payload2(create, put(text('root'))))))).toBe('accepted');
  });

  test('[OA9] what an earlier envelope holds counts', () => {
    const run = new TestRun(RULES_2);
    for (let i = 0; i < 4; i++)
      run.emit(envelope2(payload2(...(i === 0 ? [create] : []), put(...times(500, (j) => text(`c${i}-${j}`))))));
    const rows = times(9, (i) => row(`r${i}`, ...times(256, (j) => `c0-${j}`)));
    const all = put(row('root', ...times(9, (i) => `r${i}`)), ...rows);
    expect(said(run.emit(envelope2(payload2(all))))).toMatch(/LIMIT_NODES/);
    expect(said(run.emit(envelope2(payload2(put(row('root', 'gone'))))))).toMatch(/TREE_DANGLING/);
  });

  test('[OA9] a part may refer to what is still to come', () => {
    const wire = envelope2(payload2(create, put(row('root', 'later'))), {
      partial: { isPartial: true, index: 0, total: -1 },
    });
    expect(said(new TestRun(RULES_2).emit(wire))).toBe('accepted');
  });

  test('[OA9] a pattern that cannot be run is told of, and nothing is measured by it', () => {
    const field = { id: 'root', component: 'TextField', label: 'x', validationRegexp: '(a+)+(?=b)' };
    const outcome = new TestRun(RULES_2).emit(envelope2(payload2(create, put(field))));
    expect(outcome).toMatchObject({
      status: 'accepted',
      issues: [{ code: 'VITRINE_PATTERN_SYNTAX', severity: 'warning', at: '/payload' }],
    });
  });

  test('[OA9] Markdown in a text is letters', () => {
    const run = new TestRun(RULES_2);
    run.emit(envelope2(payload2(create, put(text('root', '**Look** [here](https://x.example)')))));
    const surface = run.fold.surfaces.get('s');
    const catalog = surface?.catalogFor(undefined);
    expect(catalog !== undefined && 'plainText' in catalog && catalog.plainText).toBe(true);
  });
});

test('[OA19] nothing that comes makes admission throw', () => {
  const odd: readonly unknown[] = [
    undefined,
    null,
    0,
    Number.NaN,
    '',
    'x',
    true,
    [],
    [[]],
    {},
    Symbol.iterator,
    () => 1,
    new Date(0),
    new Map(),
    { type: 'ui.a2ui-surface' },
    { type: {}, payload: [] },
    Object.create(null),
    JSON.parse('{"__proto__": 1}'),
  ];
  const deep: Json = JSON.parse(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`);
  const whole = envelope2(payload2(create, put(text('root'))));
  for (const value of [...odd, deep]) {
    for (const rules of [RULES, RULES_2]) {
      expect(new TestRun(rules).emit(value).status).toBe('invalid');
      for (const key of Object.keys(whole)) {
        const outcome = new TestRun(rules).emit({ ...whole, [key]: value });
        expect(['invalid', 'gated', 'accepted']).toContain(outcome.status);
      }
    }
  }
});
