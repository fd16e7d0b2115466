import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { memoryIo } from '../test/memory-io.ts';
import { main } from './main.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

interface Shown {
  readonly command: string;
  readonly output: readonly string[];
}

/** Commands and their output in the console blocks. */
function shownCommands(): Shown[] {
  return [...read('docs/command-line.md').matchAll(/^```console\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    (block as string)
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const [command = '', ...output] = text.trimEnd().split('\n');
        return { command, output };
      }),
  );
}

describe('docs/command-line.md', () => {
  it.each(shownCommands())('shows what it says: $command', async ({ command, output }) => {
    const [call = '', file] = command.split(' > ');
    expect(call).toMatch(/^npx @vitrine\/cli /);
    const io = memoryIo({ cwd: fileURLToPath(root) });
    await main(call.split(' ').slice(2), io);
    const printed = (file === undefined ? io.out() : io.err()).trimEnd().split('\n');
    const gap = output.indexOf('…');
    if (gap < 0) return expect(printed).toEqual(output);
    expect(printed.slice(0, gap)).toEqual(output.slice(0, gap));
    expect(printed.slice(gap + 1 - output.length)).toEqual(output.slice(gap + 1));
  });
});

describe('docs/engine.md', () => {
  it('shows the engine with code that runs', async () => {
    expect(read('docs/engine.md')).toContain(`\`\`\`ts\n${read('packages/cli/test/engine-example.ts')}\`\`\``);
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await import('../test/engine-example.ts');
    const said = log.mock.calls.map(([text]) => text);
    log.mockRestore();
    expect(said).toEqual(['Hello, !', 'Hello, Ada!']);
  });
});
