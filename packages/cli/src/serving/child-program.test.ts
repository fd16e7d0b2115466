import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { newFolder, stopAll, withResolvers } from '../../test/serving.ts';
import { ChildProgram } from './child-program.ts';

const children: ChildProgram[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await child.stop();
  await stopAll();
});

function start(source: string, awaited: (lines: readonly string[]) => boolean) {
  const folder = newFolder();
  const file = join(folder, 'program.mjs');
  writeFileSync(file, source);
  const lines: string[] = [];
  const found = withResolvers<readonly string[]>();
  const said = (line: string) => {
    lines.push(line);
    if (awaited(lines)) found.resolve(lines);
  };
  const child = new ChildProgram({ program: pathToFileURL(file), args: [folder], onLine: said, firstWaitMs: 1 });
  children.push(child);
  return { folder, child, lines, found: found.promise };
}

describe('a program beside the server', () => {
  it('is started again when it ends, after longer and longer waits', async () => {
    const { found } = start('console.error("on"); process.exitCode = 3;', (lines) => lines.length >= 6);
    const lines = await found;
    expect(lines.filter((line) => line === 'on').length).toBeGreaterThanOrEqual(3);
    expect(lines.filter((line) => line.includes('it ended (code 3) and is started again in')).length).toBeGreaterThan(
      1,
    );
  });

  it('is told to end, and is not started again', async () => {
    const source = `
      import { writeFileSync } from 'node:fs';
      process.on('SIGTERM', () => { writeFileSync(process.argv[2] + '/ended', 'well'); process.exit(0); });
      process.stdin.resume();
      console.error('on');`;
    const { child, folder, lines, found } = start(source, (all) => all.includes('on'));
    await found;
    await child.stop();
    expect(readFileSync(join(folder, 'ended'), 'utf8')).toBe('well');
    expect(lines).toEqual(['on']);
    await child.stop();
  });

  it('that is waiting to be started again is not, once it is stopped', async () => {
    const { child, folder, found } = start(
      'import { writeFileSync } from "node:fs"; writeFileSync(process.argv[2] + "/ran", ""); console.error("x");',
      (lines) => lines.some((line) => line.includes('it ended')),
    );
    await found;
    await child.stop();
    rmSync(join(folder, 'ran'), { force: true });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});
