import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, PROGRAM } from '../test/built.ts';

beforeAll(ensureBuilt, 240_000);

const run = (...args: string[]) => spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', input: '' });

describe('the program', () => {
  it('that is called wrongly says how it is called and ends with 2', () => {
    for (const args of [[], ['dance'], ['all', '--url', 'nowhere'], ['all', '--loud']]) {
      const { status, stdout, stderr } = run(...args);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain('usage: run.js all|booking|dashboard|wizard|approval');
    }
  });

  it('without a key ends with 1', () => {
    const { status, stderr } = run('booking', '--key-file', 'none.key');
    expect([status, stderr]).toEqual([1, expect.stringContaining('none.key')]);
  });

  it('ends with its parent, also while nobody answers', () => {
    const { status, stderr } = run('all', '--url', 'http://127.0.0.1:1', '--key-file', PROGRAM, '--with-parent');
    expect([status, stderr]).toEqual([0, '']);
  });
});
