// A call of A2A over gRPC, written by hand: an SDK would not write what these shapes hold.

import { connect } from 'node:http2';
import type { Place } from './place.ts';

const LENGTH_DELIMITED = 2;

/** Of a message of protobuf: its number, its length and what it holds. */
export function field(number: number, ...contents: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((one) => Buffer.from(one)));
  return Buffer.concat([Buffer.from([number * 8 + LENGTH_DELIMITED]), varint(content.length), content]);
}

/** As many as fit. */
export function repeated(one: Buffer, bytes: number): Buffer {
  return Buffer.alloc(Math.floor(bytes / one.length) * one.length, one);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    bytes.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) return Buffer.from(bytes);
  }
}

export const GRPC_SERVICES = { '1.0': 'lf.a2a.v1.A2AService', '0.3': 'a2a.v1.A2AService' };

/** The status with which it was answered, and what it says. */
export async function callGrpc(
  place: Place,
  version: '1.0' | '0.3',
  message: Buffer,
  method = 'SendMessage',
  headers: { readonly [name: string]: string } = {},
): Promise<string> {
  const card = (await place.json('/a2a/dev', { headers: { 'a2a-version': '1.0' } })) as {
    readonly supportedInterfaces: readonly { readonly protocolBinding: string; readonly url: string }[];
  };
  const at = card.supportedInterfaces.find(({ protocolBinding }) => protocolBinding === 'GRPC')?.url;
  const line = connect(`http://${at}`);
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(message.length, 1);
  const stream = line.request({
    ...{ ':method': 'POST', ':path': `/${GRPC_SERVICES[version]}/${method}`, te: 'trailers' },
    ...{ 'content-type': 'application/grpc', 'a2a-version': version, ...headers },
  });
  const status = new Promise<string>((resolve, reject) => {
    const told = (headers: { readonly [name: string]: unknown }) => {
      if (headers['grpc-status'] !== undefined) resolve(`${headers['grpc-status']} ${headers['grpc-message'] ?? ''}`);
    };
    stream.on('response', told);
    stream.on('trailers', told);
    stream.on('error', reject);
    line.on('error', reject);
  });
  stream.resume();
  stream.end(Buffer.concat([frame, message]));
  return status.finally(() => line.close());
}
