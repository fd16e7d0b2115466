// The flags of `vitrine serve`, apart from what reads them: every command's help needs these, and none the host.

import type { Flag } from '../command.ts';
import { DATA_FOLDER } from '../host-flags.ts';

export const LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export const ADMISSIONS = ['enforce', 'report'] as const;

export const SERVE_FLAGS: readonly Flag[] = [
  {
    name: 'port',
    value: 'PORT',
    says: 'Listen here (8787, with --demo the next that is free; 0 is any that is free).',
  },
  { name: 'host', value: 'HOST', says: 'Listen on this address (127.0.0.1).' },
  { name: 'data', value: 'FOLDER', says: `Keep sessions and keys here (${DATA_FOLDER}).` },
  { name: 'accept-loss', says: 'Start although the data folder has less than was acknowledged; for one start.' },
  { name: 'demo', says: 'Run the demo agents beside it.' },
  { name: 'allow-media', value: 'HOST', repeatable: true, says: 'Show pictures and sounds from this host.' },
  {
    name: 'allow-origin',
    value: 'ORIGIN',
    repeatable: true,
    says: 'Let pages of this origin call and embed sessions.',
  },
  { name: 'tls-cert', value: 'FILE', says: 'Serve HTTPS with this certificate (PEM).' },
  { name: 'tls-key', value: 'FILE', says: 'And this key (PEM).' },
  { name: 'trust-proxy', says: 'A proxy before it ends TLS and writes X-Forwarded-For.' },
  { name: 'allow-plain', says: 'Listen beyond this machine without TLS: keys travel readable.' },
  { name: 'public-url', value: 'URL', says: 'People reach it here, through a proxy for example.' },
  { name: 'admission', value: 'HOW', choices: ADMISSIONS, says: 'What becomes of events that are not admitted.' },
  { name: 'metrics-token', value: 'FILE', says: 'Its text opens /metrics to scrapers on other machines.' },
  {
    name: 'act-window',
    value: 'SECONDS',
    says: 'For so long people may act on what they were shown and is over (600).',
  },
  { name: 'secrets', value: 'FILE', says: 'Never store or show these: one a line, or NAME = SECRET.' },
  { name: 'viewer-minutes', value: 'N', says: 'The token of a viewer holds for so long (60).' },
  { name: 'viewer-days', value: 'N', says: 'And is renewed for so long after the first (30).' },
  { name: 'link-days', value: 'N', says: 'The link to a session holds for so long (7).' },
  { name: 'link-max-days', value: 'N', says: 'And for so long while the session waits for an answer (30).' },
  {
    name: 'openwop-settings',
    value: 'FILE',
    says: 'Kinds, versions and limits of OpenWOP (JSON; docs/openwop.md).',
  },
  {
    name: 'openwop-seams',
    says: 'Open the doors of the OpenWOP suite, on this machine and a data folder for it alone.',
  },
  { name: 'a2a-agent', value: 'NAME', says: 'Its card stands at the well-known path of A2A (dev).' },
  { name: 'a2a-open', says: 'Clients of A2A on this machine need no credential.' },
  { name: 'a2a-max-body', value: 'SIZE', says: 'A call of A2A may have so many bytes, such as 4m (1m).' },
  { name: 'a2a-grpc', value: 'PORT', says: 'Serve A2A over gRPC too, on this port (0 is any that is free).' },
  { name: 'mcp-files', value: 'FOLDER', says: 'MCP tools may read files here (the folder for temporary files).' },
  { name: 'mcp-remote', says: 'Serve MCP to other machines too.' },
  { name: 'log-level', value: 'LEVEL', choices: LEVELS, says: 'What to tell on standard error (warn).' },
];
