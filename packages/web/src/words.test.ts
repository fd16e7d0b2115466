import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { type FieldCode, type FieldSentences, INPUT_SENTENCES, RULE_SENTENCES } from '@vitrine/core/internal';
import { describe, expect, test } from 'vitest';
import { agentchainsWords } from './english/agentchains.ts';
import { fieldWords } from './english/fields.ts';
import { openwopWords } from './english/openwop.ts';
import { sessionWords } from './english/session.ts';
import { surfaceWords } from './english/surface.ts';
import { vitrineWords } from './english/vitrine.ts';
import { words as ar } from './words/ar.ts';
import { words as de } from './words/de.ts';
import { words as es } from './words/es.ts';
import { words as fr } from './words/fr.ts';
import { words as ja } from './words/ja.ts';
import { ICONS } from './words/said-by.ts';
import type { Words } from './words.ts';

const SENTENCES: FieldSentences = { ...INPUT_SENTENCES, ...RULE_SENTENCES };
const TABLES = [surfaceWords, fieldWords, vitrineWords, agentchainsWords, openwopWords, sessionWords];
const ENGLISH: Words = Object.assign({}, ...TABLES);
const KEYS = Object.keys(ENGLISH) as (keyof Words)[];

const PARAMETERS = {
  ...{ type: 'text', min: 3, max: 3, step: 3, minLength: 3, maxLength: 3, maxItems: 3, maxBytes: 3 },
  ...{ earliest: '2026-01-01', latest: '2026-02-01', accept: ['.pdf'], patternMessage: undefined },
} as const;

/** What a word says where every count is 3. */
function said(words: Words, key: keyof Words): string {
  const word = words[key] as string | object | ((...given: unknown[]) => string);
  if (typeof word === 'string') return word;
  if (typeof word === 'object') return Object.values(word).flat().join(' ');
  if (key in SENTENCES) return word(PARAMETERS);
  const kind = key === 'leftOut' ? 'rows' : key === 'size' ? 'MB' : 3;
  return word(key === 'icon' ? 'send' : 3, kind, 3);
}

test('no two tables of English words use the same key', () => {
  const keys = TABLES.flatMap((table) => Object.keys(table));
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
});

describe.each(Object.entries({ ar, de, es, fr, ja }))('the translation %s', (_, words) => {
  test('says everything that English does, each in words of its own', () => {
    expect(KEYS.filter((key) => !(key in words))).toEqual([]);
    const strange = KEYS.filter((key) => {
      const text = said(words, key);
      return typeof text !== 'string' || text === '' || /undefined|NaN|#|\[object/.test(text);
    });
    expect(strange).toEqual([]);
  });

  test('leaves no sentence in English', () => {
    const same = KEYS.filter((key) => said(words, key) === said(ENGLISH, key) && said(words, key).includes(' '));
    // Forms that hold nothing but numbers and signs of units.
    expect(same.filter((key) => !['size', 'hours', 'from'].includes(key))).toEqual([]);
  });

  test('has a name for every icon', () => {
    const names = ICONS.map((name) => words.icon(name));
    expect(names.filter((name, i) => name === '' || (name === ICONS[i] && /[A-Z]/.test(name)))).toEqual([]);
    expect(words.icon('')).not.toBe('');
    expect(words.icon('somethingElse')).toBe('somethingElse');
  });

  test('has a sentence for every code of a field, with its parameters', () => {
    const codes = Object.keys(SENTENCES) as FieldCode[];
    const silent = codes.filter((code) => {
      const named = said(ENGLISH, code).match(/3|2026-0\d-01|\.pdf/);
      return named !== null && !said(words, code).includes(named[0]);
    });
    expect(silent).toEqual([]);
    const types = ['text', 'number', 'bool', 'day', 'date', 'time', 'date-time', 'choice', 'choices', 'file'] as const;
    const english = types.filter((type) => words.TYPE({ type }) === SENTENCES.TYPE({ type }));
    expect(english).toEqual([]);
    expect(words.INVALID_EMAIL({})).toContain('example.com');
  });
});

test('counts take the form that their language wants', () => {
  expect([1, 2].map(sessionWords.waiting)).toEqual(['1 question waiting', '2 questions waiting']);
  expect([1, 2].map((count) => de.leftOut(count, 'fields'))).toEqual([
    '1 weiteres Feld wird nicht angezeigt.',
    '2 weitere Felder werden nicht angezeigt.',
  ]);
  expect([0, 1, 2].map((count) => fr.days(count))).toEqual(['0 jour', '1 jour', '2 jours']);
  expect([1, 2, 3, 11, 100].map((count) => ar.days(count))).toEqual([
    'يوم واحد',
    'يومان',
    '3 أيام',
    '11 يومًا',
    '100 يوم',
  ]);
});

test('translations name the icons of the catalog', () => {
  const prop = basic09.components.get('Icon')?.props.name;
  const named = prop?.kind === 'any-of' ? prop.of[0] : prop;
  expect(named?.kind === 'one-of' ? named.options : []).toEqual(ICONS);
});
