// Reads a body up to a limit in bytes and never holds more than the limit. What the text means is left to the routes.

import { HostError } from '../host-error.ts';
import { afterBody } from './after-body.ts';

const FIRST_BYTES = 16 * 1024;

/** Text in UTF-8; refuses with VITRINE_BODY_SIZE, VITRINE_BODY_TYPE, VITRINE_BODY_INVALID (broken off). */
export async function readBody(request: Request, maxBytes: number): Promise<string> {
  const bytes = await readBytes(request, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new HostError('VITRINE_BODY_TYPE', 'The body is not UTF-8.');
  }
}

export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  assertPlain(request.headers.get('content-encoding'));
  // Number('') is 0 and a list is NaN: either way the bytes themselves are counted below.
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array(0);
  try {
    const bytes = await readUpTo(reader, maxBytes);
    await afterBody(request);
    return bytes;
  } catch (error) {
    // Not cancelled: that would cut the connection off before its caller is told. The port discards what is left.
    if (error instanceof HostError) throw error;
    throw new HostError('VITRINE_BODY_INVALID', 'The body broke off.');
  }
}

/** Into one buffer that grows: a body of single bytes must not cost an object for each. */
async function readUpTo(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  let held = new Uint8Array(Math.min(FIRST_BYTES, maxBytes));
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return held.subarray(0, length);
    if (length + value.byteLength > maxBytes) throw tooLarge(maxBytes);
    if (length + value.byteLength > held.length) held = grown(held, length + value.byteLength, maxBytes);
    held.set(value, length);
    length += value.byteLength;
  }
}

function grown(held: Uint8Array, needed: number, maxBytes: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(maxBytes, Math.max(needed, held.length * 2)));
  larger.set(held);
  return larger;
}

/** A packed body can grow a thousandfold when it is unpacked; none is taken. */
function assertPlain(encoding: string | null): void {
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity')
    throw new HostError('VITRINE_BODY_TYPE', 'Send the body without a content encoding.');
}

function tooLarge(maxBytes: number): HostError {
  return new HostError('VITRINE_BODY_SIZE', undefined, { limit: maxBytes });
}
