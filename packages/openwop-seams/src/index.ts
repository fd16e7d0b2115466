// What @vitrine/openwop-seams offers: the doors of OpenWOP's conformance suite, for `seams` of the face. For tests on one's own
// machine: with them a caller chooses the rules of a call, and switches what is advertised and admitted.

import type { OpenwopSeams, OpenwopSettings } from '@vitrine/openwop/internal';
import { CapabilityOverlay } from './capability-overlay.ts';
import { seamRoutes } from './seam-routes.ts';
import { Spans } from './spans.ts';

export function openwopSeams(base: OpenwopSettings): OpenwopSeams {
  const overlay = new CapabilityOverlay(base);
  const spans = new Spans();
  return {
    profile: 'openwop-conformance-seams-v2',
    prefixes: ['/v1/host/sample', '/conformance/seams/sample'],
    routes: seamRoutes({ overlay, spans }),
    get settings() {
      return overlay.settings;
    },
    trace: (session, name, attributes) => spans.add(session, name, attributes),
  };
}
