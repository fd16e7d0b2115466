// `npm run bench -- NAME [--json]`. Each bench is named after a promise and exits non-zero when one is broken.

import { agUi } from './ag-ui.ts';
import { agent } from './agent.ts';
import { agentchains } from './agentchains.ts';
import { cluster } from './cluster.ts';
import { engine } from './engine.ts';
import { host } from './host.ts';
import { log } from './log.ts';
import { mcpView } from './mcp-view.ts';
import type { Row } from './measure.ts';
import { size } from './size/size.ts';
import { stall } from './stall.ts';
import { start } from './start.ts';
import { traces } from './traces.ts';
import { frameworks } from './web/frameworks.ts';
import { web } from './web/web.ts';

const BENCHES: { readonly [name: string]: () => Promise<Row[]> } = {
  'ag-ui': agUi,
  agent,
  agentchains,
  cluster,
  engine,
  frameworks,
  host,
  log,
  'mcp-view': mcpView,
  size,
  stall,
  start,
  traces,
  web,
};

async function main(args: readonly string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('--'));
  const [name = ''] = names;
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (bench === undefined || names.length !== 1) {
    process.stderr.write(`Usage: npm run bench -- NAME [--json]\nNames: ${Object.keys(BENCHES).join(', ')}\n`);
    return 2;
  }
  const rows = await bench();
  process.stdout.write(args.includes('--json') ? `${JSON.stringify({ rows })}\n` : table(rows));
  return rows.every(({ ok }) => ok) ? 0 : 1;
}

function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const line = ({ name, value, unit, limit, sense, ok }: Row): string =>
    `${limit === null ? ' ' : ok ? '✓' : '✗'} ${name.padEnd(width)}  ${value} ${unit}${limit === null ? '' : ` (${sense === 'max' ? 'at most' : 'at least'} ${limit})`}`;
  return `${rows.map(line).join('\n')}\n`;
}

process.exitCode = await main(process.argv.slice(2));
