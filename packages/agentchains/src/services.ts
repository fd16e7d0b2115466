// What the connections and the calls of the face share.

import type { FacePorts } from '@vitrine/core';
import type { Consents } from './consents.ts';
import type { AgentchainsLimits } from './limits.ts';
import type { SessionBook } from './session-book.ts';
import type { Slots } from './slots.ts';
import type { StreamTokens } from './stream-tokens.ts';

export interface Services {
  readonly port: FacePorts;
  readonly limits: AgentchainsLimits;
  readonly consents: Consents;
  readonly book: SessionBook;
  readonly tokens: StreamTokens;
  readonly slots: Slots;
  /** A connection is gone. */
  readonly forget: (connection: object) => void;
}
