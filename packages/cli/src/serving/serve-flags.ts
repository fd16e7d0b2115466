// The flags of `vitrine serve`, apart from what reads them: every command's help needs these, and none the host.

import type { Flag } from '../command.ts';
import { DATA_FOLDER } from '../host-flags.ts';
import { LIMIT_SETTINGS } from './limit-settings.ts';

export const LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export const ADMISSIONS = ['enforce', 'report'] as const;

const SERVED_CATALOGS =
  'Take and show the catalogs of this module or A2UI catalog.json (docs/catalogs-of-your-own.md).';

/** A flag of `serve` with the value that holds when nobody says another. */
export interface Setting extends Flag {
  readonly usual?: string;
}

const OWN_SETTINGS: readonly Setting[] = [
  {
    name: 'config',
    value: 'FILE',
    description: 'Take settings from this JSON file too; flags and variables win (docs/settings.md).',
  },
  {
    name: 'port',
    usual: '8787',
    value: 'PORT',
    description: 'Listen here (8787, with --demo the next that is free; 0 is any that is free).',
  },
  { name: 'host', usual: '127.0.0.1', value: 'HOST', description: 'Listen on this address (127.0.0.1).' },
  { name: 'data', usual: '.vitrine', value: 'FOLDER', description: `Keep sessions and keys here (${DATA_FOLDER}).` },
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
    usual: 'enforce',
    value: 'HOW',
    choices: ADMISSIONS,
    description: 'What becomes of events that are not admitted.',
  },
  { name: 'metrics-token', value: 'FILE', description: 'Its text opens /metrics to scrapers on other machines.' },
  {
    name: 'act-window',
    usual: '600',
    value: 'SECONDS',
    description: 'For so long people may act on what they were shown and is over (600).',
  },
  {
    name: 'recent-memory',
    usual: '64m',
    value: 'SIZE',
    description: 'All sessions together keep so many bytes of what they sent lately, such as 256m (64m).',
  },
  { name: 'oidc-issuer', value: 'URL', description: 'People may sign in at this issuer of OpenID Connect.' },
  { name: 'oidc-client-id', value: 'ID', description: 'As this client of it.' },
  { name: 'oidc-client-secret', value: 'FILE', description: 'With the secret in this file (none: a public client).' },
  { name: 'oidc-operators', value: 'CLAIM=VALUE', description: 'Whoever has this claim is an operator (nobody).' },
  {
    name: 'oidc-viewers',
    value: 'CLAIM=VALUE',
    description: 'Whoever has this claim may look at sessions (everybody).',
  },
  {
    name: 'oidc-name',
    value: 'CLAIM',
    usual: 'email',
    description: 'People are called by this claim, else by sub (email).',
  },
  { name: 'sign-in', description: 'Links to sessions ask who somebody is before they open.' },
  {
    name: 'keep',
    value: 'TIME',
    description: 'Erase sessions so long after their last entry, such as 30d, 12h (for good).',
  },
  { name: 'keep-agent', value: 'NAME=TIME', repeatable: true, description: 'The same for sessions of one agent.' },
  {
    name: 'quota',
    value: 'SIZE',
    description: 'The sessions of each agent may take so much of the store, such as 2g (all).',
  },
  {
    name: 'quota-agent',
    value: 'NAME=SIZE',
    repeatable: true,
    description: 'The same for one agent.',
  },
  {
    name: 'disk-alarm',
    value: 'PERCENT',
    usual: '10',
    description: 'Alarm when less of the disk of the data folder is free (10).',
  },
  {
    name: 'otlp',
    value: 'URL',
    description: 'Send traces and metrics to this collector of OpenTelemetry, such as http://127.0.0.1:4318 (nowhere).',
  },
  {
    name: 'trace-percent',
    value: 'N',
    usual: '10',
    description: 'Of calls that bring no trace, so many in a hundred are recorded (10).',
  },
  { name: 'secrets', value: 'FILE', description: 'Never store or show these: one a line, or NAME = SECRET.' },
  { name: 'viewer-minutes', usual: '60', value: 'N', description: 'The token of a viewer holds for so long (60).' },
  { name: 'viewer-days', usual: '30', value: 'N', description: 'And is renewed for so long after the first (30).' },
  { name: 'link-days', usual: '7', value: 'N', description: 'The link to a session holds for so long (7).' },
  {
    name: 'link-max-days',
    usual: '30',
    value: 'N',
    description: 'And for so long while the session waits for an answer (30).',
  },
  {
    name: 'operator-code-minutes',
    usual: '15',
    value: 'N',
    description: 'The code that lets an operator in holds for so long (15).',
  },
  { name: 'operator-hours', usual: '12', value: 'N', description: 'The token of an operator holds for so long (12).' },
  {
    name: 'operator-days',
    usual: '30',
    value: 'N',
    description: 'And for so long where its code was given on the machine of the host itself (30).',
  },
  {
    name: 'openwop-settings',
    value: 'FILE',
    description: 'Kinds, versions and limits of OpenWOP (JSON; docs/openwop.md).',
  },
  {
    name: 'openwop-seams',
    description: 'Open the doors of the OpenWOP suite, on this machine and a data folder for it alone.',
  },
  {
    name: 'a2a-agent',
    usual: 'dev',
    value: 'NAME',
    description: 'Its card stands at the well-known path of A2A (dev).',
  },
  { name: 'a2a-open', description: 'Clients of A2A on this machine need no credential.' },
  { name: 'ag-ui-open', description: 'Clients of AG-UI on this machine need no credential.' },
  {
    name: 'ag-ui-agent',
    usual: 'dev',
    value: 'NAME',
    description: 'The agent that clients of AG-UI mean who name none (dev).',
  },
  { name: 'a2a-grpc', value: 'PORT', description: 'Serve A2A over gRPC too, on this port (0 is any that is free).' },
  {
    name: 'mcp-files',
    value: 'FOLDER',
    description: 'MCP tools may read files here (the folder for temporary files).',
  },
  { name: 'mcp-remote', description: 'Serve MCP to other machines too.' },
  {
    name: 'mcp-app',
    value: 'NAME=URL',
    repeatable: true,
    description: 'Apps of this server of MCP may stand in trusted sessions, under this name.',
  },
  {
    name: 'mcp-app-token',
    value: 'NAME=FILE',
    repeatable: true,
    description: 'Present the token in this file to that server.',
  },
  {
    name: 'sandbox-origin',
    value: 'ORIGIN',
    description: 'Apps stand on this origin, which leads to this host too (the other one of localhost and 127.0.0.1).',
  },
  { name: 'mcp-approvals', description: 'A person may approve in the views of MCP hosts too.' },
  {
    name: 'log-level',
    usual: 'warn',
    value: 'LEVEL',
    choices: LEVELS,
    description: 'What to tell on standard error (warn).',
  },
];

export const SERVE_FLAGS: readonly Setting[] = [...OWN_SETTINGS, ...LIMIT_SETTINGS];
