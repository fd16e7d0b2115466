import { describe, expect, it } from 'vitest';
import { expectThrown } from '../../test/credentials.ts';
import { assertJsonType, assertMessageType, fileType, readMediaType } from './content-type.ts';

describe('the type of a body', () => {
  it('[GD7] is JSON, JSONL or plain text for messages', () => {
    const types = [
      'application/json',
      'application/jsonl',
      'application/x-ndjson',
      'text/plain',
      'application/a2ui+json',
    ];
    for (const type of types)
      for (const header of [
        type,
        type.toUpperCase(),
        `${type}; charset=utf-8`,
        `${type};charset="UTF-8"`,
        ` ${type} ;x=1`,
      ])
        assertMessageType(header);
  });

  it('[GD7] is JSON for other calls', () => {
    assertJsonType('application/json; charset=UTF-8');
    for (const type of ['text/plain', 'application/jsonl'])
      expectThrown(() => assertJsonType(type), 'VITRINE_BODY_TYPE');
  });

  it('[GD7] is refused when it is another, none, or not UTF-8', () => {
    const others = [
      undefined,
      null,
      '',
      'json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/html',
      'application/json/x',
      'application/json, text/html',
      'application/json; charset=utf-16',
      'text/plain; charset=iso-8859-1',
      'text/plain; x=1; charset="latin1"',
      `application/json; x=${'y'.repeat(300)}`,
    ];
    for (const header of others) {
      expectThrown(() => assertMessageType(header), 'VITRINE_BODY_TYPE');
      expectThrown(() => assertJsonType(header), 'VITRINE_BODY_TYPE');
    }
  });

  it('[GD7] of a file is kept without parameters, else it is bytes', () => {
    expect(fileType('Image/PNG; x=1')).toBe('image/png');
    for (const header of [undefined, '', 'nonsense', 'text/html<script>', 'a/b\nc: d']) {
      expect(fileType(header)).toBe('application/octet-stream');
    }
    expect(readMediaType('text/plain;charset=utf-8')).toEqual({ type: 'text/plain', charset: 'utf-8' });
  });
});
