// What is kept of a remote agent, and that nothing of an erased session stays or comes back.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { forgetRemotes, KeptRemote } from './kept-remote.ts';

it('loses what was said in an erased session, also what is written later, and keeps its key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await forgetRemotes(folder, ['s-gone']);
  const home = join(folder, 'remotes');
  const kept = await Promise.all(['gone', 'stays'].map((agent) => KeptRemote.open(folder, agent)));
  for (const [index, agent] of ['gone', 'stays'].entries()) {
    await kept[index]?.keepKey(`key-${agent}`);
    await kept[index]?.keepSession(`s-${agent}`);
    await kept[index]?.memory.write({ messages: [`planted-${agent}`] });
  }
  writeFileSync(join(home, 'gone.json.0a.tmp'), '{"session":"s-gone","memory":"planted-draft"}');
  const planted = (): string[] =>
    readdirSync(home).flatMap((name) => readFileSync(join(home, name), 'utf8').match(/planted-\w+/g) ?? []);
  expect(planted().sort()).toEqual(['planted-draft', 'planted-gone', 'planted-stays']);
  await forgetRemotes(folder, ['s-gone']);
  expect(planted()).toEqual(['planted-stays']);
  await kept[0]?.memory.write({ messages: ['planted-later'] });
  await kept[1]?.memory.write({ messages: ['planted-too'] });
  expect(planted()).toEqual(['planted-too']);
  await kept[0]?.close();
  const again = await KeptRemote.open(folder, 'gone');
  expect([again.key, again.session, await again.memory.read()]).toEqual(['key-gone', undefined, undefined]);
  await again.keepSession('s-new');
  await again.memory.write({ messages: ['planted-anew'] });
  expect(planted().sort()).toEqual(['planted-anew', 'planted-too']);
});
