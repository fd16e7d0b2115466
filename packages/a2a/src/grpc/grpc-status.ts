// What is refused, as gRPC tells it: a status and a text. Errors of A2A keep what the SDK writes about them.

import { A2AError } from '@a2a-js/sdk/errors';
import { buildGrpcErrorMetadata, grpcStatusFor } from '@a2a-js/sdk/errors/grpc';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { defined, type PortEnd, type TransportPort } from '@vitrine/core/internal';
import { HostError, type Refusal, toldRefusal } from '@vitrine/face-kit';
import { ENDS } from '../turn.ts';

export type GrpcError = Pick<ServiceError, 'code' | 'details'> & Partial<Pick<ServiceError, 'metadata'>>;

const OF_HTTP: { readonly [http: number]: status } = {
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  408: status.DEADLINE_EXCEEDED,
  429: status.RESOURCE_EXHAUSTED,
  500: status.INTERNAL,
  503: status.UNAVAILABLE,
};

/** Of whatever was thrown; a fault of ours is written down. */
export function grpcError(error: unknown, transport: Pick<TransportPort, 'failed'>): GrpcError {
  if (!(error instanceof A2AError))
    return ofRefusal(toldRefusal(error, { transport, failed: 'a call of A2A over gRPC met a fault' }));
  const metadata = buildGrpcErrorMetadata(Metadata, error);
  return { code: grpcStatusFor(error), details: error.message, ...defined({ metadata }) };
}

const CODES = {
  stopping: 'VITRINE_STOPPING',
  revoked: 'VITRINE_CREDENTIAL_REVOKED',
  expired: 'VITRINE_CREDENTIAL_EXPIRED',
} as const satisfies { readonly [why in PortEnd]: string };

/** A stream that is cut off. */
export function endedBy(why: PortEnd): GrpcError {
  return ofRefusal(new HostError(CODES[why], ENDS[why]));
}

function ofRefusal({ status: http, code, message }: Refusal): GrpcError {
  return { code: OF_HTTP[http] ?? status.INVALID_ARGUMENT, details: `${code}: ${message}` };
}
