// JSON in protobuf: what is written here is what the SDK's own codec reads, and the other way round.

import { Message, SendMessageRequest } from '@a2a-js/sdk';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import type { Json, JsonObject, Steps } from '@vitrine/core/internal';
import { writeMessageSteps } from '@vitrine/face-kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawToJsonSteps } from '../raw-json.ts';
import { grpcMethod } from './proto-messages.ts';
import { readMessageSteps } from './proto-reader.ts';

function all<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

const { path, requestSerialize, requestDeserialize } = A2AService.sendMessage;
const { request, response } = grpcMethod('1.0', path);

const requestOf = (data: Json, metadata: JsonObject) =>
  SendMessageRequest.fromJSON({
    tenant: 'dev',
    message: {
      ...{ messageId: 'm', contextId: 'c', role: 'ROLE_USER', metadata, extensions: ['a', 'b'] },
      parts: [{ text: 'before' }, { data, metadata }, { data: { second: data } }, { text: 'after', metadata }],
    },
    configuration: { historyLength: 3, returnImmediately: true },
    metadata,
  });

/** Protobuf has no -0 apart from 0 in JSON, and a member named __proto__ is set aside by the SDK. */
const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
const object = fc.dictionary(
  fc.string().filter((name) => name !== '__proto__'),
  json,
) as fc.Arbitrary<JsonObject>;

describe('requests', () => {
  it('[XG14] hold what the SDK would have read, whatever their data is', () => {
    fc.assert(
      fc.property(fc.oneof(object, fc.array(json)), object, (data, metadata) => {
        const bytes = requestSerialize(requestOf(data as Json, metadata));
        const read = SendMessageRequest.fromJSON(all(readMessageSteps(request, bytes)));
        expect(SendMessageRequest.toJSON(read)).toEqual(SendMessageRequest.toJSON(requestDeserialize(bytes)));
      }),
    );
  });

  it('[XG14] give a member named __proto__ as a member', () => {
    // The SDK does not write it.
    const bytes = requestSerialize(requestOf({ a: 1 }, { __protx__: { polluted: true } }));
    for (let at = bytes.indexOf('__protx__'); at >= 0; at = bytes.indexOf('__protx__')) bytes.write('__proto__', at);
    const { metadata } = all(readMessageSteps(request, bytes));
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
    expect(Object.keys(metadata as object)).toEqual(['__proto__']);
  });
});

describe('answers', () => {
  it('[XG14] are the bytes of the SDK, whatever their data is', () => {
    const { responseSerialize, responseDeserialize } = A2AService.sendMessage;
    fc.assert(
      fc.property(fc.array(fc.oneof(json, fc.array(json)), { maxLength: 4 }), object, (datas, metadata) => {
        const message = Message.fromJSON({
          ...{ messageId: 'm', role: 'ROLE_AGENT', metadata },
          parts: datas.map((data) => ({ data, metadata })),
        });
        const bytes = all(writeMessageSteps(response, { message: Message.toJSON(message) as JsonObject }));
        const answer = { payload: { $case: 'message', value: message } };
        expect(responseDeserialize(bytes)).toEqual(responseDeserialize(responseSerialize(answer as never)));
      }),
    );
  });

  it('[XG14] hold more values than a request may', () => {
    const data = Array<number>(260_000).fill(0);
    const { result } = all(rawToJsonSteps({ result: { parts: [{ data }] } })) as { readonly result: JsonObject };
    const bytes = all(writeMessageSteps(response, { message: result }));
    expect(bytes.length).toBeGreaterThan(260_000 * 9);
  });
});
