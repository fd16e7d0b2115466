import type { Json } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import type { ArtifactPiece } from './agent-update.ts';
import { Artifacts } from './agent-update.ts';

const text = (words: string) => ({ text: words });
const shown = (n: number) => ({ data: { n }, metadata: { mimeType: 'application/json+a2ui' } });
const piece = (parts: readonly Json[], more: Partial<ArtifactPiece> = {}): ArtifactPiece => ({
  id: 'a',
  isAppended: false,
  isLast: false,
  parts,
  ...more,
});
const next = (parts: readonly Json[], isLast = false) => piece(parts, { isAppended: true, isLast });

describe('an artifact', () => {
  it('[XC13] says its words when it is whole, repeated pieces included', () => {
    const artifacts = new Artifacts();
    expect(artifacts.read(piece([text('ha')]), 't')).toEqual([]);
    expect(artifacts.read(next([text('ha')]), 't')).toEqual([]);
    expect(artifacts.read(next([text('!')], true), 't')).toMatchObject([{ texts: ['haha!'] }]);
    expect(artifacts.end('t')).toEqual([]);
  });

  it('[XC13] says what is left when its task ends', () => {
    const artifacts = new Artifacts();
    artifacts.read(piece([text('so')]), 't');
    artifacts.read(next([text(' far')]), 't');
    expect(artifacts.end('t')).toMatchObject([{ texts: ['so far'] }]);
  });

  it('[XC13] shows each piece at once, and once: the whole task brings nothing that came before', () => {
    const artifacts = new Artifacts();
    expect(artifacts.read(piece([shown(1)]), 't')).toMatchObject([{ messages: [{ n: 1 }] }]);
    expect(artifacts.read(next([shown(1)]), 't')).toHaveLength(1);
    expect(artifacts.read(piece([shown(1), shown(1), shown(2)]), 't')).toMatchObject([{ messages: [{ n: 2 }] }]);
    expect(artifacts.read(piece([shown(3)]), 't')).toMatchObject([{ messages: [{ n: 3 }] }]);
  });

  it('[XC13] gives a piece the same key in another process', () => {
    const [first, again] = [new Artifacts(), new Artifacts()];
    const [one] = first.read(piece([text('x'), shown(1)]), 't');
    const [two] = again.read(piece([text('x'), shown(1)]), 't');
    expect(one?.key).toBe(two?.key);
  });

  it('[XC13] is bounded, whatever comes', () => {
    const artifacts = new Artifacts();
    for (let i = 0; i < 30; i++) artifacts.read(next([text('x'.repeat(10_000)), 5, null, {}]), 't');
    expect(artifacts.end('t')[0]?.texts[0]).toHaveLength(100_000);
    for (let i = 0; i < 2000; i++) artifacts.read(piece([text('x')], { id: `${i}` }), 't');
    expect(artifacts.end('t').length).toBeLessThanOrEqual(1000);
  });
});
