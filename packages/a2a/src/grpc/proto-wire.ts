// The wire of protobuf, as far as JSON is read from it here: tags, lengths, texts and numbers.

import { RequestMalformedError } from '@a2a-js/sdk/errors';

const [VARINT, FIXED_64, LENGTH, FIXED_32] = [0, 1, 2, 5] as const;
const MAX_VARINT_BYTES = 10;

/** Throws an error of A2A for whatever is not as protobuf has it. */
export class ProtoBytes {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  tag(): number {
    const tag = this.varint();
    if (tag < 8) throw malformed();
    return tag;
  }

  /** The lowest 32 bits of it. */
  varint(): number {
    let value = 0;
    for (let i = 0; i < MAX_VARINT_BYTES; i++) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw malformed();
      if (i < 5) value |= (byte & 127) << (7 * i);
      if (byte < 128) return value >>> 0;
    }
    throw malformed();
  }

  /** Where the message ends whose length is here. */
  messageEnd(end: number): number {
    const length = this.varint();
    if (this.at + length > end) throw malformed();
    return this.at + length;
  }

  text(end: number): string {
    const to = this.messageEnd(end);
    const text = this.bytes.toString('utf8', this.at, to);
    this.at = to;
    return text;
  }

  double(): number {
    if (this.at + 8 > this.bytes.length) throw malformed();
    this.at += 8;
    return this.bytes.readDoubleLE(this.at - 8);
  }

  /** A field that nobody knows. Groups, which protobuf has given up, are none. */
  skip(tag: number, end: number): void {
    const kind = tag & 7;
    if (kind === VARINT) this.varint();
    else if (kind === FIXED_64) this.at += 8;
    else if (kind === LENGTH) this.at = this.messageEnd(end);
    else if (kind === FIXED_32) this.at += 4;
    else throw malformed();
    if (this.at > end) throw malformed();
  }
}

export function malformed(): RequestMalformedError {
  return new RequestMalformedError('The bytes of the request are not those of its type.');
}
