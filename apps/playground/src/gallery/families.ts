// All families in the order of the page. The example streams are added when they have been fetched.

import { agentchains } from './entries/agentchains.ts';
import { badInput } from './entries/bad-input.ts';
import { basicContent } from './entries/basic-content.ts';
import { basicInput } from './entries/basic-input.ts';
import { basicLayout } from './entries/basic-layout.ts';
import { basicVersions } from './entries/basic-versions.ts';
import { basicWays } from './entries/basic-ways.ts';
import { openwop } from './entries/openwop.ts';
import { session } from './entries/session.ts';
import { vitrine } from './entries/vitrine.ts';
import type { Family } from './entry.ts';

export const FAMILIES: readonly Family[] = [
  basicContent,
  basicLayout,
  basicInput,
  basicWays,
  basicVersions,
  vitrine,
  agentchains,
  openwop,
  session,
  badInput,
];
