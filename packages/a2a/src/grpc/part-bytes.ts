// Parts of a message as fields of gRPC, many at once: what the SDK would write one by one. Only parts that this face writes
// itself, texts and data, come here.

import { isArray, isObject, type Json, type JsonObject, type Steps } from '@vitrine/core/internal';
import type { A2aVersion } from '../parts.ts';
import { TAGS, varintOf } from './proto-wire.ts';
import { writeJsonSteps } from './struct-writer.ts';

const LENGTH_DELIMITED = 2;
/** Of a message, in both versions. */
const PARTS = 5;
const PART_10 = { text: 1, data: 4, metadata: 5, mediaType: 7 };
const PART_03 = { text: 1, data: 3, struct: 1 };

export function* partBytesSteps(version: A2aVersion, parts: readonly JsonObject[]): Steps<Buffer> {
  const written: Buffer[] = [];
  for (const part of parts) {
    const content = version === '1.0' ? yield* partNow(part) : yield* partOld(part);
    written.push(field(PARTS, content));
    yield;
  }
  return Buffer.concat(written);
}

function* partNow({ text, data, metadata, mediaType }: JsonObject): Steps<Buffer> {
  const fields: Buffer[] = [];
  if (typeof text === 'string') fields.push(field(PART_10.text, Buffer.from(text)));
  else fields.push(field(PART_10.data, yield* valueBytes(data)));
  if (isObject(metadata)) fields.push(field(PART_10.metadata, yield* writeJsonSteps(metadata)));
  if (typeof mediaType === 'string') fields.push(field(PART_10.mediaType, Buffer.from(mediaType)));
  return Buffer.concat(fields);
}

/** 0.3 has structs alone, and no metadata on a part. */
function* partOld({ text, data }: JsonObject): Steps<Buffer> {
  if (typeof text === 'string') return field(PART_03.text, Buffer.from(text));
  const struct = yield* writeJsonSteps(isObject(data) ? data : { value: data ?? null });
  return field(PART_03.data, field(PART_03.struct, struct));
}

/** A message, or a list of them. */
function* valueBytes(data: Json | undefined): Steps<Buffer> {
  const tag = isArray(data) ? TAGS.list : TAGS.struct;
  const content = yield* writeJsonSteps(isArray(data) || isObject(data) ? data : {});
  return Buffer.concat([Buffer.of(tag), varintOf(content.length), content]);
}

function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(number * 8 + LENGTH_DELIMITED), varintOf(content.length), content]);
}
