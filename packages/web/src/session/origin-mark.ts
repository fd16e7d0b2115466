// Says that something does not come from the agent of the session itself. It stands in the chrome beside what it is said
// of, where nothing that an agent draws can lie over it or take it away.

import { lowerTrust, type Trust } from '@vitrine/core/page';
import { make } from '../dom.ts';
import { relabel } from './button.ts';
import { icon } from './icon.ts';
import type { ChromeWords, SessionHost } from './session-host.ts';

export class OriginMark {
  readonly dom = make('p', 'elsewhere');

  constructor() {
    this.dom.append(icon('warning'));
  }

  speak({ elsewhere }: Pick<ChromeWords, 'elsewhere'>): void {
    relabel(this.dom, elsewhere);
  }
}

/** By the trust of the thing itself, and that of the page in its session. */
export function isFromElsewhere({ settings }: SessionHost, trust: Trust | undefined): boolean {
  return lowerTrust(settings.trust, trust) === 'untrusted';
}
