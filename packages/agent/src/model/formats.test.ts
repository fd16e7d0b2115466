import { Catalogs, Fold } from '@vitrine/core';
import { basic10 } from '@vitrine/core/catalogs/basic-1.0';
import { vitrine10 } from '@vitrine/core/catalogs/vitrine';
import { AnswerReader, decompileView, express, type FormatName, parseAnswer, readAnswer } from '@vitrine/formats';
import { expect, it } from 'vitest';
import { basic10Prompt } from '../prompt/basic-1.0.ts';
import { createPrompt } from '../prompt/create-prompt.ts';
import { askModel, type Model } from './ask-model.ts';

function scripted(...answers: readonly string[]): Model {
  let turn = 0;
  return async function* () {
    const answer = answers[turn++] ?? '';
    for (let at = 0; at < answer.length; at += 5) yield answer.slice(at, at + 5);
  };
}

it('[RL9] a model is asked in Express by one word, and asked again for a statement that was refused', async () => {
  const fold = new Fold({ strict: true, catalogs: new Catalogs([basic10]) });
  const model = scripted(
    'Here.\n<a2ui>\nroot = Column([a, b])\na = Text("One")\nb = Sparkle("x")\n</a2ui>',
    '<a2ui>\nb = Text("Two")\n</a2ui>',
  );
  const answer = await askModel(model, [{ role: 'user', content: 'Show' }], { fold, format: 'express' });
  expect(answer).toMatchObject({ ok: true, attempts: 2, text: '' });
  expect(fold.surfaces.get('default_surface')?.component('b')?.props).toEqual({ text: 'Two' });
  const shown = decompileView(fold, { format: 'express' });
  expect(shown.text).toContain('b = Text("Two")');
});

it.each<{ format: FormatName; answer: string }>([
  { format: 'express', answer: 'Hi <a2ui>root = Text("One")</a2ui>' },
  { format: 'vertical', answer: 'Hi <a2ui>Text("One")</a2ui>' },
])('[RL9] $format is one word for each reader of answers', async ({ format, answer }) => {
  const options = { format, catalogs: [basic10] };
  const whole = parseAnswer(answer, options);
  expect(JSON.stringify(whole)).toContain('"text":"One"');
  const reader = new AnswerReader(options);
  expect([...reader.push(answer), ...reader.end()]).toEqual(whole);
  const streamed = [];
  for await (const part of readAnswer([answer], options)) streamed.push(part);
  expect(streamed).toEqual(whole);
});

it.each(['express', 'vertical'] as const)(
  '[RL8] an answer in %s that ends where its block begins is never right',
  async (format) => {
    for (const end of ['', '\n', ' \n'])
      expect(
        await askModel(scripted(`Here: <a2ui>${end}`), [], { format, catalogs: [basic10], attempts: 1 }),
      ).toMatchObject({
        ok: false,
        issues: [{ code: 'VITRINE_JSON_MALFORMED' }],
      });
  },
);

it('[RL9] several surfaces of several catalogs are opened, shown to the model in Express, and changed by a part', async () => {
  const fold = new Fold({ strict: true, catalogs: new Catalogs([basic10, vitrine10]) });
  const options = { fold, format: 'express' } as const;
  const first = `<a2ui>surface("a", "${basic10.id}")\n$/n = 1\nroot = Card(t)\nt = Text("One")\nsurface("b", "${vitrine10.id}")\nroot = Table("T", _, [{key: "k", label: "K"}], [{k: "v"}])</a2ui>`;
  expect(await askModel(scripted(first), [], options)).toMatchObject({ ok: true, attempts: 1 });
  const { text, ok } = decompileView(fold, { format: 'express' });
  expect(ok).toBe(true);
  expect(text).toContain('root = Table("T"');
  const again = new Fold({ strict: true, catalogs: new Catalogs([basic10, vitrine10]) });
  const repeated = await askModel(scripted(`<a2ui>${text}</a2ui>`), [], { fold: again, format: 'express' });
  expect(repeated.issues).toEqual([]);
  expect(decompileView(again, { format: 'express' }).text).toBe(text);
  await askModel(scripted('<a2ui>surface("a")\n$/n = 2\nt = Text("Two")</a2ui>'), [], options);
  expect(fold.surfaces.get('a')?.component('t')?.props).toEqual({ text: 'Two' });
  expect(fold.surfaces.get('a')?.data.get('/n')).toBe(2);
  expect(fold.surfaces.get('b')?.component('root')?.type).toBe('Table');
});

it('[PM11] a prompt for Express has signatures and examples in Express, and is much shorter', () => {
  const short = createPrompt(basic10Prompt, { format: 'express' });
  const long = createPrompt(basic10Prompt);
  expect(short.text).toContain('Button(child: component');
  expect(short.text).toContain('root = Column([');
  expect(short.text).not.toContain('"updateComponents"');
  expect(short.tokens).toBeLessThan(long.tokens / 3);
  for (const [, block] of short.text.matchAll(/You:[^<]*<a2ui>\n([\s\S]*?)\n<\/a2ui>/g))
    expect(express.compile(block ?? '', { catalogs: [basic10] }).issues).toEqual([]);
  expect(createPrompt(basic10Prompt, { format: 'express', messages: ['createSurface'] }).text).not.toContain(
    'deleteSurface(',
  );
});
