import { vitrine } from '@vitrine/dialects';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FrameSender, readFrame } from './frame-reader.ts';

const REFUSED: readonly (readonly [FrameSender, unknown])[] = [
  ['nobody', { message: {} }],
  ['nobody', { hello: {}, key: 'k' }],
  ['nobody', { hello: [] }],
  ['nobody', { hello: { role: 'operator' } }],
  ['nobody', { hello: { dialect: 'a2ui-7' } }],
  ['nobody', { hello: { after: -1 } }],
  ['nobody', { hello: { after: 1.5 } }],
  ['nobody', { hello: { after: '3' } }],
  ['nobody', { hello: { capabilities: { catalogs: 'basic' } } }],
  ['nobody', { hello: { capabilities: { catalogs: [1] } } }],
  ['nobody', { hello: { capabilities: { catalogs: [], more: 1 } } }],
  ['nobody', { hello: { locale: '' } }],
  ['nobody', { hello: { zone: 'x'.repeat(201) } }],
  ['nobody', { hello: { consumer: '\ud800' } }],
  ['nobody', { hello: { consumer: 'main@s_1' } }],
  ['nobody', { hello: { consumer: 'x'.repeat(101) } }],
  ['nobody', { hello: { token: 'x' } }],
  ['viewer', { hello: {} }],
  ['viewer', { confirm: '3' }],
  ['viewer', { confirm: -1 }],
  ['viewer', { confirm: 3, key: 'k' }],
  ['nobody', { confirm: 3 }],
  ['viewer', { message: {}, event: {} }],
  ['viewer', { message: {}, session: 's' }],
  ['viewer', { message: {}, dialect: 'vitrine' }],
  ['viewer', { message: 'hello' }],
  ['viewer', { message: [] }],
  ['viewer', { event: null }],
  ['viewer', { event: {}, key: '' }],
  ['viewer', { event: {}, key: 'x'.repeat(201) }],
  ['viewer', { event: {}, basis: -1 }],
  ['viewer', { event: {}, writes: {} }],
  ['viewer', { event: {}, writes: [{ surface: 's', path: '/a' }] }],
  ['viewer', { event: {}, writes: [{ surface: 's', path: 3, value: 1 }] }],
  ['viewer', { event: {}, writes: [{ surface: 's', path: '/a', value: 1, by: 'me' }] }],
  ['viewer', { ping: 'x'.repeat(2000) }],
  ['viewer', { jsonrpc: '2.0', method: 'ui.render', id: 1 }],
  ['viewer', {}],
  ['viewer', []],
  ['viewer', null],
  ['viewer', 3],
  ['agent', { event: {} }],
  ['agent', { message: {}, basis: 3 }],
  ['agent', { message: {}, dialect: 'none' }],
  ['agent', { message: {}, session: 3 }],
  ['agent', { confirm: '3' }],
  ['agent', { confirm: 3, message: {} }],
];

describe('a frame', () => {
  it.each(REFUSED)('[SO6] of %s is refused: %j', (sender, frame) => {
    expect(readFrame(JSON.stringify(frame), sender)).toBeTypeOf('string');
  });

  it('[SO6] that names __proto__ is refused as any unknown key', () => {
    expect(readFrame('{"message": {}, "__proto__": {"key": "k"}}', 'viewer')).toMatch(/__proto__/);
  });

  it('[SO6] never throws, whatever the text', () => {
    const anyText = fc.oneof(
      fc.string(),
      fc.json(),
      fc.jsonValue().map((value) => JSON.stringify({ ping: value })),
    );
    fc.assert(
      fc.property(anyText, fc.constantFrom<FrameSender>('nobody', 'viewer', 'agent'), (text, sender) => {
        expect(['string', 'object']).toContain(typeof readFrame(text, sender));
      }),
      { numRuns: 1000, verbose: 1 },
    );
    expect(readFrame('['.repeat(1_000_000), 'viewer')).toMatch(/nested more deeply/);
    expect(readFrame(`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'viewer')).toMatch(/nested more deeply/);
  });

  it('[SO16] with an event is a message of our own dialect around it', () => {
    expect(readFrame('{"event": {"event": "say"}, "key": "k", "basis": 4, "writes": []}', 'viewer')).toEqual({
      kind: 'message',
      length: 65,
      message: { vitrine: 1, body: [{ event: 'say' }] },
      isEvent: true,
      dialect: vitrine,
      key: 'k',
      basis: 4,
      writes: [],
    });
  });

  it('[SO9] hello says what the viewer can show, and whatever it says of its own name is not believed', () => {
    const hello = {
      role: 'viewer',
      viewer: 'eve',
      after: 3,
      capabilities: { catalogs: ['a'] },
      locale: 'de',
      zone: 'UTC',
    };
    expect(readFrame(JSON.stringify({ hello }), 'nobody')).toEqual({
      kind: 'hello',
      hello: { role: 'viewer', after: 3, catalogs: ['a'], locale: 'de', zone: 'UTC' },
    });
  });
});
