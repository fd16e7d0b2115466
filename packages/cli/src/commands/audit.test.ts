// The audit from the command line, with a server and without one.

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

it('of a folder in which nothing happened is whole and empty', async () => {
  const io = memoryIo({ env: { VITRINE_DATA: newFolder() } });
  expect(await main(['audit', '--verify'], io)).toBe(0);
  expect(io.out()).toMatch(/^the audit is whole: 0 lines/);
});
