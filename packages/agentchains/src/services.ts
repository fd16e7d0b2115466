// What the connections and the calls of the face share.

import type { FacePorts } from '@vitrine/core/port';
import type { Guesses } from '@vitrine/face-kit';
import type { Consents } from './consents.ts';
import type { AgentchainsLimits } from './limits.ts';
import type { SessionRegistry } from './session-registry.ts';
import type { StreamTokens } from './stream-tokens.ts';

export interface AgentchainsServices {
  readonly port: FacePorts;
  readonly limits: AgentchainsLimits;
  readonly consents: Consents;
  readonly book: SessionRegistry;
  readonly tokens: StreamTokens;
  /** Wrong credentials, of calls and of handshakes alike. */
  readonly guesses: Guesses;
}
