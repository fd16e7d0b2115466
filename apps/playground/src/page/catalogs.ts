// The catalogs that the pages know. Their widgets: widgets.ts.

import { Catalogs } from '@vitrine/core';
import { agentchains } from '@vitrine/core/catalogs/agentchains';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { minimal09 } from '@vitrine/core/catalogs/minimal-0.9';
import { openwop1, openwop2 } from '@vitrine/core/catalogs/openwop';

export function pageCatalogs(): Catalogs {
  return new Catalogs([basic08, basic09, basic10, minimal09, agentchains, openwop1, openwop2]);
}
