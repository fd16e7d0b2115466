// Expressions and patterns that would blow up elsewhere, through the real door, in every dialect: what is too much is told
// at the door where it stands in a message, and ends quickly where it is held in data.

import type { Json, JsonObject } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { Door } from '../test/hostile-door.ts';
import { SPEAKERS, type Speaker } from '../test/speakers.ts';

const LONG = '${/name}'.repeat(12_500);
const DEEP = `${'${'.repeat(10_000)}${'}'.repeat(10_000)}`;
const NESTED = `${'${not(value: '.repeat(1000)}true${')}'.repeat(1000)}`;

type Caller = Speaker & { readonly call: NonNullable<Speaker['call']> };
const CALLERS = SPEAKERS.filter((speaker): speaker is Caller => speaker.call !== undefined);

describe.each(SPEAKERS)('bombs in $dialect.id', ({ call, component, dialect, opening, path, put, set, text }) => {
  const door = (strict: boolean): Door => new Door(dialect, opening, { strict });

  it('[HI15] an expression of 10^5 characters or 10^4 levels in data is data, and shows nothing as a template', () => {
    const shown = call?.('formatString', { value: path('/name') }) ?? path('/name');
    for (const template of [LONG, DEEP, NESTED]) {
      const one = door(true);
      one.accepts(set('/name', template));
      one.accepts(put(component('root', 'Text', { text: shown })));
      // A dialect without functions has no templates: there it is a text like any other.
      expect(one.shown().includes('${')).toBe(call === undefined);
    }
  });

  it('[HI16] a pattern that explodes elsewhere ends quickly, and one that is too large is told', () => {
    const judged = (pattern: string): JsonObject =>
      call === undefined
        ? { text: path('/name'), validationRegexp: pattern }
        : {
            value: path('/name'),
            checks: [{ condition: call('regex', { value: path('/name'), pattern }), message: 'No.' }],
          };
    const field = (pattern: string): Json =>
      put(component('root', 'TextField', { label: text('x'), ...judged(pattern) }));
    const one = door(false);
    one.accepts(field('^(a+)+$'));
    for (const [ending, valid] of [
      ['', true],
      ['!', false],
    ] as const) {
      one.accepts(set('/name', `${'a'.repeat(100_000)}${ending}`));
      const results = call === undefined ? '[]' : `"valid":${valid}`;
      expect(one.shown()).toContain(results);
    }
    const told = one.send(field('(((a{1,100}){1,100}){1,100})'));
    expect(told).toEqual([expect.stringMatching(/^~LIMIT_PATTERN \//)]);
    expect(door(true).send(field('(((a{1,100}){1,100}){1,100})'))).toEqual([
      expect.stringMatching(/^LIMIT_PATTERN \//),
    ]);
  });
});

describe.each(CALLERS)('bombs in calls of $dialect.id', ({ at, call, component, dialect, opening, path, put, set }) => {
  const door = (strict: boolean): Door => new Door(dialect, opening, { strict });
  const shows = (value: Json): Json => put(component('root', 'Text', { text: value }));

  it.each([
    ['10^5 characters', LONG, 'LIMIT_TEXT'],
    ['10^4 levels', DEEP, 'LIMIT_TEXT'],
    ['10^3 calls', NESTED, 'EXPRESSION_DEPTH'],
    ['2000 levels', DEEP.slice(8000, 12_000), 'EXPRESSION_DEPTH'],
  ])('[HI15] an expression of %s in a message is told, and shows nothing', (_name, template, code) => {
    const message = shows(call('formatString', { value: template }));
    const where = `${at.prop(0, 'Text', 'text')}/args/value`;
    const one = door(false);
    one.accepts(message, `~${code} ${where}`);
    expect(one.shown()).not.toContain('Ada');
    door(true).refuses(message, `${code} ${where}`);
  });

  it('[HI15] calls nested in arguments more deeply than the limit are refused', () => {
    let value: Json = true;
    for (let i = 0; i < 40; i++) value = call('not', { value });
    const told = door(false).send(shows(value));
    expect(told.filter((one) => !one.startsWith('~'))).toEqual([expect.stringMatching(/^LIMIT_DEPTH \//)]);
  });

  const again = (name: string): string => `\${formatString(value: \${/${name}})}`;
  const links = Array.from({ length: 25 }, (_, i) => [
    `b${i}`,
    i === 24 ? 'x'.repeat(100) : again(`b${i + 1}`).repeat(8),
  ]);

  it.each<readonly [string, JsonObject]>([
    ['one that calls itself', { b0: again('b0').repeat(3) }],
    ['one that calls itself and then reads a lot', { b0: again('b0').repeat(3) + '${/x}'.repeat(3000), x: 'y' }],
    ['one that reads a lot and then calls itself', { b0: '${/x}'.repeat(3000) + again('b0').repeat(3), x: 'y' }],
    ['a chain that grows eightfold', Object.fromEntries(links)],
    ['one that repeats a long text', { b0: '${/x}'.repeat(2000), x: 'y'.repeat(100_000) }],
  ])('[HI16] templates in data that explode end quickly, many times over: %s', (_name, data) => {
    const one = door(true);
    for (const [name, value] of Object.entries(data)) one.accepts(set(`/${name}`, value as Json));
    one.accepts(set('/rows', Array(200).fill(0)));
    const row = component('row', 'Text', { text: call('formatString', { value: path('/b0') }) });
    one.accepts(put(component('root', 'List', { children: { componentId: 'row', path: '/rows' } }), row));
    expect(one.shown().match(/row\nresolved/g)).toHaveLength(200);
  });
});
