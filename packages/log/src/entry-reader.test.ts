import { expect, onTestFinished, test } from 'vitest';
import { append, collect, create, entry, NOON, stored, valueIn, values } from '../test/samples.ts';
import { EntryReader, type NewEntries } from './entry-reader.ts';
import { writeEntry } from './entry-text.ts';
import { openSqliteLog } from './sqlite/open-sqlite-log.ts';
import { openInline } from './sqlite/open-store-client.ts';

function pagesOf(client: Awaited<ReturnType<typeof openInline>>): ConstructorParameters<typeof EntryReader>[0] {
  return {
    entryPage: (...page) => client.call('entryPage', ...page),
    feedPage: (...page) => client.call('feedPage', ...page),
  };
}

test('[LG12] a live reader that was not told of an entry finds it in the file', async () => {
  const client = await openInline({ path: ':memory:' });
  const reader = new EntryReader(pagesOf(client), {});
  const session = 's';
  await client.call('createSession', { session, agent: 'ann', trust: 'trusted', createdAt: NOON });
  const texts = [1, 2, 3, 4].map((value) => writeEntry(entry(value)));
  const commit = (text: string) => client.call('commit', { session, runs: [{ text, count: 1, fed: false }] });
  const read: unknown[] = [];
  await commit(texts[0] as string);
  for await (const one of reader.read(session, 0, { live: true })) {
    read.push(valueIn(one));
    if (one.seq === 1) {
      for (const text of texts.slice(1)) await commit(text);
      // Not of 2, then of one that it has by then.
      reader.tell(session, 3, [{ text: texts[2] as string }]);
      reader.tell(session, 3, [{ text: texts[2] as string }]);
    }
    if (one.seq === 4) break;
  }
  expect(read).toEqual([1, 2, 3, 4]);
  await client.close();
});

test('a reader that ends is forgotten', async () => {
  const client = await openInline({ path: ':memory:' });
  const reader = new EntryReader(pagesOf(client), {});
  await client.call('createSession', { session: 's', agent: 'ann', trust: 'trusted', createdAt: NOON });
  const controller = new AbortController();
  const reading = reader.read('s', 0, { live: true, signal: controller.signal })[Symbol.asyncIterator]();
  const next = reading.next();
  expect(reader.isRead('s')).toBe(true);
  controller.abort();
  expect(await next).toMatchObject({ done: true });
  expect(reader.isRead('s')).toBe(false);
  await client.close();
});

test('[LG73] what is long is parsed by what the log was given for it, once for all who read it live', async () => {
  const long: number[] = [];
  let isRefusing = false;
  const parseLong = async (text: string) => {
    long.push(text.length);
    return isRefusing ? { ok: false as const } : { ok: true as const, value: JSON.parse(text) as unknown };
  };
  const log = await openSqliteLog(':memory:', { parseLong });
  onTestFinished(() => log.close());
  const session = await create(log);
  const text = 'x'.repeat(600_000);
  const live = [1, 2].map(async () => {
    for await (const read of log.read(session, 0, { live: true })) if (valueIn(read) === text) return read.seq;
    return undefined;
  });
  await append(log, session, ['short']);
  stored(await log.commit({ session, entries: [entry(text, 'viewer')] }));
  expect(await Promise.all(live)).toEqual([2, 2]);
  expect(await values(log.read(session, 0))).toEqual(['short', text]);
  const [fed] = await collect(log.readAgent('ann', 0));
  expect(fed === undefined ? undefined : valueIn(fed.entry)).toBe(text);
  expect(long.every((length) => length > 600_000)).toBe(true);
  isRefusing = true;
  expect(await values(log.read(session, 0))).toEqual(['short', text]);
});

test('[LG12] what is new elsewhere is read once for all readers, and by each itself where it is much or cannot be read', async () => {
  const client = await openInline({ path: ':memory:' });
  const asked: unknown[] = [];
  let answer: () => Promise<readonly NewEntries[]> = async () => ['more'];
  const newEntries = (wanted: unknown): Promise<readonly NewEntries[]> => {
    asked.push(wanted);
    return answer();
  };
  let pages = 0;
  const { entryPage, feedPage } = pagesOf(client);
  const count: typeof entryPage = (...page) => {
    pages++;
    return entryPage(...page);
  };
  const reader = new EntryReader({ entryPage: count, feedPage, newEntries }, {});
  await client.call('createSession', { session: 's', agent: 'ann', trust: 'trusted', createdAt: NOON });
  const texts = [1, 2, 3, 4, 5].map((value) => writeEntry(entry(value)));
  const commit = (...at: number[]) => {
    const text = at.map((index) => texts[index]).join('\n');
    return client.call('commit', { session: 's', runs: [{ text, count: at.length, fed: false }] });
  };
  await commit(0);
  const readings = [1, 2].map(() => reader.read('s', 0, { live: true })[Symbol.asyncIterator]());
  const next = async (): Promise<unknown[]> =>
    Promise.all(readings.map(async (one) => valueIn((await one.next()).value)));
  expect(await next()).toEqual([1, 1]);
  // They wait now, at the end of what there was.
  const second = next();
  await commit(1, 2);
  await until(() => pages >= 2);
  const before = pages;
  answer = async () => [[{ seq: 3, text: `${texts[1]}\n${texts[2]}` }]];
  await reader.look(['s', 'nobody reads it']);
  expect([await second, await next()]).toEqual([
    [2, 2],
    [3, 3],
  ]);
  expect([asked, pages]).toEqual([[[{ session: 's', after: 1 }]], before]);
  const fourth = next();
  await commit(3);
  answer = async () => ['more'];
  await reader.look(['s']);
  expect(await fourth).toEqual([4, 4]);
  const fifth = next();
  await commit(4);
  answer = () => Promise.reject(new Error('gone'));
  await reader.lookAll();
  expect(await fifth).toEqual([5, 5]);
  for (const one of readings) await one.return?.();
  await client.close();
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
