import { describe, expect, it } from 'vitest';
import { BEGINNING_PIECE } from '../beginning.ts';
import { frameText, joinPieces, PING_FRAME } from './frames.ts';
import { Outflow } from './outflow.ts';

class Pipe {
  writableLength = 0;
  readonly write = (bytes: Uint8Array): boolean => {
    this.writableLength += bytes.length;
    return true;
  };
}

describe('what goes out', () => {
  it('[SO30] is stuck when nothing of it was taken at two looks, whatever was added', () => {
    const pipe = new Pipe();
    const outflow = new Outflow(pipe as never);
    outflow.write(new Uint8Array(100));
    pipe.writableLength = 60;
    expect(outflow.isStuck()).toBe(false);
    outflow.write(new Uint8Array(50));
    expect(outflow.isStuck()).toBe(false);
    outflow.write(new Uint8Array(50));
    expect(outflow.isStuck()).toBe(true);
  });

  it('[SO30] is not stuck while some of it is taken, or nothing waits', () => {
    const pipe = new Pipe();
    const outflow = new Outflow(pipe as never);
    for (let i = 0; i < 5; i++) expect(outflow.isStuck()).toBe(false);
    outflow.write(new Uint8Array(100));
    for (let i = 0; i < 5; i++) {
      pipe.writableLength -= 1;
      expect(outflow.isStuck()).toBe(false);
      outflow.write(new Uint8Array(10));
    }
  });

  it('[SO36] other texts stand behind a message in several frames, control frames between them', () => {
    const written: Uint8Array[] = [];
    const outflow = new Outflow({
      writableLength: 0,
      write: (frames: Uint8Array) => written.push(frames) > 0,
    } as never);
    const pieces = [...joinPieces([JSON.stringify('x'.repeat(2 * BEGINNING_PIECE))], 1)];
    const [first, second, last] = pieces as [Buffer, Buffer, Buffer];
    const [before, early, late] = ['before', 'early', 'late'].map(frameText) as [Buffer, Buffer, Buffer];
    for (const frames of [before, first, early, PING_FRAME, second, late, last]) outflow.write(frames);
    const inOrder = [before, first, PING_FRAME, second, last, early, late];
    expect(written.map((frames) => inOrder.indexOf(frames as Buffer))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
