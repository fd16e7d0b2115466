// The style sheet that every surface adopts: constructed, so there is no style element and no exception in the page's policy.

import { ACTIONS_CSS } from './actions.ts';
import { CONTENT_CSS } from './content.ts';
import { StyleParts } from './style-parts.ts';
import { TOKENS_CSS } from './tokens.ts';

export const surfaceStyles = new StyleParts({
  tokens: TOKENS_CSS,
  agent: '',
  content: CONTENT_CSS,
  markdown: '',
  media: '',
  inputs: '',
  actions: ACTIONS_CSS,
  overlays: '',
});
