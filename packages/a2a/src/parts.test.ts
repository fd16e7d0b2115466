import type { Json } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { formById } from './forms.ts';
import { isA2uiPart, readParts, textPart, writeParts } from './parts.ts';

const [first, second] = [{ deleteSurface: { surfaceId: 'a' } }, { deleteSurface: { surfaceId: 'b' } }];
const NEW = 'application/a2ui+json';
const OLD = 'application/json+a2ui';

describe('parts that are written', () => {
  it('[XF4] hold a list where the form has lists, to A2A 1.0', () => {
    const written = writeParts(formById('v0.9.1'), [first, second], { protocol: '1.0' });
    expect(written).toEqual([{ data: [first, second], metadata: { mimeType: NEW }, mediaType: NEW }]);
  });

  it('[XF4] hold one message each in 0.8, and in every form to A2A 0.3', () => {
    const old = { metadata: { mimeType: OLD }, mediaType: OLD };
    expect(writeParts(formById('v0.8'), [first, second], { protocol: '1.0' })).toEqual([
      { data: first, ...old },
      { data: second, ...old },
    ]);
    expect(writeParts(formById('v1.0'), [first, second], { protocol: '0.3' })).toEqual([
      { kind: 'data', data: first, metadata: { mimeType: NEW } },
      { kind: 'data', data: second, metadata: { mimeType: NEW } },
    ]);
    expect(writeParts(formById('v0.9'), [first], { protocol: '0.3' })[0]).toMatchObject({
      metadata: { mimeType: OLD },
    });
  });

  it('[XF4] are none for no messages; words are written for both versions', () => {
    expect(writeParts(formById('v0.9'), [], { protocol: '1.0' })).toEqual([]);
    expect(textPart('x', '1.0')).toEqual({ text: 'x' });
    expect(textPart('x', '0.3')).toEqual({ kind: 'text', text: 'x' });
  });
});

const read = (...parts: readonly Json[]) => readParts(parts);

describe('parts that are read', () => {
  it.each<readonly [string, Json]>([
    ['the new MIME type in the metadata', { data: first, metadata: { mimeType: NEW } }],
    ['the old one', { data: first, metadata: { mimeType: OLD } }],
    ['beside the data, as 1.0 has it', { data: first, mediaType: NEW }],
    ['beside the data, as samples have it', { kind: 'data', data: first, mimeType: OLD }],
    ['with parameters and in capitals', { data: first, mediaType: 'Application/A2UI+JSON; charset=utf-8' }],
    ['a list of one', { data: [first], mediaType: NEW }],
    [
      'a list that was wrapped on its way',
      { kind: 'data', data: { value: [first] }, metadata: { mimeType: NEW, data_part_compat: true } },
    ],
    ['one that was wrapped without a mark', { kind: 'data', data: { value: first }, metadata: { mimeType: NEW } }],
    ['a list under messages', { data: { messages: [first] }, mediaType: NEW }],
    ['messages inside value', { data: { value: { messages: [first] } }, mediaType: NEW }],
    ['messages with a version', { data: { version: 'v0.9', messages: [first] }, mediaType: NEW }],
  ])('[XF5] %s', (_, part) => {
    expect(read(part)).toMatchObject({ messages: [first], texts: [], issues: [] });
  });

  it('[XF5] of both versions stand beside each other, in order', () => {
    const parts = [
      { kind: 'text', text: 'a' },
      { data: [first, second], mediaType: NEW },
      { text: 'b' },
      { kind: 'data', data: second, metadata: { mimeType: OLD } },
    ];
    expect(read(...parts)).toMatchObject({ messages: [first, second, second], texts: ['a', 'b'], issues: [] });
  });

  it('[XF6] a malformed part is skipped and told, and the rest is kept', () => {
    const found = read(null, { data: [first, 'junk', null, second], mediaType: NEW }, 7, { text: 5 }, { text: 'kept' });
    expect(found.messages).toEqual([first, second]);
    expect(found.texts).toEqual(['kept']);
    expect(found.issues.map(({ at }) => at)).toEqual(['/0', '/1/data/1', '/1/data/2', '/2', '/3']);
  });

  it('[XF6] a part of A2UI without an object is told', () => {
    for (const data of [undefined, null, 'x', 3, { value: 3 }])
      expect(read({ ...(data === undefined ? {} : { data }), mediaType: NEW }).messages.length).toBe(
        data !== null && typeof data === 'object' ? 1 : 0,
      );
    expect(read({ mediaType: NEW }).issues).toHaveLength(1);
    expect(readParts('x').issues).toHaveLength(1);
    expect(readParts(undefined)).toEqual({ messages: [], envelopes: [], texts: [], issues: [] });
  });

  it('[XF6] other parts are passed over in silence', () => {
    const file = { kind: 'file', file: { uri: 'https://example.com/x' } };
    expect(read({ data: { a: 1 } }, file, { raw: 'AAAA', mediaType: 'image/png' }, {})).toEqual({
      messages: [],
      envelopes: [],
      texts: [],
      issues: [],
    });
    const envelope = { type: 'ui.a2ui-surface', payload: {} };
    expect(read({ data: envelope }, { kind: 'data', data: envelope })).toMatchObject({
      messages: [],
      envelopes: [envelope, envelope],
    });
    for (const junk of [null, 3, [], 'x', { mediaType: 3 }, { metadata: { mimeType: {} } }])
      expect(isA2uiPart(junk)).toBe(false);
  });

  it('[XF6] keys that a prototype has are data', () => {
    const hostile = JSON.parse('{"__proto__": {"value": [1]}, "constructor": 1}') as Json;
    expect(read({ data: hostile, mediaType: NEW }).messages).toEqual([hostile]);
  });
});
