// The flags of `vitrine serve`, apart from what reads them: every command's help needs these, and none the host.

import type { Flag } from '../command.ts';
import { DATA_FOLDER } from '../host-flags.ts';

export const LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export const ADMISSIONS = ['enforce', 'report'] as const;

const SERVED_CATALOGS =
  'Take and show the catalogs of this module or A2UI catalog.json (docs/catalogs-of-your-own.md).';

export const SERVE_FLAGS: readonly Flag[] = [
  {
    name: 'port',
    value: 'PORT',
    description: 'Listen here (8787, with --demo the next that is free; 0 is any that is free).',
  },
  { name: 'host', value: 'HOST', description: 'Listen on this address (127.0.0.1).' },
  { name: 'data', value: 'FOLDER', description: `Keep sessions and keys here (${DATA_FOLDER}).` },
  {
    name: 'database-url',
    value: 'URL',
    description: 'Keep sessions in this PostgreSQL, which other hosts with the same keys may share.',
  },
  { name: 'node-address', value: 'URL', description: 'The other hosts reach this one here (where it listens).' },
  { name: 'accept-loss', description: 'Start although the data folder has less than was acknowledged; for one start.' },
  { name: 'catalog', value: 'FILE', repeatable: true, description: SERVED_CATALOGS },
  { name: 'demo', description: 'Run the demo agents beside it.' },
  {
    name: 'open',
    description: 'Show the page in a browser, if there is one (with --demo at a terminal it is; never in CI).',
  },
  { name: 'no-open', description: 'Open no browser.' },
  { name: 'allow-media', value: 'HOST', repeatable: true, description: 'Show pictures and sounds from this host.' },
  {
    name: 'allow-origin',
    value: 'ORIGIN',
    repeatable: true,
    description: 'Let pages of this origin call and embed sessions.',
  },
  { name: 'tls-cert', value: 'FILE', description: 'Serve HTTPS with this certificate (PEM).' },
  { name: 'tls-key', value: 'FILE', description: 'And this key (PEM).' },
  { name: 'trust-proxy', description: 'A proxy before it ends TLS and writes X-Forwarded-For.' },
  { name: 'allow-plain', description: 'Listen beyond this machine without TLS: keys travel readable.' },
  { name: 'public-url', value: 'URL', description: 'People reach it here, through a proxy for example.' },
  {
    name: 'admission',
    value: 'HOW',
    choices: ADMISSIONS,
    description: 'What becomes of events that are not admitted.',
  },
  { name: 'metrics-token', value: 'FILE', description: 'Its text opens /metrics to scrapers on other machines.' },
  {
    name: 'act-window',
    value: 'SECONDS',
    description: 'For so long people may act on what they were shown and is over (600).',
  },
  {
    name: 'recent-memory',
    value: 'SIZE',
    description: 'All sessions together keep so many bytes of what they sent lately, such as 256m (64m).',
  },
  { name: 'secrets', value: 'FILE', description: 'Never store or show these: one a line, or NAME = SECRET.' },
  { name: 'viewer-minutes', value: 'N', description: 'The token of a viewer holds for so long (60).' },
  { name: 'viewer-days', value: 'N', description: 'And is renewed for so long after the first (30).' },
  { name: 'link-days', value: 'N', description: 'The link to a session holds for so long (7).' },
  { name: 'link-max-days', value: 'N', description: 'And for so long while the session waits for an answer (30).' },
  {
    name: 'openwop-settings',
    value: 'FILE',
    description: 'Kinds, versions and limits of OpenWOP (JSON; docs/openwop.md).',
  },
  {
    name: 'openwop-seams',
    description: 'Open the doors of the OpenWOP suite, on this machine and a data folder for it alone.',
  },
  { name: 'a2a-agent', value: 'NAME', description: 'Its card stands at the well-known path of A2A (dev).' },
  { name: 'a2a-open', description: 'Clients of A2A on this machine need no credential.' },
  { name: 'ag-ui-open', description: 'Clients of AG-UI on this machine need no credential.' },
  { name: 'ag-ui-agent', value: 'NAME', description: 'The agent that clients of AG-UI mean who name none (dev).' },
  { name: 'a2a-max-body', value: 'SIZE', description: 'A call of A2A may have so many bytes, such as 4m (1m).' },
  { name: 'a2a-grpc', value: 'PORT', description: 'Serve A2A over gRPC too, on this port (0 is any that is free).' },
  {
    name: 'mcp-files',
    value: 'FOLDER',
    description: 'MCP tools may read files here (the folder for temporary files).',
  },
  { name: 'mcp-remote', description: 'Serve MCP to other machines too.' },
  { name: 'log-level', value: 'LEVEL', choices: LEVELS, description: 'What to tell on standard error (warn).' },
];
