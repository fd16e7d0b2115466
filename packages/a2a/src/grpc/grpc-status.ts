// What is refused, as gRPC tells it: a status and a text. Errors of A2A keep what the SDK writes about them.

import { A2AError } from '@a2a-js/sdk/errors';
import { buildGrpcErrorMetadata, grpcStatusFor } from '@a2a-js/sdk/errors/grpc';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { type Refusal, refusalIn } from '../http-answers.ts';

export type Told = Pick<ServiceError, 'code' | 'details'> & Partial<Pick<ServiceError, 'metadata'>>;

const OF_HTTP: { readonly [http: number]: status } = {
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  429: status.RESOURCE_EXHAUSTED,
  503: status.UNAVAILABLE,
};

/** Undefined: the fault is ours. */
export function toldOf(error: unknown): Told | undefined {
  if (error instanceof A2AError) {
    const metadata = buildGrpcErrorMetadata(Metadata, error);
    return { code: grpcStatusFor(error), details: error.message, ...(metadata === undefined ? {} : { metadata }) };
  }
  const refusal = refusalIn(error);
  return refusal === undefined ? undefined : { code: codeOf(refusal), details: `${refusal.code}: ${refusal.message}` };
}

export const OUR_FAULT: Told = {
  code: status.INTERNAL,
  details: 'VITRINE_HOST_FAILED: This is a fault of the host.',
};

function codeOf({ status: http }: Refusal): status {
  return OF_HTTP[http] ?? status.INVALID_ARGUMENT;
}
