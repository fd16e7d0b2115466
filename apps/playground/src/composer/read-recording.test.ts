import type { Entry } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { readRecording } from './read-recording.ts';

/** The version that entries are written in: whoever raises it is led here by the types. */
const ENTRY_VERSION: Entry['v'] = 2;
const body = [{ op: 'say', text: 'Hello' }] as const;
const line = (v: number) => JSON.stringify({ v, seq: 1, at: '2026-11-18T10:00:00.000Z', trust: 'trusted', body });

describe('a recording', () => {
  it('is read in the version that entries are written in today, and in those before', () => {
    for (let v = 1; v <= ENTRY_VERSION; v++)
      expect(readRecording(`${line(v)}\n`)).toEqual({ text: JSON.stringify({ vitrine: 1, body }) });
  });

  it('of a newer version is refused with both versions', () => {
    const [newer, known] = [ENTRY_VERSION + 1, ENTRY_VERSION];
    expect(readRecording(line(newer))).toEqual({
      refusal: `The recording is of version ${newer}; this Vitrine reads ${known}. Open it with a newer one.`,
    });
  });

  it('is none where no line is an entry', () => {
    expect(readRecording('{"version": "v0.9"}')).toBeUndefined();
  });
});
