// Every limit that has a name stands in docs/protocol.md as the code has it, and none that the code has not.

import { readFileSync } from 'node:fs';
import { A2A_LIMITS, REMOTE_LIMITS } from '@vitrine/a2a';
import { AG_UI_LIMITS, AG_UI_REMOTE_LIMITS } from '@vitrine/ag-ui';
import { AGENTCHAINS_LIMITS } from '@vitrine/agentchains';
import { DEFAULT_LIMITS } from '@vitrine/core';
import { HTTP_LIMITS, PORT_LIMITS, RATE_LIMITS, SOCKET_LIMITS } from '@vitrine/host';
import { MCP_REMOTE_LIMITS, MCP_SETTINGS } from '@vitrine/mcp';
import { OPENWOP_SETTINGS } from '@vitrine/openwop';
import { describe, expect, test } from 'vitest';

const page = readFileSync(new URL('../docs/protocol.md', import.meta.url), 'utf8');

/** The rows of the table below a title: a name, then numbers. */
function rowsOf(title: string): { readonly [name: string]: readonly number[] } {
  const [, table = ''] = page.split(`\n**${title}**:`);
  const [rows = ''] = table.split(/\n\n(?!\|)/);
  return Object.fromEntries(
    [...rows.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, name, cells = '']) => [
      name,
      cells.split('|').flatMap((cell) => (/^\s*[\d,]+\s*$/.test(cell) ? [Number(cell.replaceAll(',', ''))] : [])),
    ]),
  );
}

function numbersIn(limits: object): { readonly [name: string]: readonly number[] } {
  return Object.fromEntries(
    Object.entries(limits).flatMap(([name, value]) => (typeof value === 'number' ? [[name, [value]]] : [])),
  );
}

describe('docs/protocol.md', () => {
  test.each<[string, object]>([
    ['The engine', DEFAULT_LIMITS],
    ['HTTP', HTTP_LIMITS],
    ['The port', PORT_LIMITS],
    ['WebSockets', SOCKET_LIMITS],
    ['A2A', A2A_LIMITS],
    ['Remote agents of A2A', REMOTE_LIMITS],
    ['AG-UI', AG_UI_LIMITS],
    ['Remote agents of AG-UI', AG_UI_REMOTE_LIMITS],
    ['AgentChains', AGENTCHAINS_LIMITS],
    ['MCP', MCP_SETTINGS],
    ['Servers of MCP elsewhere', MCP_REMOTE_LIMITS],
    ['OpenWOP', OPENWOP_SETTINGS],
  ])('says every limit of %s as the code has it', (title, limits) => {
    expect(rowsOf(title)).toEqual(numbersIn(limits));
  });

  test('says every rate as the code has it', () => {
    const rates = Object.entries(RATE_LIMITS).map(([who, { perSecond, burst }]) => [who, [perSecond, burst]]);
    expect(rowsOf('Rates')).toEqual(Object.fromEntries(rates));
  });
});
