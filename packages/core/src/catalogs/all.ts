// Every catalog of Vitrine, for whoever reads what any agent may send.

import type { Catalog } from '../catalog.ts';
import { agentchains } from './agentchains.ts';
import { basic08 } from './basic-0.8.ts';
import { basic09 } from './basic-0.9.ts';
import { basic10 } from './basic-1.0.ts';
import { minimal09 } from './minimal-0.9.ts';
import { openwop1, openwop2 } from './openwop.ts';
import { vitrine08, vitrine09, vitrine10 } from './vitrine.ts';

export const allCatalogs: readonly Catalog[] = [
  ...[basic08, basic09, basic10, minimal09],
  ...[vitrine08, vitrine09, vitrine10],
  ...[agentchains, openwop1, openwop2],
];
