import { describe, expect, it } from 'vitest';
import { type MessageBatch, readBatches } from './message-batches.ts';

async function batches(chunks: readonly (string | Uint8Array)[], most = 3, lineLength = 50): Promise<MessageBatch[]> {
  async function* arriving() {
    yield* chunks;
  }
  const found: MessageBatch[] = [];
  for await (const batch of readBatches(arriving(), { limits: { lineLength }, most })) found.push(batch);
  return found;
}

const lines = (found: readonly MessageBatch[]) => found.map(({ text, lines: numbers }) => [text, numbers]);

describe('batches of messages', () => {
  it('hold what has arrived, so many at most, with the lines they were', async () => {
    expect(lines(await batches(['{}\n\n[1]\n', '2\n3\n4\n5']))).toEqual([
      ['{}\n[1]', [1, 3]],
      ['2\n3\n4', [4, 5, 6]],
      ['5', [7]],
    ]);
  });

  it('do not care where chunks are cut, inside a character neither', async () => {
    const bytes = new TextEncoder().encode('"ä👋"\r\n"b"');
    const found = await batches(Array.from(bytes, (_, i) => bytes.subarray(i, i + 1)));
    expect(found.map(({ text }) => text).join('|')).toBe('"ä👋"|"b"');
  });

  it('hold a document that is laid out whole, and nothing of nothing', async () => {
    expect(await batches(['[\n  1,', '\n  2\n]\n'])).toEqual([{ text: '[\n  1,\n  2\n]\n' }]);
    expect(await batches(['{"a": 1}'])).toMatchObject([{ text: '{"a": 1}', lines: [1] }]);
    expect(await batches(['\n \n'])).toEqual([]);
    expect(await batches([])).toEqual([]);
  });

  it('tell of a line that is too long and go on behind it', async () => {
    const found = await batches([`1\n${'x'.repeat(60)}\n2\n`]);
    expect(found).toMatchObject([{ text: '1\n2', lines: [1, 3], issues: [{ code: 'VITRINE_LINE_SIZE', line: 2 }] }]);
  });

  it('are cut by length as well', async () => {
    const long = JSON.stringify('x'.repeat(300_000));
    expect((await batches([`${long}\n${long}\n1\n`], 10, 1e6)).map(({ lines: numbers }) => numbers)).toEqual([
      [1],
      [2, 3],
    ]);
  });
});
