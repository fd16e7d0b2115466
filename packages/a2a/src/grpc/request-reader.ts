// A request of gRPC from its bytes, in steps and under bounds. The SDK builds whatever bytes say in one go, so it is handed
// a request without its structs, in which little is left; these are read here and put where the SDK would have put them.

import { A2AError } from '@a2a-js/sdk/errors';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import type { Json, Steps } from '@vitrine/core/internal';
import type { A2aVersion } from '../parts.ts';
import { malformed, ProtoReader, varintOf } from './proto-wire.ts';
import { JsonBudget, readJsonSteps, tooMany } from './struct-reader.ts';

/** Tags and lengths around the structs, of which the SDK reads 10,000 in a millisecond: a thousand parts have not so many. */
const MAX_READS = 20_000;
const FIELDS_PER_STEP = 1000;
const [WIRE_TYPE, LENGTH] = [7, 2] as const;

/** Where structs and values stand in a request: by the number of a field, what it holds. */
interface RequestPlan {
  readonly [field: number]: RequestPlan | 'struct' | 'value';
}

/** What a message was read to hold, by the numbers of its fields: of a message each that stood there, else the last. */
interface FoundFields {
  readonly messages: { [field: number]: FoundFields[] };
  readonly values: { [field: number]: Json };
}

/** Numbers of A2A's own definitions. */
const PARTS = 5;
const METADATA = 6;
const PART_10 = { data: 4, metadata: 5 };
const PART_03 = { data: 3, struct: 1 };
const PLANS = {
  '1.0': {
    ...{ message: 2, metadata: 4 },
    plan: {
      2: { [PARTS]: { [PART_10.data]: 'value', [PART_10.metadata]: 'struct' }, [METADATA]: 'struct' },
      4: 'struct',
    },
  },
  '0.3': {
    ...{ message: 1, metadata: 3 },
    plan: { 1: { [PARTS]: { [PART_03.data]: { [PART_03.struct]: 'struct' } }, [METADATA]: 'struct' }, 3: 'struct' },
  },
} as const satisfies {
  readonly [version in A2aVersion]: { readonly message: number; readonly metadata: number; readonly plan: RequestPlan };
};

export type SdkFields = { [name: string]: Json };
type SdkOneOf = SdkFields & { readonly $case: string };
export type SdkPart = SdkFields & { readonly content?: SdkOneOf; readonly part?: SdkOneOf };

/** As the SDK builds it: a message of 1.0 has parts, one of 0.3 content. */
export type SdkMessage = SdkFields & {
  referenceTaskIds?: readonly string[];
  readonly parts?: readonly SdkPart[];
  readonly content?: readonly SdkPart[];
};

export type SdkRequest = { [name: string]: unknown };

export function messageOf(version: A2aVersion, request: SdkRequest): SdkMessage | undefined {
  return (version === '1.0' ? request.message : request.request) as SdkMessage | undefined;
}

/** `decode` is the SDK's own. `isMessage`: whether it is a request that holds a message. Throws an error of A2A. */
export function* readRequestSteps(
  version: A2aVersion,
  bytes: Buffer,
  isMessage: boolean,
  decode: (reader: Buffer) => unknown,
): Steps<SdkRequest> {
  const { plan, ...fields } = PLANS[version];
  const cutter = new StructCutter(bytes);
  const { around, found } = yield* cutter.steps(isMessage ? plan : {}, bytes.length);
  const request = built(decode, around);
  const message = messageOf(version, request);
  const own = found.messages[fields.message]?.at(-1);
  const metadata = found.values[fields.metadata];
  if (metadata !== undefined) request.metadata = metadata;
  if (message !== undefined && own !== undefined) putBack(message, own);
  return request;
}

function built(decode: (reader: Buffer) => unknown, chunks: readonly Buffer[]): SdkRequest {
  try {
    return decode(new BoundedReader(Buffer.concat(chunks)) as never) as SdkRequest;
  } catch (error) {
    throw error instanceof A2AError ? error : malformed();
  }
}

function putBack(message: SdkMessage, { messages, values }: FoundFields): void {
  if (values[METADATA] !== undefined) message.metadata = values[METADATA];
  for (const [i, part] of (message.parts ?? message.content ?? []).entries()) {
    const own = messages[PARTS]?.[i];
    const data = part.part === undefined ? own?.values[PART_10.data] : dataOf(own);
    const metadata = own?.values[PART_10.metadata];
    if (part.content !== undefined && metadata !== undefined) part.metadata = metadata;
    if (data === undefined) continue;
    if (part.content?.$case === 'data') part.content.value = data;
    if (part.part?.$case === 'data') (part.part.value as SdkFields).data = data;
  }
}

function dataOf(part: FoundFields | undefined): Json | undefined {
  return part?.messages[PART_03.data]?.at(-1)?.values[PART_03.struct];
}

/** The bytes of a message, with nothing in its structs; these apart. */
class StructCutter {
  readonly #reader: ProtoReader;
  readonly #budget = new JsonBudget();
  #fields = 0;

  constructor(bytes: Buffer) {
    this.#reader = new ProtoReader(bytes);
  }

  *steps(
    plan: RequestPlan,
    end: number,
  ): Steps<{ readonly around: readonly Buffer[]; readonly length: number; readonly found: FoundFields }> {
    const reader = this.#reader;
    const found: FoundFields = { messages: {}, values: {} };
    const around: Buffer[] = [];
    let length = 0;
    const keep = (chunk: Buffer): void => {
      around.push(chunk);
      length += chunk.length;
    };
    let kept = reader.at;
    while (reader.at < end) {
      const start = reader.at;
      const tag = reader.tag();
      const inside = (tag & WIRE_TYPE) === LENGTH ? plan[tag >>> 3] : undefined;
      if (++this.#fields > MAX_READS) throw tooMany();
      if (this.#fields % FIELDS_PER_STEP === 0) yield;
      if (inside === undefined) {
        reader.skip(tag, end);
        continue;
      }
      const tagEnd = reader.at;
      const to = reader.messageEnd(end);
      keep(reader.bytes.subarray(kept, start));
      keep(reader.bytes.subarray(start, tagEnd));
      if (typeof inside === 'object') {
        const within = yield* this.steps(inside, to);
        const before = found.messages[tag >>> 3];
        if (before === undefined) found.messages[tag >>> 3] = [within.found];
        else before.push(within.found);
        keep(varintOf(within.length));
        for (const chunk of within.around) keep(chunk);
      } else {
        const value = yield* readJsonSteps(reader, to - reader.at, inside, this.#budget);
        if (value !== undefined) found.values[tag >>> 3] = value;
        keep(Buffer.of(0));
      }
      if (reader.at !== to) throw malformed();
      kept = to;
    }
    keep(reader.bytes.subarray(kept, end));
    return { around, length, found };
  }
}

/** Counts what the SDK reads while it reads. */
class BoundedReader extends BinaryReader {
  #reads = 0;

  constructor(bytes: Uint8Array) {
    super(bytes);
    const read = this.uint32;
    this.uint32 = () => {
      this.#count();
      return read.call(this);
    };
  }

  override skip(...args: Parameters<BinaryReader['skip']>): Uint8Array {
    this.#count();
    return super.skip(...args);
  }

  #count(): void {
    if (++this.#reads > MAX_READS) throw tooMany();
  }
}
