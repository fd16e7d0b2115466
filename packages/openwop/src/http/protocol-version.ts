// Which major a call speaks (versioning.md §1.3): that of its path below /v1, else the one that OpenWOP-Version names, of
// which the minor is only information.

import type { Major } from '../admission/types.ts';
import { PROTOCOL_VERSIONS } from '../advertisement.ts';
import { isForAnybody } from './open-routes.ts';
import { Refusal } from './refusal.ts';

export function majorOf(request: Request, path: string): Major {
  const named = request.headers.get('openwop-version');
  const major = named === null ? undefined : /^(\d+)(?:\.\d+)?$/.exec(named.trim())?.[1];
  if (path.startsWith('/v1/')) {
    if (named === null || major === '1') return 1;
    throw new Refusal(400, 'protocol_version_mismatch', 'Below /v1 OpenWOP-Version is 1.');
  }
  // Who names none is told of major 1 by what anybody may read; elsewhere a path without a version is major 2.
  if (named === null) return isForAnybody(path) ? 1 : 2;
  if (major === '1') return 1;
  if (major === '2') return 2;
  const protocolVersions = Object.values(PROTOCOL_VERSIONS);
  const message = `OpenWOP-Version is one of ${protocolVersions.join(', ')}.`;
  throw new Refusal(406, 'protocol_version_unsupported', message, { protocolVersions });
}
