// What is refused, as gRPC tells it: a status and a text. Errors of A2A keep what the SDK writes about them.

import { A2AError } from '@a2a-js/sdk/errors';
import { buildGrpcErrorMetadata, grpcStatusFor } from '@a2a-js/sdk/errors/grpc';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { defined, type PortEnd } from '@vitrine/core/internal';
import { type Refusal, toRefusal } from '@vitrine/face-kit';
import { ENDS } from '../turn.ts';

export type GrpcError = Pick<ServiceError, 'code' | 'details'> & Partial<Pick<ServiceError, 'metadata'>>;

const OF_HTTP: { readonly [http: number]: status } = {
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  408: status.DEADLINE_EXCEEDED,
  429: status.RESOURCE_EXHAUSTED,
  503: status.UNAVAILABLE,
};

/** Undefined: the fault is ours. */
export function toldOf(error: unknown): GrpcError | undefined {
  if (error instanceof A2AError) {
    const metadata = buildGrpcErrorMetadata(Metadata, error);
    return { code: grpcStatusFor(error), details: error.message, ...defined({ metadata }) };
  }
  const refusal = toRefusal(error);
  return refusal === undefined ? undefined : { code: codeOf(refusal), details: `${refusal.code}: ${refusal.message}` };
}

export const OUR_FAULT: GrpcError = {
  code: status.INTERNAL,
  details: 'VITRINE_HOST_FAILED: This is a fault of the host.',
};

/** A stream that is cut off. */
export function endedBy(why: PortEnd): GrpcError {
  const code = why === 'stopping' ? status.UNAVAILABLE : status.UNAUTHENTICATED;
  return { code, details: `${CODES[why]}: ${ENDS[why]}` };
}

const CODES: { readonly [why in PortEnd]: string } = {
  stopping: 'VITRINE_STOPPING',
  revoked: 'VITRINE_CREDENTIAL_REVOKED',
  expired: 'VITRINE_CREDENTIAL_EXPIRED',
};

function codeOf({ status: http }: Refusal): status {
  return OF_HTTP[http] ?? status.INVALID_ARGUMENT;
}
