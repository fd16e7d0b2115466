// Shows the page in the person's browser, where there is one: never in CI and never without a display. What cannot be opened
// stops nothing, because the address was told already.

import { spawn } from 'node:child_process';
import type { Io } from '../io.ts';
import type { ServeOptions } from './serve-options.ts';

/** Why no browser can be opened here, or undefined. */
export function browserObstacle({ env }: Io, platform: NodeJS.Platform): string | undefined {
  const isSet = (name: string) => (env[name] ?? '') !== '' && env[name] !== 'false';
  if (isSet('CI')) return 'this is CI';
  const hasDisplay = isSet('DISPLAY') || isSet('WAYLAND_DISPLAY');
  const isDesktop = (platform === 'darwin' || platform === 'win32') && !isSet('SSH_CONNECTION');
  return hasDisplay || isDesktop ? undefined : 'there is no display';
}

/** The program that opens an address, with its arguments. The address is ours: it holds nothing that a shell would read. */
function openerOf(url: string, { env }: Io, platform: NodeJS.Platform): readonly [string, readonly string[]] {
  if ((env.BROWSER ?? '') !== '') return [env.BROWSER ?? '', [url]];
  if (platform === 'darwin') return ['open', [url]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}

/** @param newUrl gives an address with a code of its own: the one that was told stays good */
export async function openBrowser(
  newUrl: () => string,
  { open, demo }: Pick<ServeOptions, 'open' | 'demo'>,
  io: Io,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  // Unasked only for somebody at a terminal who came to look.
  if (open === false || (open === undefined && !(demo && io.stdout.columns !== undefined))) return;
  const problem = browserObstacle(io, platform) ?? (await start(openerOf(newUrl(), io, platform), io));
  if (problem !== undefined && open === true) await io.stderr.write(`vitrine: no browser was opened: ${problem}.\n`);
}

/** Resolves once it runs, with undefined; or with why it does not. */
function start([program, args]: readonly [string, readonly string[]], { env }: Io): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, env });
    child.once('error', (error) => resolve(error.message));
    child.once('spawn', () => resolve(undefined));
    child.unref();
  });
}
