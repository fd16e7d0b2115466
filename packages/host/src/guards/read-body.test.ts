import { readText as readBody, readBytes } from '@vitrine/face-kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../../test/credentials.ts';

interface Source {
  readonly request: Request;
  readonly given: () => number;
  readonly isCancelled: () => boolean;
}

/** A request whose body comes in these chunks, and that tells how many were asked for. */
function chunked(chunks: Iterable<Uint8Array>, headers: Record<string, string> = {}): Source {
  const rest = chunks[Symbol.iterator]();
  let given = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = rest.next();
        if (next.done === true) return controller.close();
        given += 1;
        controller.enqueue(next.value);
      },
      cancel() {
        isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: 'POST', headers, body, duplex: 'half' };
  return { request: new Request('http://localhost/', init), given: () => given, isCancelled: () => isCancelled };
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'POST', body, headers });

function* endless(): Generator<Uint8Array> {
  for (;;) yield new Uint8Array(1000);
}

describe('reading a body', () => {
  it('[GD4] counts bytes and not characters', async () => {
    const text = '🦉ä€'; // 4 + 2 + 3 bytes, 4 code units
    expect(await readBody(post(text), 9)).toBe(text);
    await expectRefusal(readBody(post(text), 8), 'VITRINE_BODY_SIZE');
    await expectRefusal(readBody(chunked([utf8(text)]).request, 8), 'VITRINE_BODY_SIZE');
  });

  it('[GD4] gives the text whole, wherever chunks cut it, or refuses it', async () => {
    const cut = fc.record({
      text: fc.string({ unit: 'grapheme', maxLength: 60 }),
      size: fc.integer({ min: 1, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(cut, fc.integer({ min: -3, max: 3 }), async ({ text, size }, slack) => {
        const bytes = utf8(text);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
          bytes.subarray(n * size, (n + 1) * size),
        );
        const max = Math.max(0, bytes.length + slack);
        const reading = readBody(chunked(chunks).request, max);
        if (bytes.length <= max) expect(await reading).toBe(text);
        else await expectRefusal(reading, 'VITRINE_BODY_SIZE');
      }),
    );
  });

  it('[GD4] stops asking at the limit, however much would come, and leaves the rest to the port', async () => {
    const { request, given, isCancelled } = chunked(endless());
    await expectRefusal(readBytes(request, 10_000), 'VITRINE_BODY_SIZE');
    expect(given()).toBe(11);
    expect(isCancelled()).toBe(false);
  });

  it('[GD4] does not believe a length that is too small or none at all', async () => {
    for (const length of ['1', '', 'x', '-5', '1, 1', 'NaN']) {
      const { request } = chunked(endless(), { 'content-length': length });
      await expectRefusal(readBytes(request, 5000), 'VITRINE_BODY_SIZE');
    }
  });

  it('[GD4] tells the limit', async () => {
    await expect(readBody(post('12345'), 4)).rejects.toMatchObject({ status: 413, details: { limit: 4 } });
  });

  it('[GD4] takes bytes as they are, none included, and many small ones', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 256);
    expect(await readBytes(post(bytes), 70_000)).toEqual(bytes);
    const single = Array.from(bytes.subarray(0, 20_000), (byte) => Uint8Array.of(byte));
    expect(await readBytes(chunked(single).request, 70_000)).toEqual(bytes.subarray(0, 20_000));
    expect(await readBytes(new Request('http://localhost/'), 0)).toEqual(new Uint8Array(0));
    expect(await readBody(chunked([new Uint8Array(0)]).request, 0)).toBe('');
  });

  it('[GD5] refuses a declared length over the limit before it reads anything', async () => {
    const { request, given, isCancelled } = chunked(endless(), { 'content-length': '10001' });
    await expectRefusal(readBytes(request, 10_000), 'VITRINE_BODY_SIZE');
    expect(given()).toBe(0);
    expect(isCancelled()).toBe(false);
  });

  it('[GD6] refuses what is not UTF-8', async () => {
    const wrong = [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x61, 0x80]];
    for (const bytes of wrong) await expectRefusal(readBody(post(Uint8Array.from(bytes)), 100), 'VITRINE_BODY_TYPE');
    expect(await readBody(post(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d)), 100)).toBe('{}');
  });

  it('[GD6] refuses packed bodies and takes those that say they are not', async () => {
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'x'])
      await expectRefusal(readBody(post('{}', { 'content-encoding': encoding }), 100), 'VITRINE_BODY_TYPE');
    expect(await readBody(post('{}', { 'content-encoding': 'Identity' }), 100)).toBe('{}');
  });

  it('[GD6] refuses a body that breaks off', async () => {
    function* broken(): Generator<Uint8Array> {
      yield utf8('{"a":');
      throw new Error('the line is dead');
    }
    await expectRefusal(readBody(chunked(broken()).request, 100), 'VITRINE_BODY_INVALID');
  });
});
