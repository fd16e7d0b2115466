import { expect, it } from 'vitest';
import { openFile } from './open-file.ts';

/** A file that says nothing of its size, as a pipe does. */
function endless(chunk: Uint8Array<ArrayBuffer>) {
  const state = { pulled: 0, isCancelled: false };
  const stream = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        state.pulled++;
        controller.enqueue(chunk);
      },
      cancel() {
        state.isCancelled = true;
      },
    });
  return { file: { name: 'pipe', size: 0, stream }, state };
}

it('reads a stream that never ends up to 8 MB, cuts it off and says so', async () => {
  const { file, state } = endless(new TextEncoder().encode('{"version":"v1.0"}\n'.repeat(50_000)));
  expect(await openFile(file)).toEqual({
    refusal: '“pipe” goes on after 8 MB; the composer takes 8. "vitrine validate FILE" reads larger ones.',
  });
  expect(state.isCancelled).toBe(true);
  expect(state.pulled).toBeLessThan(15);
});

it('says of what is not text that it is none', async () => {
  for (const bytes of [
    [0xff, 0xfe, 0x41],
    [0x41, 0, 0x42],
  ]) {
    const refused = await openFile(new File([new Uint8Array(bytes)], 'photo.jpg'));
    expect(refused).toEqual({ refusal: expect.stringContaining('“photo.jpg” is not text') });
  }
});
