// The port of gRPC could not be had. Apart from what opens it, so that whoever looks for it loads no gRPC.

export class GrpcPortError extends Error {
  override readonly name = 'GrpcPortError';
  readonly isTaken: boolean;

  constructor(host: string, port: number, cause: Error) {
    const isTaken = /EADDRINUSE/.test(cause.message);
    super(`port ${port} on ${host} ${isTaken ? 'is taken' : `cannot be opened (${cause.message})`}`, { cause });
    this.isTaken = isTaken;
  }
}
