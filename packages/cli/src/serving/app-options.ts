// The servers of MCP whose apps may stand in sessions, as the operator names them, and the origin that apps stand on.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { defined } from '@vitrine/core/internal';
import type { AppFaceSettings, McpAppServer } from '@vitrine/mcp';
import { CallError } from '../errors.ts';
import type { Io } from '../io.ts';
import { fileProblem } from '../read-input.ts';
import type { ServeSettings } from './given.ts';

export interface AppOptions extends AppFaceSettings {
  /** `vitrine connect --mcp --trust` names more while the host runs. */
  readonly servers: Map<string, McpAppServer>;
}

export async function readApps(settings: ServeSettings, io: Io): Promise<AppOptions> {
  const tokens = new Map<string, string>();
  for (const [name, file] of readPairs(settings, 'mcp-app-token'))
    tokens.set(name, `Bearer ${(await readText(file, io)).trim()}`);
  const servers = new Map<string, McpAppServer>();
  for (const [name, address] of readPairs(settings, 'mcp-app')) {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
      throw new CallError(`${settings.name('mcp-app')} names a server by an http or https address, not "${address}".`);
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    // Whoever writes it into the settings of a host means it.
    servers.set(name, {
      url,
      allowPrivate: [`${url.hostname}:${port}`],
      ...defined({ authorization: tokens.get(name) }),
    });
  }
  const stray = [...tokens.keys()].find((name) => !servers.has(name));
  if (stray !== undefined) throw new CallError(`${settings.name('mcp-app-token')}: no --mcp-app is called "${stray}".`);
  return { servers, ...defined({ sandboxOrigin: readOrigin(settings) }) };
}

function readPairs(settings: ServeSettings, flag: string): readonly (readonly [name: string, value: string])[] {
  return settings.list(flag).map((pair) => {
    const [, name, value] = /^([\w.-]{1,64})=(.+)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined)
      throw new CallError(
        `${settings.name(flag)} is NAME=VALUE, with 1 to 64 letters, digits, ., - and _, not "${pair}".`,
      );
    return [name, value];
  });
}

function readOrigin(settings: ServeSettings): string | undefined {
  const origin = settings.text('sandbox-origin');
  if (origin === undefined || (/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin))
    return origin;
  throw new CallError(`${settings.name('sandbox-origin')} is an origin such as https://apps.example, not "${origin}".`);
}

function readText(file: string, io: Io): Promise<string> {
  return readFile(resolve(io.cwd, file), 'utf8').catch((error: unknown) => {
    throw new CallError(fileProblem(file, error));
  });
}
