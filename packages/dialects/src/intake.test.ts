import { Catalogs, DEFAULT_LIMITS, Fold, type Json } from '@vitrine/core';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFold } from '../test/fixtures.ts';
import { deep } from '../test/reading.ts';
import { DIALECT_ALIASES, DIALECT_IDS, DIALECTS, detect, dialectById } from './detect.ts';
import { Intake } from './intake.ts';
import type { Receipt } from './message-intake.ts';

const open = { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basic09.id } };
const text = (value: Json): Json => ({
  version: 'v0.9',
  updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: value }] },
});
const begin = { beginRendering: { surfaceId: 't', root: 'root' } };

function start(fold: Fold = createFold()): { readonly fold: Fold; readonly intake: Intake } {
  return { fold, intake: new Intake(fold, { dialects: DIALECTS }) };
}

function short(receipts: readonly Receipt[]): readonly string[] {
  return receipts.map(({ ok, line, issues }) => {
    const told = issues.map(({ code, at = '' }) => ` ${code.replace('VITRINE_', '')}${at}`).join('');
    return `${line ?? '-'} ${ok ? 'ok' : 'no'}${told}`;
  });
}

describe('intake', () => {
  it('takes an object of a program, which may say undefined for what is not there', () => {
    const { fold, intake } = start();
    const messages = [
      { ...open, updateComponents: undefined },
      { version: 'v0.9', createSurface: undefined, updateDataModel: { surfaceId: 's', path: '/n', value: 1 } },
    ];
    expect(short(messages.map((message) => intake.message(message)))).toEqual(['- ok', '- ok']);
    expect(fold.surfaces.get('s')?.data.get('/n')).toBe(1);
    expect(short(intake.value(messages))).toEqual(['- ok SURFACE_EXISTS/0/createSurface/surfaceId', '- ok']);
  });

  it('[JL5] one bad line never stops the next, and each is told by its number', () => {
    const { fold, intake } = start();
    const stream = [JSON.stringify(open), '{"version":', '', 'nonsense', JSON.stringify(text('x')), '{}'].join('\n');
    expect(short([...intake.push(stream), ...intake.end()])).toEqual([
      '1 ok',
      '2 no JSON_MALFORMED',
      '4 no JSON_MALFORMED',
      '5 ok',
      '6 no DIALECT_UNKNOWN',
    ]);
    expect(fold.surfaces.get('s')?.component('root')?.props).toEqual({ text: 'x' });
  });

  it('[JL5] a stream that is cut keeps what came before', () => {
    const whole = [open, text('x'), begin].map((message) => JSON.stringify(message)).join('\n');
    for (let end = 0; end <= whole.length; end++) {
      const { fold, intake } = start();
      const receipts = [...intake.push(whole.slice(0, end)), ...intake.end()];
      expect(receipts.filter(({ ok }) => !ok).length).toBeLessThanOrEqual(1);
      expect(fold.surfaces.has('s')).toBe(end >= JSON.stringify(open).length);
    }
  });

  it('[JL6] a message comes alone, in a list or as {messages}, and issues point into the outer value', () => {
    const bad = text(3);
    expect(short(start().intake.value([open, bad, 7]))).toEqual([
      '- ok',
      '- ok PROP_TYPE/1/updateComponents/components/0/text',
      '- no DIALECT_UNKNOWN/2',
    ]);
    expect(short(start().intake.value({ messages: [open, bad] }))).toEqual([
      '- ok',
      '- ok PROP_TYPE/messages/1/updateComponents/components/0/text',
    ]);
    expect(short(start().intake.value(open))).toEqual(['- ok']);
    expect(short(start().intake.push(`${JSON.stringify([open, bad])}\n`))).toEqual([
      '1 ok',
      '1 ok PROP_TYPE/1/updateComponents/components/0/text',
    ]);
  });

  it('[JL7] a document is one JSON value however it is laid out, else a stream', () => {
    expect(short(start().intake.document(`\ufeff${JSON.stringify([open, text('x')], null, 2)}`))).toEqual([
      '- ok',
      '- ok',
    ]);
    expect(short(start().intake.document(`${JSON.stringify(open)}\n${JSON.stringify(text('x'))}`))).toEqual([
      '1 ok',
      '2 ok',
    ]);
    expect(short(start().intake.document('{"a":\n1'))).toEqual(['- no JSON_MALFORMED']);
    const long = JSON.stringify({ messages: [open], filler: 'x'.repeat(DEFAULT_LIMITS.lineLength) }, null, 2);
    expect(short(start().intake.document(long))).toEqual(['- no LINE_SIZE']);
    expect(start().intake.document('')).toEqual([]);
  });

  it('[JL8] the dialect is told from each message, and versions may be mixed', () => {
    const told = (wire: Json): string => {
      const found = detect(wire);
      return 'code' in found ? found.code : found.id;
    };
    expect(told(open)).toBe('a2ui-0.9');
    expect(told({ version: 'v0.9.1', deleteSurface: {} })).toBe('a2ui-0.9');
    expect(told({ version: 'v1.0', createSurface: {} })).toBe('a2ui-1.0');
    expect(told({ version: 'v0.10', createSurface: {} })).toBe('a2ui-1.0');
    expect(told(begin)).toBe('a2ui-0.8');
    expect(told({ userAction: {} })).toBe('a2ui-0.8');
    expect(told({ vitrine: 1, body: [] })).toBe('vitrine');
    expect(told({ agentFunctionResponse: {} })).toBe('a2ui-1.0');
    for (const wire of [{}, [], null, 3, 'x', { toString: 1 }] as Json[])
      expect(told(wire)).toBe('VITRINE_DIALECT_UNKNOWN');
    const { fold, intake } = start();
    expect(intake.value([open, begin]).map(({ dialect }) => dialect)).toEqual(['a2ui-0.9', 'a2ui-0.8']);
    expect([...fold.surfaces.keys()]).toEqual(['s', 't']);
  });

  it('[JL8] dialects have names by which they are found', () => {
    expect([...DIALECT_IDS].sort()).toEqual([
      'a2ui-0.8',
      'a2ui-0.9',
      'a2ui-1.0',
      'agentchains',
      'open-harness',
      'openwop-1',
      'openwop-2',
      'vitrine',
    ]);
    for (const dialect of DIALECTS) expect(dialectById(dialect.id)).toBe(dialect);
    expect(dialectById('constructor')).toBeUndefined();
  });

  it('[JL13] dialects are found by every version that they speak', () => {
    const found = DIALECT_ALIASES.map((name) => [name, dialectById(name)?.id]);
    expect(Object.fromEntries(found)).toEqual({
      ...{ 'v0.8': 'a2ui-0.8', 'v0.9': 'a2ui-0.9', 'v0.9.1': 'a2ui-0.9', 'a2ui-0.9.1': 'a2ui-0.9' },
      ...{ 'v1.0': 'a2ui-1.0', 'v0.10': 'a2ui-1.0', 'a2ui-0.10': 'a2ui-1.0' },
    });
    for (const { id, versions } of DIALECTS) for (const version of versions) expect(dialectById(version)?.id).toBe(id);
  });

  it('[JL9] a receipt holds what was applied, or nothing', () => {
    const { intake } = start();
    const [first, second] = intake.value([open, { ...open, deleteSurface: {} }]);
    expect(first).toMatchObject({
      ok: true,
      dialect: 'a2ui-0.9',
      entry: { body: [{ op: 'open', surface: 's' }] },
      wire: open,
    });
    expect(second).toMatchObject({ ok: false, dialect: 'a2ui-0.9' });
    expect(second).not.toHaveProperty('entry');
  });

  it('[JL10] hostile messages are refused quickly and nothing throws', () => {
    const { fold, intake } = start();
    intake.value(open);
    const before = JSON.stringify(fold.snapshot());
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const documents = [
      nested,
      `{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":${nested}}}`,
      `{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"a","component":"Text","text":${nested}}]}}`,
      `{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"a","component":{"Text":{"text":${nested}}}}]}}`,
      `{"version":"v1.0","updateComponents":{"surfaceId":"s","components":[{"id":"a","component":"Text","text":${nested}}]}}`,
      `{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/${'a/'.repeat(10_000)}","value":1}}`,
      `{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":"${'x'.repeat(5_000_000)}"}}`,
      '{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/items/4294967294","value":1}}',
      '{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":1e400}}',
      '{"__proto__":{"version":"v0.9"},"createSurface":{"surfaceId":"t"}}',
    ];
    for (const document of documents) {
      const started = performance.now();
      const receipts = intake.document(document);
      expect(receipts.every(({ ok }) => !ok)).toBe(true);
      expect(receipts.length).toBeGreaterThan(0);
      expect(performance.now() - started).toBeLessThan(2000);
    }
    expect(JSON.stringify(fold.snapshot())).toBe(before);
    expect(({} as { version?: string }).version).toBeUndefined();
  });

  it('[JL10] no value at all makes a dialect throw, from either side', () => {
    const keys = fc.constantFrom(
      ...[
        'version',
        'surfaceId',
        'components',
        'contents',
        'path',
        'key',
        'value',
        'valueMap',
        'id',
        'component',
        'Text',
        'text',
      ],
      ...[
        'surfaceUpdate',
        'dataModelUpdate',
        'beginRendering',
        'createSurface',
        'updateComponents',
        'updateDataModel',
        'deleteSurface',
      ],
      ...[
        'userAction',
        'action',
        'error',
        'callRendererFunction',
        'agentFunctionResponse',
        'callFunction',
        'functionCallId',
        'context',
      ],
      ...[
        'vitrine',
        'body',
        'op',
        'event',
        '@path',
        '@call',
        '@@x',
        'literalString',
        'template',
        'explicitList',
        '__proto__',
        'constructor',
      ],
    );
    const value = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom<Json>('v0.9', 'v1.0', 's', '/a', '.', '', 'root', '\ud800', 1, -0, true, null, Number('1e400')),
        fc.array(tie('json'), { maxLength: 4 }),
        fc.array(fc.tuple(keys, tie('json')), { maxLength: 5 }).map((entries) => ownObject(entries)),
      ),
    })).json;
    const fold = createFold();
    fold.accept({ body: [{ op: 'open', surface: 's', catalog: basic09.id, protocol: '0.9' }] });
    fc.assert(
      fc.property(value, fc.constantFrom(...DIALECTS), fc.boolean(), (wire, dialect, fromAgent) => {
        const from = fromAgent ? 'agent' : 'viewer';
        const receipt = new Intake(fold, { dialects: [dialect], from }).message(wire);
        expect(receipt.ok || receipt.issues.some(({ severity }) => severity === 'error')).toBe(true);
        detect(wire);
      }),
      { numRuns: 5000 },
    );
  });

  it('[JL9] messages are read again without change: deep data that is allowed stays', () => {
    const { fold, intake } = start();
    const data = { version: 'v0.9', updateDataModel: { surfaceId: 's', value: deep(99) } };
    expect(short(intake.value([open, data]))).toEqual(['- ok', '- ok']);
    expect(fold.surfaces.get('s')?.data.get('/')).toEqual(deep(99));
  });
});

/** With `__proto__` as a member of its own, as JSON.parse makes it. */
function ownObject(entries: readonly (readonly [string, Json])[]): Json {
  const object = {};
  for (const [key, item] of entries)
    Object.defineProperty(object, key, { value: item, enumerable: true, configurable: true, writable: true });
  return object;
}

describe('what a push brings', () => {
  it('[JL11] may have so many lines and no more, however long the stream is', () => {
    const fold = new Fold({ catalogs: new Catalogs([basic09]), limits: { ...DEFAULT_LIMITS, linesPerPush: 2 } });
    const intake = new Intake(fold, { dialects: DIALECTS });
    const line = `${JSON.stringify(open)}\n`;
    const verdicts = [line, line, line, line].flatMap((one) => intake.push(one)).map(({ ok }) => ok);
    expect(verdicts).toEqual([true, true, true, true]);
    expect(short(intake.push(line.repeat(3))).at(-1)).toBe('7 no LIMIT_MESSAGES');
    expect(short(intake.document(line.repeat(3)))).toEqual(['- no LIMIT_MESSAGES']);
  });

  it('[JL12] is told of when bytes were lost that are not UTF-8', () => {
    const { intake } = start();
    const bytes = new TextEncoder().encode(`${JSON.stringify(open)}\n${JSON.stringify(text('?'))}\n`);
    bytes[bytes.lastIndexOf('?'.charCodeAt(0))] = 0xff;
    const [first, second] = intake.push(bytes);
    expect(first?.issues).toEqual([]);
    expect(second?.issues.map(({ code, severity, line }) => [code, severity, line])).toEqual([
      ['VITRINE_JSON_TEXT', 'warning', 2],
    ]);
  });
});
