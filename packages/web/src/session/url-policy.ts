// Which addresses a session may show or open: those of the page, or none when what names them is not trusted.

import { lowerTrust, type Trust, type UrlPolicy } from '@vitrine/core/page';
import type { SessionSettings } from './session-host.ts';

const NONE: UrlPolicy = { media: [], links: 'none' };

/** `own`: the trust of what names the address, where that may be lower. */
export function policyOf({ urls, trust }: SessionSettings, own?: Trust): UrlPolicy {
  return lowerTrust(trust, own) === 'trusted' ? urls : NONE;
}
