import { describe, expect, it } from 'vitest';
import { assertFields, type BodyFields, isText, optional, readObject, readText } from './body.ts';

const TIMES = { idleMs: 20, wholeMs: 60 };

function request(body: ReadableStream<Uint8Array> | string, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
}

/** What each pull gives; it never ends by itself. */
function pieces(next: (i: number, controller: ReadableStreamDefaultController<Uint8Array>) => unknown) {
  let i = 0;
  return new ReadableStream<Uint8Array>(
    { pull: (controller) => next(i++, controller) as Promise<void> },
    { highWaterMark: 0 },
  );
}

const codeOf = (reading: Promise<string>) =>
  reading.then(
    () => 'read',
    (error: { readonly code?: string }) => error.code,
  );

describe('a body', () => {
  it('[FK4] is read whole, in whatever pieces it comes, also where a character is cut', async () => {
    const bytes = new TextEncoder().encode('é'.repeat(400_000));
    const odd = pieces((i, controller) => {
      const piece = bytes.subarray(i * 77_777, (i + 1) * 77_777);
      if (piece.length === 0) controller.close();
      else controller.enqueue(piece);
    });
    expect(await readText(request(odd), 1_000_000)).toBe('é'.repeat(400_000));
    expect(await readText(request('{}', { 'content-length': '2' }), 10)).toBe('{}');
    expect(await readText(new Request('http://localhost/'), 10)).toBe('');
  });

  it('[FK4] that is too long, broken off, packed or no text is refused for what it is', async () => {
    const endless = pieces((_, controller) => controller.enqueue(new Uint8Array(1000)));
    const broken = pieces((i, controller) =>
      i < 2 ? controller.enqueue(new Uint8Array(5)) : controller.error(new Error('cut')),
    );
    expect(await codeOf(readText(request(endless), 10_000))).toBe('VITRINE_BODY_SIZE');
    expect(await codeOf(readText(request('12345', { 'content-length': '5' }), 4))).toBe('VITRINE_BODY_SIZE');
    expect(await codeOf(readText(request(broken), 10_000))).toBe('VITRINE_BODY_INVALID');
    expect(await codeOf(readText(request('x', { 'content-encoding': 'gzip' }), 10))).toBe('VITRINE_BODY_TYPE');
    const noText = pieces((i, controller) => (i === 0 ? controller.enqueue(Uint8Array.of(0xff)) : controller.close()));
    expect(await codeOf(readText(request(noText), 10))).toBe('VITRINE_BODY_TYPE');
  });

  it('[FK4] that stands still, or goes on and on, is not waited for', async () => {
    const still = pieces((i, controller) =>
      i === 0 ? controller.enqueue(new Uint8Array(1)) : new Promise(() => undefined),
    );
    expect(await codeOf(readText(request(still), 10_000, TIMES))).toBe('VITRINE_CALL_TIME');
    const drop = async (_: number, controller: ReadableStreamDefaultController<Uint8Array>) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      controller.enqueue(new Uint8Array(1));
    };
    expect(await codeOf(readText(request(pieces(drop)), 10_000, TIMES))).toBe('VITRINE_CALL_TIME');
  });

  it('[FK5] has fields of names that there are, and what is wrong is said in the words of the face', async () => {
    expect(await readObject('')).toEqual({});
    expect(await readObject('{"a":1}', { names: ['a'] })).toEqual({ a: 1 });
    const problemOf = (text: string, rules = {}) =>
      readObject(text, rules).then(
        () => 'read',
        (error: Error) => error.message,
      );
    expect(await problemOf('[1]')).toBe('The body is one JSON object.');
    expect(await problemOf('{"b":1}', { names: ['a'] })).toContain('no field');
    expect(await problemOf('{')).toBe('The body is not JSON.');
    const problem = ({ code }: { code: string }) => code;
    expect(await problemOf('{"a":[[[]]]}', { bounds: { maxDepth: 2 }, problem })).toBe('VITRINE_JSON_DEPTH');
  });

  it('[FK5] has fields of which the first that is not what its table says is refused by its name', () => {
    const fields: BodyFields = {
      id: [isText(3), 'id has 1 to 3 characters.'],
      note: [optional(isText(5, 0)), 'note has up to 5 characters.'],
    };
    const refusal = (body: { readonly [name: string]: string | number }): string => {
      const refuse = (rule: string, field: string): Error => new Error(`${field}: ${rule}`);
      try {
        assertFields(body, fields, refuse);
        return 'taken';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refusal({ id: 'abc' })).toBe('taken');
    expect(refusal({ id: 'abc', note: '' })).toBe('taken');
    expect(refusal({ note: '123456' })).toBe('id: id has 1 to 3 characters.');
    expect(refusal({ id: 'abcd' })).toBe('id: id has 1 to 3 characters.');
    expect(refusal({ id: 'abc', note: 7 })).toBe('note: note has up to 5 characters.');
  });

  it('[FK5] that is long is judged and built in turns of their own, and means what a short one means', async () => {
    const text = JSON.stringify({ a: 'x'.repeat(600 * 1024), b: [1, 2] });
    const turns: string[] = [];
    const read = readObject(text, { names: ['a', 'b'] }).then((fields) => {
      turns.push('read');
      return fields;
    });
    for (let i = 0; i < 3; i++)
      await new Promise<void>((resolve) => setImmediate(() => resolve(void turns.push('other'))));
    expect(await read).toEqual(JSON.parse(text));
    expect(turns.indexOf('read')).toBeGreaterThan(0);
    expect(await readObject('')).toEqual({});
    await expect(readObject(`[${text}]`)).rejects.toThrow('The body is one JSON object.');
    await expect(readObject(`${text}}`)).rejects.toThrow('The body is not JSON.');
    await expect(readObject(text, { names: ['a'] })).rejects.toThrow('no field');
  });
});
