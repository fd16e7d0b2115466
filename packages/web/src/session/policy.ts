// Which addresses a session may show or open: those of the page, or none when the page does not trust the session.

import type { UrlPolicy } from '@vitrine/core';
import type { SessionSettings } from './session-host.ts';

const NONE: UrlPolicy = { media: [], links: 'none' };

export function policyOf({ urls, trust }: SessionSettings): UrlPolicy {
  return trust === 'trusted' ? urls : NONE;
}
