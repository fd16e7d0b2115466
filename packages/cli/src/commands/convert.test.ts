import { expect, it } from 'vitest';
import { memoryIo } from '../../test/memory-io.ts';
import { main } from '../main.ts';

async function run(words: string, input: string): Promise<{ code: number; out: string; err: string }> {
  const io = memoryIo({ stdin: [input] });
  const code = await main(words.split(' '), io);
  return { code, out: io.out(), err: io.err() };
}

const BLOCK = 'root = Card(body)\nbody = Text("Hello")';

it.each([BLOCK, `Here you are.\n<a2ui>\n${BLOCK}\n</a2ui>\nDone.`])(
  'an answer in Express becomes messages, with its tags or without',
  async (answer) => {
    const { code, out } = await run('convert - --dialect express --to a2ui-1.0 --json', answer);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      messages: [
        {
          version: 'v1.0',
          createSurface: {
            components: [
              { id: 'root', child: 'body' },
              { id: 'body', text: 'Hello' },
            ],
          },
        },
      ],
      losses: [],
    });
  },
);

it('messages become Express, and an answer in Vertical messages of A2UI 0.9', async () => {
  const { out } = await run('convert - --dialect express --to a2ui-0.9', BLOCK);
  expect(await run('convert - --to express', out)).toMatchObject({ code: 0, out: `${BLOCK}\n` });
  const { messages } = JSON.parse((await run('convert - --dialect vertical --to a2ui-0.9 --json', 'Text("Hi")')).out);
  expect(messages).toMatchObject([{ createSurface: {} }, { updateComponents: { components: [{ text: 'Hi' }] } }]);
});

it('what has no reading is told with its line, and the command fails', async () => {
  const { code, err } = await run(
    'convert - --dialect express --to a2ui-1.0 --json',
    'root = Text("x")\nb = Nothing("x")',
  );
  expect([code, err.includes('VITRINE_COMPONENT_UNKNOWN')]).toEqual([1, true]);
});

it.each(['<a2ui-json>[MESSAGE]</a2ui-json>', '<a2ui>\n```json\n[MESSAGE]\n```\n</a2ui>', '<a2ui>MESSAGE</a2ui>'])(
  'JSON where Express was asked for is read all the same: %s',
  async (answer) => {
    const message = { version: 'v1.0', deleteSurface: { surfaceId: 'a' } };
    const text = answer.replace('MESSAGE', JSON.stringify(message));
    const { code, out } = await run('convert - --dialect express --to a2ui-1.0 --json', text);
    expect([code, JSON.parse(out)]).toEqual([0, { messages: [message], losses: [] }]);
  },
);
