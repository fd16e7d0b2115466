import { describe, expect, it } from 'vitest';
import { expectThrown } from '../../test/credentials.ts';
import { CatchUps } from './catch-ups.ts';

describe('catching up', () => {
  it('[HT36] is bounded for one viewer of a session and free again when one is done, once', () => {
    const catchUps = new CatchUps(2);
    const [first] = [catchUps.begin('s', 'ann'), catchUps.begin('s', 'ann')];
    expectThrown(() => catchUps.begin('s', 'ann'), 'VITRINE_BUSY');
    expect(catchUps.begin('s', 'bob')).toBeTypeOf('function');
    expect(catchUps.begin('t', 'ann')).toBeTypeOf('function');
    first?.();
    first?.();
    catchUps.begin('s', 'ann');
    expectThrown(() => catchUps.begin('s', 'ann'), 'VITRINE_BUSY');
  });
});
