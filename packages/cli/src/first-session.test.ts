// What docs/first-session.md tells people to type against a host, typed against one; and the agent of the README.

import { spawn } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, newFolder, Serving, stopAll } from '../test/serving.ts';

const root = new URL('../../../', import.meta.url);
const page = readFileSync(new URL('docs/first-session.md', root), 'utf8');
const DEFAULT_HOST = 'http://127.0.0.1:8787';

beforeAll(ensureBuilt, 240_000);
afterEach(stopAll);

/** The shell blocks of a section, as one script. */
function scriptOf(section: string): string {
  const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block).join('\n');
}

/** What stands behind the arrows, in order, each a whole line; `…` is anything. A line may go on behind `#    `. */
function promises(script: string): readonly RegExp[] {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return [...script.matchAll(/^# → (.*(?:\n# {4}.*)*)$/gm)].map(([, lines]) => {
    const line = (lines as string).replaceAll(/\n# {4}/g, '');
    return new RegExp(`^${line.split('…').map(literal).join('.*')}$`, 'm');
  });
}

function shell(
  script: string,
  cwd: string,
  env: { [name: string]: string },
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-eu'], { cwd, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => err.push(chunk));
    child.once('close', (code) =>
      resolve({ code: code ?? 1, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    );
    child.stdin.end(script);
  });
}

describe('a first session', () => {
  it('works as typed: open, push, see, click, read', async () => {
    const folder = newFolder();
    symlinkSync(fileURLToPath(new URL('apps', root)), join(folder, 'apps'));
    const { url } = await Serving.start(['--demo'], {}, join(folder, '.vitrine'));
    const script = scriptOf('Run it');
    expect(script).toContain(DEFAULT_HOST);
    // There is no package to find a command of in this folder.
    // A prompt would end the line that curl leaves open.
    const command = `curl() { command curl "$@" && echo; }
npx() { shift; "${process.execPath}" "${fileURLToPath(new URL('../bin/vitrine.js', import.meta.url))}" "$@"; }`;
    const typed = `${command}\n${script.replaceAll(DEFAULT_HOST, url)}`;
    const { code, out, err } = await shell(typed, folder, { VITRINE_URL: url });
    expect([code, err.replace('vitrine: this key is shown once; keep it.\n', '')], out).toEqual([0, '']);
    let rest = out;
    const promised = promises(script);
    expect(promised.length).toBeGreaterThan(7);
    for (const pattern of promised) {
      const found = pattern.exec(rest);
      expect(found, `${pattern} in ${rest}`).not.toBeNull();
      rest = rest.slice((found?.index ?? 0) + (found?.[0].length ?? 0));
    }
  });

  it('may be that of the agent in the README, which an example runs as it stands', () => {
    const readme = readFileSync(new URL('README.md', root), 'utf8');
    const program = new URL('examples/first-agent/agent.mjs', root);
    expect(readme).toContain(`\`\`\`js\n${readFileSync(program, 'utf8')}\`\`\``);
  });
});
