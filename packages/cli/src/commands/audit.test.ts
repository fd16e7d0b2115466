// The audit from the command line, with a server and without one.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { ensureBuilt, newFolder, Serving, stopAll } from '../../test/serving.ts';
import { main } from '../main.ts';

ensureBuilt();
afterEach(stopAll);

it('prints who did what, as text and as JSON lines, and verifies it', async () => {
  const serving = await Serving.start();
  const { session } = (await (await serving.call('/sessions', { body: {} })).json()) as { session: string };
  await serving.run(['session', 'close', session, '--yes']);
  const { out } = await serving.run(['audit', '--jsonl']);
  const lines = out
    .trim()
    .split('\n')
    .map((line): { act: string; session?: string } => JSON.parse(line));
  expect(lines.map(({ act, session: of }) => [act, of])).toEqual([
    ['open', session],
    ['close session', session],
    // Who reads it is written down too.
    ['export', undefined],
  ]);
  expect((await serving.run(['audit'])).out).toMatch(new RegExp(`command {2}close session {2}${session}`));
  const { folder } = serving;
  await serving.stop();
  const verified = await serving.run(['audit', '--verify']);
  expect(verified).toMatchObject({ code: 0, err: '' });
  expect(verified.out).toMatch(/^the audit is whole: 4 lines, details of 0 erased; it ends with\n {2}main 4 \S+\n$/);
  expect(folder).toBe(serving.folder);
});

it.each([
  ['audit', '--verify'],
  ['audit', '--jsonl'],
  ['retention'],
  ['erase', 'person', 'ada', '--yes'],
  ['erase', 'session', 'x', '--yes'],
  ['session', 'close', 'x', '--yes'],
])('of a folder that is no host’s nothing is told, and it does not become one: %s', async (...args) => {
  const folder = join(newFolder(), 'mistyped');
  const io = memoryIo({ env: { VITRINE_DATA: folder } });
  expect(await main(args, io)).toBe(1);
  expect([io.out(), io.err()]).toEqual(['', `vitrine: there is no log in "${folder}".\n`]);
  expect(existsSync(folder)).toBe(false);
});
