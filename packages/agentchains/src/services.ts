// What the connections and the calls of the face share.

import type { FacePorts } from '@vitrine/core/port';
import type { Guesses } from '@vitrine/face-kit';
import type { Consents } from './consents.ts';
import type { AgentchainsLimits } from './limits.ts';
import type { SessionBook } from './session-book.ts';
import type { StreamTokens } from './stream-tokens.ts';

export interface AgentchainsServices {
  readonly port: FacePorts;
  readonly limits: AgentchainsLimits;
  readonly consents: Consents;
  readonly book: SessionBook;
  readonly tokens: StreamTokens;
  /** Wrong credentials, of calls and of handshakes alike. */
  readonly guesses: Guesses;
}
