import type { Json, PortKeyedCall, PortReply } from '@vitrine/core/internal';
import { describe, expect, it } from 'vitest';
import { HostError } from './host-error.ts';
import { Idempotency } from './idempotency.ts';

/** What a host keeps, over processes. */
function createRecords() {
  const kept = new Map<string, PortReply>();
  const records = {
    kept,
    done: 0,
    /** Counts, and commits what it is answered. */
    work: async (keep: (answer: Json) => PortReply | undefined): Promise<Json> => {
      await Promise.resolve();
      const reply = keep(++records.done);
      if (reply !== undefined) await records.keepReply(reply);
      return records.done;
    },
    reply: async (call: PortKeyedCall) => {
      const before = kept.get(call.name);
      if (before !== undefined && before.content !== call.content) throw new HostError('VITRINE_KEY_REUSED');
      return before;
    },
    keepReply: async (reply: PortReply) => void kept.set(reply.name, reply),
  };
  return records;
}

describe('a call under a key', () => {
  const call = { name: 'a', content: 'x' };

  it('[FK6] is done once, whether its repeats come meanwhile, later, or to another process', async () => {
    const records = createRecords();
    const { work } = records;
    const process = new Idempotency<Json>(records);
    expect(await Promise.all([process.once(call, work), process.once(call, work)])).toEqual([
      { answer: 1, isRepeat: false },
      { answer: 1, isRepeat: true },
    ]);
    expect(await process.once(call, work)).toEqual({ answer: 1, isRepeat: true });
    expect(await new Idempotency<Json>(records).once(call, work)).toEqual({ answer: 1, isRepeat: true });
    expect(await process.once(undefined, work)).toEqual({ answer: 2, isRepeat: false });
  });

  it('[FK6] keeps its answer alone where it writes nothing, and none where it is refused', async () => {
    const records = createRecords();
    const process = new Idempotency<Json>(records);
    await expect(process.once(call, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(records.kept.size).toBe(0);
    expect(await process.once(call, async () => 'yes')).toEqual({ answer: 'yes', isRepeat: false });
    expect(records.kept.get('a')).toMatchObject({ answer: 'yes' });
  });

  it('[FK6] is answered what was kept of it, the first time too', async () => {
    const records = createRecords();
    const process = new Idempotency<Json>(records);
    const work = async (keep: (answer: Json) => PortReply | undefined): Promise<Json> => {
      await records.keepReply(keep('at 1') as PortReply);
      return 'at 2';
    };
    expect(await process.once(call, work)).toEqual({ answer: 'at 1', isRepeat: false });
    expect(await process.once(call, work)).toEqual({ answer: 'at 1', isRepeat: true });
  });

  it('[FK6] with another body does nothing, while the first is under way too', async () => {
    const records = createRecords();
    const process = new Idempotency<Json>(records);
    const { work } = records;
    const first = process.once(call, work);
    await expect(process.once({ ...call, content: 'y' }, work)).rejects.toMatchObject({ code: 'VITRINE_KEY_REUSED' });
    expect(await first).toEqual({ answer: 1, isRepeat: false });
    expect(records.done).toBe(1);
  });
});
