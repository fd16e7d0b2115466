import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { openBrowser } from './open-browser.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-browser-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A browser that writes down what it was given. */
function browser(): { readonly program: string; readonly seen: () => string } {
  const [program, file] = [join(folder, 'browser'), join(folder, 'seen')];
  writeFileSync(program, `#!/bin/sh\necho "$1" > '${file}.new' && mv '${file}.new' '${file}'\n`);
  chmodSync(program, 0o755);
  return { program, seen: () => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '') };
}

const PATH = process.env.PATH ?? '';
const atTerminal = (env: { readonly [name: string]: string }) => {
  const io = memoryIo({ env: { PATH, ...env } });
  return { ...io, stdout: { ...io.stdout, columns: 80 } };
};

describe('the browser of whoever starts a host', () => {
  it('is opened with an address of its own for somebody at a terminal who looks at the demos', async () => {
    const { program, seen } = browser();
    const io = atTerminal({ DISPLAY: ':0', BROWSER: program });
    await openBrowser(() => 'http://127.0.0.1/#operator=x', { open: undefined, demo: true }, io, 'linux');
    await vi.waitFor(() => expect(seen()).toBe('http://127.0.0.1/#operator=x'), 5_000);
  });

  it.each([
    ['in CI', { DISPLAY: ':0', CI: 'true' }, true, 'linux', 'this is CI'],
    ['without a display', {}, true, 'linux', 'there is no display'],
    ['over SSH', { SSH_CONNECTION: '1' }, true, 'darwin', 'there is no display'],
    ['where it cannot be started', { DISPLAY: ':0', BROWSER: 'no-such-browser' }, true, 'linux', 'ENOENT'],
    ['when told not to', { DISPLAY: ':0' }, false, 'linux', ''],
  ] as const)('stays closed %s, and who asked is told why', async (_, env, open, platform, told) => {
    const { program, seen } = browser();
    const io = atTerminal({ BROWSER: program, ...env });
    await openBrowser(() => 'http://127.0.0.1/', { open, demo: true }, io, platform);
    expect([io.err().includes(told), io.err() === '', seen()]).toEqual([true, told === '', '']);
  });

  it('stays closed, without a word, where nobody asked: no terminal, or no demos', async () => {
    const newUrl = vi.fn(() => 'http://127.0.0.1/');
    const env = { DISPLAY: ':0', BROWSER: browser().program };
    await openBrowser(newUrl, { open: undefined, demo: true }, memoryIo({ env }), 'linux');
    await openBrowser(newUrl, { open: undefined, demo: false }, atTerminal(env), 'linux');
    expect(newUrl).not.toHaveBeenCalled();
  });
});
