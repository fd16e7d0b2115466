import { describe, expect, it } from 'vitest';
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
});
