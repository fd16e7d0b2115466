// AG-UI on the host: every session is a thread, every agent of the host one that clients of AG-UI can run; and every agent of
// AG-UI elsewhere can be a session.

import { mountable } from '@vitrine/face-kit';
import { type AgUiOptions, createAgUiFace } from './face.ts';

export { type AgUiFace, type AgUiOptions, createAgUiFace } from './face.ts';
export { AG_UI_LIMITS, type AgUiLimits } from './limits.ts';
export { AgUiBridge, type AgUiBridgeOptions, bridgeAgUi } from './remote/bridge.ts';
export {
  AG_UI_REMOTE_LIMITS,
  type AgUiRemoteLimits,
  type ConnectAgUiOptions,
  connectAgUi,
  RemoteAgUiAgent,
} from './remote/remote-agent.ts';

/** The face for `faces` of a host. */
export const agUiFaceWith = mountable<ReturnType<typeof createAgUiFace>, AgUiOptions>('ag-ui', createAgUiFace);
