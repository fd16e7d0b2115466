import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { memoryIo } from '../test/memory-io.ts';
import { main } from './main.ts';

const root = new URL('../../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');

interface Shown {
  readonly command: string;
  readonly output: readonly string[];
}

/** Commands and their output in the README's console blocks. */
function shownCommands(): Shown[] {
  return [...readme.matchAll(/^```console\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    (block as string)
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const [command = '', ...output] = text.trimEnd().split('\n');
        return { command, output };
      }),
  );
}

describe('the README', () => {
  it.each(shownCommands())('shows what it says: $command', async ({ command, output }) => {
    const [call = '', file] = command.split(' > ');
    expect(call).toMatch(/^npx vitrine /);
    const io = memoryIo({ cwd: fileURLToPath(root) });
    await main(call.split(' ').slice(2), io);
    const printed = (file === undefined ? io.out() : io.err()).trimEnd().split('\n');
    const gap = output.indexOf('…');
    if (gap < 0) return expect(printed).toEqual(output);
    expect(printed.slice(0, gap)).toEqual(output.slice(0, gap));
    expect(printed.slice(gap + 1 - output.length)).toEqual(output.slice(gap + 1));
  });

  it('shows the engine with code that runs', async () => {
    expect(readme).toContain(
      `\`\`\`ts\n${readFileSync(new URL('../test/readme-engine.ts', import.meta.url), 'utf8')}\`\`\``,
    );
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await import('../test/readme-engine.ts');
    const said = log.mock.calls.map(([text]) => text);
    log.mockRestore();
    expect(said).toEqual(['Hello, !', 'Hello, Ada!']);
  });

  it('links to files that exist', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path as string);
    for (const path of links) expect(() => readFileSync(new URL(path, root)), path).not.toThrow();
    expect(links.length).toBeGreaterThan(4);
  });
});
