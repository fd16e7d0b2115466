// Texts as the bytes of WebSocket frames (RFC 6455 §5.2: one frame a text, unmasked), many in one buffer: a batch costs
// one write a socket, and is made once for all who receive it.

import type { PortBatch, PortSent } from '@vitrine/core';

const TEXT_FRAME = 0x81;
const LONGEST_SHORT = 125;
const LONGEST_MEDIUM = 0xffff;

/** An empty ping. */
export const PING_FRAME: Buffer = Buffer.from([0x89, 0]);

export function frameTexts(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  let total = 0;
  for (const length of lengths) total += headerLength(length) + length;
  // Not from the pool: a batch that waits in slow sockets would keep the rest of its slab.
  const frames = Buffer.allocUnsafeSlow(total);
  let offset = 0;
  for (let i = 0; i < texts.length; i++) {
    offset = writeHeader(frames, offset, lengths[i] as number);
    offset += frames.write(texts[i] as string, offset);
  }
  return frames;
}

/** The same bytes for every socket that takes this batch as it is. */
export function frameBatch(batch: PortBatch): Uint8Array {
  return batch.form('agentchains', frameItems);
}

function frameItems(items: readonly PortSent[]): Buffer {
  return frameTexts(items.flatMap(({ wire }) => wire));
}

function headerLength(length: number): number {
  return length <= LONGEST_SHORT ? 2 : length <= LONGEST_MEDIUM ? 4 : 10;
}

function writeHeader(frames: Buffer, offset: number, length: number): number {
  frames[offset] = TEXT_FRAME;
  if (length <= LONGEST_SHORT) {
    frames[offset + 1] = length;
    return offset + 2;
  }
  if (length <= LONGEST_MEDIUM) {
    frames[offset + 1] = 126;
    return frames.writeUInt16BE(length, offset + 2);
  }
  frames[offset + 1] = 127;
  return Number(frames.writeBigUInt64BE(BigInt(length), offset + 2));
}
