// What carries a viewer's connection: lines, files, the credential. `host-carrier.ts` is that of a host over HTTP and WebSocket;
// a page that reaches its host another way brings one of its own.

import type { JsonObject, Seq } from '@vitrine/core/page';
import type { KeptFile } from './file-uploads.ts';
import type { ClientLink, LineEvents, Transport } from './line.ts';
import type { UploadProgress } from './upload-progress.ts';

/** What a line begins with. */
export interface ViewerHello {
  /** What the view has come to. Absent: the state as messages. */
  readonly after?: Seq;
  readonly catalogs: readonly string[];
}

export interface ViewerCarrier {
  /** The credential that is valid now. */
  readonly token: string;
  /** Than the one that the last line was opened with. */
  readonly isNewer: boolean;
  open(transport: Transport, hello: ViewerHello, events: LineEvents): ClientLink;
  /** Another credential for one that is no longer taken; false: there is none. */
  renew(): Promise<boolean>;
  /** Frames without a line, as a page goes. */
  part(frames: readonly JsonObject[]): void;
  upload(file: Blob, name: string, tell: UploadProgress, signal: AbortSignal): Promise<KeptFile>;
  stop(): void;
}
