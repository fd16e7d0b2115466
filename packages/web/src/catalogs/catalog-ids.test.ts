import { agentchains } from '@vitrine/core/catalogs/agentchains';
import { basic08 } from '@vitrine/core/catalogs/basic-0.8';
import { basic09 } from '@vitrine/core/catalogs/basic-0.9';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { mcpApp09, mcpApp10 } from '@vitrine/core/catalogs/mcp-app';
import { openwop1, openwop2 } from '@vitrine/core/catalogs/openwop';
import { vitrine08, vitrine09, vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { expect, it } from 'vitest';
import { AGENTCHAINS, BASIC_08, BASIC_09, BASIC_10, MCP_APPS, OPENWOP, VITRINE } from './catalog-ids.ts';

it('the ids are those that the catalogs have', () => {
  const catalogs = [
    basic08,
    basic09,
    basic10,
    openwop1,
    openwop2,
    agentchains,
    vitrine08,
    vitrine09,
    vitrine10,
    mcpApp09,
    mcpApp10,
  ];
  expect([BASIC_08, BASIC_09, BASIC_10, ...OPENWOP, AGENTCHAINS, ...VITRINE, ...MCP_APPS]).toEqual(
    catalogs.map(({ id }) => id),
  );
});
