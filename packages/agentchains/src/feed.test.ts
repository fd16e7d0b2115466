import type { FacePorts, PortBatch, PortSent } from '@vitrine/core/port';
import { expect, test } from 'vitest';
import { AgentchainsFeed } from './feed.ts';

/** As frames, for who reads them here. */
const frames = (texts: readonly string[]): Uint8Array => Buffer.from(texts.join('|'));

function batchOf(...items: readonly PortSent[]): PortBatch & { readonly made: () => number } {
  const forms = new Map<string, Uint8Array>();
  let made = 0;
  const form: PortBatch['form'] = (name, make) => {
    const known = forms.get(name);
    if (known !== undefined) return known;
    made++;
    const bytes = make(items);
    forms.set(name, bytes);
    return bytes;
  };
  return { items, form, made: () => made };
}

class Reader {
  readonly written: Uint8Array[] = [];
  room = 10;
  drained: (() => void)[] = [];
  write(frames: Uint8Array): boolean {
    this.written.push(frames);
    return --this.room > 0;
  }
  onceDrained(run: () => void): void {
    this.drained.push(run);
  }
}

async function open(reader: Reader, lost: string[] = []) {
  const calls = { resumed: 0, detached: 0 };
  const feed = new AgentchainsFeed({
    ...{ viewer: 'v', wire: reader, capabilities: {}, frames, onFrame: () => undefined, ended: () => undefined },
    lost: (losses) => void lost.push(...losses.map(({ what }) => what)),
  });
  const attachment = { resume: () => void calls.resumed++, detach: () => void calls.detached++ };
  await feed.start({ sessions: { attach: async () => attachment } } as unknown as FacePorts, 's');
  return { feed, calls };
}

test('[AF30] CM-13 what many are sent is framed once', async () => {
  const [one, two] = [new Reader(), new Reader()];
  const batch = batchOf({ seq: 1, wire: ['{"a":1}', '{"b":2}'] }, { seq: 2, wire: [] });
  for (const reader of [one, two]) expect((await open(reader)).feed.send(batch)).toBe(true);
  expect(batch.made()).toBe(1);
  expect(one.written[0]).toBe(two.written[0]);
  expect(Buffer.from(one.written[0] ?? [])).toEqual(frames(['{"a":1}', '{"b":2}']));
});

test('[AF30] one that is full is served again when it has room, once', async () => {
  const reader = new Reader();
  reader.room = 1;
  const { feed, calls } = await open(reader);
  expect(feed.send(batchOf({ seq: 1, wire: ['{}'] }))).toBe(false);
  expect(feed.send(batchOf({ seq: 2, wire: ['{}'] }))).toBe(false);
  expect(reader.drained).toHaveLength(1);
  reader.drained[0]?.();
  expect(calls.resumed).toBe(1);
  feed.leave();
  expect(calls.detached).toBe(1);
});

test('[AF30] an entry that says nothing to a client is no frame', async () => {
  const reader = new Reader();
  const { feed } = await open(reader);
  expect(feed.send(batchOf({ seq: 1, wire: [] }))).toBe(true);
  feed.join([], 0);
  expect(reader.written).toEqual([]);
});

test('[AF28] what is lost is told, but not of what people did', async () => {
  const lost: string[] = [];
  const { feed } = await open(new Reader(), lost);
  feed.join([], 0, [{ what: 'a' }]);
  feed.send(
    batchOf({ seq: 1, wire: [], losses: [{ what: 'b' }] }, { seq: 2, wire: [], author: 'v', losses: [{ what: 'c' }] }),
  );
  expect(lost).toEqual(['a', 'b']);
});
