// The basic catalog of A2UI 0.9 to and from the common words, which are mostly its own.

import type { Json } from '@vitrine/core';
import { checkedColour, type Vocabulary } from './canonical.ts';
import { toUri } from './coerce.ts';
import { toBasic09 } from './later-words.ts';

export const vocabulary09: Vocabulary = {
  from: (component) => component,
  to: (component, lose) => [toBasic09(component, lose)],
  /** Keys of other versions may stay: the theme is open. */
  theme(theme, lose) {
    const checked: { [name: string]: Json } = { ...checkedColour(theme, lose) };
    const { iconUrl, agentDisplayName } = checked;
    if (iconUrl !== undefined && (typeof iconUrl !== 'string' || toUri(iconUrl) !== iconUrl)) {
      lose('theme.iconUrl is dropped');
      delete checked.iconUrl;
    }
    if (agentDisplayName !== undefined && typeof agentDisplayName !== 'string') {
      lose('theme.agentDisplayName is dropped');
      delete checked.agentDisplayName;
    }
    return checked;
  },
};
